/* ir/describe/describe_requirements.c — SYCL/device requirements: what a device must have to run the image.
 *
 * What the entry points ask for, and what the functions below them turn out to ask for besides (external_checks.c). An
 * image with fixed targets states these and nothing else: who named the targets has promised that it runs there, and
 * its kernels may differ in what they use. DPC++'s runtime reads one sub-group size as a number and wants `aspects` to
 * be there; the documents have lists, and no empty ones. */
#include "describe.h"

#include "base/order.h"
#include "ir/properties/properties.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- functions ---- */

/* A number, a pair of name and number, or a name: only a number needs no list of names. */
static int add_operand(struct describer *d, LLVMMetadataRef operand, struct number_set *out)
{
	int64_t number;
	size_t len;

	if (shim_string(operand, &len) || shim_is_node(operand)) {
		TRY(describe_need_aspects(d));
		aspects_learn(&d->aspects, operand);
	}
	if (!aspects_of_operand(&d->aspects, operand, &number) || number < 0 || number > UINT32_MAX)
		return 0;
	return number_set_add(d->ctx, out, number);
}

static int add_property(struct describer *d, const struct requirer *from, struct number_set *out)
{
	size_t len, count;
	const char *text = requirer_device_has(from, &len);
	const uint16_t *members;

	if (!text)
		return 0;
	TRY(describe_need_aspects(d));
	members = aspects_members(&d->aspects, aspects_of_text(&d->aspects, text, len), &count);
	TRY(d->aspects.r);
	for (size_t i = 0; i < count; i++)
		if (d->aspects.list[members[i]].number >= 0)
			TRY(number_set_add(d->ctx, out, d->aspects.list[members[i]].number));
	return 0;
}

int describe_function_aspects(struct describer *d, const struct requirer *from, struct number_set *out)
{
	for (int k = 0; k < REQUIRES_ASPECTS; k++) {
		LLVMMetadataRef node = requirer_metadata(d->run->ir, from, (enum requirer_kind)k);
		size_t count = shim_node_count(node);

		for (size_t i = 0; i < count; i++)
			TRY(add_operand(d, shim_node_at(node, i), out));
	}
	return add_property(d, from, out);
}

bool describe_sub_group_size(const struct describer *d, const struct requirer *from, uint32_t *out_size)
{
	int64_t size;

	/* "primary" and "automatic" are strings */
	if (!shim_integer(shim_node_at(requirer_metadata(d->run->ir, from, REQUIRES_SUB_GROUP), 0), &size) ||
	    size <= 0 || size > UINT32_MAX)
		return false;
	*out_size = (uint32_t)size;
	return true;
}

/* Entry points with fixed targets ask for these and nothing else. Where all have them the image does. */
static bool asks(const struct describer *d, LLVMValueRef entry)
{
	return !d->image->targets_differ || (!shim_node_count(describe_metadata(d, entry, "sycl_fixed_targets")) &&
					     !shim_node_count(describe_metadata(d, entry, "intel_fixed_targets")));
}

/* ---- properties ---- */

static int write_numbers(struct describer *d, const char *key, const struct number_set *set)
{
	d->bytes.len = 0;
	for (size_t i = 0; i < set->count; i++)
		TRY(buf_u32(d->ctx, &d->bytes, (uint32_t)set->list[i]));
	return describe_bytes(d, key, d->bytes.ptr, d->bytes.len);
}

/* The module's numbers of aspects, as files have them. */
static int write_exported(struct describer *d, const char *key, const struct number_set *set)
{
	struct number_set exported = { 0 };
	int r = set->count ? describe_need_aspects(d) : 0;

	for (size_t i = 0; i < set->count && r == 0; i++) {
		uint32_t number;

		r = aspects_export(&d->aspects, set->list[i], &number);
		if (r == 0)
			r = number_set_add(d->ctx, &exported, number);
	}
	if (r == 0)
		r = write_numbers(d, key, &exported);
	allocator_free(allocator_of(d->ctx), exported.list);
	return r;
}

static int write_aspects(struct describer *d, const struct requirements *q)
{
	return q->aspects.count || !d->spec ? write_exported(d, "aspects", &q->aspects) : 0;
}

bool describe_target_number(const struct describer *d, const char *target, int64_t *out_number)
{
	struct text text = { target, strlen(target) };

	return aspects_number(&d->aspects, target, text.len, out_number) ||
	       text_number(text, 0, UINT32_MAX, out_number);
}

