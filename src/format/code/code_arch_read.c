/* format/code/code_arch_read.c — one piece of code → the device that it states.
 *
 * Reads only the head of PTX, and header and notes of ELF files. A file that ends too soon is not an error here: it
 * does not name a device. */
#define _GNU_SOURCE
#include "code_arch.h"

#include "format/elf/elf.h"
#include "target/products.h"
#include "format/zebin/zebin.h"

#include <stdio.h>

/* ---- NVIDIA ---- */

void code_name_sm(struct syb_code_arch *arch)
{
	char suffix[2] = { arch->suffix, '\0' }, name[40];

	if (arch->sm == 0 || arch->sm > 999)
		return;
	snprintf(arch->name, sizeof(arch->name), "sm_%u%s", (unsigned)arch->sm, suffix);
	snprintf(name, sizeof(name), "nvidia_gpu_%s", arch->name);
	arch->target = syb_target_find(name);
}

/* "sm_90a" at the start of a word. */
static bool parse_sm(struct span word, struct syb_code_arch *out)
{
	size_t n = 3;
	uint32_t sm = 0;

	if (!span_starts(word, "sm_", 3))
		return false;
	for (; n < word.len && n < 7 && word.ptr[n] >= '0' && word.ptr[n] <= '9'; n++)
		sm = sm * 10 + (uint32_t)(word.ptr[n] - '0');
	if (n == 3)
		return false;
	out->sm = sm;
	out->suffix = n < word.len && (word.ptr[n] == 'a' || word.ptr[n] == 'f') ? (char)word.ptr[n] : '\0';
	return true;
}

/* Skip blanks and comments; an empty window when a comment does not end. */
static struct span skip_blanks(struct span s)
{
	for (;;) {
		const uint8_t *end;

		while (s.len && (*s.ptr == ' ' || (*s.ptr >= '\t' && *s.ptr <= '\r')))
			s = span_skip(s, 1);
		if (span_starts(s, "//", 2))
			end = memchr(s.ptr, '\n', s.len);
		else if (span_starts(s, "/*", 2))
			end = memmem(s.ptr + 2, s.len - 2, "*/", 2);
		else
			return s;
		if (!end)
			return (struct span){ 0 };
		s = span_skip(s, (size_t)(end - s.ptr) + (*end == '*' ? 2 : 1));
	}
}

/* .version comes first, .target next; neither is allowed anywhere else. */
void code_read_ptx(struct span text, struct syb_code_arch *out)
{
	static const char target[] = ".target";

	for (struct span s = skip_blanks(text); s.len; s = skip_blanks(s)) {
		bool found = span_starts(s, target, sizeof(target) - 1);
		size_t len = found ? sizeof(target) - 1 : 0;

		if (*s.ptr == '{') /* a function: too late */
			return;
		while (!found && len < s.len && *s.ptr != '\0' && s.ptr[len] > ' ')
			len++;
		s = span_skip(s, len ? len : 1);
		if (found && parse_sm(skip_blanks(s), out)) {
			code_name_sm(out);
			return;
		}
	}
}

/* The note with the compiler's command line is the only place that distinguishes sm_100f from sm_100. */
static void read_command(struct span bytes, struct syb_code_arch *out)
{
	static const char option[] = "-arch sm_";
	const uint8_t *p = bytes.len ? memmem(bytes.ptr, bytes.len, option, sizeof(option) - 1) : NULL;
	struct syb_code_arch noted = { 0 };

	if (!p)
		return;
	p += strlen("-arch ");
	if (parse_sm((struct span){ p, bytes.len - (size_t)(p - bytes.ptr), 0 }, &noted) && noted.sm == out->sm &&
	    noted.suffix == 'f')
		out->suffix = 'f';
}

/* .nv.compat: entries of four bytes, or more for kind 4; attribute 9 is 1 for code that runs on this GPU only. */
static bool is_specific(struct span s)
{
	enum { ONE_ONLY = 9, SIZED = 4 };

	while (s.len >= 4) {
		size_t bytes = 4 + (s.ptr[0] == SIZED ? span_u16(s, 2) : 0);

		if (s.ptr[1] == ONE_ONLY)
			return s.ptr[2] == 1;
		if (bytes > s.len)
			break;
		s = span_skip(s, bytes);
	}
	return false;
}

/* Up to ABI version 7 (CUDA 12) the low byte of the flags is the number, and 0x800 means "only this one"; from 8 on
 * it is the second byte, and 8, or .nv.compat, means that. */
