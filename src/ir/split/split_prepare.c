/* ir/split/split_prepare.c — what post-link takes out of a module, or corrects in it, before it looks for entry points:
 * lists of what must be kept, variables and functions that nothing uses, the variables of sanitizers. */
#include "split.h"

#include "base/order.h"
#include "ir/module/metadata.h"

#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>

enum { HOST_ACCESS = 6147, HOST_READS = 0 };

static bool has_attribute(LLVMValueRef variable, const char *wanted, const char **out_text, size_t *out_text_len)
{
	const char *name;
	size_t len;

	for (size_t i = 0; i < shim_global_attribute_count(variable); i++)
		if (shim_global_attribute_at(variable, i, &name, &len, out_text, out_text_len) &&
		    len == strlen(wanted) && memcmp(name, wanted, len) == 0)
			return true;
	return false;
}

/* ---- device globals ---- */

static LLVMValueRef without_casts(LLVMValueRef value)
{
	while (LLVMGetValueKind(value) == LLVMConstantExprValueKind && LLVMGetNumOperands(value) > 0)
		value = LLVMGetOperand(value, 0);
	return value;
}

static bool is_device_global(LLVMValueRef value)
{
	const char *text;
	size_t len;

	return LLVMGetValueKind(value) == LLVMGlobalVariableValueKind &&
	       has_attribute(value, "sycl-device-global-size", &text, &len);
}

/* A list of globals again, with the first count of values. */
static void make_list(LLVMModuleRef module, LLVMValueRef old, LLVMValueRef *values, size_t count)
{
	static const char name[] = "llvm.compiler.used", section[] = "llvm.metadata";

	if (count > 0) {
		LLVMValueRef list = LLVMConstArray(LLVMTypeOf(values[0]), values, (unsigned)count), made;

		LLVMSetValueName2(old, "", 0);
		made = LLVMAddGlobal(module, LLVMTypeOf(list), name);
		LLVMSetInitializer(made, list);
		LLVMSetLinkage(made, LLVMAppendingLinkage);
		LLVMSetSection(made, section);
	}
	LLVMDeleteGlobal(old);
}

/* Images that are linked with others may have it for these. */
static bool is_offered(const struct split *s, LLVMValueRef variable)
{
	const char *scope;
	size_t len;

	return s->opts->allow_image_dependencies && LLVMGetLinkage(variable) == LLVMExternalLinkage &&
	       !has_attribute(variable, "sycl-device-image-scope", &scope, &len);
}

static int compare_addresses(const void *a, const void *b)
{
	return ORDER((uintptr_t) * (const LLVMValueRef *)a, (uintptr_t) * (const LLVMValueRef *)b);
}

static int drop_device_globals(struct split *s)
{
	LLVMValueRef used = LLVMGetNamedGlobal(s->home, "llvm.compiler.used");
	LLVMValueRef list = used ? LLVMGetInitializer(used) : NULL, *kept, *dropped;
	size_t count = 0, drop_count = 0;
	size_t all = list && LLVMIsAConstantArray(list) ? (size_t)LLVMGetNumOperands(list) : 0;

	if (all == 0 || !str_starts(LLVMGetTarget(s->home), "spir"))
		return 0;
	kept = arena_array(s->run->ctx, &s->arena, all, sizeof(LLVMValueRef));
	dropped = arena_array(s->run->ctx, &s->arena, all, sizeof(LLVMValueRef));
	if (!kept || !dropped)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < all; i++) {
		LLVMValueRef value = LLVMGetOperand(list, (unsigned)i), variable = without_casts(value);

		if (is_device_global(variable))
			dropped[drop_count++] = variable;
		else
			kept[count++] = value;
	}
	s->changed |= drop_count > 0;
	if (drop_count > 0)
		make_list(s->home, used, kept, count);
	qsort(dropped, drop_count, sizeof(LLVMValueRef), compare_addresses); /* a list may name one twice */
	for (size_t i = 0; i < drop_count; i++)
		if ((i == 0 || dropped[i] != dropped[i - 1]) && shim_is_unused(dropped[i]) &&
		    !is_offered(s, dropped[i]))
			LLVMDeleteGlobal(dropped[i]);
	return 0;
}

/* ---- functions ---- */

/* Inline functions are in each module that mentions them. Kernels are for the host to call, virtual functions for
 * tables of other images, and others for calls through pointers. */
static bool is_droppable(LLVMValueRef function)
{
	const LLVMLinkage linkage = LLVMGetLinkage(function);
	bool once = linkage == LLVMLinkOnceAnyLinkage || linkage == LLVMLinkOnceODRLinkage;
	bool hidden = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
	size_t len;

	if (LLVMIsDeclaration(function) || ir_is_kernel(function) ||
	    ir_attribute(function, "indirectly-callable", &len) ||
	    ir_attribute(function, "referenced-indirectly", &len))
		return false;
	return once || (hidden && !ir_is_entry_point(function));
}

