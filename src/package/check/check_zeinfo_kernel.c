/* package/check/check_zeinfo_kernel.c — rules about one kernel or function of ZE Info, except its payload. Values of a
 * wrong type were reported by check_zeinfo.c and are treated as absent. */
#include "check_zeinfo.h"

#include "base/order.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct syb_ze_node *map_of(const struct syb_ze_node *map, const char *key)
{
	const struct syb_ze_node *node = zeinfo_as_map(syb_ze_get(map, key));

	return node && syb_ze_kind(node) == SYB_ZE_NODE_MAP ? node : NULL;
}

/* ---- numbers that cannot be negative, or only -1 for none ---- */

static const struct {
	const char *list, *name; /* in a list of the kernel, or in the map itself */
	int64_t least;
} least[] = {
	{ "execution_env", "barrier_count", 0 },
	{ "execution_env", "eu_thread_count", 0 },
	{ "execution_env", "grf_count", 1 },
	{ "execution_env", "indirect_stateless_count", 0 },
	{ "execution_env", "inline_data_payload_size", 0 },
	{ "execution_env", "offset_to_skip_per_thread_data_load", 0 },
	{ "execution_env", "offset_to_skip_set_ffid_gp", 0 },
	{ "execution_env", "private_size", 0 },
	{ "execution_env", "required_sub_group_size", 0 },
	{ "execution_env", "slm_size", 0 },
	{ "execution_env", "spill_size", 0 },
	{ "payload_arguments", "sampler_index", -1 },
	{ "payload_arguments", "slm_alignment", 0 },
	{ "payload_arguments", "source_offset", -1 },
	{ "debug_env", "sip_surface_offset", -1 },
	{ "user_attributes", "intel_reqd_sub_group_size", 0 },
	{ "user_attributes", "intel_reqd_thread_group_dispatch_size", 0 },
};

void ze_check_least(const struct ze_check *c, const struct syb_ze_node *map, const char *list)
{
	for (size_t i = 0; i < ARRAY_SIZE(least); i++)
		if (str_eq(least[i].list, list) && ze_number(map, least[i].name, least[i].least) < least[i].least)
			ze_report(c, "zeinfo-negative", ze_at(map, least[i].name),
				  "%s is %s, expected at least %" PRId64, least[i].name, ze_word(map, least[i].name),
				  least[i].least);
}

/* Three sizes, where 0 means any. */
static void check_three(const struct ze_check *c, const struct syb_ze_node *map, const char *name)
{
	int32_t sizes[3];

	if (!syb_ze_get(map, name) || syb_ze_int3(map, NULL, name, sizes) < 0)
		return;
	if (sizes[0] < 0 || sizes[1] < 0 || sizes[2] < 0)
		ze_report(c, "zeinfo-negative", ze_at(map, name),
			  "%s is [%" PRId32 ", %" PRId32 ", %" PRId32 "], expected at least 0", name, sizes[0],
			  sizes[1], sizes[2]);
}

/* ---- execution environment ---- */

static void check_simd(const struct ze_check *c, const struct syb_ze_node *env)
{
	int64_t simd = ze_number(env, "simd_size", 8);

	if (simd != 1 && simd != 8 && simd != 16 && simd != 32)
		ze_report(c, "zeinfo-simd", ze_at(env, "simd_size"), "simd_size %" PRId64 " is not 1, 8, 16 or 32",
			  simd);
}

/* Whether a walk order is present and has only dimensions that exist. */
static bool read_walk(const struct ze_check *c, const struct syb_ze_node *map, const char *name, int32_t order[3])
{
	if (!syb_ze_get(map, name) || syb_ze_int3(map, NULL, name, order) < 0)
		return false;
	for (size_t i = 0; i < 3; i++)
		if (order[i] < 0 || order[i] > 2) {
			ze_report(c, "zeinfo-walk-range", ze_at(map, name),
				  "%s is [%" PRId32 ", %" PRId32 ", %" PRId32 "], dimensions are 0, 1 and 2", name,
				  order[0], order[1], order[2]);
			return false;
		}
	return true;
}

