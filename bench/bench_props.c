/* bench/bench_props.c — how fast property sets are read, beside a mere scan for line ends. Prints two numbers: MB/s of
 * syb_props_read, MB/s of the scan. usage: bench_props MEGABYTES */
#include "speed.h"

#include <sybil/propsets.h>

#include <stdio.h>
#include <stdlib.h>

/* What a per-kernel split of a large library produces: long mangled names, flags, bit masks, numbers. */
static char *make_text(size_t want, size_t *out_len)
{
	char *text = malloc(want + 4096), *p = text;
	static const char *const sets[] = { "SYCL/kernel names", "SYCL/kernel param opt", "SYCL/program metadata" };
	static const char *const tails[] = { "=1|1\n", "=2|LAAAAAAAAAgfGA\n",
					     "@reqd_work_group_size=2|gBAAAAAAAAQAAAAAABAAAAAAQAAA\n" };

	if (!text)
		exit(1);
	for (int s = 0; s < 3; s++) {
		p += sprintf(p, "[%s]\n", sets[s]);
		for (unsigned i = 0; (size_t)(p - text) < want / 3 * (size_t)(s + 1); i++)
			p += sprintf(p, "_ZTSN7library6detail12kernel_classINS_5matrixIdLi%uEEEfLb1EEE%s", i, tails[s]);
	}
	*out_len = (size_t)(p - text);
	return text;
}

static int read_text(void *ctx, const char *text, size_t len, void **out_object)
{
	struct syb_props *props = NULL;
	int r = syb_props_read(ctx, (struct syb_bytes){ (const uint8_t *)text, len }, NULL, &props);

	*out_object = props;
	return r;
}

static void free_object(void *object)
{
	syb_props_free(object);
}

int main(int argc, char **argv)
{
	size_t len, want = (size_t)(argc > 1 ? atoi(argv[1]) : 64) << 20;
	char *text = make_text(want, &len);
	struct syb_ctx *ctx;
	struct speed speed;

	if (syb_ctx_new(NULL, &ctx) < 0 ||
	    measure((struct reader){ read_text, free_object }, ctx, text, len, &speed) < 0)
		return 1;
	printf("%.1f %.1f\n", speed.read, speed.scan);
	syb_ctx_free(ctx);
	free(text);
	return 0;
}
