/* tools/cc_words.c — writing down commands: words, names of temporary files, jobs. */
#include "cc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void push(struct cc *cc, const char ***list, size_t *count, size_t *room, const char *word)
{
	if (cc->error)
		return;
	cc->error = vec_grow(cc->tool->ctx, (void **)list, *count, room, sizeof(**list));
	if (!cc->error)
		(*list)[(*count)++] = word;
}

SYB_PRINTF(2, 0) static const char *vtext(struct cc *cc, const char *fmt, va_list args)
{
	const char *text = arena_vprintf(cc->tool->ctx, &cc->tool->arena, fmt, args);

	if (!text && !cc->error)
		cc->error = -SYB_E_NOMEM;
	return text ? text : "";
}

const char *cc_text(struct cc *cc, const char *fmt, ...)
{
	const char *text;
	va_list args;

	va_start(args, fmt);
	text = vtext(cc, fmt, args);
	va_end(args);
	return text;
}

void cc_word(struct cc *cc, const char *word)
{
	push(cc, &cc->words, &cc->word_count, &cc->word_room, word);
}

void cc_wordf(struct cc *cc, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	cc_word(cc, vtext(cc, fmt, args));
	va_end(args);
}

void cc_also_reads(struct cc *cc, const char *path)
{
	push(cc, &cc->reads, &cc->read_count, &cc->read_room, path);
}

void cc_reads(struct cc *cc, const char *path)
{
	cc_word(cc, path);
	cc_also_reads(cc, path);
}

void cc_reads_config(struct cc *cc)
{
	const char *list = getenv("SYBIL_DEVICE_CONFIG");

	if (cc->config)
		cc_also_reads(cc, cc->config);
	for (list = cc->config || !list ? "" : list; *list; list += strspn(list, ":")) {
		size_t len = strcspn(list, ":");

		if (len)
			cc_also_reads(cc, cc_text(cc, "%.*s", (int)len, list));
		list += len;
	}
}

void cc_verb(struct cc *cc, const char *verb)
{
	cc_word(cc, cc->self);
	cc_word(cc, verb);
	if (cc->tool->color_err)
		cc_word(cc, "--color=always");
	if (args_get(cc->tool, OPT_cc_aspect_numbers))
		cc_wordf(cc, "--aspect-numbers=%s", args_get(cc->tool, OPT_cc_aspect_numbers));
	if (args_get(cc->tool, OPT_cc_assume_aspect_numbers))
		cc_wordf(cc, "--assume-aspect-numbers=%s", args_get(cc->tool, OPT_cc_assume_aspect_numbers));
}

const char *cc_temp(struct cc *cc, const char *stem, const char *tag)
{
	return cc_text(cc, "%s/%s%s", cc->dir, stem, tag);
}

const char *cc_without_commas(struct cc *cc, const char *name)
{
	const char *comma;

	while ((comma = strchr(name, ',')) && !cc->error)
		name = cc_text(cc, "%.*s%%2C%s", (int)(comma - name), name, comma + 1);
	return name;
}

/* A list in the arena, ended by NULL. */
static const char *const *keep(struct cc *cc, const char **list, size_t count)
{
	const char **kept = cc->error ? NULL : arena_array(cc->tool->ctx, &cc->tool->arena, count + 1, sizeof(*kept));

	if (!kept) {
		cc->error = cc->error ? cc->error : -SYB_E_NOMEM;
		return NULL;
	}
	if (count)
		memcpy(kept, list, count * sizeof(*kept));
	return kept;
}

void cc_job(struct cc *cc, const char *makes, unsigned flags, const char *fmt, ...)
{
	struct job job = { .flags = flags };
	va_list args;

	if (cc->error)
		return;
	job.flags |= cc->words[0] == cc->self ? JOB_OURS : 0;
	va_start(args, fmt);
	job.label = vtext(cc, fmt, args);
	va_end(args);
	job.argv = keep(cc, cc->words, cc->word_count);
	job.inputs = keep(cc, cc->reads, cc->read_count);
	job.outputs = keep(cc, &makes, makes ? 1 : 0);
	cc->word_count = cc->read_count = 0;
	if (!cc->error)
		cc->error = VEC_PUSH(cc->tool->ctx, cc->jobs, cc->job_count, cc->job_room);
	if (!cc->error)
		cc->jobs[cc->job_count++] = job;
}

struct job *cc_last_job(struct cc *cc)
{
	return cc->error ? NULL : &cc->jobs[cc->job_count - 1];
}

void cc_result(struct cc *cc, const char *from, const char *to)
{
	if (!cc->error)
		cc->error = VEC_PUSH(cc->tool->ctx, cc->results, cc->result_count, cc->result_room);
	if (!cc->error)
		cc->results[cc->result_count++] = (struct cc_result){ .from = from, .to = to };
}
