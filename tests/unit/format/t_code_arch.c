/* Which devices code is for: PTX, cubins, fat binaries, zebins, code objects, whole and damaged. */
#define _GNU_SOURCE
#include "lib/tap.h"

#include "base/span.h"
#include "format/code/code_arch.h"
#include <sybil/file.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>

static struct syb_bytes bytes_of(const void *ptr, size_t len)
{
	return (struct syb_bytes){ ptr, len };
}

static struct syb_bytes text_of(const char *text)
{
	return bytes_of(text, strlen(text));
}

static const char *name_of(struct syb_bytes code)
{
	static const char *const forms[] = {
		[SYB_FORM_SPIRV] = "spirv", [SYB_FORM_BITCODE] = "bitcode", [SYB_FORM_PTX] = "ptx",
		[SYB_FORM_CUBIN] = "cubin", [SYB_FORM_ZEBIN] = "zebin",     [SYB_FORM_HSACO] = "hsaco",
		[SYB_FORM_POCL] = "pocl",
	};
	static char names[256];
	struct syb_code_arch archs[8];
	size_t count = syb_code_archs(code, archs, 8), len = 0;

	names[0] = '\0';
	for (size_t i = 0; i < count && i < 8; i++)
		len += (size_t)snprintf(names + len, sizeof(names) - len, "%s%s:%s", i ? " " : "", forms[archs[i].form],
					archs[i].name);
	return names;
}

static enum syb_answer fits(struct syb_bytes code, const char *arch)
{
	const char *why = "";
	enum syb_answer answer = syb_code_fits(code, arch, &why);

	ok((answer == SYB_ANSWER_YES) == !why, "a reason where it does not fit: %s", why ? why : "none");
	return answer;
}

/* ---- PTX ---- */

static void ptx(void)
{
	static const char head[] = "// a comment with .target sm_20\n/* and\n another .target sm_30 */\n.version 8.3\n";
	char text[256];

	snprintf(text, sizeof(text), "%s.target sm_90a, debug\n.address_size 64\n", head);
	is_str(name_of(text_of(text)), "ptx:sm_90a");
	is_int(fits(text_of(text), "nvidia_gpu_sm_90"), SYB_ANSWER_YES);
	is_int(fits(text_of(text), "nvidia_gpu_sm_100"), SYB_ANSWER_NO);
	is_int(fits(text_of(text), "nvidia_gpu_sm_80"), SYB_ANSWER_NO);
	is_int(fits(text_of(text), "intel_gpu_pvc"), SYB_ANSWER_NO);
	is_int(fits(text_of(text), ""), SYB_ANSWER_UNKNOWN);
	snprintf(text, sizeof(text), "%s.target\tsm_75\n", head);
	is_int(fits(text_of(text), "nvidia_gpu_sm_90"), SYB_ANSWER_YES);
	is_int(fits(text_of(text), "nvidia_gpu_sm_75"), SYB_ANSWER_YES);
	is_int(fits(text_of(text), "nvidia_gpu_sm_70"), SYB_ANSWER_NO);
	snprintf(text, sizeof(text), "%s.target sm_100f\n", head);
	is_int(fits(text_of(text), "nvidia_gpu_sm_103"), SYB_ANSWER_YES);
	is_int(fits(text_of(text), "nvidia_gpu_sm_120"), SYB_ANSWER_NO);
	is_int(fits(text_of(head), "nvidia_gpu_sm_90"), SYB_ANSWER_UNKNOWN);
	snprintf(text, sizeof(text), "%s.target sm_", head);
	is_str(name_of(text_of(text)), "ptx:");
	snprintf(text, sizeof(text), "%s.entry k() { .target sm_50 }", head);
	is_int(fits(text_of(text), "nvidia_gpu_sm_90"), SYB_ANSWER_UNKNOWN);
	for (size_t len = 0; len < strlen(text); len++)
		(void)syb_code_fits(bytes_of(strndupa(text, len), len), "nvidia_gpu_sm_90", NULL);
}

/* ---- ELF ---- */

enum { CUBIN = 512 };

/* A file with one section of this name, and one of names. */
static struct syb_bytes make_elf(uint8_t *file, unsigned machine, unsigned abi, uint32_t flags, const char *section,
				 const void *content, size_t content_len)
{
	Elf64_Ehdr head = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
			    .e_type = ET_EXEC,
			    .e_machine = (uint16_t)machine,
			    .e_flags = flags,
			    .e_shoff = 64,
			    .e_shentsize = 64,
			    .e_shnum = 2,
			    .e_shstrndx = 1 };
	Elf64_Shdr sections[2] = { { .sh_name = 1, .sh_type = SHT_PROGBITS, .sh_offset = 256, .sh_size = content_len },
				   { .sh_type = SHT_STRTAB, .sh_offset = 192, .sh_size = 64 } };

	memset(file, 0, CUBIN);
	head.e_ident[EI_ABIVERSION] = (uint8_t)abi;
	memcpy(file, &head, sizeof(head));
	memcpy(file + 64, sections, sizeof(sections));
	snprintf((char *)file + 193, 60, "%s", section);
	if (content_len)
		memcpy(file + 256, content, content_len);
	return bytes_of(file, CUBIN);
}