static void check_walk(const struct ze_check *c, const struct syb_ze_node *env)
{
	static const int32_t orders[][3] = { { 0, 0, 0 }, { 0, 1, 0 }, { 0, 1, 2 }, { 1, 0, 0 }, { 2, 1, 0 } };
	int32_t order[3];

	if (!read_walk(c, env, "work_group_walk_order_dimensions", order))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(orders); i++)
		if (memcmp(orders[i], order, sizeof(order)) == 0)
			return;
	ze_report(c, "zeinfo-walk-order", ze_at(env, "work_group_walk_order_dimensions"),
		  "[%" PRId32 ", %" PRId32 ", %" PRId32 "] is not one of the five orders", order[0], order[1],
		  order[2]);
}

static void check_env(const struct ze_check *c, const struct syb_ze_node *env)
{
	const struct syb_ze_node *iab = syb_ze_get(env, "require_iab");
	int64_t mode = ze_number(env, "slm_alloc_mode", 0);
	bool needed, calls;

	ze_check_least(c, env, "execution_env");
	check_three(c, env, "required_work_group_size");
	check_simd(c, env);
	check_walk(c, env);
	if (mode != 0 && mode != 1)
		ze_report(c, "zeinfo-slm-alloc-mode", ze_at(env, "slm_alloc_mode"),
			  "slm_alloc_mode %" PRId64 " is not 0 or 1", mode);
	if (iab && syb_ze_bool(env, NULL, "require_iab", &needed) == 0 && !needed &&
	    syb_ze_bool(env, NULL, "has_stack_calls", &calls) == 0 && calls)
		ze_report(c, "zeinfo-require-iab", iab, "require_iab is false and has_stack_calls is true");
}

/* The kernel was compiled for the sizes that the source requires. */
static void check_user(const struct ze_check *c, const struct syb_ze_node *user, const struct syb_ze_node *env)
{
	int32_t asked[3], made[3], order[3];
	int64_t lanes = ze_number(user, "intel_reqd_sub_group_size", 0);
	int64_t required = ze_number(env, "required_sub_group_size", 0);

	ze_check_least(c, user, "user_attributes");
	check_three(c, user, "reqd_work_group_size");
	check_three(c, user, "work_group_size_hint");
	(void)read_walk(c, user, "intel_reqd_workgroup_walk_order", order);
	if (syb_ze_get(user, "reqd_work_group_size") && env && syb_ze_get(env, "required_work_group_size") &&
	    syb_ze_int3(user, NULL, "reqd_work_group_size", asked) == 0 &&
	    syb_ze_int3(env, NULL, "required_work_group_size", made) == 0 && memcmp(asked, made, sizeof(asked)) != 0)
		ze_report(c, "zeinfo-required-size", ze_at(user, "reqd_work_group_size"),
			  "reqd_work_group_size and required_work_group_size differ");
	if (lanes && required && lanes != required)
		ze_report(c, "zeinfo-required-size", ze_at(user, "intel_reqd_sub_group_size"),
			  "intel_reqd_sub_group_size %" PRId64 " and required_sub_group_size %" PRId64 " differ", lanes,
			  required);
}

static void check_experimental(const struct ze_check *c, const struct syb_ze_node *map)
{
	static const char *const names[] = { "has_non_kernel_arg_load", "has_non_kernel_arg_store",
					     "has_non_kernel_arg_atomic" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		int64_t value = ze_number(map, names[i], 0);

		if (value < -1 || value > 1)
			ze_report(c, "zeinfo-experimental", ze_at(map, names[i]), "%s is %" PRId64 ", not -1, 0 or 1",
				  names[i], value);
	}
}

/* ---- memory ---- */

