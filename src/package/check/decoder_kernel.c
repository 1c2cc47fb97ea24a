/* package/check/decoder_kernel.c — one kernel of ZE Info as a driver's decoder reads it. Each part is read by the
 * schema first, then checked; as in the decoder, the first part that is refused ends the kernel. */
#include "decoder.h"

#include "base/order.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define PATH "/kernels[]/"

/* The kind of an argument; if a second entry is of another kind, the process aborts. */
enum use_kind {
	USE_NONE, /* not an argument of the user */
	USE_POINTER,
	USE_IMAGE,
	USE_SAMPLER,
	USE_VALUE,
	USE_BY_SPACE, /* arg_bypointer: the address space decides */
	USE_THREAD,   /* belongs to the per-thread payload */
};

struct use {
	int64_t index;
	size_t order;
	enum use_kind kind;
	bool placed;     /* has a source_offset */
	bool by_pointer; /* arg_bypointer */
	bool access;     /* has an access_type; then all later entries must */
	const struct dy_node *node;
};

struct kernel {
	struct decoder *d;
	char name[64]; /* for messages */
	const struct dy_node *env;
	int64_t simd, inline_size; /* of it; looked up once, as it may have many entries */
	struct use *uses;
	size_t count, room;
	size_t *arguments; /* where to store their number; NULL for a second kernel of the name */
	/* address modes of arguments; fixed_entry: binding table entries that do not belong to an argument */
	bool bindless_buffer, stateful_buffer, bindless_image, stateful_image, fixed_entry;
	bool slots[2]; /* scratch slots that are used */
};

/* ---- sizes by type ---- */

enum { SIZES_ANY = 0, SIZE_4 = 1 << 4, SIZE_8 = 1 << 8, SIZES_X3 = SIZE_4 | SIZE_8 | 1 << 12 };

static const struct arg_rule {
	const char *name;
	enum use_kind use;
	unsigned sizes; /* bit n: n bytes are right */
} arg_rules[] = {
	{ "arg_bypointer", USE_BY_SPACE, SIZES_ANY },
	{ "arg_byvalue", USE_VALUE, SIZES_ANY },
	{ "buffer_address", USE_POINTER, SIZES_ANY },
	{ "buffer_offset", USE_POINTER, SIZE_4 },
	{ "buffer_size", USE_POINTER, SIZE_8 },
	{ "enqueued_local_size", USE_NONE, SIZES_X3 },
	{ "flat_image_baseoffset", USE_IMAGE, SIZES_ANY },
	{ "flat_image_height", USE_IMAGE, SIZES_ANY },
	{ "flat_image_pitch", USE_IMAGE, SIZES_ANY },
	{ "flat_image_width", USE_IMAGE, SIZES_ANY },
	{ "global_id_offset", USE_NONE, SIZES_X3 },
	{ "global_size", USE_NONE, SIZES_X3 },
	{ "group_count", USE_NONE, SIZES_X3 },
	{ "image_array_size", USE_IMAGE, SIZES_ANY },
	{ "image_channel_data_type", USE_IMAGE, SIZES_ANY },
	{ "image_channel_order", USE_IMAGE, SIZES_ANY },
	{ "image_depth", USE_IMAGE, SIZES_ANY },
	{ "image_height", USE_IMAGE, SIZES_ANY },
	{ "image_num_mip_levels", USE_IMAGE, SIZES_ANY },
	{ "image_num_samples", USE_IMAGE, SIZES_ANY },
	{ "image_width", USE_IMAGE, SIZES_ANY },
	{ "local_id", USE_THREAD, SIZES_ANY },
	{ "local_size", USE_NONE, SIZES_X3 },
	{ "packed_local_ids", USE_THREAD, SIZES_ANY },
	{ "region_group_dimension", USE_NONE, SIZE_4 },
	{ "sampler_address", USE_SAMPLER, SIZES_ANY },
	{ "sampler_normalized", USE_SAMPLER, SIZES_ANY },
	{ "sampler_snap_wa", USE_SAMPLER, SIZES_ANY },
	{ "work_dimensions", USE_NONE, SIZE_4 },
};

static const struct arg_rule *rule_of(const struct kernel *k, struct dy_token type)
{
	for (size_t i = 0; i < ARRAY_SIZE(arg_rules); i++)
		if (dy_is(&k->d->doc, type, arg_rules[i].name))
			return &arg_rules[i];
	return NULL;
}

