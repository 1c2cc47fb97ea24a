/* format/zeinfo_lower.c — what an older version does not know goes, or the whole is refused. */
#include "lib/torture.h"
#include "lib/zeinfo.h"

/* Lower a text; *out_edit is freed by the caller. Text before on refusal must be text after. */
static int lower(struct syb_ctx *ctx, const char *text, uint32_t minor, struct syb_zeinfo_edit **out_edit)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = zeinfo_of(ctx, text);

	if (syb_zeinfo_edit_new(ctx, z, out_edit) < 0)
		abort();
	return syb_zeinfo_edit_lower(ctx, *out_edit, (struct syb_ze_version){ 1, minor });
}

static bool has(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit, const char *words)
{
	_cleanup_(buf_free) struct buf text = { 0 };

	if (zeinfo_print(ctx, edit->root, false, &text) < 0 || buf_char(ctx, &text, '\0') < 0)
		abort();
	return strstr((char *)text.ptr, words);
}

/* A kernel as 1.73 compilers write it. */
#define KERNEL(env, rest) \
	"version: '1.73'\nkernels: [{name: k, execution_env: {grf_count: 128, simd_size: 32, " env "}, " rest "}]\n"
#define SCRATCH "per_thread_memory_buffers: [{type: scratch, usage: single_space, size: 64}]"
#define ARG(rest) "payload_arguments: [{arg_type: arg_bypointer, offset: 0, size: 8, " rest "}]"

