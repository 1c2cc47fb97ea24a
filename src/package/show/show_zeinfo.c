/* package/show/show_zeinfo.c — a ZE Info document as a record: one row of resources per kernel, then everything else
 * that it says about the kernel.
 *
 * Sizes of spill, private and scratch memory are bytes per hardware thread. Since version 1.39 a document states the
 * first two; before, they are the sizes of buffers, and a buffer for both (single_space) cannot be split: then the
 * sizes are null and spill_private_size has the sum. Threads per EU are stated since 1.24, else derived. */
#include "show_zebin.h"

#include "base/sha256.h"
#include "format/zeinfo/zeinfo.h"
#include "format/zebin/zebin.h"

#include <inttypes.h>
#include <stdio.h>

#define ENV_PATH "/kernels[]/execution_env"
#define PAYLOAD_PATH "/kernels[]/payload_arguments[]"
#define PER_THREAD_PATH "/kernels[]/per_thread_payload_arguments[]"
#define BUFFER_PATH "/kernels[]/per_thread_memory_buffers[]"

static const struct syb_ze_version spill_since = { 1, 39 };

struct zeshow {
	struct show *show;
	struct syb_record *rec;
	const struct syb_zeinfo *info;
	const struct syb_zebin *zebin;
	struct syb_ze_version schema; /* whose rules apply */
	struct hash misc;             /* kernel → its element of kernels_misc_info */
	struct hash symbols;          /* name → struct syb_zebin_symbol, when there are functions */
	bool threads_derived, sums;   /* remarks to add */
};

static void drop(struct zeshow *z)
{
	hash_free(&z->misc);
	hash_free(&z->symbols);
}

/* ---- numbers ---- */

/* A number that the file may not state. */
struct number {
	bool known;
	int64_t n;
};

static struct number known(int64_t n)
{
	return (struct number){ true, n };
}

static struct number add(struct number a, int64_t b)
{
	if (!checked_add(a.n, b, &a.n))
		a.n = INT64_MAX;
	return known(a.n);
}

static struct number get(const struct syb_ze_node *map, const char *path, const char *key)
{
	struct number v = { 0 };

	v.known = syb_ze_int(map, path, key, &v.n) == 0;
	return v;
}

static struct number stated(const struct syb_ze_node *map, const char *path, const char *key)
{
	return map && syb_ze_get(map, key) ? get(map, path, key) : (struct number){ 0 };
}

static bool is_set(const struct syb_ze_node *env, const char *key)
{
	bool b = false;

	return syb_ze_bool(env, ENV_PATH, key, &b) == 0 && b;
}

static struct syb_value *put_number(struct zeshow *z, struct syb_value *map, const char *key, const char *title,
				    struct number v)
{
	struct syb_value *value;

	if (!v.known)
		value = value_null(z->rec, map, key);
	else if (v.n < 0)
		value = value_hint(value_int(z->rec, map, key, v.n), VALUE_BAD);
	else
		value = value_uint(z->rec, map, key, (uint64_t)v.n);
	return title ? value_label(z->rec, value, title) : value;
}

/* The same for bytes. */
static struct syb_value *put_size(struct zeshow *z, struct syb_value *map, const char *key, const char *title,
				  struct number v)
{
	struct syb_value *value = put_number(z, map, key, title, v);

	return v.known && v.n >= 0 ? value_hint(value, VALUE_SIZE) : value;
}

/* ---- resources of a kernel ---- */

struct memory {
	struct number spill, private, both, scratch;
};

static bool is_word(const struct syb_ze_node *map, const char *key, const char *word)
{
	const struct syb_ze_node *v = syb_ze_get(map, key);

	return v && str_eq(syb_ze_text(v), word);
}

static const struct syb_ze_node *list_of(const struct syb_ze_node *map, const char *key)
{
	const struct syb_ze_node *list = map ? syb_ze_get(map, key) : NULL;

	return list && syb_ze_kind(list) == SYB_ZE_NODE_LIST ? list : NULL;
}

static const struct syb_ze_node *map_of(const struct syb_ze_node *map, const char *key)
{
	return zeinfo_as_map(map ? syb_ze_get(map, key) : NULL);
}

