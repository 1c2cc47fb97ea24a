/* ir/describe/describe_requirements.c — SYCL/device requirements: what a device needs to run the image.
 *
 * These are the requirements of the entry points, and those that the functions below them add (external_checks.c). In
 * the documents, an image with fixed targets states only these: the user has promised that it runs there, and its
 * kernels may differ. DPC++'s runtime does not read fixed targets, so for it all code of the image counts as well.
 * DPC++'s runtime reads one sub-group size as a number and needs `aspects`; the documents have lists, and no empty
 * ones. */
#include "describe.h"

#include "base/order.h"
#include "ir/properties/properties.h"

#include <stdlib.h>

/* ---- functions ---- */

/* A number, a pair of name and number, or a name; only the latter two need the module's names. */
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
	return number_set_add(d, out, number);
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
			TRY(number_set_add(d, out, d->aspects.list[members[i]].number));
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

/* Entry points with fixed targets require these and nothing else; where all have the same, the image does. */
static bool has_own_requirements(const struct describer *d, LLVMValueRef entry)
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
	return describe_buffer(d, key);
}

/* Aspects in the numbering of files. */
static int write_exported(struct describer *d, const char *key, const struct number_set *set)
{
	struct number_set exported = { 0 };

	if (set->count)
		TRY(describe_need_aspects(d));
	for (size_t i = 0; i < set->count; i++) {
		uint32_t number;

		TRY(aspects_export(&d->aspects, set->list[i], &number));
		TRY(number_set_add(d, &exported, number));
	}
	return write_numbers(d, key, &exported);
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

/* Write numbers if each remaining target has one. */
static int write_target_numbers(struct describer *d, const struct requirements *q, bool *out_done)
{
	struct number_set numbers = { 0 };

	TRY(describe_need_aspects(d));
	for (size_t i = 0; i < d->image->fixed_target_count; i++) {
		int64_t number;

		if (!q->targets[i])
			continue;
		if (!describe_target_number(d, d->image->fixed_targets[i], &number) || number < 0 ||
		    number > UINT32_MAX)
			return 0;
		TRY(number_set_add(d, &numbers, number));
	}
	*out_done = true;
	return write_exported(d, "fixed_target", &numbers);
}

static int write_targets(struct describer *d, const struct requirements *q)
{
	bool done = false;

	if (!d->spec)
		TRY(write_target_numbers(d, q, &done));
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
	return describe_buffer(d, "fixed_target");
}

/* The texts of all entry points, each once; they differ only where a plan joined entry points. */
static int write_texts(struct describer *d, const char *key, const char *kind)
{
	_cleanup_(hash_free) struct hash seen = { 0 };
	size_t *stored;

	d->bytes.len = 0;
	for (size_t e = 0; e < d->image->entry_count; e++) {
		bool counts = has_own_requirements(d, d->image->entries[e]);
		LLVMMetadataRef node = counts ? describe_metadata(d, d->image->entries[e], kind) : NULL;

		for (size_t i = 0; i < shim_node_count(node); i++) {
			struct text text = text_of(shim_node_at(node, i));
			bool found = true;

			if (text.len)
				TRY(hash_put(d->ctx, &seen, text.ptr, text.len, 0, &stored, &found));
			if (!found && d->bytes.len)
				TRY(buf_char(d->ctx, &d->bytes, ';'));
			if (!found)
				TRY(buf_add(d->ctx, &d->bytes, text.ptr, text.len));
		}
	}
	return d->bytes.len ? describe_buffer(d, key) : 0;
}

/* Of all entry points. */
static int write_matrices(struct describer *d)
{
	TRY(write_texts(d, "joint_matrix", "sycl_joint_matrix"));
	return write_texts(d, "joint_matrix_mad", "sycl_joint_matrix_mad");
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

		if (has_own_requirements(d, entry.function) && describe_sub_group_size(d, &entry, &size))
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

/* Entry points that a plan joined may differ. */
static bool entries_agree(const struct describer *d, const char *kind)
{
	LLVMMetadataRef first = NULL;
	bool agree = true;

	for (size_t i = 0, asked = 0; i < d->image->entry_count && agree; i++) {
		LLVMMetadataRef node = describe_metadata(d, d->image->entries[i], kind);

		if (!has_own_requirements(d, d->image->entries[i]))
			continue;
		if (asked++ == 0)
			first = node;
		agree = same_numbers(first, node);
	}
	return agree;
}

/* Of the first entry point that has it: those of an image agree, or the difference does no harm. */
static LLVMMetadataRef first_metadata(const struct describer *d, const char *kind)
{
	LLVMMetadataRef node = NULL;

	for (size_t i = 0; i < d->image->entry_count && shim_node_count(node) == 0; i++)
		if (has_own_requirements(d, d->image->entries[i]))
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
	return d->bytes.len ? describe_buffer(d, "reqd_work_group_size_uint64_t") : 0;
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
		TRY(number_set_add(d, &q->sub_group_sizes, size));
	return 0;
}

static int collect(struct describer *d, struct requirements *q)
{
	for (size_t i = 0; i < d->image->entry_count; i++)
		if (has_own_requirements(d, d->image->entries[i]))
			TRY(add_function(d, &(struct requirer){ .function = d->image->entries[i] }, q));
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

/* Asks all functions of the image: a kernel's metadata does not cover functions that were linked to it. */
static int collect_code(struct describer *d, struct requirements *q)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(d->image->module); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			TRY(add_inlined(d, f, q));
	return 0;
}

static int write_features(struct describer *d, struct requirements *q)
{
	TRY(collect(d, q));
	if (!d->image->targets_differ)
		TRY(external_checks(d, q));
	TRY(write_aspects(d, q));
	TRY(write_matrices(d));
	TRY(write_sub_group_sizes(d, q));
	TRY(write_work_group_size(d));
	return write_num_dim(d);
}

/* Also of functions that were linked to the kernels. Where entry points differ, a size that some require is stated. */
static int write_fixed_features(struct describer *d)
{
	struct requirements q = { 0 };

	TRY(collect_code(d, &q));
	TRY(write_aspects(d, &q));
	TRY(write_matrices(d));
	TRY(write_sub_group_sizes(d, &q));
	if (!entries_agree(d, "reqd_work_group_size"))
		return 0;
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
	if (!d->image->targets_differ) {
		TRY(external_checks(d, q));
		TRY(d->spec ? write_aspects(d, q) : write_fixed_features(d));
	}
	return write_targets(d, q);
}

/* ---- fixed targets of called functions ---- */

enum { CALLED_TARGETS_MOST = 1024 }; /* they are compared in pairs */

static int add_function_targets(struct describer *d, const struct requirer *from, struct image *called)
{
	for (int k = REQUIRES_SYCL_TARGETS; k <= REQUIRES_INTEL_TARGETS; k++) {
		LLVMMetadataRef node = requirer_metadata(d->run->ir, from, (enum requirer_kind)k);

		for (size_t i = 0; i < shim_node_count(node); i++) {
			const char *name;
			bool found = false;

			TRY(aspects_target_name(&d->aspects, shim_node_at(node, i), &name));
			name = aspects_target_alias(d->run->opts.devices, name);
			for (size_t n = 0; n < called->fixed_target_count && name && !found; n++)
				found = str_eq(called->fixed_targets[n], name);
			if (!name || found)
				continue;
			if (called->fixed_target_count == CALLED_TARGETS_MOST)
				return syb_fail(d->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too many fixed targets");
			called->fixed_targets[called->fixed_target_count++] = name;
		}
	}
	return 0;
}

/* Kernels without fixed targets may call functions that have some. */
static int write_called_targets(struct describer *d)
{
	const struct image *image = d->image;
	struct requirements q = { 0 };
	struct image called = *image;
	int r;

	TRY(describe_need_aspects(d));
	called.fixed_targets = arena_array(d->ctx, &d->arena, CALLED_TARGETS_MOST, sizeof(*called.fixed_targets));
	if (!called.fixed_targets)
		return -SYB_E_NOMEM;
	for (LLVMValueRef f = LLVMGetFirstFunction(image->module); f; f = LLVMGetNextFunction(f)) {
		LLVMMetadataRef list = requirers_of(d->run->ir, f);

		TRY(add_function_targets(d, &(struct requirer){ .function = f }, &called));
		for (size_t i = 0; i < shim_node_count(list); i++)
			TRY(add_function_targets(d, &(struct requirer){ .listed = shim_node_at(list, i) }, &called));
	}
	if (called.fixed_target_count == 0)
		return 0;
	qsort(called.fixed_targets, called.fixed_target_count, sizeof(*called.fixed_targets), order_texts);
	called.targets_differ = true; /* the kernels' own requirements are already written */
	d->image = &called;
	r = write_fixed(d, &q);
	d->image = image;
	return r;
}

/* ---- requirements of the code, whatever the fixed targets are ---- */

/* An image may have entry points with different sizes, so the form for several is written. It is unambiguous when all
 * three dimensions are stated. */
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
	return d->bytes.len ? describe_buffer(d, "reqd_work_group_size") : 0;
}

int describe_needed(struct describer *d)
{
	struct requirements q = { 0 };

	TRY(collect_code(d, &q));
	TRY(write_exported(d, "aspects", &q.aspects));
	TRY(write_matrices(d));
	if (q.sub_group_sizes.count && !d->image->esimd) /* see requirements.c of src/package */
		TRY(write_numbers(d, "reqd_sub_group_size", &q.sub_group_sizes));
	return write_all_work_group_sizes(d);
}

int describe_requirements(struct describer *d)
{
	const struct image *image = d->image;
	struct requirements q = { 0 };

	/* where targets differ, each entry point states its own requirements */
	if (image->targets_differ || !image->fixed_target_count)
		TRY(write_features(d, &q));
	TRY(image->fixed_target_count ? write_fixed(d, &q) : write_called_targets(d));
	return d->target ? describe_bytes(d, "compile_target", d->target, strlen(d->target)) : 0;
}