/* Numbers, where each target that is left has one. */
static int write_target_numbers(struct describer *d, const struct requirements *q, bool *out_done)
{
	struct number_set numbers = { 0 };
	int r = describe_need_aspects(d);

	*out_done = true;
	for (size_t i = 0; i < d->image->fixed_target_count && r == 0 && *out_done; i++) {
		int64_t number;

		if (!q->targets[i])
			continue;
		*out_done = describe_target_number(d, d->image->fixed_targets[i], &number) && number >= 0 &&
			    number <= UINT32_MAX;
		if (*out_done)
			r = number_set_add(d->ctx, &numbers, number);
	}
	if (r == 0 && *out_done)
		r = write_exported(d, "fixed_target", &numbers);
	allocator_free(allocator_of(d->ctx), numbers.list);
	return r;
}

static int write_targets(struct describer *d, const struct requirements *q)
{
	bool done = false;

	TRY(d->spec ? 0 : write_target_numbers(d, q, &done));
	if (done)
		return 0;
	d->bytes.len = 0;
	for (size_t i = 0; i < d->image->fixed_target_count; i++) {
		if (!q->targets[i])
			continue;
		if (d->bytes.len)
			TRY(buf_char(d->ctx, &d->bytes, ','));
		TRY(buf_text(d->ctx, &d->bytes, d->image->fixed_targets[i]));
	}
	return describe_bytes(d, "fixed_target", d->bytes.ptr, d->bytes.len);
}

/* The texts of all entry points, each once; they differ only where entry points were put together on demand. */
static int write_texts(struct describer *d, const char *key, const char *kind)
{
	struct hash seen = { 0 };
	size_t len, *stored;
	int r = 0;

	d->bytes.len = 0;
	for (size_t e = 0; e < d->image->entry_count && r == 0; e++) {
		bool counts = asks(d, d->image->entries[e]);
		LLVMMetadataRef node = counts ? describe_metadata(d, d->image->entries[e], kind) : NULL;

		for (size_t i = 0; i < shim_node_count(node) && r == 0; i++) {
			const char *text = shim_string(shim_node_at(node, i), &len);
			bool found = true;

			if (text && len)
				r = hash_put(d->ctx, &seen, text, len, 0, &stored, &found);
			if (r == 0 && !found && d->bytes.len)
				r = buf_char(d->ctx, &d->bytes, ';');
			if (r == 0 && !found)
				r = buf_add(d->ctx, &d->bytes, text, len);
		}
	}
	hash_free(&seen);
	if (r == 0 && d->bytes.len)
		r = describe_bytes(d, key, d->bytes.ptr, d->bytes.len);
	return r;
}

static int write_sub_group_sizes(struct describer *d, const struct requirements *q)
{
	uint32_t size;

	if (q->sub_group_sizes.count == 0)
		return 0;
	if (d->spec)
		return write_numbers(d, "reqd_sub_group_size", &q->sub_group_sizes);
	for (size_t i = 0; i < d->image->entry_count; i++) {
		const struct requirer entry = { .function = d->image->entries[i] };

		if (asks(d, entry.function) && describe_sub_group_size(d, &entry, &size))
			return describe_u32(d, "reqd_sub_group_size", size);
	}
	return describe_u32(d, "reqd_sub_group_size", (uint32_t)q->sub_group_sizes.list[0]);
}

static bool same_numbers(LLVMMetadataRef a, LLVMMetadataRef b)
{
	bool same = shim_node_count(a) == shim_node_count(b);
	int64_t x = 0, y = 0;

	for (size_t i = 0; a != b && i < shim_node_count(a) && same; i++)
		same = shim_integer(shim_node_at(a, i), &x) && shim_integer(shim_node_at(b, i), &y) && x == y;
	return same;
}

/* Entry points that a plan put together may not. */
static bool entries_agree(const struct describer *d, const char *kind)
{
	LLVMMetadataRef first = NULL;
	bool agree = true;

	for (size_t i = 0, asked = 0; i < d->image->entry_count && agree; i++) {
		LLVMMetadataRef node = describe_metadata(d, d->image->entries[i], kind);

		if (!asks(d, d->image->entries[i]))
			continue;
		if (asked++ == 0)
			first = node;
		agree = same_numbers(first, node);
	}
	return agree;
}

/* The first entry point that has the metadata speaks for all: those of an image agree, or it does no harm. */
static LLVMMetadataRef first_metadata(const struct describer *d, const char *kind)
{
	LLVMMetadataRef node = NULL;

	for (size_t i = 0; i < d->image->entry_count && shim_node_count(node) == 0; i++)
		if (asks(d, d->image->entries[i]))
			node = describe_metadata(d, d->image->entries[i], kind);
	return node;
}

