/* ir/callgraph.c: components against reachability computed the slow way; chains longer than any stack. */
#include "ir/module/callgraph.h"
#include "tests/lib/torture.h"

enum { SMALL = 12, DEEP = 200000 };

/* A graph of groups alone: no LLVM needed. edge[i][j]: i calls j. */
static int fill(struct syb_ctx *ctx, struct callgraph *g, const struct syb_ir *ir, size_t count,
		const bool edge[SMALL][SMALL])
{
	int r = callgraph_init(g, ctx, ir, count);

	for (size_t i = 0; i < count && r == 0; i++) {
		for (size_t j = 0; j < count && r == 0; j++)
			if (edge[i][j])
				r = callgraph_add(g, (uint32_t)j, NULL);
		callgraph_next(g);
	}
	return r < 0 ? r : callgraph_components(g);
}

static bool agrees(const struct callgraph *g, size_t count, const bool edge[SMALL][SMALL])
{
	bool reach[SMALL][SMALL];
	bool good = g->first_member[g->component_count] == count;

	memcpy(reach, edge, sizeof(reach));
	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < count; i++)
			for (size_t j = 0; j < count; j++)
				reach[i][j] |= reach[i][k] && reach[k][j];
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < count; j++) {
			bool same = i == j || (reach[i][j] && reach[j][i]);

			good &= same == (g->component[i] == g->component[j]);
			good &= !reach[i][j] || g->component[j] <= g->component[i];
		}
	return good;
}

static void random_graphs(struct syb_ctx *ctx, const struct syb_ir *ir)
{
	uint64_t state = 88172645463325252u;
	size_t wrong = 0;

	for (size_t n = 0; n < 2000; n++) {
		bool edge[SMALL][SMALL] = { { false } };
		size_t count = n % SMALL + 1;
		struct callgraph g;

		for (size_t i = 0; i < count; i++)
			for (size_t j = 0; j < count; j++) {
				state ^= state << 13;
				state ^= state >> 7;
				state ^= state << 17;
				edge[i][j] = state % (n % 7 + 2) == 0;
			}
		wrong += fill(ctx, &g, ir, count, edge) != 0 || !agrees(&g, count, edge);
		callgraph_free(&g);
	}
	is_int(wrong, 0);
}

static void deep_graphs(struct syb_ctx *ctx, const struct syb_ir *ir)
{
	for (int circle = 0; circle < 2; circle++) {
		struct callgraph g;
		int r = callgraph_init(&g, ctx, ir, DEEP);

		for (uint32_t i = 0; i < DEEP && r == 0; i++) {
			if (i + 1 < DEEP || circle)
				r = callgraph_add(&g, (i + 1) % DEEP, NULL);
			callgraph_next(&g);
		}
		is_int(r, 0);
		is_int(callgraph_components(&g), 0);
		is_int(g.component_count, circle ? 1 : DEEP);
		callgraph_free(&g);
	}
}

static void edges_once(struct syb_ctx *ctx, const struct syb_ir *ir)
{
	const struct call_edge *edges;
	struct callgraph g;

	is_int(callgraph_init(&g, ctx, ir, 3), 0);
	is_int(callgraph_add(&g, 1, NULL), 0);
	is_int(callgraph_add(&g, 1, NULL), 0);
	is_int(callgraph_add(&g, 0, NULL), 0);
	callgraph_next(&g);
	is_int(callgraph_add(&g, 1, NULL), 0);
	callgraph_next(&g);
	callgraph_next(&g);
	is_int(callgraph_edges(&g, 0, &edges), 2);
	is_int(edges[0].to, 1);
	is_int(callgraph_edges(&g, 1, &edges), 1);
	is_int(callgraph_edges(&g, 2, &edges), 0);
	callgraph_free(&g);
}

static int refused(struct syb_ctx *ctx, void *arg)
{
	const bool edge[SMALL][SMALL] = { [0] = { [1] = true }, [1] = { [0] = true, [2] = true } };
	struct callgraph g;
	int r = fill(ctx, &g, arg, 3, edge);

	callgraph_free(&g);
	return r;
}

int main(void)
{
	static const char text[] = "define void @f() {\n ret void\n}\ndeclare void @g()\n";
	const struct syb_bytes bytes = { (const uint8_t *)text, sizeof(text) - 1 };
	const struct syb_bytes none = { (const uint8_t *)"; nothing\n", 10 };
	struct syb_ctx *ctx = NULL;
	struct syb_ir *ir = NULL, *empty = NULL;
	struct callgraph g;

	is_int(syb_ctx_new(NULL, &ctx), 0);
	is_int(syb_ir_read(ctx, none, NULL, &empty), 0);
	random_graphs(ctx, empty);
	deep_graphs(ctx, empty);
	edges_once(ctx, empty);
	torture(refused, empty);
	is_int(syb_ir_read(ctx, bytes, NULL, &ir), 0);
	is_int(callgraph_init(&g, ctx, ir, 0), 0);
	is_int(g.function_count, 2);
	is_int(callgraph_number(&g, g.functions[1]), 1);
	is_int(callgraph_number(&g, NULL), UINT32_MAX);
	callgraph_free(&g);
	syb_ir_free(ir);
	syb_ir_free(empty);
	syb_ctx_free(ctx);
	return tap_done();
}
