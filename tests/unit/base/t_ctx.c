/* Contexts: diagnostics that are dropped, diverted, or reported once. */
#include "lib/ctx.h"
#include "lib/torture.h"

#include "base/ctx.h"

static int fail(struct syb_ctx *ctx)
{
	return syb_fail(ctx, SYB_E_TOOL, 7, "tool-missing", "'%s' is missing", "clang");
}

static void count(void *user, const struct syb_diag *diag)
{
	(void)diag;
	++*(int *)user;
}

/* An error that was dropped has not been reported: the next one is not a repetition. */
static void test_once(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct ctx_once once;
	int seen = 0;

	ctx_once(ctx, &once);
	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);

		is_int(fail(ctx), -SYB_E_TOOL);
	}
	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_divert(ctx, count, &seen);

		is_int(fail(ctx), -SYB_E_TOOL);
		is_int(fail(ctx), -SYB_E_TOOL);
	}
	is_int(seen, 2);
	is_int(syb_ctx_diag_count(ctx), 0);
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_ERROR), 0);
	is_int(fail(ctx), -SYB_E_TOOL);
	is_int(fail(ctx), -SYB_E_TOOL);
	is_int(syb_ctx_diag_count(ctx), 1);
	ctx_once_end(&once);
	syb_ctx_free(ctx);
}

/* An error that the caller returns is reported. */
static void test_failed(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct ctx_mute outer = ctx_mute(ctx), mute = ctx_mute(ctx);

	is_int(fail(ctx), -SYB_E_TOOL);
	is_int(ctx_unmute_failed(&mute, -SYB_E_TOOL), -SYB_E_TOOL);
	is_int(syb_ctx_diag_count(ctx), 0);
	is_int(ctx_unmute_failed(&outer, -SYB_E_TOOL), -SYB_E_TOOL);
	is_int(syb_ctx_diag_count(ctx), 1);
	is_str(syb_ctx_diag_at(ctx, 0)->text, "'clang' is missing");
	is_str(syb_ctx_diag_at(ctx, 0)->check, "tool-missing");
	is_int(syb_ctx_diag_at(ctx, 0)->at, 7);
	mute = ctx_mute(ctx);
	is_int(ctx_unmute_failed(&mute, 0), 0);
	mute = ctx_mute(ctx);
	is_int(ctx_unmute_failed(&mute, -SYB_E_IO), -SYB_E_IO);
	is_int(syb_ctx_diag_count(ctx), 2);
	syb_ctx_free(ctx);
}

static int guess(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	void *p = mem_alloc(ctx, 100);

	(void)arg;
	allocator_free(allocator_of(ctx), p);
	return p ? 0 : -SYB_E_NOMEM;
}

/* torture() requires an error for each refused allocation. */
static void test_memory(void)
{
	struct syb_ctx *ctx = test_ctx();

	torture(guess, NULL);
	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
		_cleanup_(ctx_unmute) struct ctx_mute inner = ctx_mute(ctx);

		is_int(syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "no"), -SYB_E_NOMEM);
		is_int(fail(ctx), -SYB_E_TOOL);
	}
	is_int(syb_ctx_diag_count(ctx), 1);
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_ERROR), 1);
	syb_ctx_free(ctx);
}

int main(void)
{
	test_once();
	test_failed();
	test_memory();
	return tap_done();
}
