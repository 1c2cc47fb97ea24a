/* package/check_zeinfo*.c — rules by version; every rule has a file in tests/bad/ze_info, too. */
#include "lib/package.h"
#include "lib/props.h"
#include "lib/torture.h"

#include "format/zeinfo/zeinfo.h"
#include "package/check/check.h"

/* Check one kernel with further lines under a version. */
static const char *check(struct syb_ctx *ctx, const char *version, const char *env, const char *rest)
{
	static char text[4000];
	struct syb_zeinfo *zeinfo = NULL;

	snprintf(text, sizeof(text),
		 "version: '%s'\nkernels:\n  - name: k\n    execution_env:\n      grf_count: 128\n      simd_size: "
		 "16\n%s%s",
		 version, env, rest);
	syb_ctx_diag_clear(ctx);
	if (syb_zeinfo_read(ctx, str_bytes(text), NULL, &zeinfo) == 0)
		is_int(check_zeinfo(ctx, zeinfo, false), 0);
	syb_zeinfo_free(zeinfo);
	return all_reported(ctx);
}

#define ARG(type, size, more) \
	"    payload_arguments:\n      - arg_type: " type "\n        offset: 0\n        size: " size "\n" more
#define PLAIN "        addrspace: global\n        access_type: readwrite\n"
#define OLD "      actual_kernel_start_offset: 0\n"
#define BINDLESS_SAMPLER                                                                 \
	"        arg_index: 0\n        addrmode: bindless\n        addrspace: sampler\n" \
	"        access_type: readwrite\n"

