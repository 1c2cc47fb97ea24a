/* ir/aspects/aspects.c — aspects of a module; see aspects.h.
 *
 * Numbers changed between versions of the compiler, so the module's own list of names has priority; our table serves
 * modules without one. */
#include "aspects.h"

#include <stdio.h>
#include <sybil/target.h>

enum { FP64 = 6, ASPECT_MOST = 999999999 };

static const char *const name_lists[] = { "sycl_aspects", "intel_aspects" };

static int stick(struct aspects *a, int r)
{
	if (a->r == 0)
		a->r = r;
	return r;
}

/* A key that lives as long as the set's memory: tables borrow theirs. */
static void *keep(struct aspects *a, const void *key, size_t len)
{
	void *copy = arena_alloc(a->ctx, &a->arena, len);

	if (!copy)
		stick(a, -SYB_E_NOMEM);
	else
		memcpy(copy, key, len);
	return copy;
}

/* Remember a value for a key unless it has one. */
static void put(struct aspects *a, struct hash *hash, const void *key, size_t len, size_t value)
{
	void *copy = keep(a, key, len);
	size_t *stored;
	bool found;

	if (copy && hash_put(a->ctx, hash, copy, len, value, &stored, &found) < 0)
		stick(a, -SYB_E_NOMEM);
}

/* The name that our table has for a number of the module. */
static const char *table_name(const struct aspects *a, int64_t number)
{
	const struct syb_aspect_info *info = number >= 0 && number <= UINT32_MAX
						     ? syb_aspect_find(syb_aspect_decode(a->numbers, (uint32_t)number))
						     : NULL;

	return info ? info->name : NULL;
}

size_t aspects_index(struct aspects *a, int64_t number)
{
	size_t *known = hash_get(&a->index, &number, sizeof(number));

	if (known)
		return *known;
	if (a->r < 0)
		return 0;
	if (a->count == ASPECTS_MOST) {
		stick(a, syb_fail(a->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit",
				  "the module uses more than %d different aspects", ASPECTS_MOST));
		return 0;
	}
	if (VEC_PUSH(a->ctx, a->list, a->count, a->room) < 0) {
		stick(a, -SYB_E_NOMEM);
		return 0;
	}
	a->list[a->count] = (struct aspect){ number, table_name(a, number) };
	put(a, &a->index, &number, sizeof(number), a->count);
	return a->count++;
}

/* ---- sets ---- */

static aspect_set intern(struct aspects *a, const struct aspect_bits *bits)
{
	size_t *known = hash_get(&a->ids, bits->words, sizeof(bits->words)), *stored;
	struct aspect_bits *copy;
	bool found;

	if (known)
		return (aspect_set)*known;
	if (a->r < 0)
		return 0;
	copy = keep(a, bits, sizeof(*bits));
	if (!copy)
		return 0;
	if (VEC_PUSH(a->ctx, a->sets, a->set_count, a->set_room) < 0 ||
	    hash_put(a->ctx, &a->ids, copy->words, sizeof(copy->words), a->set_count, &stored, &found) < 0) {
		stick(a, -SYB_E_NOMEM);
		return 0;
	}
	a->sets[a->set_count] = copy;
	return (aspect_set)a->set_count++;
}

aspect_set aspects_one(struct aspects *a, int64_t number)
{
	struct aspect_bits bits = { 0 };
	size_t i = aspects_index(a, number);

	bits.words[i / 64] |= UINT64_C(1) << (i % 64);
	return a->r < 0 ? 0 : intern(a, &bits);
}

static bool contains(const struct aspects *a, const struct aspect_bits *big, const struct aspect_bits *small)
{
	for (size_t i = 0; i * 64 < a->count; i++)
		if (small->words[i] & ~big->words[i])
			return false;
	return true;
}

