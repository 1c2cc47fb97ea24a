/* package/link/link.c — packages → package: docs/linking.md, in the order of its sections.
 *
 * Each phase reports all problems of its kind; the next one begins when there are none. The pack is filled last. */
#include "link.h"

#include "format/syclbin/syclbin.h"

static void drop(struct link *l)
{
	struct allocator from = allocator_of(l->ctx);

	for (size_t i = 0; i < l->module_count; i++) {
		syb_view_free(l->modules[i].view);
		syb_props_free(l->modules[i].props);
	}
	for (size_t i = 0; i < l->image_count; i++)
		if (l->images[i].code)
			hash_free(&l->images[i].code->weak);
	for (size_t i = 0; i < l->group_count; i++)
		allocator_free(from, l->groups[i].targets);
	allocator_free(from, l->groups);
	allocator_free(from, l->drops);
	hash_free(&l->told);
	hash_free(&l->by_target);
	demangler_free(l->demangler);
	arena_free(&l->arena);
}

/* Entries that only version 2 has, and only readers of them understand. */
static void warn_extras(struct link *l)
{
	for (size_t i = 0; i < l->bin_count; i++) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, syb_bin_name(l->bins[i]));

		if (l->bins[i]->extra_count)
			syb_report(l->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "link-extra-dropped", "%zu %s left out",
				   l->bins[i]->extra_count,
				   l->bins[i]->extra_count == 1 ? "entry of an unknown role is"
								: "entries of unknown roles are");
	}
}

/* Nothing failed, and nobody can use the result. */
static void warn_empty(struct link *l)
{
	if (l->module_count && !l->group_count)
		syb_report(l->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "link-empty",
			   "no module has a kernel, so all of them are left out");
}

static int settled(const struct link *l)
{
	return l->problems ? -SYB_E_INCOMPATIBLE : 0;
}

int syb_link(struct syb_ctx *ctx, const struct syb_bin *const *bins, size_t count, const struct syb_link_opts *opts,
	     struct syb_pack *pack, struct syb_record **out_map)
{
	_cleanup_(drop) struct link l = { .ctx = ctx, .bins = bins, .bin_count = count, .pack = pack };
	int r;

	l.opts.state = SYB_STATE_EXECUTABLE;
	OPTS_READ(ctx, &l.opts, opts);
	if (count == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "there is nothing to link");
	if (l.opts.state != SYB_STATE_OBJECT && l.opts.state != SYB_STATE_EXECUTABLE)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"the result of a link is in state object or executable");
	l.open = l.opts.partial || l.opts.state == SYB_STATE_OBJECT;
	r = link_read(&l);
	if (r == 0)
		r = link_resolve(&l);
	if (r == 0)
		r = link_group(&l);
	if (r == 0)
		r = settled(&l);
	if (r == 0)
		r = link_check_globals(&l);
	if (r == 0)
		r = link_images(&l);
	if (r < 0)
		return r;
	warn_extras(&l);
	warn_empty(&l);
	return out_map ? link_map(&l, out_map) : 0;
}