static const struct {
	const char *version, *env, *rest, *checks;
} cases[] = {
	{ "1.9", "", "", "" },
	{ "1.73", "", "", "" },
	{ "0.9", "", "", "zeinfo-version-major" },
	/* attributes come and go; 1.9 is older than 1.10 */
	{ "1.9", "      thread_scheduling_mode: age_based\n", "", "zeinfo-too-new" },
	{ "1.10", "      thread_scheduling_mode: age_based\n", "", "" },
	{ "1.5", "      actual_kernel_start_offset: 0\n", "", "" },
	{ "1.5", "", "", "zeinfo-missing" },
	{ "1.6", "      actual_kernel_start_offset: 0\n", "", "zeinfo-removed" },
	{ "1.24", "", "", "zeinfo-missing" },
	{ "1.34", "", "", "zeinfo-missing" },
	{ "1.35", "", "", "" },
	{ "1.38", "      spill_size: 0\n", "", "zeinfo-too-new" },
	{ "1.39", "      spill_size: 0\n", "", "" },
	{ "1.54", "      implicit_arg_buffer_used_by_code: true\n", "", "" },
	{ "1.55", "      implicit_arg_buffer_used_by_code: true\n", "", "zeinfo-removed" },
	/* a part that the version does not have is reported once, not for each of its lines */
	{ "1.19", "",
	  "    inline_samplers:\n      - sampler_index: 0\n        addrmode: none\n        filtermode: nearest\n",
	  "zeinfo-too-new" },
	{ "1.20", "",
	  "    inline_samplers:\n      - sampler_index: 0\n        addrmode: none\n        filtermode: nearest\n", "" },
	/* early forms */
	{ "1.7", "", "    debug_env:\n      - sip_surface_bti: 1\n", "" },
	{ "1.8", "", "    debug_env:\n      - sip_surface_bti: 1\n", "zeinfo-type" },
	/* values of enumerations */
	{ "1.11", "", ARG("implicit_local_id_buffer", "200", ""), "" },
	{ "1.12", "", ARG("implicit_local_id_buffer", "200", ""), "zeinfo-value-removed" },
	{ "1.65", "", ARG("image_srgb_channel_order", "4", "        arg_index: 0\n"), "" },
	{ "1.66", "", ARG("image_srgb_channel_order", "4", "        arg_index: 0\n"), "zeinfo-value-removed" },
	{ "1.64", "", ARG("sampler_snap_wa", "4", "        arg_index: 0\n"), "" },
	{ "1.65", "", ARG("sampler_snap_wa", "4", "        arg_index: 0\n"), "zeinfo-deprecated" },
	{ "1.20", "", ARG("'local_size'", "12", ""), "" },
	/* attributes of arguments */
	{ "1.36", "", ARG("const_base", "8", "        addrmode: bindless\n"), "zeinfo-arg-attribute" },
	{ "1.37", "", ARG("const_base", "8", "        addrmode: bindless\n"), "" },
	{ "1.41", "", ARG("arg_byvalue", "8", "        arg_index: 0\n        is_ptr: true\n"), "" },
	{ "1.20", "", ARG("printf_buffer", "8", "        arg_index: 0\n"), "zeinfo-arg-attribute" },
	{ "1.28", "      eu_thread_count: 8\n", ARG("global_base", "8", "        is_ptr: true\n"), "" },
	/* one or two dimensions may be asked for since 1.59 */
	{ "1.58", "", ARG("group_count", "12", ""), "" },
	{ "1.58", "", ARG("group_count", "8", ""), "zeinfo-arg-size" },
	{ "1.59", "", ARG("group_count", "8", ""), "" },
	{ "1.20", "", ARG("arg_bypointer", "8", "        arg_index: 0\n        addrmode: stateless\n" PLAIN), "" },
	{ "1.20", "", ARG("arg_bypointer", "0", "        arg_index: 0\n        addrmode: stateful\n" PLAIN),
	  "zeinfo-bti-missing" },
	{ "1.20", "", ARG("arg_bypointer", "0", "        arg_index: 0\n        addrmode: stateless\n" PLAIN),
	  "zeinfo-arg-size" },
	{ "1.20", "", ARG("arg_bypointer", "8", "        arg_index: 0\n" PLAIN), "zeinfo-arg-mode" },
	{ "1.20", "", ARG("arg_bypointer", "8", "        arg_index: 0\n        addrmode: stateless\n"),
	  "zeinfo-missing zeinfo-missing" },
	/* samplers have an index since 1.4 */
	{ "1.3", OLD, ARG("arg_bypointer", "8", BINDLESS_SAMPLER), "" },
	{ "1.4", OLD, ARG("arg_bypointer", "8", BINDLESS_SAMPLER), "zeinfo-missing" },
	{ "1.4", OLD, ARG("arg_bypointer", "8", BINDLESS_SAMPLER "        sampler_index: -1\n"), "" },
	{ "1.4", OLD, ARG("arg_bypointer", "8", BINDLESS_SAMPLER "        sampler_index: -2\n"), "zeinfo-negative" },
	{ "1.20", "", ARG("arg_byvalue", "8", "        arg_index: 0\n        source_offset: -1\n"), "" },
	{ "1.20", "", ARG("arg_byvalue", "8", "        arg_index: 0\n        source_offset: -2\n"), "zeinfo-negative" },
	{ "1.20", "", "    debug_env:\n      sip_surface_offset: -1\n", "" },
	{ "1.20", "", "    debug_env:\n      sip_surface_offset: -2\n", "zeinfo-negative" },
	/* booleans of YAML readers, and those that only drivers take */
	{ "1.20", "      has_dpas: TRUE\n      has_stack_calls: off\n", "", "" },
	{ "1.20", "      has_dpas: tRue\n      has_stack_calls: y\n", "", "zeinfo-type zeinfo-type" },
	{ "1.20", "", "    payload_arguments:\n      - arg_type: arg_byvalue\n        arg_index: 0\n",
	  "zeinfo-missing zeinfo-missing" },
	/* parts of one value */
	{ "1.20", "",
	  ARG("arg_byvalue", "4",
	      "        arg_index: 0\n        source_offset: 0\n") "      - arg_type: arg_byvalue\n"
								  "        offset: 4\n        size: 4\n        "
								  "arg_index: 0\n        source_offset: 4\n",
	  "" },
	/* a binding table alone */
	{ "1.20", "", "    binding_table_indices:\n      - bti_value: 0\n        arg_index: 0\n",
	  "zeinfo-bti-argument" },
	/* a wrong structure is reported once */
	{ "1.20", "", "    payload_arguments: 5\n", "zeinfo-type" },
	{ "1.20", "", "    payload_arguments:\n      - 5\n", "zeinfo-type" },
	{ "1.20", "", "    user_attributes: []\n", "zeinfo-type" },
	{ "1.20", "", "functions:\n  - 5\n", "zeinfo-type" },
	{ "1.20", "", "kernels_misc_info: 7\n", "zeinfo-type" },
	{ "1.20", "", "global_host_access_table:\n  - device_name: [1]\n    host_name: h\n", "zeinfo-type" },
	/* registers of 32 and of 64 bytes */
	{ "1.20", "",
	  "    per_thread_payload_arguments:\n      - arg_type: local_id\n        offset: 0\n        size: 192\n", "" },
	{ "1.20", "",
	  "    per_thread_payload_arguments:\n      - arg_type: local_id\n        offset: 0\n        size: 97\n",
	  "zeinfo-thread-size" },
};