static void cubins(void)
{
	static const uint8_t specific[] = { 2, 2, 1, 0, 4, 11, 8, 0, 9, 0, 0, 0, 0, 0, 0, 0, 2, 9, 1, 0 };
	static const char command[] = "ptxas\0-arch sm_100f -m 64 ";
	uint8_t file[CUBIN];
	struct syb_bytes code = make_elf(file, 190, 8, 0x6005a04, "", NULL, 0);

	is_int(syb_code_form(code), SYB_FORM_CUBIN);
	is_str(name_of(code), "cubin:sm_90");
	is_int(fits(code, "nvidia_gpu_sm_90"), SYB_ANSWER_YES);
	is_int(fits(code, "nvidia_gpu_sm_90a"), SYB_ANSWER_YES);
	is_int(fits(code, "nvidia_gpu_sm_100"), SYB_ANSWER_NO);
	is_int(fits(code, "amd_gpu_gfx90a"), SYB_ANSWER_NO);
	code = make_elf(file, 190, 8, 0x6005004, "", NULL, 0);
	is_int(fits(code, "nvidia_gpu_sm_86"), SYB_ANSWER_YES);
	code = make_elf(file, 190, 8, 0x6005604, "", NULL, 0);
	is_int(fits(code, "nvidia_gpu_sm_80"), SYB_ANSWER_NO);
	code = make_elf(file, 190, 8, 0x6006402, ".nv.compat", specific, sizeof(specific));
	is_str(name_of(code), "cubin:sm_100a");
	is_int(fits(code, "nvidia_gpu_sm_103"), SYB_ANSWER_NO);
	code = make_elf(file, 190, 8, 0x6006402, ".note.nv.tkinfo", command, sizeof(command));
	is_str(name_of(code), "cubin:sm_100f");
	is_int(fits(code, "nvidia_gpu_sm_103"), SYB_ANSWER_YES);
	code = make_elf(file, 190, 7, 0x5a0d5a, "", NULL, 0); /* before CUDA 13 */
	is_str(name_of(code), "cubin:sm_90a");
	code = make_elf(file, 190, 7, 0x56055a, "", NULL, 0);
	is_str(name_of(code), "cubin:sm_90");
	code = make_elf(file, 224, 0, 0x53f, "", NULL, 0);
	is_str(name_of(code), "hsaco:gfx90a");
	is_int(fits(code, "amd_gpu_gfx90a"), SYB_ANSWER_YES);
	is_int(fits(code, "amd_gpu_gfx908"), SYB_ANSWER_NO);
	is_int(fits(code, "amd_gpu_gfx9999"), SYB_ANSWER_UNKNOWN);
	code = make_elf(file, EM_X86_64, 0, 0, "", NULL, 0);
	is_int(syb_code_archs(code, NULL, 0), 0);
	is_int(fits(code, "x86_64"), SYB_ANSWER_UNKNOWN);
}

/* ---- fat binaries ---- */

static size_t add_entry(uint8_t *at, unsigned kind, uint32_t sm, uint64_t flags)
{
	const uint32_t header = 64;
	const uint64_t bytes = 16;

	memset(at, 0, header + bytes);
	at[0] = (uint8_t)kind;
	memcpy(at + 4, &header, sizeof(header));
	memcpy(at + 8, &bytes, sizeof(bytes));
	memcpy(at + 28, &sm, sizeof(sm));
	memcpy(at + 40, &flags, sizeof(flags));
	return header + bytes;
}