aspect_set aspects_union_slow(struct aspects *a, aspect_set x, aspect_set y)
{
	const uint64_t pair = x < y ? (uint64_t)x << 32 | y : (uint64_t)y << 32 | x;
	const struct aspect_bits *left = a->sets[x], *right = a->sets[y];
	struct aspect_bits bits = { 0 };
	aspect_set set;
	size_t *known;

	if (contains(a, left, right))
		return x;
	if (contains(a, right, left))
		return y;
	known = hash_get(&a->unions, &pair, sizeof(pair));
	if (known)
		return (aspect_set)*known;
	for (size_t i = 0; i < ASPECT_WORDS; i++)
		bits.words[i] = left->words[i] | right->words[i];
	set = intern(a, &bits);
	put(a, &a->unions, &pair, sizeof(pair), set);
	return set;
}

aspect_set aspects_without(struct aspects *a, aspect_set x, aspect_set y)
{
	struct aspect_bits bits = { 0 };

	if (x == 0 || y == 0)
		return x;
	for (size_t i = 0; i < ASPECT_WORDS; i++)
		bits.words[i] = a->sets[x]->words[i] & ~a->sets[y]->words[i];
	return intern(a, &bits);
}

bool aspects_in(const struct aspects *a, aspect_set set, size_t index)
{
	return a->sets[set]->words[index / 64] >> (index % 64) & 1;
}

static uint16_t *sort_members(struct aspects *a, aspect_set set, size_t *out_count)
{
	uint16_t *members = arena_array(a->ctx, &a->arena, a->count + 1, sizeof(*members));
	size_t count = 0;

	for (size_t i = 0; i < a->count && members; i++) {
		size_t at = count;

		if (!aspects_in(a, set, i))
			continue;
		for (; at > 0 && a->list[members[at - 1]].number > a->list[i].number; at--)
			members[at] = members[at - 1];
		members[at] = (uint16_t)i;
		count++;
	}
	*out_count = count;
	return members;
}

const uint16_t *aspects_members(struct aspects *a, aspect_set set, size_t *out_count)
{
	struct aspect_bits *bits = a->sets[set];

	if (!bits->members)
		bits->members = sort_members(a, set, &bits->member_count);
	if (!bits->members)
		stick(a, -SYB_E_NOMEM);
	*out_count = bits->member_count;
	return bits->members;
}

/* ---- names and lists ---- */

bool aspects_number(const struct aspects *a, const char *name, size_t len, int64_t *out_number)
{
	size_t *index = hash_get(&a->named, name, len);

	if (index) {
		*out_number = a->list[*index].number;
		return true;
	}
	for (size_t i = 0; i < syb_aspect_count(); i++) {
		const struct syb_aspect_info *info = syb_aspect_at(i);

		if ((strlen(info->name) == len && memcmp(info->name, name, len) == 0) ||
		    (info->also && strlen(info->also) == len && memcmp(info->also, name, len) == 0)) {
			uint32_t number;

			if (!syb_aspect_encode(a->numbers, info->number, &number))
				return false;
			*out_number = number;
			return true;
		}
	}
	return false;
}

void aspects_nearest(const struct aspects *aspects, const char *given, struct nearest *best)
{
	for (size_t i = 0; i < aspects->count; i++)
		if (aspects->list[i].name)
			nearest_try(best, given, aspects->list[i].name);
	for (size_t i = 0; i < syb_aspect_count(); i++)
		nearest_try(best, given, syb_aspect_at(i)->name);
}

/* Reads {name, number}; false for other nodes. */
static bool read_pair(LLVMMetadataRef node, const char **out_name, size_t *out_len, int64_t *out_number)
{
	*out_name = shim_string(shim_node_at(node, 0), out_len);
	return shim_node_count(node) == 2 && *out_name && shim_integer(shim_node_at(node, 1), out_number);
}

bool aspects_of_operand(const struct aspects *a, LLVMMetadataRef operand, int64_t *out_number)
{
	const char *name;
	size_t len;

	if (shim_integer(operand, out_number))
		return true;
	name = shim_string(operand, &len);
	if (name)
		return aspects_number(a, name, len, out_number);
	return shim_is_node(operand) && read_pair(operand, &name, &len, out_number);
}

