/* format/code/code_arch_read.c — one piece of code → the device that it states.
 *
 * Only what says that is read: the head of PTX, header and notes of ELF files. Ranges are checked in place, because a
 * file that ends too soon is not an error here but a file that does not say. */
#define _GNU_SOURCE
#include "code_arch.h"

#include "format/elf/elf.h"
#include "target/products.h"
#include "format/zebin/zebin.h"

#include <elf.h>
#include <stdio.h>

/* ---- ELF, of both classes ---- */

struct section {
	uint32_t type;
	struct span name, bytes;
};

struct sections {
	struct span file, headers, names;
	size_t count, header_bytes;
	bool is_64;
};

/* false: it reaches behind the end. */
static bool cut(struct span s, uint64_t at, uint64_t len, struct span *out)
{
	if (at > s.len || len > s.len - at)
		return false;
	*out = (struct span){ s.len ? s.ptr + at : NULL, (size_t)len, s.at + at };
	return true;
}

static bool section_at(const struct sections *s, size_t i, struct section *out)
{
	struct span h = { s->headers.ptr + i * s->header_bytes, s->header_bytes, 0 };
	uint64_t at =
		s->is_64 ? span_u64(h, offsetof(Elf64_Shdr, sh_offset)) : span_u32(h, offsetof(Elf32_Shdr, sh_offset));
	uint64_t len =
		s->is_64 ? span_u64(h, offsetof(Elf64_Shdr, sh_size)) : span_u32(h, offsetof(Elf32_Shdr, sh_size));
	uint32_t name = span_u32(h, 0);
	const uint8_t *nul;

	*out = (struct section){ .type = span_u32(h, 4) };
	if (out->type == SHT_NOBITS || !cut(s->file, at, len, &out->bytes))
		return false;
	if (name < s->names.len) {
		out->name = (struct span){ s->names.ptr + name, s->names.len - name, 0 };
		nul = memchr(out->name.ptr, 0, out->name.len);
		out->name.len = nul ? (size_t)(nul - out->name.ptr) : 0;
	}
	return true;
}

static bool sections_of(struct span file, struct sections *out)
{
	struct sections s = { .file = file, .is_64 = file.len > EI_CLASS && file.ptr[EI_CLASS] == ELFCLASS64 };
	struct section names;
	uint64_t at;
	size_t index;

	if (file.len < (s.is_64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr)))
		return false;
	at = s.is_64 ? span_u64(file, offsetof(Elf64_Ehdr, e_shoff)) : span_u32(file, offsetof(Elf32_Ehdr, e_shoff));
	s.count = span_u16(file, s.is_64 ? offsetof(Elf64_Ehdr, e_shnum) : offsetof(Elf32_Ehdr, e_shnum));
	index = span_u16(file, s.is_64 ? offsetof(Elf64_Ehdr, e_shstrndx) : offsetof(Elf32_Ehdr, e_shstrndx));
	s.header_bytes = s.is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
	if (at == 0 || !cut(file, at, s.count * s.header_bytes, &s.headers))
		return false;
	if (index < s.count && section_at(&s, index, &names))
		s.names = names.bytes;
	*out = s;
	return true;
}

struct note {
	struct span owner, bytes;
	uint32_t type;
};

static uint64_t align_4(uint64_t n)
{
	return (n + 3) & ~UINT64_C(3);
}

/* Take the first note off *inout_rest. */
static bool next_note(struct span *inout_rest, struct note *out)
{
	enum { HEADER = 12 };
	struct span rest = *inout_rest;
	uint64_t owner, bytes, at;

	if (rest.len < HEADER)
		return false;
	owner = span_u32(rest, 0);
	bytes = span_u32(rest, 4);
	at = HEADER + align_4(owner);
	out->type = span_u32(rest, 8);
	if (!cut(rest, HEADER, owner, &out->owner) || !cut(rest, at, bytes, &out->bytes))
		return false;
	at += align_4(bytes);
	*inout_rest = span_skip(rest, at < rest.len ? (size_t)at : rest.len);
	return true;
}

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

