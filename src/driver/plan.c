/* driver/plan.c — a build: sources, objects and packages → a package.
 *
 *   inputs ──clang──▶ LLVM IR per source and family of targets          clang_step.c
 *          ──module─▶ images, each with its properties                  modules.c
 *                     (one process per module: read the units, run their passes, merge, analyse, split, optimise each
 *                     image, prepare it for its translator, write it)
 *          ──────▶ code of each image for each target that can run it   images.c, translate.c
 *          ──────▶ package, linked with packages among the inputs       package.c, join.c
 *
 * Programs and the work of LLVM are jobs (exec/jobs.h). Images are known only when the modules are done, so jobs are
 * run twice; native code from linked packages needs a third run. */
#include "plan.h"

static void drop(struct plan *p)
{
	struct allocator a = allocator_of(p->ctx);

	temp_drop(&p->temp);
	syb_clang_free(p->clang);
	plan_drop_images(p);
	syb_devices_free(p->devices);
	syb_devices_free(p->cpu);
	jobs_free(p->jobs, p->job_count);
	jobs_rest_wait(&p->rest);
	for (size_t i = 0; i < p->input_count; i++)
		allocator_free(a, p->inputs[i].triples);
	allocator_free(a, p->inputs);
	allocator_free(a, p->targets);
	allocator_free(a, p->modules);
	allocator_free(a, p->images);
	allocator_free(a, p->groups);
	allocator_free(a, p->results);
	allocator_free(a, p->jobs);
	allocator_free(a, p->words);
	allocator_free(a, p->reads);
	allocator_free(a, p->said);
	hash_free(&p->first_lines);
	arena_free(&p->arena);
}

static int find_clang(struct plan *p)
{
	const struct syb_clang_opts place = { .size = sizeof(place), .libexec = p->o.clang_folder };

	return syb_clang_find(p->ctx, &place, &p->clang);
}

/* The fixed targets as one list, and what follows from other options. */
static int read_options(struct plan *p)
{
	p->o.level = p->o.level ? p->o.level : '2';
	p->open = p->o.state != SYB_STATE_EXECUTABLE || (p->o.link && p->o.link->partial);
	p->o.link_only |= p->o.link != NULL;
	for (size_t i = 0; i < p->o.fixed_target_count; i++)
		p->fixed = plan_text(p, "%s%s%s", i ? p->fixed : "", i ? "," : "", p->o.fixed_targets[i]);
	if ((p->o.launcher || p->o.ninja) && !p->o.program)
		return wrong(p, "a launcher and ninja need a program that runs single steps");
	return p->error;
}

/* Sources and LLVM IR → images, objects, or another requested kind of output. */
static int compile(struct plan *p)
{
	TRY(plan_modules(p));
	TRY(plan_check_outputs(p));
	return plan_run(p);
}

/* Images → code of targets → package. */
static int package(struct plan *p)
{
	TRY(plan_read_cpu(p));
	TRY(plan_read_images(p));
	TRY(plan_translate(p));
	return plan_package(p);
}

int syb_compile(struct syb_ctx *ctx, const struct syb_compile_opts *opts)
{
	_cleanup_(drop) struct plan p = { .ctx = ctx, .o = { .size = sizeof(p.o) } };
	_cleanup_(ctx_once_end) struct ctx_once once = { 0 };

	OPTS_READ(ctx, &p.o, opts);
	ctx_once(ctx, &once); /* code is compiled for several families */
	TRY(read_options(&p));
	TRY(plan_targets(&p));
	TRY(find_clang(&p));
	TRY(plan_root(&p));
	TRY(plan_begin(&p));
	TRY(plan_inputs(&p));
	TRY(compile(&p));
	if (plan_has_images(&p))
		TRY(package(&p));
	if (p.o.accept)
		TRY(p.o.accept(p.o.user));
	return plan_publish(&p);
}