static const struct syb_aspect_info *parse(const char *name, size_t len)
{
	char text[64];

	if (len >= sizeof(text))
		return NULL;
	memcpy(text, name, len);
	text[len] = '\0';
	return syb_aspect_parse(text);
}

enum syb_aspect_numbers aspects_stated(LLVMModuleRef module)
{
	for (size_t k = 0; k < ARRAY_SIZE(name_lists); k++) {
		for (size_t i = 0; i < shim_named_count(module, name_lists[k]); i++) {
			const struct syb_aspect_info *info;
			uint32_t old = 0, now = 0;
			bool has_old, has_now;
			const char *name;
			int64_t number;
			size_t len;

			if (!read_pair(shim_named_at(module, name_lists[k], i), &name, &len, &number))
				continue;
			info = parse(name, len);
			if (!info)
				continue;
			has_old = syb_aspect_encode(SYB_ASPECT_NUMBERS_2025, info->number, &old) && old == number;
			has_now = syb_aspect_encode(SYB_ASPECT_NUMBERS_2026, info->number, &now) && now == number;
			if (has_old != has_now)
				return has_old ? SYB_ASPECT_NUMBERS_2025 : SYB_ASPECT_NUMBERS_2026;
		}
	}
	return SYB_ASPECT_NUMBERS_DEFAULT;
}

/* The module's first name of a number has priority over later ones and over our table. */
static void name_aspect(struct aspects *a, int64_t number, const char *name, size_t len)
{
	size_t index = aspects_index(a, number);
	char *copy;

	if (a->r < 0 || (a->list[index].name && a->list[index].name != table_name(a, number)))
		return;
	copy = arena_string(a->ctx, &a->arena, name, len);
	if (!copy)
		stick(a, -SYB_E_NOMEM);
	a->list[index].name = copy;
}

void aspects_learn(struct aspects *a, LLVMMetadataRef operand)
{
	const char *name;
	int64_t number;
	size_t len;

	if (shim_is_node(operand) && read_pair(operand, &name, &len, &number))
		name_aspect(a, number, name, len);
}

aspect_set aspects_of_list(struct aspects *a, LLVMMetadataRef node)
{
	size_t *known, count = shim_node_count(node);
	aspect_set set = 0;

	if (count == 0)
		return 0;
	known = hash_get(&a->nodes, &node, sizeof(LLVMMetadataRef));
	if (known)
		return (aspect_set)*known;
	for (size_t i = 0; i < count; i++) {
		LLVMMetadataRef operand = shim_node_at(node, i);
		int64_t number;

		if (!aspects_of_operand(a, operand, &number))
			continue;
		aspects_learn(a, operand);
		set = aspects_union(a, set, aspects_one(a, number));
	}
	put(a, &a->nodes, &node, sizeof(LLVMMetadataRef), set);
	return set;
}

aspect_set aspects_of_text(struct aspects *a, const char *text, size_t len)
{
	struct text rest = { text, len };
	aspect_set set = 0;

	while (rest.len) {
		struct text one = text_trim(text_cut(&rest, ','));
		int64_t number;

		if (text_number(one, -ASPECT_MOST, ASPECT_MOST, &number) ||
		    aspects_number(a, one.ptr, one.len, &number))
			set = aspects_union(a, set, aspects_one(a, number));
	}
	return set;
}

const char *aspects_name(struct aspects *a, size_t index)
{
	if (a->list[index].name)
		return a->list[index].name;
	return arena_printf(a->ctx, &a->arena, "%lld", (long long)a->list[index].number);
}

