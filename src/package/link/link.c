/* package/link/link.c — packages → package: docs/linking.md, in the order of its sections.
 *
 * Each phase reports all problems of its kind. Packages are merged only when there are none; the pack is filled last.
 */
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
	hash_free(&l->reported);
	hash_free(&l->by_target);
	demangler_free(l->demangler);
	arena_free(&l->arena);
}

/* Entries of roles that only newer readers understand. */
static void warn_extras(struct link *l)
{
	for (size_t i = 0; i < l->bin_count; i++) {
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, syb_bin_name(l->bins[i]));

		if (l->bins[i]->extra_count)
			syb_report(l->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "link-extra-dropped", "%zu %s dropped",
				   l->bins[i]->extra_count,
				   l->bins[i]->extra_count == 1 ? "entry of an unknown role is"
								: "entries of unknown roles are");
	}
}

int syb_link(struct syb_ctx *ctx, const struct syb_bin *const *bins, size_t count, const struct syb_link_opts *opts,
	     struct syb_pack *pack, struct syb_record **out_map)
{
	_cleanup_(drop) struct link l = { .ctx = ctx, .bins = bins, .bin_count = count, .pack = pack };

	l.opts.state = SYB_STATE_EXECUTABLE;
	OPTS_READ(ctx, &l.opts, opts);
	if (count == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "no packages to link");
	if (l.opts.state != SYB_STATE_OBJECT && l.opts.state != SYB_STATE_EXECUTABLE)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"the result of a link must be in state object or executable");
	l.open = l.opts.partial || l.opts.state == SYB_STATE_OBJECT;
	link_read(&l);
	link_resolve(&l);
	link_group(&l);
	if (l.error == 0 && l.problems)
		l.error = -SYB_E_INCOMPATIBLE;
	link_check_globals(&l);
	link_images(&l);
	if (l.error < 0)
		return l.error;
	warn_extras(&l);
	if (l.module_count && !l.group_count)
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "link-empty",
			   "no module has a kernel: all modules are dropped");
	return out_map ? link_map(&l, out_map) : 0;
}