static int write_work_group_size(struct describer *d)
{
	bool agree = d->image->planned ? entries_agree(d, "reqd_work_group_size") : d->image->feature_split;
	LLVMMetadataRef node = agree ? first_metadata(d, "reqd_work_group_size") : NULL;
	int64_t size;

	d->bytes.len = 0;
	for (size_t i = 0; i < shim_node_count(node); i++)
		if (shim_integer(shim_node_at(node, i), &size))
			TRY(buf_u64(d->ctx, &d->bytes, (uint64_t)size));
	if (d->bytes.len)
		TRY(describe_bytes(d, "reqd_work_group_size_uint64_t", d->bytes.ptr, d->bytes.len));
	return 0;
}

static int write_num_dim(struct describer *d)
{
	int64_t count;

	if (!shim_integer(shim_node_at(first_metadata(d, "work_group_num_dim"), 0), &count))
		return 0;
	return describe_u32(d, "work_group_num_dim", (uint32_t)count);
}

/* ---- the set ---- */

static int add_function(struct describer *d, const struct requirer *from, struct requirements *q)
{
	uint32_t size;

	TRY(describe_function_aspects(d, from, &q->aspects));
	if (describe_sub_group_size(d, from, &size))
		TRY(number_set_add(d->ctx, &q->sub_group_sizes, size));
	return 0;
}

static int collect(struct describer *d, struct requirements *q)
{
	for (size_t i = 0; i < d->image->entry_count; i++)
		if (asks(d, d->image->entries[i]))
			TRY(add_function(d, &(struct requirer){ .function = d->image->entries[i] }, q));
	return 0;
}

static int write_features(struct describer *d, struct requirements *q)
{
	TRY(collect(d, q));
	if (!d->image->targets_differ)
		TRY(external_checks(d, q));
	TRY(write_aspects(d, q));
	TRY(write_texts(d, "joint_matrix", "sycl_joint_matrix"));
	TRY(write_texts(d, "joint_matrix_mad", "sycl_joint_matrix_mad"));
	TRY(write_sub_group_sizes(d, q));
	TRY(write_work_group_size(d));
	return write_num_dim(d);
}

static int write_fixed(struct describer *d, struct requirements *q)
{
	q->targets = arena_array(d->ctx, &d->arena, d->image->fixed_target_count, sizeof(*q->targets));
	if (!q->targets)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < d->image->fixed_target_count; i++)
		q->targets[i] = true;
	if (!d->image->targets_differ)
		TRY(external_checks(d, q));
	if (!d->image->targets_differ)
		TRY(write_aspects(d, q));
	return write_targets(d, q);
}

/* ---- fixed targets of called functions ---- */

enum { CALLED_TARGETS_MOST = 1024 }; /* different ones; they are compared in pairs */

/* A name, or a number: by the name of the aspect, else in digits. NULL: it says nothing. */
static int read_target(struct describer *d, LLVMMetadataRef operand, const char **out_name)
{
	size_t len;
	const char *name = shim_string(shim_is_node(operand) ? shim_node_at(operand, 0) : operand, &len);
	char digits[24];
	int64_t number;

	*out_name = NULL;
	if (!name && !aspects_of_operand(&d->aspects, operand, &number))
		return 0;
	if (!name) {
		size_t index = aspects_index(&d->aspects, number);

		if (d->aspects.r < 0)
			return d->aspects.r;
		name = d->aspects.list[index].name;
		snprintf(digits, sizeof(digits), "%" PRId64, number);
		name = name ? name : digits;
		len = strlen(name);
	}
	*out_name = arena_string(d->ctx, &d->arena, name, len);
	return *out_name ? 0 : -SYB_E_NOMEM;
}

