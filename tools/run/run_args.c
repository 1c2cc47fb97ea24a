/* tools/run/run_args.c — parses kernel arguments of the command line, as listed in run_args.def. */
#include "run.h"

#include "base/number.h"

#include <stdio.h>

bool run_size(const char *text, size_t len, size_t *out)
{
	char copy[64];
	double d;

	if (len == 0 || len >= sizeof(copy))
		return false;
	memcpy(copy, text, len);
	copy[len] = '\0';
	if (!number_parse(copy, &d) || d < 0 || d > 9007199254740992.0 || d != (double)(size_t)d)
		return false;
	*out = (size_t)d;
	return true;
}

int run_sizes(struct tool *tool, enum option_id id, size_t out_sizes[3], uint32_t *out_dims)
{
	const char *text = args_get(tool, id), *p = text;
	uint32_t dims = 0;

	*out_dims = 0;
	while (p) {
		size_t len = strcspn(p, ",");

		if (dims == 3)
			return usage(tool, "--%s=%s: expected at most three dimensions", options[id].name, text);
		if (!run_size(p, len, &out_sizes[dims]))
			return usage(tool, "--%s=%s: '%.*s' is not a size", options[id].name, text, (int)len, p);
		if (out_sizes[dims] == 0 && id != OPT_run_offset)
			return usage(tool, "--%s=%s: a size must not be 0", options[id].name, text);
		dims++;
		p = p[len] ? p + len + 1 : NULL;
	}
	*out_dims = dims;
	return 0;
}

/* ---- one argument ---- */

struct word {
	struct run *run;
	struct run_arg *arg;
	const char *text;
	char what[64]; /* for messages */
};

static int fail(const struct word *w, const char *why)
{
	return usage(w->run->tool, "%s '%s': %s", w->what, w->text, why);
}

static int fail_type(const struct word *w, const char *type, size_t len)
{
	return usage(w->run->tool, "%s '%s': '%.*s' is not a type: expected %s", w->what, w->text, (int)len, type,
		     ELEMENT_NAMES);
}

static int read_init(const struct word *w, const char *init)
{
	struct tool *tool = w->run->tool;
	struct numbers *in = &w->arg->in;
	const struct element *element = in->element;
	uint8_t one[8];
	static const uint8_t zero[8];
	size_t seed = 0;

	w->arg->from = init;
	if (element_parse(element, init, strlen(init), one) && memcmp(one, zero, element->size) == 0)
		return 0;
	in->ptr = arena_bytes(tool->ctx, &tool->arena, in->bytes + 1);
	if (!in->ptr)
		return -SYB_E_NOMEM;
	if (str_eq(init, "iota"))
		element_iota(element, in->ptr, in->count);
	else if (str_starts(init, "rand:") && run_size(init + 5, strlen(init + 5), &seed))
		element_random(element, seed, in->ptr, in->count);
	else if (element_parse(element, init, strlen(init), one))
		element_fill(element, one, in->ptr, in->count);
	else
		return fail(w, "the initial value must be a number of its type, iota or rand:SEED");
	return 0;
}

static int read_count(const struct word *w, const char *text, size_t len)
{
	struct numbers *in = &w->arg->in;

	if (!run_size(text, len, &in->count) || in->count == 0)
		return fail(w, "expected the number of elements");
	if (!checked_mul(in->count, in->element->size, &in->bytes) || in->bytes > SIZE_MAX / 2)
		return fail(w, "number is too large");
	in->dims = 1;
	in->shape[0] = in->count;
	return 0;
}

static char *copy(struct tool *tool, const char *text, size_t len)
{
	return arena_string(tool->ctx, &tool->arena, text, len);
}

