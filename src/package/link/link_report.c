/* package/link/link_report.c — problems of a link: each one once, with both places. */
#include "link.h"

#include "base/buf.h"
#include "format/syclbin/syclbin.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

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

/* Add to the list of what was told; *out_again when it was. */
static int remember(struct link *l, const char *check, const char *name, struct link_place place,
		    struct link_place other, bool *out_again)
{
	_cleanup_(buf_free) struct buf key = { 0 };
	size_t *value;
	const char *copy;
	int r = buf_printf(l->ctx, &key, "%s %p %p ", check, (const void *)place.module, (const void *)other.module);

	if (r == 0)
		r = buf_text(l->ctx, &key, name);
	if (r < 0)
		return r;
	if (hash_get(&l->told, key.ptr, key.len)) {
		*out_again = true;
		return 0;
	}
	copy = arena_string(l->ctx, &l->arena, key.ptr, key.len);
	if (!copy)
		return -SYB_E_NOMEM;
	return hash_put(l->ctx, &l->told, copy, key.len, 0, &value, out_again);
}

/* Where the other one is; printed notes have no place of their own. */
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

int link_problem(struct link *l, const char *check, const char *name, struct link_place place, struct link_place other,
		 const char *fmt, ...)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, place.module ? place.module->file : NULL);
	bool again = false;
	char text[4000];
	va_list args;
	int r = remember(l, check, name, place, other, &again);

	if (r < 0 || again)
		return r;
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
	return 0;
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

int link_dropped(struct link *l, size_t module, size_t image, const char *why)
{
	int r = VEC_PUSH(l->ctx, l->drops, l->drop_count, l->drop_room);

	if (r == 0)
		l->drops[l->drop_count++] = (struct link_drop){ module, image, why };
	return r;
}
