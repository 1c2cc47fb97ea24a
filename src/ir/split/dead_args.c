/* ir/split/dead_args.c — kernel arguments that nothing uses go, and `!sycl_kernel_omit_args` says which: i1 for each
 * argument that the host gives, true for those that the kernel does not take.
 *
 * What is counted by arguments is kept in step: attributes, `!kernel_arg_…`, `!spirv.ParameterDecorations`. A kernel
 * that code uses, by a call or by its address, is left alone, and so is one with metadata that does not count right. */
#include "ir/module/metadata.h"
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
	struct hash indexed; /* kernels with annotations that name parameters by number */
	struct hash names;   /* kind of metadata: is it one node for each argument? */
	/* of the kernel worked on */
	LLVMValueRef kernel;
	bool *drop;
	unsigned count, dropped;
};

/* Leave the kernel as it is, and say why. */
static void keep(const struct removal *removal, const char *problem)
{
	struct subject subject = { .what = "kernel" };

	subject.name = LLVMGetValueName2(removal->kernel, &subject.name_len);
	complain_about(removal->run, &subject, "dead-args-metadata", problem);
}

/* ---- who may be changed ---- */

/* !nvvm.annotations: {kernel, !"align", i32 index << 16 | alignment} and others tell parameters by number; these do
 * not. */
static bool is_plain(LLVMMetadataRef key)
{
	static const char *const plain[] = { "kernel",         "maxntidx",          "maxntidy",      "maxntidz",
					     "reqntidx",       "reqntidy",          "reqntidz",      "minctasm",
					     "maxnreg",        "cluster_dim_x",     "cluster_dim_y", "cluster_dim_z",
					     "maxclusterrank", "cluster_max_blocks" };
	struct text text = { NULL, 0 };

	text.ptr = shim_string(key, &text.len);
	for (size_t i = 0; i < ARRAY_SIZE(plain) && text.ptr; i++)
		if (text_is(text, plain[i]))
			return true;
	return false;
}

static int find_indexed(struct removal *removal)
{
	struct pass_run *run = removal->run;
	size_t count = shim_named_count(run->ir->module, "nvvm.annotations"), *value;

	for (size_t i = 0; i < count; i++) {
		LLVMMetadataRef node = shim_named_at(run->ir->module, "nvvm.annotations", i);
		LLVMValueRef *kernel = arena_alloc(run->ctx, &run->arena, sizeof(*kernel));
		bool indexed = false, found;

		if (!kernel)
			return -SYB_E_NOMEM;
		*kernel = shim_value(shim_node_at(node, 0));
		for (size_t k = 1; k < shim_node_count(node); k += 2)
			indexed |= !is_plain(shim_node_at(node, k));
		if (*kernel && indexed)
			TRY(hash_put(run->ctx, &removal->indexed, kernel, sizeof(*kernel), 0, &value, &found));
	}
	return 0;
}

/* Lists that name functions and do not call them. */
static const char *const list_names[LIST_COUNT] = { "llvm.used", "llvm.compiler.used", "llvm.global.annotations" };
static const char entry_section[] = "sybil.entry";

/* A list is one constant, and made anew for each function that changes. So its entries stand alone meanwhile, each in
 * a variable that only this pass knows. */
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

/* Casts and what an entry has besides lead to a list's entry. */
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
	       !hash_get(&removal->indexed, &kernel, sizeof(kernel)) &&
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

static int is_counted(struct removal *removal, unsigned kind, bool *out_counted)
{
	struct pass_run *run = removal->run;
	unsigned *key;
	size_t len, *stands = hash_get(&removal->names, &kind, sizeof(kind));
	const char *name;
	bool found;

	if (stands) {
		*out_counted = *stands;
		return 0;
	}
	name = shim_kind_name(run->ir->context, kind, &len);
	*out_counted = (len > strlen("kernel_arg_") && memcmp(name, "kernel_arg_", strlen("kernel_arg_")) == 0) ||
		       text_is((struct text){ name, len }, "spirv.ParameterDecorations");
	key = arena_alloc(run->ctx, &run->arena, sizeof(*key));
	if (!key)
		return -SYB_E_NOMEM;
	*key = kind;
	return hash_put(run->ctx, &removal->names, key, sizeof(*key), *out_counted, &stands, &found);
}

/* One node for each argument, or none at all. */
static bool counts_right(const struct removal *removal, LLVMMetadataRef node)
{
	return shim_node_count(node) == removal->count || shim_node_count(node) == 0;
}

/* change false: is everything there as it should be? */
static int walk_metadata(struct removal *removal, bool change, bool *out_right)
{
	size_t count;
	LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(removal->kernel, &count);
	int r = 0;

	*out_right = true;
	for (size_t i = 0; i < count && r == 0 && *out_right; i++) {
		unsigned kind = LLVMValueMetadataEntriesGetKind(entries, (unsigned)i);
		LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
		bool counted = false;

		r = is_counted(removal, kind, &counted);
		if (r < 0 || !counted || shim_node_count(node) == 0)
			continue;
		*out_right = change || counts_right(removal, node);
		if (change)
			r = shorten(removal, node, &node);
		if (change && r == 0)
			LLVMGlobalSetMetadata(removal->kernel, kind, node);
	}
	LLVMDisposeValueMetadataEntries(entries);
	return r;
}

/* The mask that stands, with what goes now. NULL: it does not suit the kernel. */
static int make_mask(const struct removal *removal, LLVMMetadataRef standing, LLVMMetadataRef *out_mask)
{
	struct pass_run *run = removal->run;
	size_t total = standing ? shim_node_count(standing) : removal->count;
	LLVMMetadataRef *bits = arena_array(run->ctx, &run->arena, total + 1, sizeof(LLVMMetadataRef));
	unsigned at = 0;

	if (!bits)
		return -SYB_E_NOMEM;
	*out_mask = NULL;
	for (size_t i = 0; i < total; i++) {
		int64_t omitted = 0;

		if (standing && !shim_integer(shim_node_at(standing, i), &omitted))
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
		/* the runtime's own argument has no number among those of the source, and so no bit in a mask */
		removal->drop[i] = !LLVMGetFirstUse(LLVMGetParam(removal->kernel, i)) &&
				   !LLVMGetStringAttributeAtIndex(removal->kernel, i + 1, IR_SPEC_CONSTANTS_ARG,
								  sizeof(IR_SPEC_CONSTANTS_ARG) - 1);
		removal->dropped += removal->drop[i];
	}
	return 0;
}

static int shrink_kernel(struct removal *removal)
{
	LLVMMetadataRef mask = NULL, standing = shim_global_metadata(removal->kernel, removal->omit_kind);
	bool right = true;

	TRY(find_dead(removal));
	if (removal->dropped == 0)
		return 0;
	TRY(walk_metadata(removal, false, &right));
	if (!right) {
		keep(removal, "metadata has not one node for each argument; unused arguments stay");
		return 0;
	}
	TRY(make_mask(removal, standing, &mask));
	if (!mask) {
		keep(removal, "!sycl_kernel_omit_args does not suit the arguments; unused ones stay");
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
	hash_free(&removal->indexed);
	hash_free(&removal->names);
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
