/* format/code/code_arch.c — code × architecture of a device → whether it runs there.
 *
 * code_arch_read.c reads each piece; this file has the containers, and the rules of each vendor. NVIDIA's machine
 * code runs on GPUs of its major number from its minor number on, PTX on all that are not older; code with the
 * suffix 'a' runs on one GPU, with 'f' on a family. Intel's and AMD's code runs on the product it was compiled for. */
#include "code_arch.h"

#include "format/elf/ar.h"
#include "format/elf/elf.h"

#include <sybil/item.h>

#include <stdlib.h>

static enum syb_code_form form_of_elf(struct span elf)
{
	uint16_t machine = elf_machine(elf);

	return machine == ELF_MACHINE_CUDA     ? SYB_FORM_CUBIN
	       : machine == ELF_MACHINE_AMDGPU ? SYB_FORM_HSACO
					       : SYB_FORM_UNKNOWN;
}

enum syb_code_form syb_code_form(struct syb_bytes code)
{
	struct span s = span_of(code, 0);

	if (span_starts(s, ELF_MAGIC, 4) && form_of_elf(s) != SYB_FORM_UNKNOWN)
		return form_of_elf(s);
	switch (syb_identify(code)) {
	case SYB_KIND_SPIRV:
		return SYB_FORM_SPIRV;
	case SYB_KIND_BITCODE:
		return SYB_FORM_BITCODE;
	case SYB_KIND_PTX:
		return SYB_FORM_PTX;
	case SYB_KIND_FATBIN:
		return SYB_FORM_FATBIN;
	case SYB_KIND_ZEBIN:
		return SYB_FORM_ZEBIN;
	case SYB_KIND_ARCHIVE:
		return SYB_FORM_ARCHIVE;
	case SYB_KIND_POCL:
		return SYB_FORM_POCL;
	default:
		return SYB_FORM_UNKNOWN;
	}
}

/* ---- pieces ---- */

/* Collects pieces while there is room; all are counted. */
struct pieces {
	struct syb_code_arch *list;
	size_t room, count;
};

static void add(struct pieces *pieces, const struct syb_code_arch *piece)
{
	if (pieces->count < pieces->room)
		pieces->list[pieces->count] = *piece;
	pieces->count++;
}

static void add_plain(struct pieces *pieces, enum syb_code_form form, struct span code)
{
	struct syb_code_arch piece = { .form = form };

	if (form == SYB_FORM_PTX)
		code_read_ptx(code, &piece);
	else if (form == SYB_FORM_CUBIN)
		code_read_cubin(code, &piece);
	else if (form == SYB_FORM_ZEBIN)
		code_read_zebin(code, &piece);
	else if (form == SYB_FORM_HSACO)
		code_read_hsaco(code, &piece);
	add(pieces, &piece);
}

/* A fat binary: a header, then entries with a header each. Code may be compressed, so only the headers are read. */
static void add_fatbin(struct pieces *pieces, struct span fat)
{
	enum {
		HEADER_BYTES = 6,
		HEADER = 16,
		ENTRY_KIND = 0,
		ENTRY_HEADER = 4,
		ENTRY_BYTES = 8,
		ENTRY_SM = 28,
		ENTRY_FLAGS = 40,
		ENTRY_LEAST = 48,
		KIND_PTX = 1,
		KIND_CUBIN = 2,
		FLAG_SPECIFIC = 1 << 20,
		FLAG_FAMILY = 1 << 21,
	};

	if (fat.len < HEADER || span_u16(fat, HEADER_BYTES) > fat.len)
		return;
	if (span_u64(fat, 8) < fat.len - span_u16(fat, HEADER_BYTES))
		fat.len = span_u16(fat, HEADER_BYTES) + (size_t)span_u64(fat, 8);
	fat = span_skip(fat, span_u16(fat, HEADER_BYTES));
	while (fat.len >= ENTRY_LEAST) {
		uint64_t header = span_u32(fat, ENTRY_HEADER), bytes = span_u64(fat, ENTRY_BYTES);
		uint16_t kind = span_u16(fat, ENTRY_KIND);
		struct syb_code_arch piece = { .form = kind == KIND_PTX ? SYB_FORM_PTX : SYB_FORM_CUBIN,
					       .sm = span_u32(fat, ENTRY_SM) };
		uint64_t flags = span_u64(fat, ENTRY_FLAGS);

		if (header < ENTRY_LEAST || header > fat.len || bytes > fat.len - header)
			return;
		piece.suffix = flags & FLAG_SPECIFIC ? 'a' : flags & FLAG_FAMILY ? 'f' : '\0';
		code_name_sm(&piece);
		if (kind == KIND_PTX || kind == KIND_CUBIN)
			add(pieces, &piece);
		fat = span_skip(fat, (size_t)(header + bytes));
	}
}

