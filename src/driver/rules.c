/* driver/rules.c — headers of all families of targets. clang writes one make rule per family; headers that the first
 * rule does not list are added as one more rule for the same file. */
#define _GNU_SOURCE /* memmem */
#include "driver/exec/jobs_headers.h"
#include "plan.h"

#include <unistd.h>

static bool is_in(const struct header_names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (str_eq(names->list[i], name))
			return true;
	return false;
}

/* Escape a name for make. */
static int add_name(struct syb_ctx *ctx, struct buf *text, const char *name)
{
	for (; *name; name++) {
		if (strchr(" #\\", *name))
			TRY(buf_char(ctx, text, '\\'));
		if (*name == '$')
			TRY(buf_char(ctx, text, '$'));
		TRY(buf_char(ctx, text, *name));
	}
	return 0;
}

static int read_names(struct plan *p, const char *path, struct header_names *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(syb_file_open(p->ctx, path, &file));
	return headers_of_rule(p->ctx, &p->arena, syb_file_bytes(file), out);
}

/* The target of the first rule, including the colon. */
static struct syb_bytes target_of(struct syb_bytes rule)
{
	for (size_t i = 0; i + 1 < rule.len; i++)
		if (rule.ptr[i] == ':' && (rule.ptr[i + 1] == ' ' || rule.ptr[i + 1] == '\n'))
			return (struct syb_bytes){ rule.ptr, i + 1 };
	return (struct syb_bytes){ 0 };
}

static bool has_phony(const struct plan *p)
{
	for (size_t i = 0; i < p->o.rule_option_count; i++)
		if (str_eq(p->o.rule_options[i], "-MP"))
			return true;
	return false;
}

/* Copy a rule without one of its files. */
int plan_copy_rule(struct plan *p, const char *without, struct syb_bytes rule, struct syb_out *out)
{
	_cleanup_(buf_free) struct buf name = { 0 };
	const uint8_t *at;

	TRY(add_name(p->ctx, &name, without));
	at = rule.len ? memmem(rule.ptr, rule.len, name.ptr, name.len) : NULL;
	if (!at)
		return syb_out_write(p->ctx, out, rule);
	TRY(syb_out_write(p->ctx, out, (struct syb_bytes){ rule.ptr, (size_t)(at - rule.ptr) }));
	at += name.len;
	return syb_out_write(p->ctx, out, (struct syb_bytes){ at, (size_t)(rule.ptr + rule.len - at) });
}

/* A file that a rule must not list: one of the cache, or a temporary one. */
static bool is_ours(const struct plan *p, const struct plan_result *result, const char *name)
{
	size_t len = strlen(p->dir);

	return (result->without && str_eq(name, result->without)) ||
	       (strncmp(name, p->dir, len) == 0 && name[len] == '/');
}

int plan_add_rules(struct plan *p, const struct plan_result *result, struct syb_bytes first, struct syb_out *out)
{
	struct syb_ctx *ctx = p->ctx;
	_cleanup_(buf_free) struct buf rule = { 0 }, alone = { 0 };
	struct header_names known = { 0 }, found = { 0 };
	struct syb_bytes target = target_of(first);
	int r = headers_of_rule(ctx, &p->arena, first, &known);

	for (size_t i = 0; i < result->more_count && r == 0; i++)
		if (!result->without || access(result->more[i], F_OK) == 0) /* a header may not have been precompiled */
			r = read_names(p, result->more[i], &found);
	for (size_t i = 0; i < found.count && r == 0; i++) {
		bool again = is_in(&known, found.list[i]) || is_ours(p, result, found.list[i]);

		for (size_t k = 0; k < i && !again; k++)
			again = str_eq(found.list[k], found.list[i]);
		if (again)
			continue;
		r = buf_char(ctx, &rule, ' ');
		if (r == 0)
			r = add_name(ctx, &rule, found.list[i]);
		if (r == 0 && has_phony(p))
			r = add_name(ctx, &alone, found.list[i]);
		if (r == 0 && alone.len)
			r = buf_text(ctx, &alone, ":\n");
	}
	if (r == 0 && rule.len)
		r = syb_out_write(ctx, out, target);
	if (r == 0 && rule.len)
		r = buf_char(ctx, &rule, '\n');
	if (r == 0 && rule.len)
		r = syb_out_write(ctx, out, buf_bytes(&rule));
	if (r == 0 && alone.len)
		r = syb_out_write(ctx, out, buf_bytes(&alone));
	headers_drop(&known, ctx);
	headers_drop(&found, ctx);
	return r;
}
