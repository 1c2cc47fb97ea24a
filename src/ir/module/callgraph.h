/* ir/module/callgraph.h — the functions of a module, their calls, and the components of functions that call each other.
 *
 * Nodes are numbers: functions in the order of the module, then groups. A group is a set of functions that a virtual
 * call may reach: it needs as many edges as it has members, not their product. The caller walks the instructions and
 * adds the edges, one function after the other. */
#ifndef IR_CALLGRAPH_H
#define IR_CALLGRAPH_H

#include "ir.h"

struct call_edge {
	uint32_t to;
	LLVMValueRef call; /* the first such call; NULL to and from groups */
};

struct callgraph {
	struct syb_ctx *ctx;
	struct arena arena;
	LLVMValueRef *functions;
	size_t function_count;
	size_t node_count;
	struct hash index; /* function → number */
	uint32_t *first;   /* by node: its first edge; one more at the end */
	struct call_edge *edges;
	size_t edge_count, edge_room;
	uint32_t *seen; /* by callee: 1 + the last caller, so that an edge is added once */
	size_t filled;  /* nodes whose edges are complete */
	/* by callgraph_components: */
	uint32_t *component;    /* by node; callees have lower numbers than their callers, or the same */
	uint32_t *members;      /* nodes, by component */
	uint32_t *first_member; /* by component, one more at the end */
	size_t component_count;
};

/* Numbers the functions of a module and makes room for group_count groups. Free with callgraph_free. */
int callgraph_init(struct callgraph *graph, struct syb_ctx *ctx, const struct syb_ir *ir, size_t group_count);
void callgraph_free(struct callgraph *graph);

/* The number of a function; UINT32_MAX for other values. */
uint32_t callgraph_number(const struct callgraph *graph, LLVMValueRef function);
/* The function that an instruction calls, through casts and aliases; NULL for an indirect call. */
LLVMValueRef callgraph_callee(LLVMValueRef call);

/* Edges of the node that is being filled; nodes come in the order of their numbers. */
int callgraph_add(struct callgraph *graph, uint32_t to, LLVMValueRef call);
/* Continue with the edges of the next node. */
void callgraph_next(struct callgraph *graph);

static inline uint32_t callgraph_edges(const struct callgraph *graph, size_t node, const struct call_edge **out_edges)
{
	uint32_t count = graph->first[node + 1] - graph->first[node];

	*out_edges = count ? graph->edges + graph->first[node] : NULL;
	return count;
}

/* Strongly connected components, callees first. After all nodes have been filled. */
int callgraph_components(struct callgraph *graph);

#endif
