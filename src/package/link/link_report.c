/* package/link/link_report.c — failures of a link, and its problems: each one once, with both places. */
#include "link.h"

#include "format/syclbin/syclbin.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- failures ---- */

bool link_ok(struct link *l, int r)
{
	if (l->error == 0 && r < 0)
		l->error = r;
	return l->error == 0;
}

void *link_array(struct link *l, size_t count, size_t size)
{
	void *array = arena_array(l->ctx, &l->arena, count, size);

	link_ok(l, array ? 0 : -SYB_E_NOMEM);
	return array;
}

char *link_string(struct link *l, const void *text, size_t len)
{
	char *copy = arena_string(l->ctx, &l->arena, text, len);

	link_ok(l, copy ? 0 : -SYB_E_NOMEM);
	return copy;
}

size_t *link_put(struct link *l, struct hash *hash, const void *key, size_t len, size_t value, bool *out_found)
{
	size_t *stored = NULL;

	link_ok(l, hash_put(l->ctx, hash, key, len, value, &stored, out_found));
	return stored;
}

size_t *link_put_name(struct link *l, struct hash *hash, const char *name, size_t value, bool *out_found)
{
	return link_put(l, hash, name, strlen(name), value, out_found);
}

/* ---- problems ---- */

bool link_made(const struct link_module *module)
{
	const struct syb_bin *bin = module->bin;

	return bin->file && bin->name && !str_eq(syb_file_name(bin->file), bin->name);
}

struct link_place link_prop_place(const struct link_module *module, const struct syb_prop *prop)
{
	const struct syb_props *props = module->props;

	return (struct link_place){ module,
				    props->embedded ? props->at + (uint64_t)(prop->key - props->text) : SYB_NO_OFFSET };
}

/* false when the problem was reported before. */
static bool remember(struct link *l, const char *check, const char *name, struct link_place place,
		     struct link_place other)
{
	const char *key = arena_printf(l->ctx, &l->arena, "%s %p %p %s", check, (const void *)place.module,
				       (const void *)other.module, name);
	bool found = true;

	if (link_ok(l, key ? 0 : -SYB_E_NOMEM))
		link_put_name(l, &l->reported, key, 0, &found);
	return !found;
}

/* Where the other one is: in words, because notes are printed without a place. */
static void note_other(struct link *l, struct link_place other)
{
	_cleanup_(ctx_leave) struct ctx_scope there = ctx_enter(l->ctx, other.module->file);
	char at[32] = "", module[48] = "";

	if (link_made(other.module))
		other.at = SYB_NO_OFFSET;
	if (other.at != SYB_NO_OFFSET)
		(void)snprintf(at, sizeof(at), ":0x%" PRIx64, other.at);
	if (other.module->module && !link_made(other.module))
		(void)snprintf(module, sizeof(module), ", in module %zu", syb_module_index(other.module->module));
	syb_report(l->ctx, SYB_SEVERITY_NOTE, other.at, "", "the other one is at %s%s%s", other.module->file, at,
		   module);
}

void link_problem(struct link *l, const char *check, const char *name, struct link_place place, struct link_place other,
		  const char *fmt, ...)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, place.module ? place.module->file : NULL);
	char text[4000];
	va_list args;

	if (!remember(l, check, name, place, other))
		return;
	l->problems++;
	va_start(args, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (place.module && link_made(place.module))
		syb_report(l->ctx, SYB_SEVERITY_ERROR, SYB_NO_OFFSET, check, "%s", text);
	else if (place.module && place.module->module)
		syb_report(l->ctx, SYB_SEVERITY_ERROR, place.at, check, "%s, in module %zu", text,
			   syb_module_index(place.module->module));
	else
		syb_report(l->ctx, SYB_SEVERITY_ERROR, place.at, check, "%s", text);
	if (other.module)
		note_other(l, other);
}

const char *link_readable(struct link *l, const char *name)
{
	const char *readable = NULL, *both;

	if (!l->demangler && demangler_new(l->ctx, &l->demangler) < 0)
		return name;
	readable = demangle(l->demangler, name);
	if (!readable || str_eq(readable, name))
		return name;
	both = arena_printf(l->ctx, &l->arena, "%s (%s)", readable, name);
	return both ? both : name;
}

void link_dropped(struct link *l, size_t module, size_t image, const char *why)
{
	if (link_ok(l, VEC_PUSH(l->ctx, l->drops, l->drop_count, l->drop_room)))
		l->drops[l->drop_count++] = (struct link_drop){ module, image, why };
}