/* The value of a key, or nothing. */
static struct dy_token value_of(const struct kernel *k, const struct dy_node *map, const char *key)
{
	const struct dy_node *n = decoder_find(k->d, map, key);

	return n ? n->value : (struct dy_token){ 0 };
}

static bool is(const struct kernel *k, struct dy_token token, const char *text)
{
	return dy_is(&k->d->doc, token, text);
}

/* The decoder refuses the kernel; false, for callers that return whether a part is good. */
static bool refuse(struct kernel *k, const struct dy_node *node, const char *check, const char *why)
{
	decoder_error(k->d, DECODER_INVALID, node, check, "%s: %s", k->name, why);
	return false;
}

SYB_PRINTF(3, 4) static bool aborts(struct kernel *k, const struct dy_node *node, const char *fmt, ...)
{
	char text[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	decoder_error(k->d, DECODER_ABORTS, node, "decoder-abort", "%s: %s", k->name, text);
	return false;
}

/* Read all items of a list by the schema. */
static bool read_items(struct kernel *k, const struct dy_node *list, const char *path)
{
	bool good = true;

	for (const struct dy_node *n = decoder_first(k->d, list); n; n = decoder_next(k->d, n))
		good = decoder_map(k->d, n, path) && good;
	return good;
}

/* The same, and check each of them, up to the first that is refused. */
static bool check_items(struct kernel *k, const struct dy_node *list, const char *path,
			bool (*check)(struct kernel *k, const struct dy_node *item))
{
	bool good = read_items(k, list, path);

	for (const struct dy_node *n = decoder_first(k->d, list); n && good; n = decoder_next(k->d, n))
		good = check(k, n);
	return good;
}

/* ---- execution environment ---- */

static bool check_env(struct kernel *k)
{
	struct decoder *d = k->d;
	int64_t simd = decoder_int(d, k->env, "simd_size", -1);
	int64_t mode = decoder_int(d, k->env, "slm_alloc_mode", 0);

	k->simd = simd;
	k->inline_size = decoder_int(d, k->env, "inline_data_payload_size", 0);
	if (!decoder_map(d, k->env, PATH "execution_env"))
		return false;
	if (!d->modern)
		simd = (uint8_t)simd; /* 264 is 8 there */
	if (simd != 1 && simd != 8 && simd != 16 && simd != 32)
		return refuse(k, k->env, "decoder-simd", "simd_size is not 1, 8, 16 or 32");
	if (mode != 0 && mode != 1 && d->version.minor >= 73)
		return aborts(k, k->env, "slm_alloc_mode is not 0 or 1");
	return true;
}

/* ---- per-thread payload and samplers ---- */

static bool ids_fit(const struct kernel *k, int64_t size, int64_t grf)
{
	int64_t one = ((k->simd > 16 ? k->simd : 16) * 2 + grf - 1) / grf * grf;

	return size / one >= 1 && size / one <= 3;
}

static bool check_thread_arg(struct kernel *k, const struct dy_node *arg)
{
	struct decoder *d = k->d;
	struct dy_token type = value_of(k, arg, "arg_type");
	int64_t offset = decoder_int(d, arg, "offset", -1), size = decoder_int(d, arg, "size", -1);
	const bool ids = is(k, type, "local_id"), packed = is(k, type, "packed_local_ids");

	if (size == 0)
		return true; /* skipped */
	if (!ids && !packed)
		return refuse(k, arg, "decoder-argument", "a per-thread argument must be local_id or packed_local_ids");
	if (offset != 0)
		return refuse(k, arg, "decoder-argument",
			      ids ? "local_id must be at offset 0" : "packed_local_ids must be at offset 0");
	if (ids && (d->grf_size ? !ids_fit(k, size, d->grf_size) : !ids_fit(k, size, 32) && !ids_fit(k, size, 64)))
		return refuse(k, arg, "decoder-argument", "local_id must have the registers of 1, 2 or 3 ids");
	if (packed && (size / 2 < 1 || size / 2 > 3))
		return refuse(k, arg, "decoder-argument", "packed_local_ids must have 2, 4 or 6 bytes");
	return true;
}

static bool check_sampler(struct kernel *k, const struct dy_node *n)
{
	if (decoder_int(k->d, n, "sampler_index", -1) >= 0 && value_of(k, n, "addrmode").kind &&
	    value_of(k, n, "filtermode").kind)
		return true;
	return refuse(k, n, "decoder-sampler",
		      "an inline sampler needs an index that is not negative, addrmode and filtermode");
}

/* ---- payload ---- */

static enum use_kind use_of(const struct kernel *k, const struct dy_node *arg, const struct arg_rule *rule)
{
	struct dy_token space = value_of(k, arg, "addrspace");

	if (rule->use != USE_BY_SPACE)
		return rule->use;
	return is(k, space, "image") ? USE_IMAGE : is(k, space, "sampler") ? USE_SAMPLER : USE_POINTER;
}

/* Remember the address mode, for the rule about mixing. */
static void note_mode(struct kernel *k, enum use_kind kind, struct dy_token mode)
{
	bool bindless = is(k, mode, "bindless"), stateful = is(k, mode, "stateful");

	if (kind == USE_POINTER) {
		k->bindless_buffer = k->bindless_buffer || bindless;
		k->stateful_buffer = k->stateful_buffer || stateful;
	} else if (kind == USE_IMAGE) {
		k->bindless_image = k->bindless_image || bindless;
		k->stateful_image = k->stateful_image || stateful;
	}
}

static int add_use(struct kernel *k, const struct dy_node *arg, enum use_kind kind, bool pointer)
{
	TRY(VEC_PUSH(k->d->ctx, k->uses, k->count, k->room));
	k->uses[k->count] = (struct use){ .index = decoder_int(k->d, arg, "arg_index", -1),
					  .order = k->count,
					  .kind = kind,
					  .placed = decoder_int(k->d, arg, "source_offset", -1) >= 0,
					  .node = arg,
					  .by_pointer = pointer,
					  .access = pointer && value_of(k, arg, "access_type").kind };
	k->count++;
	return 0;
}

/* One argument of the user; implicit ones only have sizes. */
static int check_use(struct kernel *k, const struct dy_node *arg, enum use_kind kind, bool pointer)
{
	const int64_t index = decoder_int(k->d, arg, "arg_index", -1);
	struct dy_token mode = value_of(k, arg, "addrmode");

	if (pointer && !mode.kind)
		refuse(k, arg, "decoder-argument", "a pointer needs an addrmode");
	else if (pointer && kind != USE_POINTER && is(k, mode, "stateless"))
		refuse(k, arg, "decoder-argument", "images and samplers cannot be stateless");
	else if (index < 0)
		aborts(k, arg, "an argument without arg_index");
	else if (index > DECODER_ARGUMENTS)
		aborts(k, arg, "a table for %" PRId64 " arguments", index);
	else if (pointer && kind != USE_POINTER && is(k, mode, "slm"))
		aborts(k, arg, "an image or sampler in local memory");
	else {
		if (pointer)
			note_mode(k, kind, mode);
		return add_use(k, arg, kind, pointer);
	}
	return 0;
}

static int check_arg(struct kernel *k, const struct dy_node *arg, size_t samplers)
{
	struct decoder *d = k->d;
	struct dy_token type = value_of(k, arg, "arg_type");
	const struct arg_rule *rule = rule_of(k, type);
	int64_t size = decoder_int(d, arg, "size", -1), sampler = decoder_int(d, arg, "sampler_index", -1);
	int64_t end = decoder_int(d, arg, "offset", 0) + decoder_int(d, arg, "size", 0);
	const char *why = NULL;

	if (!type.kind || (rule && rule->use == USE_THREAD))
		why = "not an argument type of the payload";
	else if (rule && rule->sizes && (size < 0 || size > 12 || !(rule->sizes & 1U << size)))
		why = "an argument of this type cannot have this size";
	else if ((is(k, type, "scratch_pointer") || is(k, type, "indirect_data_pointer")) && end > k->inline_size)
		why = "this argument must be within inline_data_payload_size";
	else if (is(k, type, "inline_sampler") && (sampler < 0 || (uint64_t)sampler >= samplers))
		why = "sampler_index does not name an inline sampler";
	if (why) {
		refuse(k, arg, "decoder-argument", why);
		return 0;
	}
	if (is(k, type, "const_base") || is(k, type, "global_base"))
		k->fixed_entry = k->fixed_entry || decoder_int(d, arg, "bti_value", -1) >= 0;
	if (!rule || rule->use == USE_NONE)
		return 0;
	return check_use(k, arg, use_of(k, arg, rule), rule->use == USE_BY_SPACE);
}

static int by_index(const void *a, const void *b)
{
	const struct use *x = a, *y = b;

	if (x->index != y->index)
		return ORDER(x->index, y->index);
	return x->order < y->order ? -1 : 1;
}

/* Entries for one argument agree; parts of a value say where they come from. */
static void check_uses(struct kernel *k)
{
	if (k->count)
		qsort(k->uses, k->count, sizeof(*k->uses), by_index);
	for (size_t i = 1; i < k->count; i++) {
		struct use *before = &k->uses[i - 1], *u = &k->uses[i];

		if (u->index != before->index)
			continue;
		if (u->by_pointer && !u->access && before->access)
			aborts(k, u->node,
			       "argument %" PRId64 " has an access_type in one entry and none in a later one",
			       u->index);
		u->access = u->access || before->access;
		if (u->kind != before->kind)
			aborts(k, u->node, "argument %" PRId64 " is of two kinds", u->index);
		else if (u->kind == USE_VALUE && !u->placed)
			decoder_error(k->d, DECODER_INVALID, u->node, "decoder-argument",
				      "%s: another part of argument %" PRId64 " lacks source_offset", k->name,
				      u->index);
	}
}

static int check_payload(struct kernel *k, const struct dy_node *list, const struct dy_node *samplers, bool *out_good)
{
	size_t before = k->d->errors;
	size_t sampler_count = 0;

	*out_good = read_items(k, list, PATH "payload_arguments[]");
	for (const struct dy_node *n = decoder_first(k->d, samplers); n; n = decoder_next(k->d, n))
		sampler_count++;
	for (const struct dy_node *n = decoder_first(k->d, list); n && *out_good; n = decoder_next(k->d, n))
		TRY(check_arg(k, n, sampler_count));
	check_uses(k);
	*out_good = *out_good && k->d->errors == before;
	if (k->arguments && k->count)
		*k->arguments = (size_t)k->uses[k->count - 1].index + 1; /* they are sorted */
	return 0;
}

/* ---- memory ---- */

static bool check_buffer(struct kernel *k, const struct dy_node *n)
{
	struct dy_token type = value_of(k, n, "type"), usage = value_of(k, n, "usage");
	int64_t size = decoder_int(k->d, n, "size", 0), slot = decoder_int(k->d, n, "slot", 0);
	const bool global = is(k, type, "global"), scratch = is(k, type, "scratch");
	const char *why = NULL;

	if (scratch && slot < 0)
		return aborts(k, n, "scratch slot %" PRId64, slot);
	if (size < 1 || size > INT32_MAX - (k->d->modern ? 1 : 0))
		why = "a memory buffer needs a size";
	else if (!global && !scratch)
		why = "a memory buffer must be global or scratch";
	else if (global && !is(k, usage, "private_space"))
		why = "the usage of a global buffer must be private_space";
	else if (scratch && slot > 1)
		why = "scratch has slots 0 and 1";
	else if (scratch && k->slots[slot])
		why = "a scratch slot is used twice";
	else if (scratch)
		k->slots[slot] = true;
	return why ? refuse(k, n, "decoder-buffer", why) : true;
}

/* ---- binding table ---- */

static int to_index(const void *key, const void *use)
{
	int64_t a = *(const int64_t *)key, b = ((const struct use *)use)->index;

	return ORDER(a, b);
}

static bool check_binding(struct kernel *k, const struct dy_node *n)
{
	int64_t index = decoder_int(k->d, n, "arg_index", 0);
	const struct use *u = k->count ? bsearch(&index, k->uses, k->count, sizeof(*k->uses), to_index) : NULL;

	if (u && (u->kind == USE_POINTER || u->kind == USE_IMAGE))
		return true;
	decoder_error(k->d, DECODER_INVALID, n, "decoder-binding",
		      "%s: an entry for argument %" PRId64 ", which is not a pointer or image", k->name, index);
	return false;
}

/* Modern drivers require all buffers, and all images, to be bindless, or none. */
static void check_mixed(struct kernel *k, const struct dy_node *debug_env)
{
	const char *what = NULL;

	if (!k->d->modern)
		return;
	if (debug_env && decoder_int(k->d, debug_env, "sip_surface_bti", -1) >= 0)
		k->fixed_entry = true;
	if (k->bindless_buffer && k->stateful_buffer)
		what = "buffers";
	else if (k->bindless_image && k->stateful_image)
		what = "images";
	else if (k->fixed_entry && (k->bindless_buffer || k->bindless_image))
		what = "arguments and entries of the binding table";
	if (what)
		decoder_error(k->d, DECODER_INVALID, k->env, "decoder-mixed", "%s: bindless and stateful %s", k->name,
			      what);
}

/* ---- the kernel ---- */

enum part {
	PART_NAME,
	PART_ENV,
	PART_USER,
	PART_PAYLOAD,
	PART_THREAD,
	PART_BINDING,
	PART_MEMORY,
	PART_SAMPLERS,
	PART_EXPERIMENTAL,
	PART_DEBUG,
	PART_COUNT
};

static const char *const part_names[PART_COUNT] = {
	"name",
	"execution_env",
	"user_attributes",
	"payload_arguments",
	"per_thread_payload_arguments",
	"binding_table_indices",
	"per_thread_memory_buffers",
	"inline_samplers",
	"experimental_properties",
	"debug_env",
};

static bool find_parts(struct decoder *d, const struct dy_node *kernel, const struct dy_node *parts[PART_COUNT])
{
	size_t before = d->errors;

	for (const struct dy_node *n = decoder_first(d, kernel); n; n = decoder_next(d, n)) {
		size_t i = 0;

		while (i < PART_COUNT && !dy_is(&d->doc, n->key, part_names[i]))
			i++;
		if (i == PART_COUNT)
			decoder_unknown(d, n, "/kernels[]");
		else if (parts[i])
			decoder_error(d, DECODER_INVALID, n, "decoder-repeated", "%s appears twice", part_names[i]);
		else
			parts[i] = n;
	}
	for (size_t i = PART_NAME; i <= PART_ENV; i++)
		if (!parts[i])
			decoder_error(d, DECODER_INVALID, kernel, "decoder-missing", "a kernel lacks %s",
				      part_names[i]);
	return d->errors == before;
}

static int check_name(struct kernel *k, const struct dy_node *name, bool *out_good)
{
	struct decoder *d = k->d;
	struct span raw = dy_span(&d->doc, name->value), s = dy_string(&d->doc, name->value, d->modern);
	size_t *size = d->texts ? hash_get(d->texts, s.ptr, s.len) : NULL, *value;
	bool found;
	int r;

	*out_good = false;
	memcpy(k->name, decoder_word(s).text, sizeof(k->name));
	if (!name->value.kind) {
		decoder_error(d, DECODER_ABORTS, name, "decoder-abort", "the name of a kernel is empty");
		return 0;
	}
	if (d->texts && (!size || (d->modern && *size == 0))) {
		decoder_error(d, DECODER_INVALID, name, "decoder-text", "%s: the section .text.%s is missing", k->name,
			      k->name);
		return 0;
	}
	*out_good = true;
	r = hash_put(d->ctx, &d->kernels, raw.ptr, raw.len, 0, &value, &found);
	k->arguments = r < 0 || found ? NULL : value; /* valid: nothing is put before the kernel is done */
	return r;
}

static int check_parts(struct kernel *k, const struct dy_node *parts[PART_COUNT])
{
	struct decoder *d = k->d;
	bool good;

	TRY(check_name(k, parts[PART_NAME], &good));
	k->env = parts[PART_ENV];
	if (!good || !check_env(k))
		return 0;
	if (parts[PART_USER] && !decoder_map(d, parts[PART_USER], PATH "user_attributes"))
		return 0;
	if (parts[PART_DEBUG] && !decoder_map(d, parts[PART_DEBUG], PATH "debug_env"))
		return 0;
	if (!check_items(k, parts[PART_THREAD], PATH "per_thread_payload_arguments[]", check_thread_arg) ||
	    !check_items(k, parts[PART_SAMPLERS], PATH "inline_samplers[]", check_sampler))
		return 0;
	TRY(check_payload(k, parts[PART_PAYLOAD], parts[PART_SAMPLERS], &good));
	if (!good)
		return 0;
	/* of experimental_properties only the old form, a list, is read; old decoders ignore errors in it */
	if (check_items(k, parts[PART_MEMORY], PATH "per_thread_memory_buffers[]", check_buffer) &&
	    read_items(k, d->modern ? parts[PART_EXPERIMENTAL] : NULL, PATH "experimental_properties") &&
	    check_items(k, parts[PART_BINDING], PATH "binding_table_indices[]", check_binding))
		check_mixed(k, parts[PART_DEBUG]);
	return 0;
}

int decoder_kernel(struct decoder *d, const struct dy_node *node)
{
	const struct dy_node *parts[PART_COUNT] = { 0 };
	struct allocator a = allocator_of(d->ctx);
	struct kernel k = { .d = d };
	int r = 0;

	if (find_parts(d, node, parts))
		r = check_parts(&k, parts);
	allocator_free(a, k.uses);
	return r;
}