/* Text, minor version, reported drops (or refusals, negative). */
static const struct {
	const char *text;
	uint32_t to;
	int places;
} cases[] = {
	{ KERNEL("eu_thread_count: 8", ""), 20, 1 },
	{ KERNEL("eu_thread_count: 8", ""), 24, 0 },
	{ KERNEL("slm_size: 64", ""), 24, -1 },
	{ KERNEL("slm_size: 64", ""), 34, -1 },
	{ KERNEL("slm_size: 64", ""), 35, 0 },
	{ KERNEL("slm_size: 64", ""), 20, 0 },
	{ KERNEL("slm_size: 64", ""), 5, -1 }, /* actual_kernel_start_offset */
	{ KERNEL("spill_size: 64, private_size: 32", SCRATCH), 38, 2 },
	{ KERNEL("spill_size: 64, private_size: 32", SCRATCH), 39, 0 },
	{ KERNEL("spill_size: 64", ""), 38, -1 },
	{ KERNEL("spill_size: 0", ""), 38, 1 },
	{ KERNEL("has_printf_calls: true", ""), 58, -1 },
	{ KERNEL("has_printf_calls: true", "payload_arguments: [{arg_type: printf_buffer, offset: 0, size: 8}]"), 58,
	  1 },
	{ KERNEL("has_printf_calls: false", ""), 58, 1 },
	{ KERNEL("has_rtcalls: true, eu_thread_count: 8", ""), 28, -1 },
	{ KERNEL("has_sample: true, has_rtcalls: yes, eu_thread_count: 8", ""), 26, -2 },
	{ KERNEL("require_iab: true", ""), 53, -1 },
	{ KERNEL("slm_alloc_mode: 0", ""), 72, 1 },
	{ KERNEL("slm_alloc_mode: 1", ""), 72, -1 },
	{ KERNEL("thread_scheduling_mode: round_robin", ""), 9, -1 },
	{ KERNEL("unheard_of: 0", ""), 72, -1 },
	{ KERNEL("has_stack_calls: true", "user_attributes: {reqd_work_group_size: [1, 2, 3], vec_type_hint: x}"), 17,
	  1 },
	{ KERNEL("has_stack_calls: true", "user_attributes: {invalid_kernel: no}"), 17, -1 },
	{ KERNEL("has_stack_calls: true", "user_attributes: {invalid_kernel: no}"), 18, 0 },
	{ KERNEL("has_stack_calls: true", "user_attributes: {intel_reqd_thread_group_dispatch_size: 0}"), 40, 1 },
	{ KERNEL("has_stack_calls: true", "user_attributes: {intel_reqd_thread_group_dispatch_size: 4}"), 40, -1 },
	{ KERNEL("slm_size: 1", "inline_samplers: []"), 19, 1 },
	{ KERNEL("slm_size: 1", "inline_samplers: [{sampler_index: 0, addrmode: none, filtermode: linear}]"), 19, -1 },
	{ KERNEL("slm_size: 1", "experimental_properties: {has_non_kernel_arg_load: 1}"), 20, 0 },
	{ KERNEL("slm_size: 1", ARG("image_type: image_2d, sampler_type: texture, slm_alignment: 16")), 13, 3 },
	{ KERNEL("slm_size: 1", ARG("image_type: image_2d_media, sampler_type: sample_8x8, slm_alignment: 64")), 13,
	  -3 },
	{ KERNEL("slm_size: 1", ARG("image_transformable: true, is_pipe: true, is_ptr: true, bti_value: 3")), 14, -4 },
	{ KERNEL("slm_size: 1", ARG("image_transformable: false, is_pipe: off, is_ptr: no, bti_value: -1")), 14, 4 },
	{ KERNEL("slm_size: 1", "payload_arguments: [{arg_type: buffer_address, offset: 0, size: 8}]"), 16, -1 },
	{ KERNEL("slm_size: 1", "payload_arguments: [{arg_type: buffer_address, offset: 0, size: 8}]"), 17, 0 },
	{ KERNEL("slm_size: 1", "payload_arguments: [{arg_type: global_base, offset: 0, size: 8, addrmode: bindless}]"),
	  36, -1 },
	{ KERNEL("slm_size: 1", "payload_arguments: [{arg_type: global_base, offset: 0, size: 8, addrmode: bindless}]"),
	  37, 0 },
	{ KERNEL("slm_size: 1", "payload_arguments: [{arg_type: local_size, offset: 0, size: 8}]"), 58, -1 },
	{ KERNEL("slm_size: 1", "payload_arguments: [{arg_type: local_size, offset: 0, size: 8}]"), 59, 0 },
	{ KERNEL("slm_size: 1", "payload_arguments: [{arg_type: local_size, offset: 0, size: 12}]"), 58, 0 },
	{ KERNEL("slm_size: 1", ARG("is_ptr: true")), 41, -1 },
	{ KERNEL("slm_size: 1", ARG("is_ptr: true")), 42, 0 },
	{ KERNEL("slm_size: 1", ARG("is_ptr: false")), 41, 0 },
	{ "version: '1.73'\nkernels: []\nkernels_misc_info: [{name: k}]\nkernels_cost_info: [{name: k}]\n", 18, 2 },
	{ "version: '1.73'\nkernels: []\nl1_cache_policy: wb\n", 68, -1 },
	{ "version: '1.73'\nkernels: []\nrequired_libs: [a]\n", 72, -1 },
	{ "version: '1.73'\nkernels: []\nrequired_libs: []\n", 72, 1 },
	{ "version: '1.73'\nkernels: []\nglobal_host_access_table: [{device_name: a, host_name: b}]\n", 11, -1 },
	{ "version: '1.73'\nkernels: []\nfunctions: [{name: f, execution_env: {grf_count: 1, simd_size: 8}}]\n", 12,
	  -1 },
	{ "version: '1.73'\nkernels: []\nfunctions: [{name: f, execution_env: {grf_count: 1, simd_size: 8,\n"
	  "  spill_size: 4}}]\n",
	  20, -1 },
	{ "version: '1.73'\nkernels: []\nfunctions: [{name: f, execution_env: {grf_count: 1, simd_size: 8,\n"
	  "  eu_thread_count: 4}}]\n",
	  20, 1 },
	/* without a version the newest is taken */
	{ "kernels: [{name: k, execution_env: {grf_count: 1, simd_size: 8, eu_thread_count: 8}}]\n", 20, 1 },
	/* removed later, so the older version has them again */
	{ "version: '1.70'\nkernels: [{name: k, payload_arguments: [{arg_type: image_srgb_channel_order, offset: 0,\n"
	  "  size: 4}]}]\n",
	  65, 0 },
	{ "version: '1.54'\nkernels: [{name: k, execution_env: {implicit_arg_buffer_used_by_code: true}}]\n", 53, 1 },
	{ "version: '1.54'\nkernels: [{name: k, execution_env: {implicit_arg_buffer_used_by_code: false}}]\n", 53, -1 },
	/* values that are wrong anyway cannot be said either */
	{ "version: '1.70'\nkernels: [{name: k, payload_arguments: [{arg_type: what, offset: 0, size: 4}]}]\n", 65,
	  -1 },
	{ "version: '1.70'\nkernels: {a: b}\nx: y\n", 65, -2 },
	{ "version: '1.70'\nkernels: [[{name: k}]]\n", 65, -1 },
};

