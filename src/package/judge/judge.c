/* package/judge/judge.c — the verdict of requirements.c as an object, for callers outside the library. */
#include "matrix.h"

struct syb_verdict {
	struct allocator from;
	struct arena arena;
	struct fit fit;
};

void syb_verdict_free(struct syb_verdict *verdict)
{
	if (!verdict)
		return;
	arena_free(&verdict->arena);
	allocator_free(verdict->from, verdict);
}

DEFINE_CLEANUP(struct syb_verdict *, syb_verdict_free);

int syb_judge(struct syb_ctx *ctx, const struct syb_requirements *requirements, const struct syb_device *device,
	      struct syb_verdict **out_verdict)
{
	_cleanup_(syb_verdict_free_p) struct syb_verdict *verdict = mem_zalloc(ctx, sizeof(*verdict));
	struct syb_requirements req = { 0 };

	OPTS_READ(ctx, &req, requirements);
	if (!verdict)
		return -SYB_E_NOMEM;
	verdict->from = allocator_of(ctx);
	TRY(requirements_judge(ctx, &verdict->arena, &req, device, FIT_ALL, &verdict->fit));
	*out_verdict = steal(verdict);
	return 0;
}

enum syb_answer syb_verdict_answer(const struct syb_verdict *verdict)
{
	return verdict->fit.answer;
}

size_t syb_verdict_count(const struct syb_verdict *verdict)
{
	return verdict->fit.reason_count;
}

const struct syb_reason *syb_verdict_at(const struct syb_verdict *verdict, size_t i)
{
	return i < verdict->fit.reason_count ? &verdict->fit.reasons[i] : NULL;
}

enum syb_answer syb_image_fits(const struct syb_image *image, const struct syb_device *device)
{
	if (matrix_image_is_for(image, device))
		return SYB_ANSWER_YES;
	return matrix_image_may_be(image, device) ? SYB_ANSWER_UNKNOWN : SYB_ANSWER_NO;
}