/* Marks what is needed, from what stays in any case. */
static int mark_needed(struct split *s, const struct use_graph *graph, bool *needed)
{
	uint32_t *stack = arena_array(s->run->ctx, &s->arena, graph->node_count + 1, sizeof(*stack));
	size_t depth = 0;

	if (!stack)
		return -SYB_E_NOMEM;
	for (uint32_t i = 0; i < graph->global_count; i++) {
		needed[i] = !use_graph_is_function(graph, i) || !is_droppable(graph->values[i]);
		if (needed[i])
			stack[depth++] = i;
	}
	while (depth > 0) {
		uint32_t node = stack[--depth];

		for (uint32_t e = graph->first[node]; e < graph->first[node + 1]; e++) {
			uint32_t used = graph->edges[e];

			if (!needed[used])
				stack[depth++] = used;
			needed[used] = true;
		}
	}
	return 0;
}

/* A function that goes may have been the last user of others. */
static int drop_needless(struct split *s, struct use_graph *graph)
{
	bool *needed = arena_array(s->run->ctx, &s->arena, graph->node_count + 1, sizeof(*needed));
	size_t count = 0;

	TRY(needed ? mark_needed(s, graph, needed) : -SYB_E_NOMEM);
	for (uint32_t i = 0; i < graph->function_count; i++)
		if (!needed[i])
			graph->values[count++] = graph->values[i];
	shim_functions_drop(graph->values, count);
	s->changed |= count > 0;
	return 0;
}

static int drop_functions(struct split *s)
{
	struct use_graph graph;
	bool some = false;
	int r;

	for (LLVMValueRef f = LLVMGetFirstFunction(s->home); f && !some; f = LLVMGetNextFunction(f))
		some = is_droppable(f) && shim_is_unused(f);
	if (!some)
		return 0;
	r = use_graph_init(&graph, s->run->ctx, s->home);
	if (r == 0)
		r = drop_needless(s, &graph);
	use_graph_free(&graph);
	return r;
}

/* Only tables name virtual functions, and may be in another image: optimisations must not drop the functions. */
static void keep_virtual_functions(struct split *s)
{
	size_t len;

	for (LLVMValueRef f = LLVMGetFirstFunction(s->home); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f) || !shim_is_discardable(f) || shim_is_available_externally(f) ||
		    !ir_attribute(f, "indirectly-callable", &len))
			continue;
		LLVMSetLinkage(f, LLVMExternalLinkage);
		s->changed = true;
	}
}

/* ---- sanitizers ---- */

/* The linker joins these variables (hence "appending"), whose size and decorations are then those of one part, or gone.
 * Runtimes read them as device globals; translators do not know the linkage. */
static void fix_sanitizer(struct split *s, const char *name)
{
	static const char size_name[] = "sycl-device-global-size";
	LLVMValueRef variable = LLVMGetNamedGlobal(s->home, name);
	LLVMMetadataRef parts[3], node;
	char size[24], id_text[64];
	const char *id;
	size_t id_len;

	if (!variable)
		return;
	if (LLVMGetLinkage(variable) == LLVMAppendingLinkage)
		LLVMSetLinkage(variable, LLVMExternalLinkage);
	snprintf(size, sizeof(size), "%llu",
		 LLVMABISizeOfType(LLVMGetModuleDataLayout(s->home), LLVMGlobalGetValueType(variable)));
	shim_global_attribute_add(variable, size_name, strlen(size_name), size, strlen(size));
	if (!has_attribute(variable, "sycl-unique-id", &id, &id_len) || id_len == 0) {
		snprintf(id_text, sizeof(id_text), "_Z%zu%s", strlen(name), name);
		id = id_text;
		id_len = strlen(id);
	}
	parts[0] = md_int(s->run->ir, 32, HOST_ACCESS);
	parts[1] = md_int(s->run->ir, 32, HOST_READS);
	parts[2] = md_string(s->run->ir, id, id_len);
	node = md_node(s->run->ir, parts, ARRAY_SIZE(parts));
	LLVMGlobalSetMetadata(variable, md_kind(s->run->ir, "spirv.Decorations"), md_node(s->run->ir, &node, 1));
	s->changed = true;
}

/* ---- all of it ---- */

int split_prepare(struct split *s)
{
	static const char *const sanitizers[] = { "__AsanKernelMetadata", "__MsanKernelMetadata",
						  "__TsanKernelMetadata" };
	LLVMValueRef used = LLVMGetNamedGlobal(s->home, "llvm.used");

	s->changed = used != NULL;
	if (used)
		LLVMDeleteGlobal(used);
	TRY(drop_device_globals(s));
	TRY(drop_functions(s));
	keep_virtual_functions(s);
	for (size_t i = 0; i < ARRAY_SIZE(sanitizers); i++)
		fix_sanitizer(s, sanitizers[i]);
	return 0;
}
