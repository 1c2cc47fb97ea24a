/* tools/cmd_cc.c — sybil cc: kernels in C++, OpenCL C, LLVM IR or SPIR-V → SYCLBIN.
 *
 * A driver: it plans commands, clang's, ours and other compilers', and runs them. Images are known only after the front
 * half of them has run, so planning has two halves, too. */
#include "cc.h"

static void drop(struct cc *cc)
{
	struct allocator a = allocator_of(cc->tool->ctx);

	temp_drop(&cc->temp);
	syb_clang_free(cc->clang);
	cc_images_drop(cc);
	syb_devices_free(cc->devices);
	syb_devices_free(cc->cpu);
	jobs_free(cc->jobs, cc->job_count);
	jobs_held_free(cc->held);
	allocator_free(a, cc->inputs);
	allocator_free(a, cc->targets);
	allocator_free(a, cc->tables);
	allocator_free(a, cc->images);
	allocator_free(a, cc->modules);
	allocator_free(a, cc->results);
	allocator_free(a, cc->jobs);
	allocator_free(a, cc->words);
	allocator_free(a, cc->reads);
}

/* Images, and the package of them. */
static int second_half(struct cc *cc)
{
	const char *ninja = args_get(cc->tool, OPT_cc_ninja);
	int r = cc_cpu_read(cc);

	if (r == 0)
		r = cc_images_read(cc);
	if (r == 0)
		r = cc_plan_images(cc);
	if (r == 0)
		r = ninja && !cc->dry ? cc_write_ninja(cc, ninja) : cc_run(cc);
	return r;
}

int cmd_cc(struct tool *tool)
{
	const struct syb_clang_opts place = { .size = sizeof(place), .libexec = SYBIL_FROM_BIN_TO_LIBEXEC };
	_cleanup_(drop) struct cc cc = { .tool = tool };
	int r = cc_read(&cc);

	if (r == 0)
		r = cc_targets_read(&cc);
	if (r == 0)
		r = syb_clang_find(tool->ctx, &place, &cc.clang);
	if (r == 0)
		r = cc_begin(&cc);
	if (r == 0)
		r = cc_inputs_read(&cc);
	if (r == 0)
		r = cc_plan(&cc);
	if (r == 0)
		r = cc_check_outputs(&cc);
	if (r == 0)
		r = cc_run(&cc);
	if (r == 0 && cc.stop == CC_STOP_PACKAGE)
		r = second_half(&cc);
	if (r == 0)
		r = cc_check_package(&cc);
	if (r == 0)
		r = warnings_result(tool);
	if (r == 0)
		r = cc_publish(&cc);
	if (r == 0 && cc.keep_dir)
		temp_keep(&cc.temp);
	return r;
}