/* Behind blanks and comments; an empty window when a comment does not end. */
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

/* .version comes first, .target next; neither can stand anywhere else. */
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

/* The compiler's command line, where it is noted: the only place that tells sm_100f from sm_100. */
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

/* Up to ABI version 7 (CUDA 12) the low byte of the flags is the number, and 0x800 says "this one only"; from 8 on the
 * second byte is, and 8, or .nv.compat, says so. */
void code_read_cubin(struct span elf, struct syb_code_arch *out)
{
	enum { NEW_ABI = 8, OLD_SPECIFIC = 0x800, SPECIFIC = 8 };
	struct sections sections;
	uint32_t flags;
	bool is_new;

	if (elf.len < sizeof(Elf64_Ehdr) || elf.ptr[EI_CLASS] != ELFCLASS64)
		return;
	flags = span_u32(elf, offsetof(Elf64_Ehdr, e_flags));
	is_new = elf.ptr[EI_ABIVERSION] >= NEW_ABI;
	out->sm = (is_new ? flags >> 8 : flags) & 0xff;
	if (flags & (is_new ? SPECIFIC : OLD_SPECIFIC))
		out->suffix = 'a';
	if (is_new && sections_of(elf, &sections)) {
		for (size_t i = 0; i < sections.count; i++) {
			struct section s;

			if (!section_at(&sections, i, &s))
				continue;
			if (span_eq(s.name, ".nv.compat") && is_specific(s.bytes))
				out->suffix = 'a';
			else if (span_eq(s.name, ".note.nv.tkinfo") && !out->suffix)
				read_command(s.bytes, out);
		}
	}
	code_name_sm(out);
}

/* ---- Intel ---- */

/* ocloc's name, "acm-g10", is the table's with other signs. */
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

static void take_note(const struct note *note, struct syb_code_arch *out, uint32_t *metadata, bool *has_metadata)
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

/* Notes; or the header, in files from before them: the machine is the product, or the core. */
void code_read_zebin(struct span elf, struct syb_code_arch *out)
{
	enum { CORE_IN_HEADER = 1 << 15 };
	struct sections sections;
	uint32_t metadata = 0;
	bool has_metadata = false;
	uint16_t machine = elf_machine(elf);

	if (!sections_of(elf, &sections))
		return;
	for (size_t i = 0; i < sections.count; i++) {
		struct section s;
		struct note note;

		if (!section_at(&sections, i, &s) || s.type != SHT_NOTE)
			continue;
		while (next_note(&s.bytes, &note))
			take_note(&note, out, &metadata, &has_metadata);
	}
	if (machine != ZEBIN_MACHINE && !out->product_family && !out->core_family && !out->product_config) {
		metadata =
			span_u32(elf, sections.is_64 ? offsetof(Elf64_Ehdr, e_flags) : offsetof(Elf32_Ehdr, e_flags));
		has_metadata = true;
		*(metadata & CORE_IN_HEADER ? &out->core_family : &out->product_family) = machine;
	}
	name_zebin(metadata, has_metadata, out);
}

/* ---- AMD ---- */

void code_read_hsaco(struct span elf, struct syb_code_arch *out)
{
	static const struct {
		uint8_t value;
		const char *arch;
	} processors[] = {
#define AMDGPU(value, arch) { value, arch },
#include "target/amdgpu.def"
#undef AMDGPU
	};

	if (elf.len < sizeof(Elf64_Ehdr) || elf.ptr[EI_CLASS] != ELFCLASS64)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(processors); i++) {
		if (processors[i].value != elf.ptr[offsetof(Elf64_Ehdr, e_flags)])
			continue;
		snprintf(out->name, sizeof(out->name), "%s", processors[i].arch);
		out->target = syb_target_by_arch(out->name, NULL);
	}
}
