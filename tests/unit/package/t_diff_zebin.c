/* Two builds of kernels compared. */
#include "lib/tap.h"
#include "lib/torture.h"
#include "lib/zekernels.h"
#include "package/diff/diff.h"

static struct syb_ctx *ctx;

static struct syb_record *show(struct syb_ctx *c, const char *text)
{
	const struct syb_show_opts opts = { .size = sizeof(opts), .detail = true };
	struct syb_record *rec = NULL;

	return syb_show(c, str_bytes(text), &opts, &rec) == 0 ? rec : NULL;
}

static struct syb_record *compare(const char *a, const char *b, struct syb_kernels_verdict *out)
{
	_cleanup_(syb_record_free_p) struct syb_record *ra = show(ctx, a), *rb = show(ctx, b);
	struct syb_record *rec = NULL;

	if (!ra || !rb)
		return NULL;
	return syb_diff_kernels(ctx, syb_record_root(ra), syb_record_root(rb), NULL, out, &rec) == 0 ? rec : NULL;
}

/* One kernel, changed lines of its execution_env: how the first kernel of the answer is judged. */
static void judged(const char *a, const char *b, const char *verdict, const char *summary)
{
	struct syb_kernels_verdict v = { 0 };
	_cleanup_(syb_record_free_p) struct syb_record *rec = compare(a, b, &v);
	const struct syb_value *list = rec ? syb_value_get(syb_record_root(rec), "kernels") : NULL;
	const struct syb_value *first = list && syb_value_count(list) ? syb_value_at(list, 0) : NULL;

	if (!first) {
		ok(rec && strcmp(verdict, "same") == 0 && v.same && !v.worse, "nothing differs, wanted %s", verdict);
		return;
	}
	is_str(syb_value_string(syb_value_get(first, "verdict")), verdict);
	is_str(syb_value_string(syb_value_get(first, "summary")), summary);
	ok(v.worse == (strcmp(verdict, "worse") == 0) && !v.same, "worse is %s", verdict);
}

#define NEW(env) ZEINFO_ONE("1.39", env)

static void directions(void)
{
	judged(NEW("      simd_size: 32\n"), NEW("      simd_size: 32\n"), "same", "");
	judged(NEW(""), NEW("      spill_size: 2048\n"), "worse", "spill 0 → 2048");
	judged(NEW("      spill_size: 2048\n"), NEW(""), "better", "spill 2048 → 0");
	judged(NEW("      slm_size: 1\n"), NEW("      slm_size: 2\n"), "worse", "SLM 1 → 2");
	judged(NEW("      simd_size: 32\n"), NEW("      simd_size: 16\n"), "worse", "SIMD 32 → 16");
	judged(NEW("      has_stack_calls: false\n"), NEW("      has_stack_calls: true\n"), "worse",
	       "stack calls no → yes");
	judged(NEW("      has_dpas: false\n"), NEW("      has_dpas: true\n"), "better", "dpas no → yes");
	judged(NEW("      has_sample: false\n"), NEW("      has_sample: true\n"), "other", "has_sample no → yes");
	judged(NEW(""), NEW("      grf_count: 256\n"), "worse", "GRF 128 → 256, threads/EU 8 → 4");
	/* fewer threads are the price of less spill */
	judged(NEW("      spill_size: 64\n"), NEW("      grf_count: 256\n"), "better",
	       "spill 64 → 0, GRF 128 → 256, threads/EU 8 → 4");
	judged(NEW("      spill_size: 64\n"), NEW("      grf_count: 256\n      spill_size: 64\n"), "worse",
	       "GRF 128 → 256, threads/EU 8 → 4");
	judged(NEW("      private_size: 64\n"), NEW("      grf_count: 256\n"), "worse",
	       "private 64 → 0, GRF 128 → 256, threads/EU 8 → 4");
	/* wider needs more in all, not per lane */
	judged(NEW("      simd_size: 8\n      spill_size: 64\n"), NEW("      simd_size: 16\n      spill_size: 128\n"),
	       "better", "spill 64 → 128 (8 → 8 per lane), SIMD 8 → 16");
	/* a better and a worse number are worse */
	judged(NEW("      spill_size: 64\n"), NEW("      slm_size: 64\n"), "worse", "spill 64 → 0, SLM 0 → 64");
	/* a value that one file does not state */
	judged(NEW("      simd_size: 8\n"), NEW(""), "other", "SIMD 8 → unknown");
	/* a default that only one version knows */
	judged(ZEINFO_ONE("1.38", "      simd_size: 8\n"), ZEINFO_ONE("1.38", "      simd_size: 8\n"), "same", "");
}

