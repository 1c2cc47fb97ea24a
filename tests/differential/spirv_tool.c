/* Print each instruction of a SPIR-V module as the grammar tells it: its name, its result, then the ids it uses in
 * order. For comparison with spirv-dis. usage: spirv_tool MODULE */
#include "base/file.h"
#include "format/spirv/spirv_grammar.h"

#include <stdio.h>
#include <stdlib.h>

struct facts {
	uint32_t *type_of, *words_of; /* by id */
	char **sets;
	uint32_t bound;
};

static uint32_t literal_words(void *user, uint32_t id)
{
	const struct facts *f = user;

	return id < f->bound && f->type_of[id] < f->bound ? f->words_of[f->type_of[id]] : 0;
}

static const char *set_name(void *user, uint32_t id)
{
	const struct facts *f = user;

	return id < f->bound ? f->sets[id] : NULL;
}

static void learn(struct syb_ctx *ctx, struct facts *f, const struct spirv_inst *inst, const uint8_t *kinds)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t next;

	if (inst->op == SPIRV_OP_TYPE_INT)
		f->words_of[spirv_word(inst, 1)] = (spirv_word(inst, 2) + 31) / 32;
	if (inst->op == SPIRV_OP_EXT_INST_IMPORT && spirv_string(ctx, inst, 2, &text, &next) == 0)
		f->sets[spirv_word(inst, 1)] = strndup((const char *)text.ptr, text.len);
	if (inst->count > 2 && kinds[1] == SPIRV_WORD_TYPE && kinds[2] == SPIRV_WORD_RESULT)
		f->type_of[spirv_word(inst, 2)] = spirv_word(inst, 1);
}

static void print(const struct spirv_inst *inst, const uint8_t *kinds)
{
	printf("%s", spirv_op_name(inst->op));
	for (size_t i = 1; i < inst->count; i++)
		if (kinds[i] == SPIRV_WORD_RESULT)
			printf(" %%%u", spirv_word(inst, i));
	for (size_t i = 1; i < inst->count; i++)
		if (kinds[i] == SPIRV_WORD_TYPE || kinds[i] == SPIRV_WORD_ID)
			printf(" %%%u", spirv_word(inst, i));
	printf("\n");
}

int main(int argc, char **argv)
{
	struct facts f = { 0 };
	struct spirv_context context = { &f, literal_words, set_name };
	static uint8_t kinds[65536];
	struct syb_file *file = NULL;
	struct syb_ctx *ctx = NULL;
	struct spirv_inst inst;
	int r;

	if (argc != 2 || syb_ctx_new(NULL, &ctx) < 0)
		return 2;
	r = syb_file_open(ctx, argv[1], &file);
	if (r == 0)
		r = spirv_begin(ctx, span_of(file->bytes, 0), &inst);
	if (r == 0) {
		f.bound = inst.bound;
		f.type_of = calloc(inst.bound, sizeof(*f.type_of));
		f.words_of = calloc(inst.bound, sizeof(*f.words_of));
		f.sets = calloc(inst.bound, sizeof(*f.sets));
	}
	while (r == 0 && (r = spirv_next(ctx, &inst)) == 1) {
		r = spirv_word_kinds(ctx, &inst, &context, kinds);
		if (r < 0)
			break;
		learn(ctx, &f, &inst, kinds);
		print(&inst, kinds);
	}
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		fprintf(stderr, "%s [%s]\n", syb_ctx_diag_at(ctx, i)->text, syb_ctx_diag_at(ctx, i)->check);
	for (uint32_t i = 0; f.sets && i < f.bound; i++)
		free(f.sets[i]);
	free(f.type_of);
	free(f.words_of);
	free(f.sets);
	syb_file_close(file);
	syb_ctx_free(ctx);
	return r < 0;
}