static void test_cases(struct syb_ctx *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = NULL;
		int want = cases[i].places, r;
		char version[40];

		syb_ctx_diag_clear(ctx);
		r = lower(ctx, cases[i].text, cases[i].to, &edit);
		snprintf(version, sizeof(version), "version:         '1.%u'", cases[i].to);
		is_int(r, want < 0 ? -SYB_E_INCOMPATIBLE : 0);
		ok((int)fired(ctx, "zeinfo-lower") == (want < 0 ? -want : 0) &&
			   (int)fired(ctx, "zeinfo-lowered") == (want < 0 ? 0 : want) &&
			   has(ctx, edit, version) == (want >= 0),
		   "%zu: to 1.%u, %d places, got %zu and %zu", i, cases[i].to, want, fired(ctx, "zeinfo-lowered"),
		   fired(ctx, "zeinfo-lower"));
	}
	syb_ctx_diag_clear(ctx);
}

/* What is left after a drop. */
static void test_result(struct syb_ctx *ctx)
{
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = NULL;
	struct syb_zeinfo_text_opts opts = { .size = sizeof(opts) };
	static const char want[] = "---\n"
				   "version:         '1.20'\n"
				   "kernels:\n"
				   "  - name:            k\n"
				   "    execution_env:\n"
				   "      grf_count:       128\n"
				   "      simd_size:       32\n"
				   "    per_thread_memory_buffers:\n"
				   "      - type:            scratch\n"
				   "        usage:           single_space\n"
				   "        size:            64\n"
				   "...\n";
	const struct syb_diag *d;
	struct syb_bytes text;

	is_int(lower(ctx,
		     KERNEL("eu_thread_count: 8, spill_size: 64",
			    SCRATCH ", user_attributes: {intel_reqd_thread_group_dispatch_size: 0}"),
		     20, &edit),
	       0);
	is_int(syb_zeinfo_edit_text(ctx, edit, &opts, &text), 0);
	ok(text.len == strlen(want) && memcmp(text.ptr, want, text.len) == 0, "the rest stays, empty maps go");
	is_int(fired(ctx, "zeinfo-lowered"), 3);
	d = syb_ctx_diag_at(ctx, 0);
	ok(d->severity == SYB_SEVERITY_INFO && d->line == 2, "said with its place");
	syb_ctx_diag_clear(ctx);
	is_int(syb_zeinfo_edit_lower(ctx, edit, (struct syb_ze_version){ 1, 20 }), 0);
	is_int(syb_zeinfo_edit_lower(ctx, edit, (struct syb_ze_version){ 1, 21 }), -SYB_E_ARG);
	is_int(syb_zeinfo_edit_lower(ctx, edit, (struct syb_ze_version){ 0, 9 }), -SYB_E_ARG);
	is_int(syb_zeinfo_edit_lower(ctx, edit, (struct syb_ze_version){ 2, 0 }), -SYB_E_ARG);
	is_int(fired(ctx, "zeinfo-edit"), 3);
	syb_ctx_diag_clear(ctx);
}

