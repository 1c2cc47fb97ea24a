/* ir/split/dead_args.c — removes unused kernel arguments and records them in `!sycl_kernel_omit_args`: one i1 for each
 * argument of the host, true for removed ones.
 *
 * Attributes, `!kernel_arg_…` and `!spirv.ParameterDecorations` are shortened as well. Kernels that code calls or takes
 * the address of, and kernels with inconsistent metadata, are not changed. */
#include "ir/module/metadata.h"
#include "ir/module/values.h"
#include "ir/properties/properties.h"

struct list {
	LLVMValueRef variable, *entries;
	size_t entry_count;
};

enum { LIST_COUNT = 3 };

struct removal {
	struct pass_run *run;
	struct list lists[LIST_COUNT];
	unsigned omit_kind;
	struct values indexed; /* kernels with annotations that name parameters by number */
	/* of the kernel worked on */
	LLVMValueRef kernel;
	bool *drop;
	unsigned count, dropped;
};

/* Warn that the kernel keeps its arguments. */
static void warn_kept(const struct removal *removal, const char *problem)
{
	const struct subject subject = { .what = "kernel", .value = removal->kernel };

	complain_about(removal->run, &subject, "dead-args-metadata", problem);
}

/* ---- kernels that may be changed ---- */

/* Annotations such as {kernel, !"align", i32 index << 16 | alignment} name parameters by number; these do not. */
static bool is_plain(LLVMMetadataRef key)
{
	static const char *const plain[] = { "kernel",         "maxntidx",          "maxntidy",      "maxntidz",
					     "reqntidx",       "reqntidy",          "reqntidz",      "minctasm",
					     "maxnreg",        "cluster_dim_x",     "cluster_dim_y", "cluster_dim_z",
					     "maxclusterrank", "cluster_max_blocks" };
	struct text text = text_of(key);

	for (size_t i = 0; i < ARRAY_SIZE(plain) && text.ptr; i++)
		if (text_is(text, plain[i]))
			return true;
	return false;
}

static int find_indexed(struct removal *removal)
{
	struct pass_run *run = removal->run;
	size_t count = shim_named_count(run->ir->module, "nvvm.annotations");

	for (size_t i = 0; i < count; i++) {
		LLVMMetadataRef node = shim_named_at(run->ir->module, "nvvm.annotations", i);
		LLVMValueRef kernel = shim_value(shim_node_at(node, 0));
		bool indexed = false;

		for (size_t k = 1; k < shim_node_count(node); k += 2)
			indexed |= !is_plain(shim_node_at(node, k));
		if (kernel && indexed)
			TRY(values_add(run->ctx, &removal->indexed, kernel, NULL));
	}
	return 0;
}

/* Lists that name functions and do not call them. */
static const char *const list_names[LIST_COUNT] = { "llvm.used", "llvm.compiler.used", "llvm.global.annotations" };
static const char entry_section[] = "sybil.entry";

/* A list is one constant, which each changed function would copy. Its entries are meanwhile in variables of their own.
 */
static int take_apart(struct removal *removal, struct list *list, const char *name)
{
	struct pass_run *run = removal->run;
	LLVMValueRef variable = LLVMGetNamedGlobal(run->ir->module, name), entries;

	entries = variable ? LLVMGetInitializer(variable) : NULL;
	if (!entries || !LLVMIsAConstantArray(entries))
		return 0;
	list->entry_count = (size_t)LLVMGetNumOperands(entries);
	list->entries = arena_array(run->ctx, &run->arena, list->entry_count, sizeof(*list->entries));
	if (!list->entries)
		return -SYB_E_NOMEM;
	for (unsigned i = 0; i < list->entry_count; i++) {
		LLVMValueRef entry = LLVMGetOperand(entries, i);

		list->entries[i] = LLVMAddGlobal(run->ir->module, LLVMTypeOf(entry), "");
		LLVMSetInitializer(list->entries[i], entry);
		LLVMSetSection(list->entries[i], entry_section);
	}
	list->variable = variable;
	LLVMSetInitializer(variable, LLVMGetUndef(LLVMTypeOf(entries)));
	shim_constant_drop(entries);
	return 0;
}

static void put_together(struct list *list)
{
	LLVMTypeRef type;

	if (!list->variable)
		return;
	type = LLVMGetElementType(LLVMGlobalGetValueType(list->variable));
	for (size_t i = 0; i < list->entry_count; i++) {
		LLVMValueRef entry = LLVMGetInitializer(list->entries[i]);

		LLVMDeleteGlobal(list->entries[i]);
		list->entries[i] = entry;
	}
	LLVMSetInitializer(list->variable, LLVMConstArray(type, list->entries, (unsigned)list->entry_count));
}

static bool is_entry(LLVMValueRef variable)
{
	const char *section = LLVMGetSection(variable);

	return section && str_eq(section, entry_section);
}

/* Whether all users are entries of lists, through casts and the structs of entries. */
static bool used_by_lists(LLVMValueRef value, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAGlobalVariable(user) ? !is_entry(user)
						: depth == 0 || !LLVMIsAConstant(user) || LLVMIsAGlobalValue(user) ||
							  LLVMIsABlockAddress(user) || !used_by_lists(user, depth - 1))
			return false;
	}
	return true;
}

static bool may_change(const struct removal *removal, LLVMValueRef kernel)
{
	enum { DEPTH = 4 };
	unsigned allocsize = ir_attribute_kind("allocsize");

	return ir_is_kernel(kernel) && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(kernel)) &&
	       values_find(&removal->indexed, kernel) == SIZE_MAX &&
	       !LLVMGetEnumAttributeAtIndex(kernel, LLVMAttributeFunctionIndex, allocsize) &&
	       used_by_lists(kernel, DEPTH);
}