/* The container of SPIR-V that ocloc adds for Intel GPUs that it did not compile for. */
static bool is_generic(struct span elf)
{
	enum { TYPE_AT = 16 };

	return elf.len >= TYPE_AT + 2 && span_starts(elf, ELF_MAGIC, 4) &&
	       span_u16(elf, TYPE_AT) == ELF_TYPE_OPENCL_OBJECTS;
}

/* ocloc's archive for several devices: zebins among other members. */
static void add_archive(struct pieces *pieces, struct span file)
{
	enum { HEADER = 60, SIZE_AT = 48, SIZE_LEN = 10, MOST = 1024 };
	static const struct syb_code_arch generic = { .form = SYB_FORM_SPIRV, .name = "intel_gpu" };

	file = span_skip(file, AR_MAGIC_SIZE);
	for (size_t i = 0; file.len >= HEADER && i < MOST; i++) {
		char text[SIZE_LEN + 1] = "";
		unsigned long long bytes;
		struct span member;

		memcpy(text, file.ptr + SIZE_AT, SIZE_LEN);
		bytes = strtoull(text, NULL, 10);
		if (bytes > file.len - HEADER)
			return;
		member = (struct span){ file.ptr + HEADER, (size_t)bytes, 0 };
		if (syb_code_form(span_bytes(member)) == SYB_FORM_ZEBIN)
			add_plain(pieces, SYB_FORM_ZEBIN, member);
		else if (is_generic(member))
			add(pieces, &generic);
		bytes += HEADER + (bytes & 1);
		file = span_skip(file, bytes < file.len ? (size_t)bytes : file.len);
	}
}

size_t syb_code_archs(struct syb_bytes code, struct syb_code_arch *out_archs, size_t room)
{
	struct pieces pieces = { out_archs, room, 0 };
	enum syb_code_form form = syb_code_form(code);

	if (form == SYB_FORM_FATBIN)
		add_fatbin(&pieces, span_of(code, 0));
	else if (form == SYB_FORM_ARCHIVE)
		add_archive(&pieces, span_of(code, 0));
	else if (form != SYB_FORM_UNKNOWN)
		add_plain(&pieces, form, span_of(code, 0));
	return pieces.count;
}

/* ---- rules ---- */

static const char nvidia[] = "nvidia_gpu_sm_";

static enum syb_answer fits_nvidia(const struct syb_code_arch *code, const char *arch)
{
	uint32_t has = str_starts(arch, nvidia) ? (uint32_t)strtoul(arch + strlen(nvidia), NULL, 10) : 0;
	bool fits;

	if (has == 0)
		return *arch && !str_starts(arch, "nvidia_gpu") ? SYB_ANSWER_NO : SYB_ANSWER_UNKNOWN;
	if (code->sm == 0)
		return SYB_ANSWER_UNKNOWN;
	if (code->suffix == 'a')
		fits = code->sm == has;
	else if (code->suffix == 'f' || code->form == SYB_FORM_CUBIN)
		fits = code->sm / 10 == has / 10 && code->sm <= has;
	else
		fits = code->sm <= has;
	return fits ? SYB_ANSWER_YES : SYB_ANSWER_NO;
}

/* Files that state only a family run on every product of it: "pvc" includes "pvc_vg". */
static bool is_of_family(const struct syb_code_arch *code, const struct syb_target_info *device)
{
	size_t len = strlen(code->name);

	return !code->product_config && strncmp(device->arch, code->name, len) == 0 &&
	       (device->arch[len] == '\0' || device->arch[len] == '_');
}

