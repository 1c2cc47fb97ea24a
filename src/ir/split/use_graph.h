/* ir/split/use_graph.h — dependencies in a module: functions, variables and aliases, and everything they mention.
 *
 * Nodes are numbers: the module's functions in their order, its variables, aliases and ifuncs, then the constants
 * between them (vtables, casts) and one node for each function type that is called indirectly. Edges lead from the user
 * to the used node. The graph is built from the uses of globals: instructions that mention none are not visited. */
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
	uint32_t *seen; /* by global: 1 + the last node it was found to use */
	int r;          /* of the callbacks */
};

/* Free with use_graph_free, also after a failure. */
int use_graph_init(struct use_graph *graph, struct syb_ctx *ctx, LLVMModuleRef module);
void use_graph_free(struct use_graph *graph);

/* UINT32_MAX for other values. */
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