/* ---- metadata ---- */

/* out: without the operands that are dropped. */
static int shorten(const struct removal *removal, LLVMMetadataRef node, LLVMMetadataRef *out)
{
	struct pass_run *run = removal->run;
	size_t count = 0, most = shim_node_count(node);
	LLVMMetadataRef *kept = arena_array(run->ctx, &run->arena, most + 1, sizeof(LLVMMetadataRef));

	if (!kept)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < most; i++)
		if (!removal->drop[i])
			kept[count++] = shim_node_at(node, i);
	*out = md_node(run->ir, kept, count);
	return 0;
}

/* Whether metadata of a kind has one operand for each argument. */
static bool is_counted(const struct syb_ir *ir, unsigned kind)
{
	struct text name;

	name.ptr = shim_kind_name(ir->context, kind, &name.len);
	return text_starts(name, "kernel_arg_") || text_is(name, "spirv.ParameterDecorations");
}

/* Shorten metadata about arguments, or, unless change is set, check that it is complete. */
static int walk_metadata(struct removal *removal, bool change, bool *out_right)
{
	size_t count;
	LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(removal->kernel, &count);
	int r = 0;

	*out_right = true;
	for (size_t i = 0; i < count && r == 0 && *out_right; i++) {
		unsigned kind = LLVMValueMetadataEntriesGetKind(entries, (unsigned)i);
		LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);

		if (!is_counted(removal->run->ir, kind) || shim_node_count(node) == 0)
			continue;
		*out_right = change || shim_node_count(node) == removal->count;
		if (change)
			r = shorten(removal, node, &node);
		if (change && r == 0)
			LLVMGlobalSetMetadata(removal->kernel, kind, node);
	}
	LLVMDisposeValueMetadataEntries(entries);
	return r;
}

/* The existing mask with the newly dropped arguments; NULL when it does not match the kernel. */
static int make_mask(const struct removal *removal, LLVMMetadataRef existing, LLVMMetadataRef *out_mask)
{
	struct pass_run *run = removal->run;
	size_t total = existing ? shim_node_count(existing) : removal->count;
	LLVMMetadataRef *bits = arena_array(run->ctx, &run->arena, total + 1, sizeof(LLVMMetadataRef));
	unsigned at = 0;

	if (!bits)
		return -SYB_E_NOMEM;
	*out_mask = NULL;
	for (size_t i = 0; i < total; i++) {
		int64_t omitted = 0;

		if (existing && !shim_integer(shim_node_at(existing, i), &omitted))
			return 0;
		if (!omitted && at == removal->count)
			return 0;
		bits[i] = md_int(run->ir, 1, omitted || removal->drop[at]);
		at += !omitted;
	}
	if (at == removal->count)
		*out_mask = md_node(run->ir, bits, total);
	return 0;
}

/* ---- kernels ---- */

static int find_dead(struct removal *removal)
{
	struct pass_run *run = removal->run;

	removal->count = LLVMCountParams(removal->kernel);
	removal->dropped = 0;
	removal->drop = arena_array(run->ctx, &run->arena, removal->count + 1, sizeof(*removal->drop));
	if (!removal->drop)
		return -SYB_E_NOMEM;
	for (unsigned i = 0; i < removal->count; i++) {
		/* the runtime's own argument is not one of the source and has no bit in a mask */
		removal->drop[i] = !LLVMGetFirstUse(LLVMGetParam(removal->kernel, i)) &&
				   !LLVMGetStringAttributeAtIndex(removal->kernel, i + 1, IR_SPEC_CONSTANTS_ARG,
								  sizeof(IR_SPEC_CONSTANTS_ARG) - 1);
		removal->dropped += removal->drop[i];
	}
	return 0;
}

static int shrink_kernel(struct removal *removal)
{
	LLVMMetadataRef mask = NULL, existing = shim_global_metadata(removal->kernel, removal->omit_kind);
	bool right = true;

	TRY(find_dead(removal));
	if (removal->dropped == 0)
		return 0;
	TRY(walk_metadata(removal, false, &right));
	if (!right) {
		warn_kept(removal, "metadata does not have one node per argument; unused arguments stay");
		return 0;
	}
	TRY(make_mask(removal, existing, &mask));
	if (!mask) {
		warn_kept(removal, "!sycl_kernel_omit_args does not match the arguments; unused ones stay");
		return 0;
	}
	removal->kernel = shim_function_drop_parameters(removal->kernel, removal->drop);
	LLVMGlobalSetMetadata(removal->kernel, removal->omit_kind, mask);
	return walk_metadata(removal, true, &right);
}

static void free_removal(struct removal *removal)
{
	for (size_t i = 0; i < LIST_COUNT; i++)
		put_together(&removal->lists[i]);
	values_free(&removal->indexed);
}

int pass_dead_args(struct pass_run *run)
{
	_cleanup_(free_removal) struct removal removal = {
		.run = run,
		.omit_kind = md_kind(run->ir, "sycl_kernel_omit_args"),
	};
	LLVMValueRef next;

	TRY(find_indexed(&removal));
	for (size_t i = 0; i < LIST_COUNT; i++)
		TRY(take_apart(&removal, &removal.lists[i], list_names[i]));
	for (LLVMValueRef f = LLVMGetFirstFunction(run->ir->module); f; f = next) {
		next = LLVMGetNextFunction(f);
		removal.kernel = f;
		if (may_change(&removal, f))
			TRY(shrink_kernel(&removal));
	}
	return 0;
}
