/* driver/words.c — building commands: words, names of temporary files, jobs. */
#include "plan.h"

#include "base/shell.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void push(struct plan *p, const char ***list, size_t *count, size_t *room, const char *word)
{
	if (p->error)
		return;
	p->error = vec_grow(p->ctx, (void **)list, *count, room, sizeof(**list));
	if (!p->error)
		(*list)[(*count)++] = word;
}

SYB_PRINTF(2, 0) static const char *vtext(struct plan *p, const char *fmt, va_list args)
{
	const char *text = arena_vprintf(p->ctx, &p->arena, fmt, args);

	if (!text && !p->error)
		p->error = -SYB_E_NOMEM;
	return text ? text : "";
}

const char *plan_text(struct plan *p, const char *fmt, ...)
{
	const char *text;
	va_list args;

	va_start(args, fmt);
	text = vtext(p, fmt, args);
	va_end(args);
	return text;
}

void plan_word(struct plan *p, const char *word)
{
	push(p, &p->words, &p->word_count, &p->word_room, word);
}

void plan_wordf(struct plan *p, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	plan_word(p, vtext(p, fmt, args));
	va_end(args);
}

void plan_also_reads(struct plan *p, const char *path)
{
	push(p, &p->reads, &p->read_count, &p->read_room, path);
}

void plan_reads(struct plan *p, const char *path)
{
	plan_word(p, path);
	plan_also_reads(p, path);
}

/* A configuration given as an option replaces the installed one; those of the environment are added to it. */
void plan_reads_config(struct plan *p)
{
	const char *list = getenv("SYBIL_DEVICE_CONFIG");

	if (p->o.device_config)
		plan_also_reads(p, p->o.device_config);
	for (list = p->o.device_config || !list ? "" : list; *list; list += strspn(list, ":")) {
		size_t len = strcspn(list, ":");

		if (len)
			plan_also_reads(p, plan_text(p, "%.*s", (int)len, list));
		list += len;
	}
}

void plan_verb(struct plan *p, const char *verb)
{
	plan_word(p, p->o.program ? p->o.program : "-");
	plan_word(p, verb);
	for (size_t i = 0; i < p->o.step_option_count; i++)
		if (!str_eq(verb, "link") || !str_starts(p->o.step_options[i], "--warn="))
			plan_word(p, p->o.step_options[i]);
}

const char *plan_temp(struct plan *p, const char *stem, const char *tag)
{
	return plan_text(p, "%s/%s%s", p->dir, stem, tag);
}

/* A list in the arena, ended by NULL. */
static const char *const *keep(struct plan *p, const char **list, size_t count)
{
	const char **kept = p->error ? NULL : arena_array(p->ctx, &p->arena, count + 1, sizeof(*kept));

	if (!kept) {
		p->error = p->error ? p->error : -SYB_E_NOMEM;
		return NULL;
	}
	if (count)
		memcpy(kept, list, count * sizeof(*kept));
	return kept;
}

struct job *plan_job(struct plan *p, const char *makes, unsigned flags, const char *fmt, ...)
{
	struct job job = { .flags = flags };
	va_list args;

	if (p->error)
		return NULL;
	va_start(args, fmt);
	job.label = vtext(p, fmt, args);
	va_end(args);
	job.argv = keep(p, p->words, p->word_count);
	job.inputs = keep(p, p->reads, p->read_count);
	job.outputs = keep(p, &makes, makes ? 1 : 0);
	p->word_count = p->read_count = 0;
	if (!p->error)
		p->error = VEC_PUSH(p->ctx, p->jobs, p->job_count, p->job_room);
	if (p->error)
		return NULL;
	p->jobs[p->job_count] = job;
	return &p->jobs[p->job_count++];
}

void plan_shorten(struct plan *p, size_t first, const char *path)
{
	enum { MOST_LENGTH = 64 << 10 }; /* ninja passes a command to a shell as one word, limited to 128 KiB */
	_cleanup_(buf_free) struct buf text = { 0 };
	size_t length = 0;

	for (size_t i = 0; i < p->word_count; i++)
		length += strlen(p->words[i]) + 1;
	if (p->o.dry_run || length < MOST_LENGTH)
		return;
	plan_word(p, NULL);
	p->error = p->error ? p->error : shell_quote(p->ctx, &text, p->words + first);
	p->error = p->error ? p->error : plan_put(p, path, buf_bytes(&text));
	p->word_count = first;
	plan_wordf(p, "@%s", path);
	plan_also_reads(p, path);
}

void plan_step(struct plan *p)
{
	plan_word(p, NULL);
	if (!p->error && p->o.command)
		p->o.command(p->o.user, p->words);
	p->word_count = p->read_count = 0;
}

void plan_result(struct plan *p, const char *from, const char *to)
{
	if (!p->error)
		p->error = VEC_PUSH(p->ctx, p->results, p->result_count, p->result_room);
	if (!p->error)
		p->results[p->result_count++] = (struct plan_result){ .from = from, .to = to };
}