/* Before 1.51 sizes are multiples of 4. */
static void test_sizes(struct syb_ctx *ctx)
{
	static const char packed[] = "version: '1.51'\nkernels: [{name: k, payload_arguments: [\n"
				     "  {arg_type: arg_byvalue, offset: 0, size: 1, arg_index: 0},\n"
				     "  {arg_type: arg_byvalue, offset: 4, size: 6, arg_index: 1},\n"
				     "  {arg_type: arg_byvalue, offset: %s, size: 2, arg_index: 2}]}]\n";
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *good = NULL, *tight = NULL, *same = NULL,
								 *back = NULL;
	char text[400];

	snprintf(text, sizeof(text), "%.*s12%s", (int)(strstr(packed, "%s") - packed), packed,
		 strstr(packed, "%s") + 2);
	is_int(lower(ctx, text, 50, &good), 0);
	ok(has(ctx, good, "size:            4") && has(ctx, good, "size:            8") &&
	   !has(ctx, good, "size:            2") && fired(ctx, "zeinfo-lowered") == 3);
	syb_ctx_diag_clear(ctx);
	snprintf(text, sizeof(text), "%.*s10%s", (int)(strstr(packed, "%s") - packed), packed,
		 strstr(packed, "%s") + 2);
	is_int(lower(ctx, text, 50, &tight), -SYB_E_INCOMPATIBLE);
	ok(has(ctx, tight, "size:            6") && fired(ctx, "zeinfo-lower") == 1, "there is no room");
	syb_ctx_diag_clear(ctx);
	memcpy(strstr(text, "1.51"), "1.50", 4);
	is_int(lower(ctx, text, 40, &same), 0);
	ok(has(ctx, same, "size:            6"), "sizes of older files are taken as they are");
	memcpy(strstr(text, "1.50"), "1.60", 4);
	is_int(lower(ctx, text, 51, &back), 0);
	ok(has(ctx, back, "size:            6"));
	syb_ctx_diag_clear(ctx);
}

/* A real file as far down as it goes. */
static void test_real(struct syb_ctx *ctx)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden(ctx, "zeinfo/mixed-acm-g10.ze_info");
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *z = NULL;
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = NULL;

	ok(syb_zeinfo_read(ctx, syb_file_bytes(file), NULL, &z) == 0 && syb_zeinfo_edit_new(ctx, z, &edit) == 0);
	is_int(syb_zeinfo_edit_lower(ctx, edit, (struct syb_ze_version){ 1, 19 }), -SYB_E_INCOMPATIBLE);
	is_int(fired(ctx, "zeinfo-lower"), 1); /* a sampler in the code */
	is_int(syb_zeinfo_edit_set(ctx, edit, "img", "inline_samplers", NULL), 0);
	is_int(syb_zeinfo_edit_lower(ctx, edit, (struct syb_ze_version){ 1, 17 }), 0);
	is_int(fired(ctx, "zeinfo-lowered"), 3); /* two maps of attributes, the misc info */
	ok(!has(ctx, edit, "kernels_misc_info") && !has(ctx, edit, "user_attributes"));
	syb_ctx_diag_clear(ctx);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(syb_zeinfo_edit_free_p) struct syb_zeinfo_edit *edit = NULL;
	int r = syb_zeinfo_edit_new(ctx, arg, &edit);

	if (r < 0)
		return r;
	r = syb_zeinfo_edit_lower(ctx, edit, (struct syb_ze_version){ 1, 20 });
	if (r < 0 && edit->root->count != 2)
		return -SYB_E_INTERNAL;
	return r;
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_zeinfo *z;

	test_cases(ctx);
	test_result(ctx);
	test_sizes(ctx);
	test_real(ctx);
	z = zeinfo_of(ctx, KERNEL("eu_thread_count: 8", ARG("arg_index: 0")));
	ok(torture(work, z) > 3);
	syb_zeinfo_free(z);
	syb_ctx_free(ctx);
	return tap_done();
}
