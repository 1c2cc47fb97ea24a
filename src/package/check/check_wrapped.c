/* package/check/check_wrapped.c — checks on all wrapped images of a file: their records and bytes do not overlap, and
 * their number is that of the section .tgtimg, and runtimes know their targets. */
#include "check.h"

#include "base/order.h"
#include "format/syclbin/syclbin.h"
#include "format/wrapped/wrapped.h"

#include <inttypes.h>
#include <stdlib.h>

struct range {
	uint64_t at, end;
	size_t module;
};

static int by_place(const void *a, const void *b)
{
	return ORDER(((const struct range *)a)->at, ((const struct range *)b)->at);
}

static void check_overlap(struct syb_ctx *ctx, struct range *ranges, size_t count, const char *what)
{
	const struct range *last = ranges; /* the range with the largest end so far */

	qsort(ranges, count, sizeof(*ranges), by_place);
	for (size_t i = 1; i < count; i++) {
		if (ranges[i].at < last->end)
			check_hit(ctx, ranges[i].at, "wrapped-overlap", "the %s of modules %zu and %zu overlap", what,
				  last->module, ranges[i].module);
		if (ranges[i].end > last->end)
			last = &ranges[i];
	}
}

static void check_targets(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	for (size_t i = 0; i < bin->module_count; i++) {
		const struct syb_image *image = &bin->modules[i].images[0];

		if (wrapped_target_find(image->wrapped->target) == WRAPPED_TARGET_COUNT)
			check_hit(ctx, bin->modules[i].metadata.at, "wrapped-target",
				  "no SYCL runtime knows '%s', the target of module %zu, so none loads its image",
				  image->wrapped->target, i);
	}
}

int check_wrapped(struct syb_ctx *ctx, const struct syb_bin *bin)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	struct range *ranges;

	if (!bin->wrapped)
		return 0;
	if (bin->wrapped->listed && bin->wrapped->listed != bin->module_count)
		check_hit(ctx, bin->wrapped->listed_at, "wrapped-lost",
			  ".tgtimg lists %" PRIu64 " images, but the descriptors have %zu", bin->wrapped->listed,
			  bin->module_count);
	ranges = arena_array(ctx, &arena, bin->module_count, sizeof(*ranges));
	TRY(ranges ? 0 : -SYB_E_NOMEM);
	check_targets(ctx, bin);
	for (size_t i = 0; i < bin->module_count; i++)
		ranges[i] = (struct range){ bin->modules[i].metadata.at,
					    bin->modules[i].metadata.at + WRAPPED_IMAGE_LEAST, i };
	check_overlap(ctx, ranges, bin->module_count, "records");
	for (size_t i = 0; i < bin->module_count; i++) {
		const struct span bytes = bin->modules[i].images[0].wrapped->stored;

		ranges[i] = (struct range){ bytes.at, bytes.at + bytes.len, i };
	}
	check_overlap(ctx, ranges, bin->module_count, "images");
	return 0;
}