/* Bytes per hardware thread of a buffer; 0 for invalid sizes, which sybil check reports. */
static int64_t buffer_size(const struct syb_ze_node *buffer, struct number simd)
{
	struct number size = get(buffer, BUFFER_PATH, "size");
	bool per_lane = false;

	if (!size.known || size.n <= 0)
		return 0;
	if (syb_ze_bool(buffer, BUFFER_PATH, "is_simt_thread", &per_lane) == 0 && per_lane && simd.known &&
	    simd.n > 0 && !checked_mul(size.n, simd.n, &size.n))
		size.n = INT64_MAX;
	return size.n;
}

static struct memory measure(const struct zeshow *z, const struct syb_ze_node *kernel, const struct syb_ze_node *env,
			     struct number simd)
{
	const struct syb_ze_node *buffers = list_of(kernel, "per_thread_memory_buffers");
	struct number spill = stated(env, ENV_PATH, "spill_size"), private = stated(env, ENV_PATH, "private_size");
	struct memory m = { known(0), known(0), { false, 0 }, known(0) };
	struct number single = { 0 };

	for (size_t i = 0; buffers && i < syb_ze_count(buffers); i++) {
		const struct syb_ze_node *buffer = syb_ze_at(buffers, i);
		int64_t size;

		if (syb_ze_kind(buffer) != SYB_ZE_NODE_MAP)
			continue;
		size = buffer_size(buffer, simd);
		if (is_word(buffer, "type", "scratch"))
			m.scratch = add(m.scratch, size);
		if (is_word(buffer, "usage", "spill_fill_space"))
			m.spill = add(m.spill, size);
		else if (is_word(buffer, "usage", "private_space"))
			m.private = add(m.private, size);
		else if (is_word(buffer, "usage", "single_space"))
			single = add(single, size);
	}
	if (syb_ze_version_compare(z->schema, spill_since) >= 0) {
		m.spill = get(env, ENV_PATH, "spill_size");
		m.private = get(env, ENV_PATH, "private_size");
		return m;
	}
	if (single.known) {
		m.both = add(add(single, m.spill.n), m.private.n);
		m.spill.known = m.private.known = false;
	}
	if (spill.known) /* present, though newer than the stated version */
		m.spill = spill;
	if (private.known)
		m.private = private;
	m.both.known = m.both.known && !(m.spill.known && m.private.known);
	return m;
}

/* End of the last argument, rounded up to a register. */
static struct number payload_size(const struct syb_ze_node *list, const char *path, int64_t round)
{
	int64_t end = 0;

	for (size_t i = 0; list && i < syb_ze_count(list); i++) {
		const struct syb_ze_node *arg = syb_ze_at(list, i);
		struct number offset, size;

		if (syb_ze_kind(arg) != SYB_ZE_NODE_MAP)
			continue;
		offset = get(arg, path, "offset");
		size = get(arg, path, "size");
		if (offset.known && size.known && offset.n >= 0 && size.n > 0 && offset.n + size.n > end)
			end = offset.n + size.n; /* both fit 32 bits */
	}
	return known((end + round - 1) / round * round);
}

/* Product families below this number are parts before Xe-HP, whose EUs have one thread fewer. */
enum { XE_HP_FAMILY = 1250 };

static bool is_old_part(const struct zeshow *z)
{
	const struct syb_zebin_device *d = z->zebin ? syb_zebin_device(z->zebin) : NULL;

	return d && d->has_product_family && d->product_family && d->product_family < XE_HP_FAMILY;
}

static struct number threads_per_eu(const struct zeshow *z, const struct syb_ze_node *env, struct number grf,
				    bool *out_derived)
{
	struct number threads = stated(env, ENV_PATH, "eu_thread_count");

	*out_derived = false;
	if (threads.known && threads.n != 0)
		return threads;
	*out_derived = grf.known && (grf.n == 128 || (grf.n == 256 && !is_old_part(z)));
	return *out_derived ? known(is_old_part(z) ? 7 : grf.n == 128 ? 8 : 4) : (struct number){ 0 };
}

static void put_per_lane(struct zeshow *z, struct syb_value *map, const char *key, const char *title, struct number v,
			 struct number simd)
{
	struct syb_value *value;

	if (!v.known || v.n < 0 || !simd.known || simd.n <= 0)
		value = value_null(z->rec, map, key);
	else if (v.n % simd.n == 0)
		value = value_hint(value_uint(z->rec, map, key, (uint64_t)(v.n / simd.n)), VALUE_SIZE);
	else
		value = value_real(z->rec, map, key, (double)v.n / (double)simd.n);
	value_label(z->rec, value, title);
}