static void check_slot(const struct ze_check *c, const struct syb_ze_node *buffer, bool scratch, bool slots[2])
{
	const struct syb_ze_node *node = syb_ze_get(buffer, "slot");
	int64_t slot = ze_number(buffer, "slot", 0);

	if (node && !scratch) {
		ze_report(c, "zeinfo-buffer-slot", node, "only scratch buffers have a slot");
	} else if (scratch && slot != 0 && slot != 1) {
		ze_report(c, "zeinfo-buffer-slot", node, "slot %" PRId64 " is not 0 or 1", slot);
	} else if (scratch) {
		if (slots[slot])
			ze_report(c, "zeinfo-buffer-slot", buffer, "slot %" PRId64 " is used twice", slot);
		slots[slot] = true;
	}
}

/* The first map in a list of the kernel whose key has this value, or NULL. */
static const struct syb_ze_node *first_of(const struct syb_ze_node *kernel, const char *list, const char *key,
					  const char *value)
{
	const struct syb_ze_node *map;

	for (size_t i = 0; (map = ze_next(kernel, list, &i));)
		if (ze_is(map, key, value))
			return map;
	return NULL;
}

static void check_buffer(const struct ze_check *c, const struct syb_ze_node *buffer, bool base, bool slots[2])
{
	const bool global = ze_is(buffer, "type", "global"), scratch = ze_is(buffer, "type", "scratch");
	const bool slm = ze_is(buffer, "type", "slm");
	const char *usage = ze_word(buffer, "usage");

	if (global || scratch || slm)
		check_slot(c, buffer, scratch, slots);
	if ((scratch || slm) && syb_ze_get(buffer, "is_simt_thread"))
		ze_report(c, "zeinfo-buffer-simt", ze_at(buffer, "is_simt_thread"),
			  "only global buffers have is_simt_thread");
	if (global && *usage && !str_eq(usage, "private_space"))
		ze_report(c, "zeinfo-buffer-usage", buffer, "the usage of a global buffer is private_space, not %s",
			  usage);
	if (global && !base)
		ze_report(c, "zeinfo-buffer-base", buffer,
			  "a global buffer needs an argument private_base_stateless for its address");
	if (ze_number(buffer, "size", 1) < 1)
		ze_report(c, "zeinfo-buffer-size", ze_at(buffer, "size"), "size %s, expected at least 1",
			  ze_word(buffer, "size"));
	if (slm)
		ze_report(c, "zeinfo-buffer-slm", buffer, "drivers do not accept a buffer of type slm");
}

/* ---- samplers ---- */

static void check_samplers(struct ze_check *c, const struct syb_ze_node *kernel)
{
	const struct syb_ze_node *list = syb_ze_get(kernel, "inline_samplers"), *sampler;
	int64_t *indices = list ? ze_array(c, syb_ze_count(list), sizeof(*indices)) : NULL;
	size_t count = 0;

	for (size_t i = 0; indices && (sampler = ze_next(kernel, "inline_samplers", &i));) {
		indices[count++] = ze_number(sampler, "sampler_index", 0);
		if (indices[count - 1] < 0)
			ze_report(c, "zeinfo-negative", sampler, "sampler_index %" PRId64, indices[count - 1]);
	}
	if (count)
		qsort(indices, count, sizeof(*indices), order_i64);
	for (size_t i = 1; i < count; i++)
		if (indices[i] == indices[i - 1])
			ze_report(c, "zeinfo-sampler-repeated", list, "sampler_index %" PRId64 " appears twice",
				  indices[i]);
}

/* ---- per-thread payload ---- */

/* One register per id and lane pair; registers have 32 or 64 bytes. */
static bool ids_fit(int64_t simd, int64_t size, int64_t from, int64_t to)
{
	for (int64_t grf = 32; grf <= 64; grf *= 2) {
		int64_t one = ((simd > 16 ? simd : 16) * 2 + grf - 1) / grf * grf;

		if (size % one == 0 && size >= from * one && size <= to * one)
			return true;
	}
	return false;
}

/* Dimensions of a walk order: those that it names. */
static int64_t walk_dims(const struct syb_ze_node *env)
{
	int32_t w[3] = { 0, 1, 2 };

	if (syb_ze_int3(env, "/kernels[]/execution_env", "work_group_walk_order_dimensions", w) < 0)
		return 3;
	return 1 + (w[1] != w[0]) + (w[2] != w[0] && w[2] != w[1]);
}