static int add_targets(struct describer *d, LLVMMetadataRef node, const char **names, size_t *count)
{
	for (size_t i = 0; i < shim_node_count(node); i++) {
		const char *name;
		bool found = false;

		TRY(read_target(d, shim_node_at(node, i), &name));
		for (size_t k = 0; k < *count && name && !found; k++)
			found = str_eq(names[k], name);
		if (!name || found)
			continue;
		if (*count == CALLED_TARGETS_MOST)
			return syb_fail(d->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too many fixed targets");
		names[(*count)++] = name;
	}
	return 0;
}

static int add_function_targets(struct describer *d, const struct requirer *from, const char **names, size_t *count)
{
	TRY(add_targets(d, requirer_metadata(d->run->ir, from, REQUIRES_SYCL_TARGETS), names, count));
	return add_targets(d, requirer_metadata(d->run->ir, from, REQUIRES_INTEL_TARGETS), names, count);
}

/* Kernels that were not compiled for certain targets may call functions that were. */
static int write_called_targets(struct describer *d)
{
	const struct image *image = d->image;
	struct requirements q = { 0 };
	struct image called = *image;
	int r = describe_need_aspects(d);

	called.fixed_targets = arena_array(d->ctx, &d->arena, CALLED_TARGETS_MOST, sizeof(*called.fixed_targets));
	if (!called.fixed_targets)
		return -SYB_E_NOMEM;
	for (LLVMValueRef f = LLVMGetFirstFunction(image->module); f && r == 0; f = LLVMGetNextFunction(f)) {
		LLVMMetadataRef list = requirers_of(d->run->ir, f);

		r = add_function_targets(d, &(struct requirer){ .function = f }, called.fixed_targets,
					 &called.fixed_target_count);
		for (size_t i = 0; i < shim_node_count(list) && r == 0; i++)
			r = add_function_targets(d, &(struct requirer){ .listed = shim_node_at(list, i) },
						 called.fixed_targets, &called.fixed_target_count);
	}
	if (r < 0 || called.fixed_target_count == 0)
		return r;
	qsort(called.fixed_targets, called.fixed_target_count, sizeof(*called.fixed_targets), order_texts);
	called.targets_differ = true; /* the kernels' own requirements are already written */
	d->image = &called;
	r = write_fixed(d, &q);
	d->image = image;
	return r;
}

/* ---- what code needs, whatever was promised ---- */

/* Entry points with different ones may be in one image: the form that has room for several, and cannot be taken for
 * another one when all three dimensions are there. */
static int write_all_work_group_sizes(struct describer *d)
{
	enum { DIMS = 3 };

	d->bytes.len = 0;
	for (size_t i = 0; i < d->image->entry_count; i++) {
		LLVMMetadataRef node = describe_metadata(d, d->image->entries[i], "reqd_work_group_size");

		if (shim_node_count(node) == 0)
			continue;
		TRY(buf_u32(d->ctx, &d->bytes, DIMS));
		for (size_t k = 0; k < DIMS; k++) {
			int64_t size = 1;

			if (k < shim_node_count(node))
				(void)shim_integer(shim_node_at(node, k), &size);
			TRY(buf_u32(d->ctx, &d->bytes, describe_in_u32(size)));
		}
	}
	if (d->bytes.len)
		TRY(describe_bytes(d, "reqd_work_group_size", d->bytes.ptr, d->bytes.len));
	return 0;
}

/* A function, and those that were inlined into it. */
static int add_inlined(struct describer *d, LLVMValueRef function, struct requirements *q)
{
	LLVMMetadataRef list = requirers_of(d->run->ir, function);

	TRY(add_function(d, &(struct requirer){ .function = function }, q));
	for (size_t i = 0; i < shim_node_count(list); i++)
		TRY(add_function(d, &(struct requirer){ .listed = shim_node_at(list, i) }, q));
	return 0;
}

/* All functions of the image are asked: a kernel does not know what others need that were linked to it. */
int describe_needed(struct describer *d)
{
	struct requirements q = { 0 };
	int r = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(d->image->module); f && r == 0; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			r = add_inlined(d, f, &q);
	if (r == 0)
		r = write_exported(d, "aspects", &q.aspects);
	if (r == 0)
		r = write_texts(d, "joint_matrix", "sycl_joint_matrix");
	if (r == 0)
		r = write_texts(d, "joint_matrix_mad", "sycl_joint_matrix_mad");
	if (r == 0 && q.sub_group_sizes.count && !d->image->esimd) /* see requirements.c of src/package */
		r = write_numbers(d, "reqd_sub_group_size", &q.sub_group_sizes);
	if (r == 0)
		r = write_all_work_group_sizes(d);
	allocator_free(allocator_of(d->ctx), q.aspects.list);
	allocator_free(allocator_of(d->ctx), q.sub_group_sizes.list);
	return r;
}

int describe_requirements(struct describer *d)
{
	const struct image *image = d->image;
	struct requirements q = { 0 };
	/* entry points that were put together though their targets differ: each asks for what is its own */
	int r = image->targets_differ || !image->fixed_target_count ? write_features(d, &q) : 0;

	if (r == 0)
		r = image->fixed_target_count ? write_fixed(d, &q) : write_called_targets(d);
	if (r == 0 && d->target)
		r = describe_bytes(d, "compile_target", d->target, strlen(d->target));
	allocator_free(allocator_of(d->ctx), q.aspects.list);
	allocator_free(allocator_of(d->ctx), q.sub_group_sizes.list);
	return r;
}
