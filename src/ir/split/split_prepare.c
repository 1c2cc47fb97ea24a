/* ir/split/split_prepare.c — what post-link removes from a module or corrects in it before it finds entry points: lists
 * of used globals, unused variables and functions, and the variables of sanitizers. */
#include "split.h"

#include "base/order.h"
#include "ir/module/constants.h"
#include "ir/module/metadata.h"

#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>

enum { HOST_ACCESS = 6147, HOST_READS = 0 };

/* ---- device globals ---- */

static bool is_device_global(LLVMValueRef value)
{
	return value && LLVMIsAGlobalVariable(value) && ir_variable_attribute(value, "sycl-device-global-size").ptr;
}

/* Whether images that are linked to this one may use the variable. */
static bool is_offered(const struct split *s, LLVMValueRef variable)
{
	return s->opts->allow_image_dependencies && LLVMGetLinkage(variable) == LLVMExternalLinkage &&
	       !ir_variable_attribute(variable, "sycl-device-image-scope").ptr;
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
		LLVMValueRef value = LLVMGetOperand(list, (unsigned)i), variable = constant_global(value);

		if (is_device_global(variable))
			dropped[drop_count++] = variable;
		else
			kept[count++] = value;
	}
	s->changed |= drop_count > 0;
	if (drop_count > 0)
		ir_replace_list(s->home, used, kept, count);
	qsort(dropped, drop_count, sizeof(LLVMValueRef), compare_addresses); /* a list may name one twice */
	for (size_t i = 0; i < drop_count; i++)
		if ((i == 0 || dropped[i] != dropped[i - 1]) && shim_is_unused(dropped[i]) &&
		    !is_offered(s, dropped[i]))
			LLVMDeleteGlobal(dropped[i]);
	return 0;
}

/* ---- functions ---- */

/* Every module that mentions an inline function has it. The host calls kernels, tables of other images name virtual
 * functions, and pointers may lead to other functions. */
static bool is_droppable(LLVMValueRef function)
{
	const LLVMLinkage linkage = LLVMGetLinkage(function);
	bool once = linkage == LLVMLinkOnceAnyLinkage || linkage == LLVMLinkOnceODRLinkage;
	bool hidden = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;

	if (LLVMIsDeclaration(function) || ir_is_kernel(function) || ir_has(function, "indirectly-callable") ||
	    ir_has(function, "referenced-indirectly"))
		return false;
	return once || (hidden && !ir_is_entry_point(function));
}

/* Marks everything that functions and variables which always stay need. */
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

/* Dropping a function may remove the last user of others. */
static int drop_needless(struct split *s, struct use_graph *graph)
{
	bool *needed = arena_array(s->run->ctx, &s->arena, graph->node_count + 1, sizeof(*needed));
	size_t count = 0;

	if (!needed)
		return -SYB_E_NOMEM;
	TRY(mark_needed(s, graph, needed));
	for (uint32_t i = 0; i < graph->function_count; i++)
		if (!needed[i])
			graph->values[count++] = graph->values[i];
	shim_functions_drop(graph->values, count);
	s->changed |= count > 0;
	return 0;
}

static int drop_functions(struct split *s)
{
	_cleanup_(use_graph_free) struct use_graph graph = { 0 };
	bool some = false;

	for (LLVMValueRef f = LLVMGetFirstFunction(s->home); f && !some; f = LLVMGetNextFunction(f))
		some = is_droppable(f) && shim_is_unused(f);
	if (!some)
		return 0;
	TRY(use_graph_init(&graph, s->run->ctx, s->home));
	return drop_needless(s, &graph);
}

/* Tables that name virtual functions may be in another image: optimisations must not drop the functions. */
static void keep_virtual_functions(struct split *s)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(s->home); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f) || !shim_is_discardable(f) || shim_is_available_externally(f) ||
		    !ir_has(f, "indirectly-callable"))
			continue;
		LLVMSetLinkage(f, LLVMExternalLinkage);
		s->changed = true;
	}
}

/* ---- sanitizers ---- */

/* The linker joins these variables (their linkage is "appending"); the size and decorations are then those of one part,
 * or lost. Runtimes read them as device globals, and translators do not know the linkage. */
static void fix_sanitizer(struct split *s, const char *name)
{
	static const char size_name[] = "sycl-device-global-size";
	LLVMValueRef variable = LLVMGetNamedGlobal(s->home, name);
	LLVMMetadataRef parts[3], node;
	char size[24], made[64];
	struct text id;

	if (!variable)
		return;
	if (LLVMGetLinkage(variable) == LLVMAppendingLinkage)
		LLVMSetLinkage(variable, LLVMExternalLinkage);
	snprintf(size, sizeof(size), "%llu",
		 LLVMABISizeOfType(LLVMGetModuleDataLayout(s->home), LLVMGlobalGetValueType(variable)));
	shim_global_attribute_add(variable, size_name, strlen(size_name), size, strlen(size));
	id = ir_variable_attribute(variable, "sycl-unique-id");
	if (id.len == 0)
		id = (struct text){ made, (size_t)snprintf(made, sizeof(made), "_Z%zu%s", strlen(name), name) };
	parts[0] = md_int(s->run->ir, 32, HOST_ACCESS);
	parts[1] = md_int(s->run->ir, 32, HOST_READS);
	parts[2] = md_string(s->run->ir, id.ptr, id.len);
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