#define UNKNOWN INT64_MIN /* a size that is missing or not a number, which was reported */

static void check_thread_arg(const struct ze_check *c, const struct syb_ze_node *arg, const struct syb_ze_node *env)
{
	const char *type = ze_word(arg, "arg_type");
	int64_t size = ze_number(arg, "size", UNKNOWN), simd = ze_number(env, "simd_size", 8);

	if (syb_ze_enum_find("argument_type", type) && !str_eq(type, "local_id") && !str_eq(type, "packed_local_ids"))
		ze_report(c, "zeinfo-thread-type", arg, "%s is not a per-thread argument", type);
	else if (ze_number(arg, "offset", 0) != 0)
		ze_report(c, "zeinfo-thread-offset", ze_at(arg, "offset"), "%s must be at offset 0", type);
	else if (str_eq(type, "local_id") && size != UNKNOWN && !ids_fit(simd, size, 1, 3))
		ze_report(c, "zeinfo-thread-size", ze_at(arg, "size"),
			  "local_id of %" PRId64 " bytes; SIMD %" PRId64 " needs whole registers for 1 to 3 ids", size,
			  simd);
	else if (str_eq(type, "local_id") && size != UNKNOWN && !ids_fit(simd, size, walk_dims(env), walk_dims(env)))
		ze_report(c, "zeinfo-thread-dimensions", ze_at(arg, "size"),
			  "local_id of %" PRId64 " bytes; the walk order has %" PRId64 " dimensions", size,
			  walk_dims(env));
	else if (str_eq(type, "packed_local_ids") && size != UNKNOWN && size != 2 && size != 4 && size != 6)
		ze_report(c, "zeinfo-thread-size", ze_at(arg, "size"),
			  "packed_local_ids of %" PRId64 " bytes, not 2, 4 or 6", size);
	if (str_eq(type, "packed_local_ids") && simd != 1)
		ze_report(c, "zeinfo-thread-packed", arg, "packed_local_ids are for SIMD 1, not %" PRId64, simd);
}

/* ---- the kernel ---- */

void ze_check_kernel(struct ze_check *c, const struct syb_ze_node *kernel)
{
	const struct syb_ze_node *env, *user, *experimental, *debug, *base, *item;
	bool slots[2] = { false, false };
	size_t threads = 0;

	if (syb_ze_kind(kernel) != SYB_ZE_NODE_MAP)
		return;
	base = first_of(kernel, "payload_arguments", "arg_type", "private_base_stateless");
	if (base && !first_of(kernel, "per_thread_memory_buffers", "type", "global"))
		ze_report(c, "zeinfo-base-buffer", base, "private_base_stateless without a global buffer");
	env = map_of(kernel, "execution_env");
	user = map_of(kernel, "user_attributes");
	experimental = map_of(kernel, "experimental_properties");
	debug = map_of(kernel, "debug_env");
	if (env)
		check_env(c, env);
	if (user)
		check_user(c, user, env);
	if (experimental)
		check_experimental(c, experimental);
	if (debug)
		ze_check_least(c, debug, "debug_env");
	for (size_t i = 0; (item = ze_next(kernel, "per_thread_memory_buffers", &i));)
		check_buffer(c, item, base != NULL, slots);
	for (size_t i = 0; (item = ze_next(kernel, "per_thread_payload_arguments", &i));) {
		if (threads++ > 0)
			ze_report(c, "zeinfo-thread-repeated", item, "the ids of a thread are passed twice");
		check_thread_arg(c, item, env);
	}
	check_samplers(c, kernel);
	ze_check_payload(c, kernel);
}

void ze_check_function(const struct ze_check *c, const struct syb_ze_node *function)
{
	const struct syb_ze_node *env =
		syb_ze_kind(function) == SYB_ZE_NODE_MAP ? map_of(function, "execution_env") : NULL;

	if (env)
		check_env(c, env);
}
