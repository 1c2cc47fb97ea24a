/* package/decoder.c and its neighbours — verdicts by version. tests/differential/ocloc-validate asks the driver's own
 * validator; what it cannot answer (newer decoders) is here. */
#include "lib/package.h"
#include "lib/props.h"
#include "lib/torture.h"

#include <sybil/file.h>

#define HEAD "version: '1.15'\nkernels:\n  - name: k\n    execution_env:\n      simd_size: 8\n"
#define ARG(type, more) "    payload_arguments:\n      - arg_type: " type "\n        offset: 0\n        size: 8\n" more

static const char *verdict(struct syb_ctx *ctx, const char *text, const char *decoder, int *out_result)
{
	const struct syb_check_opts opts = { .size = sizeof(opts), .decoder = decoder };
	static char names[300];

	syb_ctx_diag_clear(ctx);
	*out_result = syb_check(ctx, str_bytes(text), &opts);
	names[0] = '\0';
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++) {
		const struct syb_diag *d = syb_ctx_diag_at(ctx, i);

		if (strncmp(d->check, "decoder-", 8) == 0 && strlen(names) + strlen(d->check) + 2 < sizeof(names))
			sprintf(names + strlen(names), "%s%s", *names ? " " : "", d->check + 8);
	}
	return names;
}

static const struct {
	const char *text, *decoder, *names;
	bool loads;
} cases[] = {
	{ HEAD, "1.15", "verdict", true },
	{ HEAD, "newest", "verdict", true },
	{ HEAD, "1.30", "verdict", true },
	{ "kernels:\n", "newest", "verdict", true },
	/* by version: unknown attributes warn before 1.47 */
	{ HEAD "      spill_size: 1\n", "1.15", "unknown verdict", true },
	{ HEAD "      spill_size: 1\n", "1.38", "unknown verdict", true },
	{ HEAD "      spill_size: 1\n", "1.39", "verdict", true },
	{ HEAD "      has_printf_calls: true\n", "1.46", "unknown verdict", true },
	{ HEAD "      has_printf_calls: true\n", "1.47", "unknown", false },
	{ HEAD "      has_printf_calls: true\n", "1.58", "unknown", false },
	{ HEAD "      has_printf_calls: true\n", "1.59", "verdict", true },
	{ HEAD "      indirect_stateless_count: 1\n", "1.15", "verdict", true },
	/* values of enumerations were never skipped */
	{ HEAD ARG("sync_buffer", ""), "1.21", "value", false },
	{ HEAD ARG("sync_buffer", ""), "1.22", "verdict", true },
	{ HEAD ARG("flat_image_width", "        arg_index: 0\n"), "1.63", "verdict", true },
	{ HEAD ARG("flat_image_width", "        arg_index: 0\n"), "1.64", "value", false },
	{ HEAD ARG("region_group_size", ""), "newest", "value", false },
	/* what drivers know and the specification does not, and the other way round */
	{ HEAD "      hw_preemption_mode: 1\n", "newest", "verdict", true },
	{ HEAD "      generate_local_id: true\n", "newest", "unknown", false },
	{ HEAD "required_libs:\n  - m\n", "newest", "verdict", true },
	{ HEAD "required_libs:\n  - m\n", "1.65", "unknown", false },
	{ HEAD "    user_attributes:\n      my_hint: 1\n", "newest", "verdict", true },
	{ HEAD "kernels_cost_info:\n  - name: k\n", "newest", "unknown", false },
	{ HEAD "l1_cache_policy: wb\n", "1.69", "verdict", true },
	{ HEAD "l1_cache_policy: xx\n", "1.69", "value", false },
	/* rules of newer decoders */
	{ HEAD ARG("scratch_pointer", ""), "newest", "argument", false },
	{ HEAD "      inline_data_payload_size: 8\n" ARG("scratch_pointer", ""), "newest", "verdict", true },
	{ HEAD ARG("buffer_size", "        arg_index: 0\n"), "newest", "verdict", true },
	{ HEAD ARG("inline_sampler", "        sampler_index: 0\n"), "newest", "argument", false },
	{ HEAD ARG("inline_sampler", "        sampler_index: 0\n") "    inline_samplers:\n      - sampler_index: 0\n   "
								   "     addrmode: none\n        filtermode: linear\n",
	  "newest", "verdict", true },
	{ HEAD "      slm_alloc_mode: 2\n", "newest", "abort", false },
	{ HEAD "      slm_alloc_mode: 2\n", "1.15", "unknown verdict", true },
	{ HEAD
	  "    experimental_properties:\n      - has_non_kernel_arg_load: x\n        has_non_kernel_arg_store: 1\n",
	  "newest", "value", false },
	{ HEAD "    experimental_properties:\n      has_non_kernel_arg_load: x\n", "newest", "verdict", true },
	{ HEAD "    debug_env:\n      sip_surface_bti: 1\n" ARG("arg_bypointer",
								"        arg_index: 0\n        addrmode: bindless\n"),
	  "newest", "mixed", false },
	{ HEAD "    per_thread_memory_buffers:\n      - type: scratch\n        usage: single_space\n        size: "
	       "2147483647\n",
	  "newest", "buffer", false },
	{ HEAD "    per_thread_memory_buffers:\n      - type: scratch\n        usage: single_space\n        size: "
	       "2147483647\n",
	  "1.15", "verdict", true },
	{ HEAD "global_host_access_table:\n  - device_name: a\n    host_name: b\nglobal_host_access_table:\n  - "
	       "device_name: a\n"
	       "    host_name: b\n",
	  "newest", "repeated", false },
	/* the registers of a text alone are not known: any size that some device has will do */
	{ HEAD "    per_thread_payload_arguments:\n      - arg_type: local_id\n        offset: 0\n        size: 192\n",
	  "1.15", "verdict", true },
	{ HEAD "    per_thread_payload_arguments:\n      - arg_type: local_id\n        offset: 0\n        size: 31\n",
	  "1.15", "argument", false },
	/* errors of one kernel do not hide those of the next */
	{ "version: '1.15'\nkernels:\n  - name: a\n    execution_env:\n      simd_size: 7\n  - name: b\n", "1.15",
	  "simd missing missing", false },
};

