/* ir/lower/work_group_loops.c — loops of a work-group's code that only the leader needs to run: it runs them as a
 * whole, with one barrier before and one after, and its branches stay private. Without this, each block would have its
 * own barriers, in each round.
 *
 * Such a loop has one way in and one way out, and no PHIs there. Others are left to work_group_cut.c. */
#include "work_group_scope.h"

enum { MOST_GROWTH = 16 }; /* blocks after the loop that are added to get one way out */

static LLVMValueRef value_of(LLVMBasicBlockRef block)
{
	return LLVMBasicBlockAsValue(block);
}

static bool contains(const struct values *blocks, LLVMBasicBlockRef block)
{
	return scope_has(blocks, value_of(block));
}

static bool branches_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);

	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (LLVMGetSuccessor(end, i) == to)
			return true;
	return false;
}

static void redirect(LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef instead)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);

	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (LLVMGetSuccessor(end, i) == to)
			LLVMSetSuccessor(end, i, instead);
}

/* ---- finding them ---- */

/* Add blocks that can be reached from those in the list. */
static int add_reached(struct syb_ctx *ctx, struct values *blocks)
{
	for (size_t n = 0; n < blocks->count; n++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMValueAsBasicBlock(blocks->items[n]));

		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
			TRY(values_add(ctx, blocks, value_of(LLVMGetSuccessor(end, i)), NULL));
	}
	return 0;
}

/* The blocks of the loop that begins with a block; none: it does not begin one. */
static int find_loop(struct scope *s, LLVMBasicBlockRef first, struct values *loop)
{
	_cleanup_(values_free) struct values reached = { 0 };
	LLVMBasicBlockRef b;

	TRY(values_add(s->run->ctx, &reached, value_of(first), NULL));
	TRY(add_reached(s->run->ctx, &reached));
	for (b = LLVMGetFirstBasicBlock(s->function); b; b = LLVMGetNextBasicBlock(b))
		if (contains(&reached, b) && branches_to(b, first)) {
			TRY(values_add(s->run->ctx, loop, value_of(first), NULL));
			TRY(values_add(s->run->ctx, loop, value_of(b), NULL));
		}
	for (size_t n = 0; n < loop->count; n++)
		for (b = LLVMGetFirstBasicBlock(s->function); b && loop->items[n] != value_of(first);
		     b = LLVMGetNextBasicBlock(b))
			if (branches_to(b, LLVMValueAsBasicBlock(loop->items[n])))
				TRY(values_add(s->run->ctx, loop, value_of(b), NULL));
	return 0;
}

/* The block outside of a loop that it branches to; NULL when there is none, or another one, in *out_other. */
static LLVMBasicBlockRef way_out(const struct values *loop, LLVMBasicBlockRef *out_other)
{
	LLVMBasicBlockRef out = NULL;

	*out_other = NULL;
	for (size_t n = 0; n < loop->count; n++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMValueAsBasicBlock(loop->items[n]));

		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
			LLVMBasicBlockRef to = LLVMGetSuccessor(end, i);

			if (contains(loop, to) || to == out)
				continue;
			if (out)
				*out_other = to;
			out = out ? out : to;
		}
	}
	return *out_other ? NULL : out;
}

/* Whether only blocks of the loop branch to a block. */
static bool is_only_entered_from(const struct scope *s, const struct values *loop, LLVMBasicBlockRef block)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->function); b; b = LLVMGetNextBasicBlock(b))
		if (!contains(loop, b) && branches_to(b, block))
			return false;
	return true;
}

static bool is_for_leader(const struct scope *s, LLVMBasicBlockRef block)
{
	if (contains(&s->leader_blocks, block) || block == LLVMGetEntryBasicBlock(s->function) ||
	    LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block)) == 0)
		return false;
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
		if (scope_must_be_for_all(s, i))
			return false;
	return true;
}

