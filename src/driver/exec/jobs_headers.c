/* driver/exec/jobs_headers.c — the headers that a compiler has read, from the make rule that it writes. */
#include "jobs_headers.h"

void headers_drop(struct header_names *names, const struct syb_ctx *ctx)
{
	allocator_free(allocator_of(ctx), names->list);
	*names = (struct header_names){ 0 };
}

static int add_name(struct syb_ctx *ctx, struct header_names *names, const char *name)
{
	TRY(name ? VEC_PUSH(ctx, names->list, names->count, names->room) : -SYB_E_NOMEM);
	names->list[names->count++] = name;
	return 0;
}

/* ---- Make rules ---- */

/* A word: "\ " is a blank, "\#" is '#', "$$" is '$', and a backslash before the end of a line is dropped. */
static size_t take_word(const char *p, const char *end, char *out)
{
	const char *from = p;

	while (p < end && !strchr(" \t\r\n", *p)) {
		if (*p == '\\' && p + 1 < end && (p[1] == '\n' || (p[1] == '\r' && p + 2 < end && p[2] == '\n')))
			break;
		if ((*p == '\\' && p + 1 < end && strchr(" #", p[1])) || (*p == '$' && p + 1 < end && p[1] == '$'))
			p++;
		*out++ = *p++;
	}
	*out = '\0';
	return (size_t)(p - from);
}

/* Skip blanks, and line breaks after a backslash. */
static const char *skip_gap(const char *p, const char *end)
{
	while (p < end) {
		size_t left = (size_t)(end - p);

		if (strchr(" \t\r", *p))
			p++;
		else if (*p == '\\' && (left == 1 || p[1] == '\n'))
			p += left == 1 ? 1 : 2;
		else if (left > 2 && memcmp(p, "\\\r\n", 3) == 0)
			p += 3;
		else
			break;
	}
	return p;
}

int headers_of_rule(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes rule, struct header_names *out)
{
	const char *p = (const char *)rule.ptr, *end = p + rule.len, *colon;

	/* the target's name may contain colons, but not followed by a blank */
	for (colon = p; colon && colon + 1 < end && !strchr(" \t\r\n\\", colon[1]);)
		colon = memchr(colon + 1, ':', (size_t)(end - colon - 1));
	if (rule.len == 0 || !colon || *colon != ':')
		return 0;
	for (p = colon + 1; p < end;) {
		char *word;

		p = skip_gap(p, end);
		if (p >= end || *p == '\n') /* the end of the first rule; -MP adds rules for the same files */
			break;
		word = arena_bytes(ctx, arena, (size_t)(end - p) < 4096 ? (size_t)(end - p) + 1 : 4097);
		if (!word)
			return -SYB_E_NOMEM;
		p += take_word(p, end - p > 4096 ? p + 4096 : end, word);
		if (*word)
			TRY(add_name(ctx, out, word));
	}
	return 0;
}
