/* driver/programs/aot_words.c — a row of chains.def × options → the command line of a compiler. */
#include "aot.h"

#include "base/buf.h"
#include "base/words.h"

#include <stdio.h>

struct words {
	struct aot *aot;
	const char **list;
	size_t count, room;
};

static int add(struct words *w, const char *word)
{
	const char **grown;

	if (!word)
		return -SYB_E_NOMEM;
	if (w->count + 1 >= w->room) {
		w->room = w->room ? w->room * 2 : 32;
		grown = arena_array(w->aot->ctx, &w->aot->arena, w->room, sizeof(*grown));
		if (!grown)
			return -SYB_E_NOMEM;
		if (w->count)
			memcpy(grown, w->list, w->count * sizeof(*grown));
		w->list = grown;
	}
	w->list[w->count++] = word;
	return 0;
}

/* The value of a placeholder: % and a letter. */
static const char *value_of(struct aot *aot, char letter, char level[4])
{
	switch (letter) {
	case 'a':
		return aot->arch;
	case 'c':
		return chain_arch_for(aot->arch, aot->opts.llvm);
	case 'd':
		return aot->temp.path;
	case 'o':
		return aot->output;
	default:
		snprintf(level, 4, "-O%c", aot->opts.level ? aot->opts.level : '2');
		return level;
	}
}

static int add_template(struct words *w, const char *text, size_t len)
{
	const char *percent = memchr(text, '%', len);
	_cleanup_(buf_free) struct buf word = { 0 };
	struct syb_ctx *ctx = w->aot->ctx;
	char level[4];

	TRY(buf_add(ctx, &word, text, percent ? (size_t)(percent - text) : len));
	if (percent)
		TRY(buf_text(ctx, &word, value_of(w->aot, percent[1], level)));
	return add(w, arena_string(ctx, &w->aot->arena, word.ptr, word.len));
}

/* ---- options that are joined to one word ---- */

static int join(struct aot *aot, struct buf *joined, const char *word)
{
	TRY(joined->len && *word ? buf_char(aot->ctx, joined, ' ') : 0);
	return buf_text(aot->ctx, joined, word);
}

static int add_joined(struct words *w, const char *option, const struct buf *joined)
{
	_cleanup_(buf_free) struct buf word = { 0 };
	struct aot *aot = w->aot;

	TRY(option[strlen(option) - 1] == '=' ? buf_text(aot->ctx, &word, option) : add(w, option));
	TRY(buf_add(aot->ctx, &word, joined->ptr, joined->len));
	return add(w, arena_string(aot->ctx, &aot->arena, word.ptr, word.len));
}

/* -O0, -g and the user's values of the same option are joined, because compilers accept it once; other user options are
 * separate words, unless the step accepts only the joined one. */
static int add_options(struct words *w, const struct step *step)
{
	_cleanup_(buf_free) struct buf joined = { 0 };
	struct aot *aot = w->aot;
	size_t len = strlen(step->joined);
	bool only = len && step->joined[len - 1] == '=';
	int r = aot->opts.level == '0' ? join(aot, &joined, step->level0) : 0;

	if (r == 0 && aot->opts.debug)
		r = join(aot, &joined, step->debug);
	for (size_t i = 0; r == 0 && step->backend && i < aot->extra_count; i++) {
		if (only)
			r = join(aot, &joined, aot->extra[i]);
		else if (str_eq(aot->extra[i], step->joined) && i + 1 < aot->extra_count)
			r = join(aot, &joined, aot->extra[++i]);
		else
			r = add(w, aot->extra[i]);
	}
	return r < 0 || joined.len == 0 ? r : add_joined(w, step->joined, &joined);
}

static int add_flags(struct words *w, const struct step *step)
{
	struct aot *aot = w->aot;

	if (*step->joined)
		return add_options(w, step);
	if (aot->opts.level == '0' && *step->level0)
		TRY(add(w, step->level0));
	if (aot->opts.debug && *step->debug)
		TRY(add(w, step->debug));
	for (size_t i = 0; step->backend && i < aot->extra_count; i++)
		TRY(add(w, aot->extra[i]));
	return 0;
}

int aot_words(struct aot *aot, const struct step *step, const char *program, const char *const **out_argv)
{
	struct words w = { .aot = aot };
	const char *rest = step->arguments;
	size_t len;

	TRY(add(&w, program));
	for (const char *p; (p = words_next(&rest, &len));)
		TRY(add_template(&w, p, len));
	if (aot->careful) {
		TRY(add(&w, "-mllvm"));
		TRY(add(&w, "-disable-lsr"));
	}
	TRY(add_flags(&w, step));
	w.list[w.count] = NULL;
	*out_argv = w.list;
	return 0;
}
