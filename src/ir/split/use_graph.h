/* ir/split/use_graph.h — what needs what in a module: functions, variables and aliases, and everything they mention.
 *
 * Nodes are numbers: the module's functions in their order, its variables, aliases and ifuncs, then the constants that
 * stand between them (vtables, casts) and one node for each type of function that is called through a pointer. Edges
 * lead from the user to what it uses. Built once for a module, by walking the uses of its globals: instructions that
 * mention none are never looked at. */
#ifndef IR_USE_GRAPH_H
#define IR_USE_GRAPH_H

#include "ir/module/ir.h"
#include "ir/shim/shim_split.h"

struct use_edge {
	uint32_t user, used;
};

struct use_graph {
	struct syb_ctx *ctx;
	LLVMModuleRef module;
	LLVMValueRef *values; /* by node; NULL for types */
	size_t node_count, node_room;
	uint32_t function_count, variable_count, global_count; /* functions, variables and then others */
	struct hash index;                                     /* value or type → node */
	struct arena arena;
	struct use_edge *pairs; /* while it is built */
	size_t pair_count, pair_room;
	uint32_t *first; /* by node: its first edge; one more at the end */
	uint32_t *edges;
	uint32_t *seen; /* by global: 1 + what it was last found to use */
	int r;          /* of the callbacks */
};

/* Free with use_graph_free, also after a failure. */
int use_graph_init(struct use_graph *graph, struct syb_ctx *ctx, LLVMModuleRef module);
void use_graph_free(struct use_graph *graph);

/* UINT32_MAX for what is not in it. */
uint32_t use_graph_number(const struct use_graph *graph, LLVMValueRef value);

static inline bool use_graph_is_function(const struct use_graph *graph, uint32_t node)
{
	return node < graph->function_count;
}

static inline bool use_graph_is_variable(const struct use_graph *graph, uint32_t node)
{
	return node >= graph->function_count && node < graph->function_count + graph->variable_count;
}

#endif