static enum syb_answer fits_product(const struct syb_code_arch *code, const char *arch, const char *vendor)
{
	const struct syb_target_info *device = *arch ? syb_target_find(arch) : NULL;

	if (*arch && !str_starts(arch, vendor))
		return SYB_ANSWER_NO;
	if (!device || !*device->arch || !code->target)
		return SYB_ANSWER_UNKNOWN;
	return code->target == device || is_of_family(code, device) ? SYB_ANSWER_YES : SYB_ANSWER_NO;
}

static enum syb_answer fits_cpu(const char *arch)
{
	return !*arch                                                        ? SYB_ANSWER_UNKNOWN
	       : str_eq(arch, "x86_64") || str_starts(arch, "spir64_x86_64") ? SYB_ANSWER_YES
									     : SYB_ANSWER_NO;
}

/* SPIR-V in an archive is for the GPUs of one vendor. */
static enum syb_answer fits_vendor(const struct syb_code_arch *code, const char *arch)
{
	if (!*code->name || str_starts(arch, code->name))
		return SYB_ANSWER_YES;
	return *arch ? SYB_ANSWER_NO : SYB_ANSWER_UNKNOWN;
}

enum syb_answer code_piece_fits(const struct syb_code_arch *code, const char *arch)
{
	switch (code->form) {
	case SYB_FORM_PTX:
	case SYB_FORM_CUBIN:
		return fits_nvidia(code, arch);
	case SYB_FORM_ZEBIN:
		return fits_product(code, arch, "intel_gpu");
	case SYB_FORM_HSACO:
		return fits_product(code, arch, "amd_gpu");
	case SYB_FORM_POCL:
		return fits_cpu(arch);
	case SYB_FORM_SPIRV:
		return fits_vendor(code, arch);
	case SYB_FORM_BITCODE:
		return SYB_ANSWER_YES;
	default:
		return SYB_ANSWER_UNKNOWN;
	}
}

static const char *reason(enum syb_code_form form, enum syb_answer answer)
{
	static const struct {
		const char *no, *unknown;
	} texts[] = {
		[SYB_FORM_UNKNOWN] = { "code of an unknown kind", "code of an unknown kind" },
		[SYB_FORM_PTX] = { "PTX for another GPU", "PTX that does not state its GPU" },
		[SYB_FORM_CUBIN] = { "a cubin for another GPU", "a cubin that does not state its GPU" },
		[SYB_FORM_FATBIN] = { "a fat binary for other GPUs", "a fat binary that does not state its GPU" },
		[SYB_FORM_ZEBIN] = { "a zebin for another GPU", "a zebin that does not state its GPU" },
		[SYB_FORM_ARCHIVE] = { "an archive for other GPUs", "an archive that does not state its GPU" },
		[SYB_FORM_HSACO] = { "a code object for another GPU", "a code object that does not state its GPU" },
		[SYB_FORM_POCL] = { "a binary of PoCL", "a binary of PoCL" },
	};

	if (answer == SYB_ANSWER_YES || (size_t)form >= ARRAY_SIZE(texts))
		return NULL;
	return answer == SYB_ANSWER_NO ? texts[form].no : texts[form].unknown;
}

enum syb_answer syb_code_fits(struct syb_bytes code, const char *arch, const char **out_why)
{
	enum { MOST = 64 };
	struct syb_code_arch pieces[MOST];
	size_t count = syb_code_archs(code, pieces, MOST);
	enum syb_answer best = count ? SYB_ANSWER_NO : SYB_ANSWER_UNKNOWN;

	for (size_t i = 0; i < count && i < MOST; i++) {
		enum syb_answer answer = code_piece_fits(&pieces[i], arch);

		if (answer > best)
			best = answer;
	}
	if (count > MOST && best == SYB_ANSWER_NO)
		best = SYB_ANSWER_UNKNOWN;
	if (out_why)
		*out_why = reason(syb_code_form(code), best);
	return best;
}

bool code_single_arch(struct syb_bytes code, struct syb_code_arch *out)
{
	*out = (struct syb_code_arch){ 0 };
	return syb_code_archs(code, out, 1) == 1;
}