/* A document without a version is of the oldest version that has its content. */
static void test_no_version(struct syb_ctx *ctx)
{
	static const struct {
		const char *more;
		uint32_t minor;
	} rows[] = {
		{ "", 6 }, /* 1.5 requires more */
		{ "    debug_env:\n      sip_surface_bti: 1\n", 7 },
		{ ARG("arg_byvalue", "8", "        arg_index: 0\n        is_ptr: true\n"),
		  35 }, /* 1.24 requires more */
		{ ARG("implicit_local_id_buffer", "200", ""), 7 },
		{ ARG("group_count", "8", ""), 59 },
		{ ARG("const_base", "8", "        addrmode: bindless\n"), 37 },
		{ "    debug_env:\n      - sip_surface_bti: 1\n", 7 },
		{ "l1_cache_policy: wb\n", 69 },
		/* what no version has together: most of it */
		{ ARG("implicit_local_id_buffer", "200", "") "    inline_samplers:\n      - sampler_index: 0\n"
							     "        addrmode: none\n        filtermode: nearest\n",
		  20 },
	};
	char text[1000];

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *zeinfo = NULL;
		struct syb_ze_version v;

		snprintf(text, sizeof(text),
			 "kernels:\n  - name: k\n    execution_env:\n      grf_count: 128\n      simd_size: 16\n%s",
			 rows[i].more);
		is_int(syb_zeinfo_read(ctx, str_bytes(text), NULL, &zeinfo), 0);
		v = zeinfo_version_of(syb_zeinfo_root(zeinfo));
		is_int(v.major, 1);
		is_int(v.minor, rows[i].minor);
		syb_ctx_diag_clear(ctx);
		is_int(check_zeinfo(ctx, zeinfo, false), 0);
		is_str(all_reported(ctx), i + 1 < ARRAY_SIZE(rows) ? "zeinfo-version-missing"
								   : "zeinfo-version-missing zeinfo-value-removed");
	}
}

static void test_places(struct syb_ctx *ctx)
{
	const struct syb_diag *d;

	check(ctx, "1.20", "      slm_size: -1\n", "");
	is_int(syb_ctx_diag_count(ctx), 1);
	d = syb_ctx_diag_at(ctx, 0);
	is_int(d->line, 7);
	is_int(d->column, 17);
}

/* Of two that share an entry of the binding table, the message names both. */
static void test_shared_binding(struct syb_ctx *ctx)
{
	const struct syb_diag *d;

	check(ctx, "1.28", "      eu_thread_count: 8\n",
	      "    debug_env:\n      sip_surface_bti: 0\n" ARG(
		      "arg_bypointer", "0",
		      "        arg_index: 3\n        addrmode: stateful\n" PLAIN) "    binding_table_indices:\n      - "
										  "bti_value: 0\n        arg_index: "
										  "3\n");
	is_int(syb_ctx_diag_count(ctx), 1);
	d = syb_ctx_diag_at(ctx, 0);
	is_str(d->check, "zeinfo-bti-repeated");
	is_str(d->text, "sip_surface_bti 0 is also the bti_value of argument 3");
	is_int(d->line, 9);
	check(ctx, "1.28", "      eu_thread_count: 8\n", "    debug_env:\n      sip_surface_bti: 256\n");
	is_int(syb_ctx_diag_count(ctx), 1);
	is_str(syb_ctx_diag_at(ctx, 0)->text, "sip_surface_bti 256 is not 0 to 255");
}

