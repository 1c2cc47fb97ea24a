/* ir/lower/prepare_blocks.c — blocks of code as SPIR-V wants them: those that dominate others come before them.
 *
 * LLVM has no such rule, and the translator writes blocks in the order in which they stand. An order is right when
 * each block that can be reached has a block before it that leads there. Where it is not, the reverse of the order in
 * which a search leaves the blocks takes its place; what nothing leads to stands last.
 *
 * Where a loop has hints (metadata llvm.loop), the translator adds blocks before and behind it, in no good place; so
 * they are added here. And what it writes of the hints must stand at the end of the loop's first block, which it
 * misses when that is the last one, too; so such a loop is made two blocks. */
#include "prepare_spirv.h"

#include "base/hash.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

struct visit {
	size_t block;
	unsigned left; /* successors, the last one first */
};

struct ordering {
	struct syb_ctx *ctx;
	struct arena arena;
	LLVMBasicBlockRef *blocks;
	size_t count;
	struct hash numbers;
	bool *seen;
	struct visit *stack;
	size_t *found, found_count; /* in the order in which the search leaves them */
};

static void drop(struct ordering *o)
{
	hash_free(&o->numbers);
	arena_free(&o->arena);
}

static int number_blocks(struct ordering *o, LLVMValueRef function)
{
	size_t *stored;
	bool there;

	o->count = LLVMCountBasicBlocks(function);
	o->blocks = arena_array(o->ctx, &o->arena, o->count, sizeof(LLVMBasicBlockRef));
	o->seen = arena_array(o->ctx, &o->arena, o->count, sizeof(*o->seen));
	o->stack = arena_array(o->ctx, &o->arena, o->count, sizeof(*o->stack));
	o->found = arena_array(o->ctx, &o->arena, o->count, sizeof(*o->found));
	if (!o->blocks || !o->seen || !o->stack || !o->found)
		return -SYB_E_NOMEM;
	LLVMGetBasicBlocks(function, o->blocks);
	for (size_t i = 0; i < o->count; i++)
		TRY(hash_put(o->ctx, &o->numbers, &o->blocks[i], sizeof(o->blocks[i]), i, &stored, &there));
	return 0;
}

static unsigned successor_count(const struct ordering *o, size_t block)
{
	return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(o->blocks[block]));
}

static size_t successor(const struct ordering *o, size_t block, unsigned i)
{
	LLVMBasicBlockRef to = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(o->blocks[block]), i);

	return *hash_get(&o->numbers, &to, sizeof(to));
}

/* Whether each block is led to by one before it. */
static bool is_right(struct ordering *o)
{
	bool right = true;

	o->seen[0] = true;
	for (size_t i = 0; i < o->count && right; i++) {
		right = o->seen[i];
		for (unsigned k = 0; k < successor_count(o, i); k++)
			o->seen[successor(o, i, k)] = true;
	}
	memset(o->seen, 0, o->count * sizeof(*o->seen));
	return right;
}

static void search(struct ordering *o)
{
	size_t depth = 0;

	o->stack[depth++] = (struct visit){ 0, successor_count(o, 0) };
	o->seen[0] = true;
	while (depth > 0) {
		struct visit *top = &o->stack[depth - 1];
		size_t next;

		if (top->left == 0) {
			o->found[o->found_count++] = top->block;
			depth--;
			continue;
		}
		next = successor(o, top->block, --top->left);
		if (o->seen[next])
			continue;
		o->seen[next] = true;
		o->stack[depth++] = (struct visit){ next, successor_count(o, next) };
	}
}

/* ---- loops with hints ---- */

static bool has_hints(LLVMBasicBlockRef block, unsigned kind)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

	return end && LLVMHasMetadata(end) && shim_instruction_metadata(end, kind);
}

static bool leads_to_itself(LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (LLVMGetSuccessor(end, i) == block)
			return true;
	return false;
}

static bool has_loops(LLVMModuleRef module, unsigned kind)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			if (has_hints(b, kind))
				return true;
	return false;
}

int prepare_loops(struct preparing *p)
{
	const unsigned kind = md_kind(p->ir, "llvm.loop");
	LLVMPassBuilderOptionsRef options;
	LLVMErrorRef error;

	if (!has_loops(p->ir->module, kind))
		return 0;
	options = LLVMCreatePassBuilderOptions();
	error = LLVMRunPasses(p->ir->module, "function(loop-simplify)", NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (error) {
		LLVMConsumeError(error);
		return syb_fail(p->ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal", "LLVM has no pass loop-simplify");
	}
	for (LLVMValueRef f = LLVMGetFirstFunction(p->ir->module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			if (has_hints(b, kind) && leads_to_itself(b))
				shim_split_end(b);
	return 0;
}

/* ---- all blocks ---- */

int prepare_blocks(struct preparing *p, LLVMValueRef function)
{
	_cleanup_(drop) struct ordering o = { .ctx = p->ctx };

	if (LLVMCountBasicBlocks(function) < 3)
		return 0;
	TRY(number_blocks(&o, function));
	if (is_right(&o))
		return 0;
	search(&o);
	for (size_t i = 0; i + 1 < o.found_count; i++)
		LLVMMoveBasicBlockAfter(o.blocks[o.found[i]], o.blocks[0]);
	return 0;
}