/* The text after the type of buf: and out:. */
static int read_content(const struct word *w, const char *rest, bool out)
{
	struct tool *tool = w->run->tool;
	size_t len = strcspn(rest, ">"), count_len = strcspn(rest, "=>");
	char *text = copy(tool, rest, len);
	int r;

	if (!text)
		return -SYB_E_NOMEM;
	w->arg->is_output = out || rest[len] == '>';
	w->arg->reads = !out;
	w->arg->output = rest[len] ? rest + len + 1 : NULL;
	w->arg->from = "0";
	if (w->arg->output && !*w->arg->output)
		return fail(w, "expected a file name after >");
	if (w->arg->output && tool->json && str_eq(w->arg->output, "-"))
		return usage(tool, "--json and an output cannot both go to standard output");
	if (*text == '@') {
		const struct element *element = w->arg->in.element;

		if (out)
			return fail(w, "an output starts with zeros: use buf: to read from a file");
		w->arg->from = text;
		w->arg->file = text + 1;
		r = numbers_read(tool, text + 1, element, &w->arg->in);
		return r == 0 && w->arg->in.count == 0 ? syb_fail(tool->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "raw-size",
								  "%s: no numbers", text + 1)
						       : r;
	}
	r = read_count(w, text, count_len);
	if (r < 0 || count_len == len)
		return r;
	return out ? fail(w, "an output starts with zeros: use buf:") : read_init(w, text + count_len + 1);
}

static int read_typed(const struct word *w, const char *rest, bool out)
{
	size_t len = strcspn(rest, ":");

	w->arg->kind = RUN_BUFFER;
	w->arg->in.element = element_find(rest, len);
	if (!w->arg->in.element)
		return fail_type(w, rest, len);
	if (rest[len] != ':')
		return fail(w, "missing number of elements: TYPE:COUNT");
	return read_content(w, rest + len + 1, out);
}

static int read_buffer(const struct word *w, const char *rest)
{
	return read_typed(w, rest, false);
}

static int read_output(const struct word *w, const char *rest)
{
	return read_typed(w, rest, true);
}

static int read_local(const struct word *w, const char *rest)
{
	w->arg->kind = RUN_LOCAL;
	if (!run_size(rest, strlen(rest), &w->arg->in.bytes) || w->arg->in.bytes == 0)
		return fail(w, "expected a number of bytes");
	return 0;
}

static int read_bytes(const struct word *w, const char *rest)
{
	w->arg->kind = RUN_VALUE;
	if (*rest != '@' || !rest[1])
		return fail(w, "bytes are read from a file: bytes:@FILE");
	w->arg->file = rest + 1;
	return numbers_read(w->run->tool, rest + 1, NULL, &w->arg->in);
}

static int read_specs(const struct word *w, const char *rest)
{
	(void)rest;
	w->arg->kind = RUN_SPECS;
	return 0;
}

static int read_value(const struct word *w, const char *rest)
{
	w->arg->kind = RUN_VALUE;
	w->arg->in.element = element_find(w->text, strcspn(w->text, ":"));
	return numbers_parse(w->run->tool, w->what, rest, w->arg->in.element, &w->arg->in);
}

static const struct {
	const char *name, *syntax;
	int (*read)(const struct word *w, const char *rest);
} forms[] = {
#define RUN_ARG(name, reader, syntax, help) { name, syntax, read_##reader },
#include "run_args.def"
#undef RUN_ARG
};

/* The text is neither a keyword before a colon nor a type. */
static int fail_form(const struct word *w, size_t len)
{
	if (!w->text[len])
		return fail(w, "expected TYPE:VALUE, buf:…, out:…, local:BYTES, bytes:@FILE or specs");
	return usage(w->run->tool, "%s '%s': '%.*s' is neither buf, out, local or bytes nor a type: %s", w->what,
		     w->text, (int)len, w->text, ELEMENT_NAMES);
}

static int read_arg(struct run *run, size_t i, const char *text)
{
	struct word w = { run, &run->args[i], text, "argument" };
	size_t len = strcspn(text, ":");
	bool typed = text[len] && element_find(text, len);

	snprintf(w.what, sizeof(w.what), "argument %zu", i);
	for (size_t k = 0; k < ARRAY_SIZE(forms); k++) {
		const char *name = forms[k].name;
		bool named = strlen(name) == len && memcmp(name, text, len) == 0;

		if (*name ? named && !strchr(forms[k].syntax, ':') == !text[len] : typed)
			return forms[k].read(&w, text + len + (text[len] == ':'));
	}
	return fail_form(&w, len);
}

int run_args(struct run *run)
{
	struct args *args = &run->tool->args;

	run->arg_count = args->operand_count - 2;
	run->args = arena_array(run->tool->ctx, &run->tool->arena, run->arg_count + 1, sizeof(*run->args));
	if (!run->args)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < run->arg_count; i++)
		TRY(read_arg(run, i, args->operands[i + 2]));
	return 0;
}