/* Hostile documents do not take hostile time. */
static void test_many(struct syb_ctx *ctx)
{
	enum { COUNT = 20000, KEYS = 100000 };
	size_t room = 200 + COUNT * 100, len;
	char *text = malloc(room);
	struct syb_zeinfo *zeinfo = NULL;

	len = (size_t)snprintf(text, room,
			       "version: '1.20'\nkernels:\n  - name: k\n    execution_env:\n      grf_count: 1\n"
			       "      simd_size: 8\n    payload_arguments:\n");
	for (int i = 0; i < COUNT; i++)
		len += (size_t)snprintf(text + len, room - len,
					"      - {arg_type: arg_byvalue, offset: 0, size: 4, arg_index: %d}\n", i % 7);
	syb_ctx_diag_clear(ctx);
	is_int(syb_zeinfo_read(ctx, (struct syb_bytes){ (uint8_t *)text, len }, NULL, &zeinfo), 0);
	is_int(check_zeinfo(ctx, zeinfo, false), 0);
	ok(reported(ctx, "zeinfo-payload-overlap") > 0, "many arguments overlap");
	syb_zeinfo_free(zeinfo);
	zeinfo = NULL;
	len = 0;
	for (int i = 0; i < KEYS; i++)
		len += (size_t)snprintf(text + len, room - len, "k%d: 1\n", i % (KEYS / 2));
	syb_ctx_diag_clear(ctx);
	is_int(syb_zeinfo_read(ctx, (struct syb_bytes){ (uint8_t *)text, len }, NULL, &zeinfo), 0);
	is_int(check_zeinfo(ctx, zeinfo, false), 0);
	ok(reported(ctx, "zeinfo-key-repeated") > 0, "many repeated keys");
	syb_zeinfo_free(zeinfo);
	free(text);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	struct syb_zeinfo *zeinfo = NULL;
	int r = syb_zeinfo_read(ctx, str_bytes(arg), NULL, &zeinfo);

	if (r == 0)
		r = check_zeinfo(ctx, zeinfo, false);
	syb_zeinfo_free(zeinfo);
	return r;
}

int main(void)
{
	static char text[] =
		"version: '1.20'\nkernels:\n  - name: k\n    execution_env:\n      grf_count: 128\n"
		"      simd_size: 16\n" ARG(
			"arg_bypointer", "0",
			"        arg_index: 0\n        addrmode: stateful\n" PLAIN) "    binding_table_indices:\n      "
										    "- "
										    "bti_value: 0\n        arg_index: "
										    "0\n"
										    "    inline_samplers:\n      - "
										    "sampler_index: 0\n        "
										    "addrmode: "
										    "none\n        filtermode: "
										    "nearest\n"
										    "kernels_misc_info:\n  - name: k\n "
										    "   "
										    "args_info:\n      - index: 0\n    "
										    "    "
										    "address_qualifier: a\n"
										    "        access_qualifier: a\n     "
										    "   "
										    "type_name: a\n        "
										    "type_qualifiers: "
										    "a\n";
	struct syb_ctx *ctx = NULL;

	is_int(syb_ctx_new(NULL, &ctx), 0);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		is_str(check(ctx, cases[i].version, cases[i].env, cases[i].rest), cases[i].checks);
	test_no_version(ctx);
	test_places(ctx);
	test_shared_binding(ctx);
	test_many(ctx);
	for (size_t len = 0; len < strlen(text); len++) {
		const struct syb_check_opts opts = { .size = sizeof(opts) };
		char copy[sizeof(text)];

		memcpy(copy, text, len);
		int r = syb_check(ctx, (struct syb_bytes){ (uint8_t *)copy, len }, &opts);

		if (r != 0 && r != -SYB_E_INCOMPATIBLE && r != -SYB_E_FORMAT)
			ok(false, "cut at %zu: %d", len, r);
	}
	torture(work, text);
	syb_ctx_free(ctx);
	return tap_done();
}