/* Removed first, then worst, then better, then added. */
static void order(void)
{
	static const char b[] =
		"---\nversion: '1.20'\nkernels:\n"
		"  - name: fresh\n    execution_env: { grf_count: 128, simd_size: 8 }\n"
		"  - name: both\n    execution_env: { grf_count: 256, simd_size: 16 }\n    per_thread_memory_buffers:\n"
		"      - { type: scratch, usage: single_space, size: 131072 }\n"
		"  - name: apart\n    execution_env: { grf_count: 96, simd_size: 8 }\n    per_thread_memory_buffers:\n"
		"      - { type: scratch, usage: spill_fill_space, size: 1024 }\n"
		"      - { type: global, usage: private_space, size: 128, is_simt_thread: true }\n...\n";
	static const char *const names[] = { "axpy", "both", "apart", "fresh" };
	static const char *const changes[] = { "removed", "changed", "changed", "added" };
	struct syb_kernels_verdict v = { 0 };
	_cleanup_(syb_record_free_p) struct syb_record *rec = compare(ZEINFO_OLD, b, &v);
	const struct syb_value *list = rec ? syb_value_get(syb_record_root(rec), "kernels") : NULL;

	if (!ok(list && syb_value_count(list) == 4, "four lines"))
		return;
	for (size_t i = 0; i < 4; i++) {
		is_str(syb_value_string(syb_value_get(syb_value_at(list, i), "name")), names[i]);
		is_str(syb_value_string(syb_value_get(syb_value_at(list, i), "change")), changes[i]);
	}
	is_str(syb_value_string(syb_value_get(syb_value_at(list, 1), "summary")),
	       "spill+private 65536 → 131072, scratch 65536 → 131072");
	ok(v.worse && v.kernels[0] == 3 && v.kernels[1] == 3, "the verdict");
	list = syb_value_get(syb_record_root(rec), "differences");
	is_int((long)syb_value_count(list), 1); /* a function is gone */
}

/* The sum is compared where one side has nothing but the sum. */
static void sums(void)
{
	judged("---\nversion: '1.20'\nkernels:\n  - name: k\n    execution_env: { grf_count: 128, simd_size: 8 }\n"
	       "    per_thread_memory_buffers:\n      - { type: scratch, usage: single_space, size: 4096 }\n...\n",
	       "---\nversion: '1.39'\nkernels:\n  - name: k\n"
	       "    execution_env: { grf_count: 128, private_size: 1024, simd_size: 8, spill_size: 1024 }\n"
	       "    per_thread_memory_buffers:\n      - { type: scratch, usage: single_space, size: 4096 }\n...\n",
	       "better", "spill+private 4096 → 2048");
}

static int work(struct syb_ctx *c, void *arg)
{
	const struct syb_value *const *roots = arg;
	struct syb_kernels_verdict v;
	struct syb_record *rec = NULL;
	int r = syb_diff_kernels(c, roots[0], roots[1], NULL, &v, &rec);

	syb_record_free(rec);
	return r;
}

int main(void)
{
	_cleanup_(syb_record_free_p) struct syb_record *a = NULL, *b = NULL;

	is_int(syb_ctx_new(NULL, &ctx), 0);
	directions();
	order();
	sums();
	a = show(ctx, ZEINFO_OLD);
	b = show(ctx, NEW("      simd_size: 8\n"));
	if (ok(a && b, "records"))
		torture(work, (const struct syb_value *[]){ syb_record_root(a), syb_record_root(b) });
	syb_ctx_free(ctx);
	return tap_done();
}