static void fat_binaries(void)
{
	uint8_t fat[512] = { 0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0 };
	uint64_t huge = UINT64_MAX, bytes;
	size_t len = 16;

	len += add_entry(fat + len, 2, 80, 0x11);
	len += add_entry(fat + len, 2, 90, 0x100011);
	len += add_entry(fat + len, 1, 120, 0x8011);
	bytes = len - 16;
	memcpy(fat + 8, &bytes, sizeof(bytes));
	is_str(name_of(bytes_of(fat, len)), "cubin:sm_80 cubin:sm_90a ptx:sm_120");
	is_int(fits(bytes_of(fat, len), "nvidia_gpu_sm_86"), SYB_ANSWER_YES);
	is_int(fits(bytes_of(fat, len), "nvidia_gpu_sm_90"), SYB_ANSWER_YES);
	is_int(fits(bytes_of(fat, len), "nvidia_gpu_sm_120"), SYB_ANSWER_YES);
	is_int(fits(bytes_of(fat, len), "nvidia_gpu_sm_100"), SYB_ANSWER_NO);
	is_int(fits(bytes_of(fat, len), "nvidia_gpu_sm_75"), SYB_ANSWER_NO);
	is_int(syb_code_archs(bytes_of(fat, len), NULL, 0), 3);
	memcpy(fat + 16 + 8, &huge, sizeof(huge)); /* an entry without an end */
	is_int(fits(bytes_of(fat, len), "nvidia_gpu_sm_90"), SYB_ANSWER_UNKNOWN);
	fat[6] = fat[7] = 0xff;
	is_int(fits(bytes_of(fat, len), "nvidia_gpu_sm_90"), SYB_ANSWER_UNKNOWN);
}

/* ---- zebins ---- */

static void zebin(struct syb_ctx *ctx, const char *file, const char *name, const char *arch, const char *other)
{
	const char *source = getenv("SYBIL_SOURCE");
	struct syb_file *opened = NULL;
	struct syb_bytes code;
	char path[512];

	snprintf(path, sizeof(path), "%s/tests/golden/zebin/%s", source ? source : ".", file);
	if (!ok(syb_file_open(ctx, path, &opened) == 0, "%s", path))
		return;
	code = syb_file_bytes(opened);
	is_str(name_of(code), name);
	is_int(fits(code, arch), SYB_ANSWER_YES);
	is_int(fits(code, other), SYB_ANSWER_NO);
	is_int(fits(code, "nvidia_gpu_sm_90"), SYB_ANSWER_NO);
	is_int(fits(code, "x86_64"), SYB_ANSWER_NO);
	is_int(fits(code, ""), SYB_ANSWER_UNKNOWN);
	/* cut anywhere, in memory of exactly that size */
	for (size_t len = 0; len < code.len; len += 1 + len / 16) {
		uint8_t *copy = malloc(len ? len : 1);

		memcpy(copy, code.ptr, len);
		if (syb_code_fits(bytes_of(copy, len), other, NULL) == SYB_ANSWER_YES)
			ok(false, "%s cut at %zu fits another device", file, len);
		free(copy);
	}
	syb_file_close(opened);
}

/* An archive of ocloc with SPIR-V for the devices that it was not compiled for. */
static void generic(struct syb_ctx *ctx)
{
	const char *source = getenv("SYBIL_SOURCE");
	struct syb_file *file = NULL;
	char path[512];

	snprintf(path, sizeof(path), "%s/tests/golden/bundle/ocloc-archive", source ? source : ".");
	if (!ok(syb_file_open(ctx, path, &file) == 0, "%s", path))
		return;
	is_str(name_of(syb_file_bytes(file)), "zebin:acm_g10 zebin:pvc spirv:intel_gpu");
	is_int(fits(syb_file_bytes(file), "intel_gpu_pvc"), SYB_ANSWER_YES);
	is_int(fits(syb_file_bytes(file), "intel_gpu_dg1"), SYB_ANSWER_YES);
	is_int(fits(syb_file_bytes(file), "nvidia_gpu_sm_90"), SYB_ANSWER_NO);
	is_int(fits(syb_file_bytes(file), "x86_64"), SYB_ANSWER_NO);
	is_int(fits(syb_file_bytes(file), ""), SYB_ANSWER_UNKNOWN);
	syb_file_close(file);
}

int main(void)
{
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	ptx();
	cubins();
	fat_binaries();
	zebin(ctx, "two-acm-g10.zebin", "zebin:acm_g10", "intel_gpu_acm_g10", "intel_gpu_acm_g11");
	zebin(ctx, "slm-acm-g11.zebin", "zebin:acm_g11", "intel_gpu_dg2_g11", "intel_gpu_pvc");
	zebin(ctx, "subgroups.16-pvc.zebin", "zebin:pvc", "intel_gpu_pvc_vg", "intel_gpu_tgllp");
	zebin(ctx, "two-tgllp-32.zebin", "zebin:tgllp", "intel_gpu_tgl", "intel_gpu_dg1");
	zebin(ctx, "two-fat", "zebin:tgllp zebin:acm_g11", "intel_gpu_tgllp", "intel_gpu_pvc");
	generic(ctx);
	is_int(fits(text_of("poclbin..."), "x86_64"), SYB_ANSWER_YES);
	is_int(fits(text_of("poclbin..."), "nvidia_gpu_sm_90"), SYB_ANSWER_NO);
	is_int(fits(bytes_of(NULL, 0), "x86_64"), SYB_ANSWER_UNKNOWN);
	syb_ctx_free(ctx);
	return tap_done();
}