static void test_texts(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int r;

		is_str(verdict(ctx, cases[i].text, cases[i].decoder, &r), cases[i].names);
		is_int(r, cases[i].loads ? 0 : -SYB_E_INCOMPATIBLE);
		is_int(syb_ctx_count(ctx, SYB_SEVERITY_ERROR) == 0, cases[i].loads);
	}
}

/* Other findings are remarks, unless strict. */
static void test_strict(struct syb_ctx *ctx)
{
	static const char text[] =
		"version: '1.0'\n" /* states too little for what follows */
		"kernels:\n  - name: k\n    execution_env:\n      grf_count: 128\n      simd_size: 8\n"
		"      has_dpas: true\n      actual_kernel_start_offset: 0\n";
	struct syb_check_opts opts = { .size = sizeof(opts), .decoder = "newest" };

	syb_ctx_diag_clear(ctx);
	is_int(syb_check(ctx, str_bytes(text), &opts), 0);
	is_int(reported(ctx, "zeinfo-too-new"), 1);
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_ERROR), 0);
	opts.strict = true;
	syb_ctx_diag_clear(ctx);
	is_int(syb_check(ctx, str_bytes(text), &opts), -SYB_E_INCOMPATIBLE);
	is_int(reported(ctx, "zeinfo-too-new"), 1);
	is_int(syb_ctx_count(ctx, SYB_SEVERITY_ERROR), 1);
}

static void test_versions(struct syb_ctx *ctx)
{
	static const char *const wrong[] = { "1.14", "1.74", "2.0", "", "new", "1" };
	int r;

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		verdict(ctx, HEAD, wrong[i], &r);
		is_int(r, -SYB_E_ARG);
	}
}

struct job {
	struct syb_bytes bytes;
	const char *decoder;
};

static int work(struct syb_ctx *ctx, void *arg)
{
	const struct job *job = arg;
	const struct syb_check_opts opts = { .size = sizeof(opts), .decoder = job->decoder };
	int r = syb_check(ctx, job->bytes, &opts);

	return r == -SYB_E_INCOMPATIBLE || r == -SYB_E_FORMAT ? 0 : r;
}

static void test_zebin(struct syb_ctx *ctx, const char *name)
{
	const struct syb_check_opts opts = { .size = sizeof(opts), .decoder = "1.15" };
	struct syb_file *file = NULL;
	struct syb_bytes bytes;
	char path[500];
	uint8_t *copy;
	int loaded = 0, strange = 0;

	snprintf(path, sizeof(path), "%s/tests/golden/zebin/%s", getenv("SYBIL_SOURCE"), name);
	if (syb_file_open(ctx, path, &file) < 0) {
		ok(false, "%s", path);
		return;
	}
	bytes = syb_file_bytes(file);
	is_int(syb_check(ctx, bytes, &opts), 0);
	/* cut off at every byte: the table of sections is at the end, so nothing is left */
	copy = malloc(bytes.len);
	for (size_t len = 0; len < bytes.len; len++) {
		struct syb_bytes cut = { copy, len };
		int r;

		memcpy(copy, bytes.ptr, len);
		syb_ctx_diag_clear(ctx);
		r = syb_check(ctx, cut, &opts);
		loaded += r == 0;
		strange += r != 0 && r != -SYB_E_INCOMPATIBLE && r != -SYB_E_FORMAT;
	}
	is_int(loaded, 0);
	/* every byte of headers and text changed */
	for (size_t at = 0; at < bytes.len; at += at < 64 || at > bytes.len / 2 ? 1 : 7) {
		memcpy(copy, bytes.ptr, bytes.len);
		copy[at] ^= 0x55;
		syb_ctx_diag_clear(ctx);
		switch (syb_check(ctx, (struct syb_bytes){ copy, bytes.len }, &opts)) {
		case 0:
		case -SYB_E_INCOMPATIBLE:
		case -SYB_E_FORMAT:
		case -SYB_E_LIMIT:
			break;
		default:
			strange++;
		}
	}
	is_int(strange, 0);
	free(copy);
	torture(work, &(struct job){ bytes, "1.15" });
	torture(work, &(struct job){ bytes, "newest" });
	torture(work, &(struct job){ bytes, NULL });
	syb_file_close(file);
}

int main(void)
{
	struct job text = {
		str_bytes(HEAD ARG(
			"arg_bypointer",
			"        arg_index: 0\n        addrmode: stateful\n") "    binding_table_indices:\n      - "
									      "bti_value: 0\n        arg_index: 0\n"),
		"1.15"
	};
	struct syb_ctx *ctx = NULL;

	is_int(syb_ctx_new(NULL, &ctx), 0);
	test_texts(ctx);
	test_strict(ctx);
	test_versions(ctx);
	test_zebin(ctx, "two-acm-g10.zebin");
	torture(work, &text);
	syb_ctx_free(ctx);
	return tap_done();
}
