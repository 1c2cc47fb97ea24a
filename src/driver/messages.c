/* driver/messages.c — output of compilers, each message once. A source is compiled for several families and for the
 * host, and clang repeats its warnings and errors in each pass. */
#include "plan.h"

#include <ctype.h>

/* The next line, with its end. */
static struct syb_bytes line_at(struct syb_bytes text, size_t at)
{
	const uint8_t *end = memchr(text.ptr + at, '\n', text.len - at);
	size_t len = end ? (size_t)(end - text.ptr) + 1 - at : text.len - at;

	return (struct syb_bytes){ text.ptr + at, len };
}

/* A line without its colours, as far as it fits. */
static const char *plain_line(struct syb_bytes line, char *text, size_t size)
{
	size_t len = 0;

	for (size_t i = 0; i < line.len && len + 1 < size && line.ptr[i] != '\n'; i++) {
		if (line.ptr[i] == '\033') {
			while (i < line.len && !isalpha(line.ptr[i]))
				i++;
			continue;
		}
		text[len++] = (char)line.ptr[i];
	}
	text[len] = 0;
	return text;
}

enum line_kind { LINE_MORE, LINE_INCLUDES, LINE_WARNING, LINE_ERROR, LINE_COUNT };

/* "2 warnings and 1 error generated." */
static bool is_count(const char *text)
{
	size_t len = strlen(text);

	return isdigit((unsigned char)*text) && len > 11 && str_eq(text + len - 11, " generated.") && len < 60;
}

/* "file:1:2: warning: ..." */
static enum line_kind kind_of(struct syb_bytes line)
{
	static const struct {
		const char *text;
		enum line_kind kind;
	} words[] = { { ": warning: ", LINE_WARNING },
		      { ": remark: ", LINE_WARNING },
		      { ": error: ", LINE_ERROR },
		      { ": fatal error: ", LINE_ERROR } };
	char text[4096];

	plain_line(line, text, sizeof(text));
	if (str_starts(text, "In file included from "))
		return LINE_INCLUDES;
	if (is_count(text))
		return LINE_COUNT;
	for (size_t i = 0; i < ARRAY_SIZE(words) && !isspace((unsigned char)*text); i++)
		if (strstr(text, words[i].text) || str_starts(text, words[i].text + 2))
			return words[i].kind;
	return LINE_MORE;
}

/* A message: files that include its place, the message itself, source lines and notes. */
struct message {
	struct syb_bytes all,
		first; /* first: the line of the message itself; of output of another kind, the first line */
	enum line_kind kind;
};

static struct message message_at(struct syb_bytes text, size_t at)
{
	struct message m = { .all = { text.ptr + at, 0 }, .first = line_at(text, at) };
	enum line_kind before = LINE_INCLUDES;

	while (at + m.all.len < text.len) {
		struct syb_bytes line = line_at(text, at + m.all.len);
		enum line_kind kind = kind_of(line);

		if (kind != LINE_MORE && before != LINE_INCLUDES)
			break;
		if (kind == LINE_WARNING || kind == LINE_ERROR)
			m.first = line;
		if (kind != LINE_MORE)
			m.kind = kind;
		m.all.len += line.len;
		before = kind;
	}
	return m;
}

/* Whether the message stands at a place of an output, with the same lines around its first one. */
static bool stands_at(const struct plan_said *place, const struct message *m)
{
	const size_t lead = (size_t)(m->first.ptr - m->all.ptr);

	return place->at >= lead && place->output.len - (place->at - lead) >= m->all.len &&
	       memcmp(place->output.ptr + place->at - lead, m->all.ptr, m->all.len) == 0;
}

/* Passes may add other notes to an error. Warnings are repeated only if their notes are the same, because a template
 * may have several. clang also repeats an error within a pass if it parses an expression again. */
static bool was_printed(const struct plan *p, const struct job *job, const struct message *m)
{
	const size_t *last = hash_get(&p->first_lines, m->first.ptr, m->first.len);

	for (size_t i = last ? *last : SIZE_MAX; i != SIZE_MAX; i = p->said[i].before)
		if (stands_at(&p->said[i], m) || (m->kind == LINE_ERROR && p->said[i].job != (size_t)(job - p->jobs)))
			return true;
	return false;
}

static int remember(struct plan *p, const struct job *job, const struct message *m)
{
	struct syb_bytes output = buf_bytes(&job->said);
	size_t *last;
	bool found;

	TRY(VEC_PUSH(p->ctx, p->said, p->said_count, p->said_room));
	TRY(hash_put(p->ctx, &p->first_lines, m->first.ptr, m->first.len, p->said_count, &last, &found));
	p->said[p->said_count] = (struct plan_said){ .output = output,
						     .at = (size_t)(m->first.ptr - output.ptr),
						     .job = (size_t)(job - p->jobs),
						     .before = found ? *last : SIZE_MAX };
	*last = p->said_count++;
	return 0;
}

int plan_new_messages(struct plan *p, const struct job *job, struct buf *out, bool *out_same)
{
	struct syb_bytes text = buf_bytes(&job->said), count = { 0 };
	size_t errors[2] = { 0 }; /* new ones, repeated ones */
	struct message m;

	for (size_t at = 0; at < text.len; at += m.all.len) {
		bool repeated;

		m = message_at(text, at);
		if (m.kind == LINE_COUNT) {
			count = m.all;
			continue;
		}
		repeated = was_printed(p, job, &m);
		errors[repeated] += m.kind == LINE_ERROR;
		if (repeated)
			continue;
		TRY(buf_add(p->ctx, out, m.all.ptr, m.all.len));
		TRY(remember(p, job, &m));
	}
	/* that of one pass would not be the number of messages */
	if (out->len && count.len && !p->root)
		TRY(buf_add(p->ctx, out, count.ptr, count.len));
	*out_same = errors[true] && !errors[false];
	return 0;
}