void code_read_cubin(struct span file, struct syb_code_arch *out)
{
	enum { NEW_ABI = 8, OLD_SPECIFIC = 0x800, SPECIFIC = 8 };
	struct elf_walk elf;
	bool is_new;

	if (elf_open(file, true, &elf) || !elf.is_64)
		return;
	is_new = elf.abi_version >= NEW_ABI;
	out->sm = (is_new ? elf.flags >> 8 : elf.flags) & 0xff;
	if (elf.flags & (is_new ? SPECIFIC : OLD_SPECIFIC))
		out->suffix = 'a';
	elf_find_names(&elf);
	for (uint32_t i = 0; is_new && i < elf.count; i++) {
		struct elf_section s = elf_section_at(&elf, i);
		struct span name = { 0 };

		elf_string_at(elf.names, s.name, &name);
		if (span_eq(name, ".nv.compat") && is_specific(elf_section_bytes(&elf, &s)))
			out->suffix = 'a';
		else if (span_eq(name, ".note.nv.tkinfo") && !out->suffix)
			read_command(elf_section_bytes(&elf, &s), out);
	}
	code_name_sm(out);
}

/* ---- Intel ---- */

/* ocloc writes "acm-g10" where the table has "acm_g10". */
static void name_product(const char *device, struct syb_code_arch *out)
{
	size_t i;

	for (i = 0; device[i] && i + 1 < sizeof(out->name); i++)
		out->name[i] = device[i] == '-' ? '_' : device[i];
	out->name[i] = '\0';
	out->target = i ? syb_target_by_arch(out->name, "spir64_gen-unknown-unknown") : NULL;
}

static void name_zebin(uint32_t metadata, bool has_metadata, struct syb_code_arch *out)
{
	enum { LOWEST = 8, HIGHEST = 16 };
	const struct syb_zebin_product *config, *family;
	struct product_version v = product_version(out->product_config);
	const char *device = NULL;

	config = out->product_config ? syb_zebin_product_find(SYB_ZEBIN_PRODUCT_CONFIG, out->product_config) : NULL;
	family = out->product_family ? syb_zebin_product_find(SYB_ZEBIN_PRODUCT_FAMILY, out->product_family) : NULL;
	if (config)
		device = config->device;
	else if (!out->product_config && family && *family->device)
		device = family->device;
	else if (!out->product_config && has_metadata && (metadata >> LOWEST & 0x1f) == (metadata >> HIGHEST & 0x1f))
		device = product_by_stepping(out->product_family, metadata >> LOWEST & 0x1f);
	if (device && *device) {
		name_product(device, out);
	} else if (out->product_config) {
		snprintf(out->name, sizeof(out->name), "%u.%u.%u", (unsigned)v.arch, (unsigned)v.release,
			 (unsigned)v.revision);
	} else if (family) {
		snprintf(out->name, sizeof(out->name), "%s", family->name);
	}
}

static void take_note(const struct elf_note *note, struct syb_code_arch *out, uint32_t *metadata, bool *has_metadata)
{
	static const char owner[] = ZEBIN_OWNER;
	uint32_t value;

	if (note->bytes.len < 4 || note->owner.len != sizeof(owner) ||
	    memcmp(note->owner.ptr, owner, sizeof(owner)) != 0)
		return;
	value = span_u32(note->bytes, 0);
	if (note->type == ZEBIN_NOTE_PRODUCT_FAMILY)
		out->product_family = value;
	else if (note->type == ZEBIN_NOTE_CORE_FAMILY)
		out->core_family = value;
	else if (note->type == ZEBIN_NOTE_PRODUCT_CONFIG)
		out->product_config = value;
	else if (note->type == ZEBIN_NOTE_METADATA) {
		*metadata = value;
		*has_metadata = true;
	}
}

/* From the notes; or, in files that are older than notes, from the header: the machine is the product, or the core. */
void code_read_zebin(struct span file, struct syb_code_arch *out)
{
	enum { CORE_IN_HEADER = 1 << 15 };
	struct elf_walk elf;
	uint32_t metadata = 0;
	bool has_metadata = false;

	if (elf_open(file, true, &elf) || elf.headers_at == 0)
		return;
	for (uint32_t i = 0; i < elf.count; i++) {
		struct elf_section s = elf_section_at(&elf, i);
		struct span notes = s.type == SHT_NOTE ? elf_section_bytes(&elf, &s) : (struct span){ 0 };
		struct elf_note note;

		while (elf_next_note(&notes, &note))
			take_note(&note, out, &metadata, &has_metadata);
	}
	if (elf.machine != ZEBIN_MACHINE && !out->product_family && !out->core_family && !out->product_config) {
		metadata = elf.flags;
		has_metadata = true;
		*(metadata & CORE_IN_HEADER ? &out->core_family : &out->product_family) = elf.machine;
	}
	name_zebin(metadata, has_metadata, out);
}

/* ---- AMD ---- */

void code_read_hsaco(struct span file, struct syb_code_arch *out)
{
	static const struct {
		uint8_t value;
		const char *arch;
	} processors[] = {
#define AMDGPU(value, arch) { value, arch },
#include "target/amdgpu.def"
#undef AMDGPU
	};
	struct elf_walk elf;

	if (elf_open(file, true, &elf) || !elf.is_64)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(processors); i++) {
		if (processors[i].value != (elf.flags & 0xff))
			continue;
		snprintf(out->name, sizeof(out->name), "%s", processors[i].arch);
		out->target = syb_target_by_arch(out->name, NULL);
	}
}