/* Add blocks that follow a loop, such as that of a loop's normal end beside a break, until it has one way out. */
static int join_ways_out(struct scope *s, struct values *loop)
{
	for (int i = 0; i < MOST_GROWTH; i++) {
		LLVMBasicBlockRef other, next = NULL;
		size_t before = loop->count;

		if (way_out(loop, &other) || !other)
			return 0;
		for (size_t n = 0; n < before && !next; n++) {
			LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMValueAsBasicBlock(loop->items[n]));

			for (unsigned k = 0; k < LLVMGetNumSuccessors(end) && !next; k++) {
				LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);

				if (!contains(loop, to) && is_only_entered_from(s, loop, to) && is_for_leader(s, to))
					next = to;
			}
		}
		if (!next)
			return 0;
		TRY(values_add(s->run->ctx, loop, value_of(next), NULL));
	}
	return 0;
}

static bool begins_with_phi(LLVMBasicBlockRef block)
{
	return LLVMIsAPHINode(LLVMGetFirstInstruction(block));
}

static int add_loop(struct scope *s, LLVMBasicBlockRef first)
{
	_cleanup_(values_free) struct values loop = { 0 };
	LLVMBasicBlockRef out, other;

	TRY(find_loop(s, first, &loop));
	TRY(join_ways_out(s, &loop));
	out = way_out(&loop, &other);
	if (!out || begins_with_phi(out) || begins_with_phi(first))
		return 0;
	for (size_t n = 0; n < loop.count; n++) {
		LLVMBasicBlockRef block = LLVMValueAsBasicBlock(loop.items[n]);

		if (!is_for_leader(s, block) || (block != first && !is_only_entered_from(s, &loop, block)))
			return 0;
	}
	TRY(VEC_PUSH(s->run->ctx, s->loops, s->loop_count, s->loop_room));
	s->loops[s->loop_count] = (struct leader_loop){ first, s->leader_blocks.count, loop.count };
	s->loop_count++;
	for (size_t n = 0; n < loop.count; n++)
		TRY(values_add(s->run->ctx, &s->leader_blocks, loop.items[n], NULL));
	return 0;
}

/* Outer loops are before inner ones. */
int scope_find_loops(struct scope *s)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->function); b; b = LLVMGetNextBasicBlock(b))
		if (!contains(&s->leader_blocks, b))
			TRY(add_loop(s, b));
	return 0;
}

size_t scope_loop_of(const struct scope *s, LLVMValueRef instruction)
{
	size_t at = values_find(&s->leader_blocks, value_of(LLVMGetInstructionParent(instruction)));

	for (size_t i = 0; at != SIZE_MAX && i < s->loop_count; i++)
		if (at >= s->loops[i].at && at < s->loops[i].at + s->loops[i].count)
			return i;
	return SIZE_MAX;
}

/* ---- guarding them ---- */

static void guard_loop(struct scope *s, const struct leader_loop *loop, LLVMValueRef leader)
{
	LLVMContextRef context = s->run->ir->context;
	LLVMBasicBlockRef before = LLVMInsertBasicBlockInContext(context, loop->first, ""), after, out = NULL;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->function); b; b = LLVMGetNextBasicBlock(b)) {
		size_t at = values_find(&s->leader_blocks, value_of(b));
		bool inside = at != SIZE_MAX && at >= loop->at && at < loop->at + loop->count;

		if (b != before && !inside)
			redirect(b, loop->first, before);
	}
	/* the ways out may have got guards of their own */
	for (size_t n = loop->at; n < loop->at + loop->count && !out; n++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMValueAsBasicBlock(s->leader_blocks.items[n]));

		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
			size_t at = values_find(&s->leader_blocks, value_of(LLVMGetSuccessor(end, i)));

			if (at == SIZE_MAX || at < loop->at || at >= loop->at + loop->count)
				out = LLVMGetSuccessor(end, i);
		}
	}
	after = LLVMInsertBasicBlockInContext(context, out, "");
	for (size_t n = loop->at; n < loop->at + loop->count; n++)
		redirect(LLVMValueAsBasicBlock(s->leader_blocks.items[n]), out, after);
	LLVMPositionBuilderAtEnd(s->builder, before);
	scope_add_barrier(s);
	LLVMBuildCondBr(s->builder, leader, loop->first, after);
	LLVMPositionBuilderAtEnd(s->builder, after);
	scope_add_barrier(s);
	LLVMBuildBr(s->builder, out);
}

void scope_guard_loops(struct scope *s, LLVMValueRef leader)
{
	for (size_t i = 0; i < s->loop_count; i++)
		guard_loop(s, &s->loops[i], leader);
}
