/* format/code/code_kernels.c — device code → the names of its kernels, by its own tables: entry points of SPIR-V,
 * .entry functions of PTX, .ze_info of zebins, symbols of cubins and AMD code objects. LLVM bitcode is left to LLVM. */
#include "format/props/module_view.h"

#include "format/elf/ar.h"
#include "format/elf/elf.h"
#include "format/ptx/ptx.h"
#include "format/spirv/spirv.h"
#include "format/zebin/zebin.h"
#include "format/zeinfo/zeinfo.h"

#include <sybil/item.h>
#include <sybil/zebin.h>

#define KERNEL_DESCRIPTOR ".kd"
enum { STT_AMDGPU_HSA_KERNEL = 10 };

struct names {
	code_name_fn *fn;
	void *user;
};

static int each_ptx(struct syb_ctx *ctx, struct span code, struct names n)
{
	_cleanup_(ptx_free_p) struct ptx *ptx = NULL;

	TRY(ptx_read(ctx, code, &ptx));
	for (size_t i = 0; i < ptx->symbol_count; i++)
		if (ptx->symbols[i].kernel && ptx->symbols[i].defined)
			TRY(n.fn(n.user, ptx->symbols[i].name, strlen(ptx->symbols[i].name)));
	return 0;
}

static int each_zebin(struct syb_ctx *ctx, struct span code, struct names n)
{
	_cleanup_(syb_zebin_free_p) struct syb_zebin *zebin = NULL;
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *info = NULL;

	TRY(syb_zebin_read(ctx, span_bytes(code), NULL, &zebin));
	TRY(syb_zebin_zeinfo(ctx, zebin, &info));
	for (size_t i = 0; i < syb_zeinfo_kernel_count(info); i++) {
		const struct syb_ze_node *name = syb_ze_get(syb_zeinfo_kernel_at(info, i), "name");

		if (name && !str_eq(syb_ze_text(name), PSEUDO_KERNEL))
			TRY(n.fn(n.user, syb_ze_text(name), strlen(syb_ze_text(name))));
	}
	return 0;
}

/* ocloc's archive has a zebin for each device, all of the same kernels. Compressed members are not inflated: the
 * budget for that is for verbs that look into images. */
static int each_archive(struct syb_ctx *ctx, struct span code, struct names n)
{
	struct ar_member member;
	struct ar ar;
	int r = ar_open(ctx, code, &ar);

	while (r == 0 && (r = ar_next(ctx, &ar, &member)) == 1) {
		if (syb_identify(span_bytes(member.bytes)) == SYB_KIND_ZEBIN)
			return each_zebin(ctx, member.bytes, n);
		r = 0;
	}
	return r < 0 ? r : -SYB_E_NOTFOUND;
}

static int take_cuda(void *user, const char *name, size_t len, unsigned type)
{
	const struct names *n = user;

	return type == ELF_CUDA_ENTRY ? n->fn(n->user, name, len) : 0;
}

/* A kernel has a descriptor beside its code; before code object version 3, its own type of symbol. */
static int take_amd(void *user, const char *name, size_t len, unsigned type)
{
	const size_t suffix = strlen(KERNEL_DESCRIPTOR);
	const struct names *n = user;

	if (len > suffix && str_eq(name + len - suffix, KERNEL_DESCRIPTOR))
		return n->fn(n->user, name, len - suffix);
	return type == STT_AMDGPU_HSA_KERNEL ? n->fn(n->user, name, len) : 0;
}

int code_each_kernel(struct syb_ctx *ctx, struct span code, code_name_fn *fn, void *user)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	struct names names = { fn, user };

	switch (syb_identify(span_bytes(code))) {
	case SYB_KIND_SPIRV:
		return spirv_each_kernel(ctx, code, fn, user);
	case SYB_KIND_PTX:
		return each_ptx(ctx, code, names);
	case SYB_KIND_ZEBIN:
		return each_zebin(ctx, code, names);
	case SYB_KIND_ARCHIVE:
		return each_archive(ctx, code, names);
	case SYB_KIND_ELF:
		if (elf_machine(code) == ELF_MACHINE_CUDA)
			return elf_each_name(ctx, code, take_cuda, &names);
		return elf_machine(code) == ELF_MACHINE_AMDGPU ? elf_each_name(ctx, code, take_amd, &names)
							       : -SYB_E_NOTFOUND;
	default:
		return -SYB_E_NOTFOUND;
	}
}
