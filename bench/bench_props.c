/* bench/bench_props.c — how fast property sets are read, beside a mere scan for line ends. Prints two numbers: MB/s of
 * syb_props_read, MB/s of the scan. usage: bench_props MEGABYTES */
#include <sybil/propsets.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

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

int main(int argc, char **argv)
{
	size_t len, want = (size_t)(argc > 1 ? atoi(argv[1]) : 64) << 20;
	char *text = make_text(want, &len);
	double parse = 1e9, scan = 1e9;
	struct syb_ctx *ctx;
	volatile size_t lines = 0;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	for (int i = 0; i < 5; i++) {
		struct syb_props *props = NULL;
		const char *p = text;
		double t = now();

		if (syb_props_read(ctx, (struct syb_bytes){ (const uint8_t *)text, len }, NULL, &props) < 0)
			return 1;
		t = now() - t;
		parse = t < parse ? t : parse;
		syb_props_free(props);
		t = now();
		while ((p = memchr(p, '\n', (size_t)(text + len - p)))) {
			lines++;
			p++;
		}
		t = now() - t;
		scan = t < scan ? t : scan;
	}
	printf("%.1f %.1f\n", (double)len / parse / 1e6, (double)len / scan / 1e6);
	syb_ctx_free(ctx);
	free(text);
	return 0;
}