int aspects_target_name(struct aspects *a, LLVMMetadataRef operand, const char **out_name)
{
	struct text name = text_of(shim_is_node(operand) ? shim_node_at(operand, 0) : operand);
	int64_t number;
	size_t index;

	*out_name = NULL;
	if (!name.ptr && !aspects_of_operand(a, operand, &number))
		return 0;
	if (name.ptr) {
		*out_name = arena_string(a->ctx, &a->arena, name.ptr, name.len);
	} else {
		index = aspects_index(a, number);
		TRY(a->r);
		*out_name = aspects_name(a, index);
	}
	return *out_name ? 0 : -SYB_E_NOMEM;
}

const char *aspects_target_alias(const struct syb_devices *devices, const char *name)
{
	const struct syb_device *device = devices && name ? syb_devices_find(devices, name) : NULL;

	return device ? device->name : name;
}

/* A name that no table has may belong to a newer compiler, and keeps its number, unless that is another aspect's. */
int aspects_export(struct aspects *a, int64_t number, uint32_t *out_number)
{
	const enum syb_aspect_numbers numbers = syb_ctx_aspect_numbers(a->ctx);
	const size_t index = aspects_index(a, number);
	const char *name = a->r == 0 ? a->list[index].name : NULL;
	const struct syb_aspect_info *info = name ? syb_aspect_parse(name) : NULL;
	bool known;

	if (a->r < 0)
		return a->r;
	if (info) {
		known = syb_aspect_encode(numbers, info->number, out_number);
	} else if (name) {
		*out_number = (uint32_t)number;
		known = !syb_aspect_find(syb_aspect_decode(numbers, *out_number));
	} else {
		known = syb_aspect_encode(numbers, syb_aspect_decode(a->numbers, (uint32_t)number), out_number);
	}
	if (known)
		return 0;
	return syb_fail(a->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "aspect-number",
			"aspect '%s' of the module has no number among those of %s", aspects_name(a, index),
			syb_aspect_numbers_name(numbers));
}

/* ---- a module ---- */

static void read_names(struct aspects *a, const char *list)
{
	size_t count = shim_named_count(a->ir->module, list);

	for (size_t i = 0; i < count && a->r == 0; i++) {
		LLVMMetadataRef node = shim_named_at(a->ir->module, list, i);
		const char *name;
		int64_t number;
		size_t len;

		if (!read_pair(node, &name, &len, &number))
			continue;
		name_aspect(a, number, name, len);
		if (a->r == 0)
			put(a, &a->named, name, len, aspects_index(a, number));
	}
}

static void find_kinds(struct aspects *a)
{
	a->used[SPELLING_SYCL] = md_kind(a->ir, "sycl_used_aspects");
	a->used[SPELLING_INTEL] = md_kind(a->ir, "intel_used_aspects");
	a->declared[SPELLING_SYCL] = md_kind(a->ir, "sycl_declared_aspects");
	a->declared[SPELLING_INTEL] = md_kind(a->ir, "intel_declared_aspects");
}

int aspects_init(struct aspects *a, struct syb_ctx *ctx, const struct syb_ir *ir)
{
	const struct aspect_bits empty = { 0 };
	int64_t fp64 = FP64;

	*a = (struct aspects){ .ctx = ctx, .ir = ir, .numbers = aspects_stated(ir->module) };
	if (!a->numbers)
		a->numbers = syb_ctx_assumed_aspect_numbers(ctx);
	intern(a, &empty);
	find_kinds(a);
	for (size_t i = 0; i < ARRAY_SIZE(name_lists); i++)
		read_names(a, name_lists[i]);
	if (a->r == 0) {
		aspects_number(a, "fp64", 4, &fp64);
		a->fp64 = aspects_one(a, fp64);
		opencl_aspects_init(a);
	}
	return a->r;
}

void aspects_free(struct aspects *a)
{
	struct allocator from = allocator_of(a->ctx);

	hash_free(&a->index);
	hash_free(&a->named);
	hash_free(&a->ids);
	hash_free(&a->unions);
	hash_free(&a->nodes);
	allocator_free(from, a->list);
	allocator_free(from, a->sets);
	arena_free(&a->arena);
}