static void put_memory(struct zeshow *z, struct syb_value *map, const struct memory *m, struct number simd)
{
	const struct {
		const char *key, *title, *lane_key, *lane_title;
		struct number v;
		bool always;
	} sizes[] = {
		{ "spill_size", "spill", "spill_size_per_lane", "spill/lane", m->spill, true },
		{ "private_size", "private", "private_size_per_lane", "private/lane", m->private, true },
		{ "spill_private_size", "spill+private", "spill_private_size_per_lane", "spill+private/lane", m->both,
		  false },
		{ "scratch_size", "scratch", "scratch_size_per_lane", "scratch/lane", m->scratch, true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct syb_value *value;

		if (!sizes[i].always && !sizes[i].v.known)
			continue;
		value = put_size(z, map, sizes[i].key, sizes[i].title, sizes[i].v);
		if (!z->show->opts.per_lane)
			continue;
		value_hint(value, VALUE_QUIET);
		put_per_lane(z, map, sizes[i].lane_key, sizes[i].lane_title, sizes[i].v, simd);
	}
	z->sums |= m->both.known;
}

static void put_flags(struct zeshow *z, struct syb_value *map, const struct syb_ze_node *env, bool pseudo)
{
	static const struct {
		const char *key, *word;
		bool when;
	} flags[] = {
		{ "has_dpas", "dpas", true },
		{ "has_global_atomics", "atomics", true },
		{ "has_stack_calls", "stack-calls", true },
		{ "has_no_stateless_write", "stateless-writes", false },
		{ "has_4gb_buffers", "4gb-buffers", true },
	};
	struct syb_value *list = value_list(z->rec, map, "flags");

	if (pseudo)
		value_string(z->rec, list, NULL, "pseudo");
	for (size_t i = 0; env && i < ARRAY_SIZE(flags); i++)
		if (is_set(env, flags[i].key) == flags[i].when)
			value_string(z->rec, list, NULL, flags[i].word);
}

static struct number code_size(const struct zeshow *z, const char *name)
{
	return z->zebin && syb_zebin_text(z->zebin, name) ? known((int64_t)syb_zebin_code_size(z->zebin, name))
							  : (struct number){ 0 };
}

static void put_code_hash(struct zeshow *z, struct syb_value *map, const char *name)
{
	const struct syb_zebin_section *text = z->zebin ? syb_zebin_text(z->zebin, name) : NULL;
	char hex[SHA256_HEX];
	uint64_t size;

	if (!text || !z->show->opts.hash_code)
		return;
	size = syb_zebin_code_size(z->zebin, name);
	sha256_hex(text->bytes.ptr, size < text->bytes.len ? (size_t)size : text->bytes.len, hex);
	value_hint(value_string(z->rec, map, "code_sha256", hex), VALUE_QUIET);
}

/* ---- everything else about a kernel ---- */

/* A map also where the file has none: its attributes have values. */
static void put_env(struct zeshow *z, struct syb_value *parent, const struct syb_ze_node *env)
{
	zenode_put_map(z->show, value_hint(value_map(z->rec, parent, "execution_env"), VALUE_QUIET), env, ENV_PATH,
		       z->schema, true);
}

static void put_quiet(struct zeshow *z, struct syb_value *map, const char *key, const struct syb_ze_node *node)
{
	zenode_put(z->show, map, key, node, z->schema);
	value_hint(map ? map->as.c.last : NULL, VALUE_QUIET);
}

/* The attributes of a kernel or function besides its resources. */
static void put_rest(struct zeshow *z, struct syb_value *map, const struct syb_ze_node *entity)
{
	struct syb_value *unknown = NULL; /* in a map of their own: they could have the name of one of our keys */
	const struct syb_ze_node *node;
	const char *key;

	if (syb_ze_kind(entity) != SYB_ZE_NODE_MAP)
		put_quiet(z, map, "as_stated", entity); /* a map is expected */
	for (size_t i = 0; (node = zenode_next(entity, &i, &key));) {
		const bool env = str_eq(key, "execution_env");

		if (str_eq(key, "name") || (env && zeinfo_as_map(node)))
			continue;
		if (syb_ze_attr(node)) {
			put_quiet(z, map,
				  env                                ? "execution_env_as_stated"
				  : str_eq(key, "payload_arguments") ? "payload"
								     : key,
				  node);
			continue;
		}
		if (!unknown)
			unknown = value_hint(value_map(z->rec, map, "unknown"), VALUE_QUIET);
		zenode_put(z->show, unknown, key, node, z->schema);
	}
}

static const struct syb_ze_node *misc_of(const struct zeshow *z, const char *name)
{
	const size_t *stored = hash_get(&z->misc, name, strlen(name));

	return stored ? (const struct syb_ze_node *)*stored : NULL;
}

static int put_kernel(struct zeshow *z, struct syb_value *list, const struct syb_ze_node *kernel)
{
	const struct syb_ze_node *env = map_of(kernel, "execution_env");
	struct number simd = get(env, ENV_PATH, "simd_size"), grf = get(env, ENV_PATH, "grf_count"), threads;
	struct memory memory = measure(z, kernel, env, simd);
	struct syb_value *map = value_map(z->rec, list, NULL), *argument_count;
	const bool detail = z->show->opts.detail;
	const char *name = "";
	bool derived, pseudo;
	size_t arguments = 0;

	(void)!syb_ze_str(kernel, "/kernels[]", "name", &name);
	pseudo = str_eq(name, PSEUDO_KERNEL);
	show_name(z->show, map, name);
	threads = threads_per_eu(z, env, grf, &derived);
	put_number(z, map, "simd_size", "SIMD", simd);
	put_number(z, map, "grf_count", "GRF", grf);
	put_number(z, map, "threads_per_eu", "threads/EU", threads);
	if (derived)
		value_hint(value_bool(z->rec, map, "threads_per_eu_derived", true), VALUE_QUIET);
	z->threads_derived |= derived;
	put_size(z, map, "slm_size", "SLM", get(env, ENV_PATH, "slm_size"));
	put_number(z, map, "barrier_count", "barriers", get(env, ENV_PATH, "barrier_count"));
	put_memory(z, map, &memory, simd);
	put_size(z, map, "payload_size", "payload",
		 payload_size(list_of(kernel, "payload_arguments"), PAYLOAD_PATH, 32));
	value_hint(put_number(z, map, "per_thread_payload_size", NULL,
			      payload_size(list_of(kernel, "per_thread_payload_arguments"), PER_THREAD_PATH, 1)),
		   VALUE_QUIET);
	argument_count = put_number(z, map, "argument_count", "args", known(0));
	put_size(z, map, "code_size", "code", code_size(z, name));
	put_code_hash(z, map, name);
	put_flags(z, map, env, pseudo);
	if (pseudo)
		value_hint(value_bool(z->rec, map, "pseudo", true), VALUE_QUIET);
	TRY(zeargs_put(z->show, detail ? map : NULL, kernel, misc_of(z, name), z->schema, &arguments));
	if (argument_count)
		argument_count->as.u = arguments;
	if (!detail)
		return 0;
	put_env(z, map, env);
	if (!syb_ze_get(kernel, "payload_arguments"))
		value_hint(value_list(z->rec, map, "payload"), VALUE_QUIET);
	put_rest(z, map, kernel);
	return 0;
}

/* ---- functions ---- */

static int index_symbols(struct zeshow *z)
{
	for (size_t i = 0; z->zebin && i < syb_zebin_symbol_count(z->zebin); i++) {
		const struct syb_zebin_symbol *symbol = syb_zebin_symbol_at(z->zebin, i);

		if (symbol->section)
			TRY(hash_put(z->show->ctx, &z->symbols, symbol->name, strlen(symbol->name), (size_t)symbol,
				     NULL, NULL));
	}
	return 0;
}

static struct number function_size(const struct zeshow *z, const char *name)
{
	const size_t *stored = hash_get(&z->symbols, name, strlen(name));

	return stored ? known((int64_t)((const struct syb_zebin_symbol *)*stored)->size) : (struct number){ 0 };
}

static void put_function(struct zeshow *z, struct syb_value *list, const struct syb_ze_node *function)
{
	const struct syb_ze_node *env = map_of(function, "execution_env");
	struct syb_value *map = value_map(z->rec, list, NULL);
	const char *name = "";

	(void)!syb_ze_str(function, "/functions[]", "name", &name);
	show_name(z->show, map, name);
	put_number(z, map, "simd_size", "SIMD", get(env, ENV_PATH, "simd_size"));
	put_number(z, map, "grf_count", "GRF", get(env, ENV_PATH, "grf_count"));
	put_number(z, map, "barrier_count", "barriers", get(env, ENV_PATH, "barrier_count"));
	put_size(z, map, "code_size", "code", function_size(z, name));
	if (!z->show->opts.detail)
		return;
	put_env(z, map, env);
	put_rest(z, map, function);
}

/* ---- the document ---- */

static void put_remarks(struct zeshow *z, struct syb_value *map)
{
	struct syb_value *list = value_list(z->rec, map, "remarks");
	char text[160];

	value_string(
		z->rec, list, NULL,
		z->show->opts.per_lane
			? "spill, private and scratch are shown per lane: bytes per hardware thread divided by SIMD"
			: "spill, private and scratch are bytes per hardware thread");
	if (z->sums) {
		snprintf(text, sizeof(text),
			 "spill+private: version %" PRIu32 ".%" PRIu32
			 " has one buffer for both (single_space), so only the sum is known",
			 z->schema.major, z->schema.minor);
		value_string(z->rec, list, NULL, text);
	}
	if (z->threads_derived)
		value_string(z->rec, list, NULL,
			     is_old_part(z)
				     ? "threads/EU is not stated: derived from the device"
				     : "threads/EU is not stated: derived from the registers (8 at 128, 4 at 256)");
}

static int index_misc(struct zeshow *z)
{
	const struct syb_ze_node *list = list_of(syb_zeinfo_root(z->info), "kernels_misc_info");

	for (size_t i = 0; list && i < syb_ze_count(list); i++) {
		const struct syb_ze_node *misc = syb_ze_at(list, i), *name;

		name = syb_ze_kind(misc) == SYB_ZE_NODE_MAP ? syb_ze_get(misc, "name") : NULL;
		if (name)
			TRY(hash_put(z->show->ctx, &z->misc, syb_ze_text(name), strlen(syb_ze_text(name)), (size_t)misc,
				     NULL, NULL));
	}
	return 0;
}

static struct zeshow zeshow_of(struct show *s, const struct syb_zeinfo *info, const struct syb_zebin *zebin)
{
	struct zeshow z = { .show = s, .rec = s->rec, .info = info, .zebin = zebin };

	z.schema = zeinfo_version_of(syb_zeinfo_root(info));
	return z;
}

int show_zeinfo_kernels(struct show *s, const struct syb_zeinfo *info, const struct syb_zebin *zebin,
			struct syb_value *map)
{
	_cleanup_(drop) struct zeshow z = zeshow_of(s, info, zebin);
	struct syb_value *list = value_hint(value_list(s->rec, map, "kernels"), VALUE_TABLE);

	TRY(index_misc(&z));
	for (size_t i = 0; i < syb_zeinfo_kernel_count(info); i++)
		TRY(put_kernel(&z, list, syb_zeinfo_kernel_at(info, i)));
	if (syb_zeinfo_kernel_count(info))
		put_remarks(&z, map);
	return 0;
}

int show_zeinfo_rest(struct show *s, const struct syb_zeinfo *info, const struct syb_zebin *zebin,
		     struct syb_value *map)
{
	_cleanup_(drop) struct zeshow z = zeshow_of(s, info, zebin);
	const struct syb_ze_node *root = syb_zeinfo_root(info), *node = root ? syb_ze_get(root, "version") : NULL;
	size_t count = syb_zeinfo_function_count(info);
	struct syb_value *list;
	const char *key;

	TRY(count ? index_symbols(&z) : 0);
	value_label(s->rec, value_string_or_null(s->rec, map, "ze_info_version", node ? syb_ze_text(node) : NULL),
		    "ZE Info version");
	list = value_hint(value_list(s->rec, map, "functions"), count ? VALUE_TABLE : VALUE_QUIET);
	for (size_t i = 0; i < count; i++)
		put_function(&z, list, syb_zeinfo_function_at(info, i));
	if (!s->opts.detail)
		return 0;
	map = value_hint(value_map(s->rec, map, "ze_info"), VALUE_QUIET);
	for (size_t i = 0; root && (node = zenode_next(root, &i, &key));) {
		const bool shown = str_eq(key, "kernels") || str_eq(key, "functions");

		if (!str_eq(key, "version") && !(shown && syb_ze_kind(node) == SYB_ZE_NODE_LIST))
			zenode_put(s, map, key, node, z.schema);
	}
	return 0;
}
