/* package/pack/wrap_limits.c — fixed targets in the terms of the SYCL runtime.
 *
 * The runtime does not read fixed_target. It compares compile_target, which has one value, with the architecture of the
 * device, and it checks aspects. So all CPUs and all GPUs are an aspect, and single Intel GPUs are an image each. */
#include "wrap_limits.h"

#include "base/util.h"

#include <sybil/target.h>

enum { ASPECT_CPU = 1, ASPECT_GPU = 2, ASPECT_ACCELERATOR = 3 };

struct finding {
	struct syb_ctx *ctx;
	struct wrap_limits *out;
	bool spirv, cpu, gpu, cuda;
	uint32_t other;    /* an aspect that is neither cpu nor gpu */
	const char *vague; /* a target that the runtime cannot tell from others */
};

static void add_aspect(struct finding *f, uint32_t aspect, const char *name)
{
	f->cpu |= aspect == ASPECT_CPU;
	f->gpu |= aspect == ASPECT_GPU;
	f->cuda |= aspect == ASPECT_GPU;
	if (aspect == ASPECT_CPU || aspect == ASPECT_GPU)
		return;
	if (f->other && f->other != aspect)
		f->vague = name;
	f->other = aspect;
}

static void add_target(struct finding *f, const struct syb_target_info *target, bool cuda)
{
	if (str_starts(target->triple, "spir64-"))
		f->spirv = true;
	else if (str_starts(target->triple, "spir64_gen-") && *target->arch)
		f->out->targets[f->out->count++] = target->name;
	else if (str_starts(target->triple, "spir64_gen-"))
		f->gpu = true;
	else if (str_starts(target->triple, "x86_64-") || str_starts(target->triple, "spir64_x86_64-"))
		f->cpu = true;
	else if (str_starts(target->triple, "spir64_fpga-"))
		add_aspect(f, ASPECT_ACCELERATOR, target->name);
	else if (str_starts(target->triple, "nvptx64-")) {
		f->cuda = true;
		if (cuda && *target->arch)
			f->vague = target->name;
	}
}

static void add_name(struct finding *f, const char *name, bool cuda)
{
	const struct syb_target_info *target = syb_target_find(name);
	const struct syb_aspect_info *aspect = target ? NULL : syb_aspect_parse(name);

	if (target)
		add_target(f, target, cuda);
	else if (aspect)
		add_aspect(f, aspect->number, aspect->name);
	else
		f->vague = name;
}

static void limit_spirv(struct finding *f)
{
	struct wrap_limits *l = f->out;
	const bool alone = !f->cpu && !f->gpu && l->count == 0;

	if (f->other && !alone)
		f->vague = syb_aspect_find(f->other) ? syb_aspect_find(f->other)->name : "an aspect";
	if (f->spirv || (f->cpu && f->gpu) || f->vague || f->gpu)
		l->count = 0;
	if (f->spirv || (f->cpu && f->gpu) || f->vague)
		return;
	if (l->count && f->cpu)
		l->targets[l->count++] = "spir64_x86_64";
	else if (l->count == 0)
		l->aspect = f->gpu ? ASPECT_GPU : f->cpu ? ASPECT_CPU : f->other ? f->other : (uint32_t)WRAP_NO_DEVICE;
}

static void limit_cuda(struct finding *f)
{
	f->out->count = 0;
	if (!f->cuda && !f->vague)
		f->out->aspect = f->other ? f->other : (uint32_t)WRAP_NO_DEVICE;
}

int wrap_find_limits(struct syb_ctx *ctx, struct arena *arena, const struct syb_requirements *from, bool cuda,
		     struct wrap_limits *out)
{
	struct finding f = { .ctx = ctx, .out = out };
	const size_t names = from->fixed_targets ? from->fixed_target_count : 0;

	if (!from->fixed_targets && !from->fixed_target_aspects)
		return 0;
	out->targets = arena_array(ctx, arena, names + 1, sizeof(*out->targets));
	if (!out->targets)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < names; i++)
		add_name(&f, from->fixed_targets[i], cuda);
	for (size_t i = 0; i < from->fixed_target_aspect_count && !from->fixed_targets; i++)
		add_aspect(&f, from->fixed_target_aspects[i], "an aspect");
	cuda ? limit_cuda(&f) : limit_spirv(&f);
	if (f.vague)
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "wrap-fixed-target",
			   "SYCL runtimes cannot tell fixed target '%s' from other devices: the program does not "
			   "refuse them",
			   f.vague);
	return 0;
}
