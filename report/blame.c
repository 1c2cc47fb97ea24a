/* report/blame.c — "blame" and "calls": which calls lead from a kernel to what it needs, from SPIR-V or LLVM IR.
 *
 * Chains of a program share their ends, because a thousand kernels call the same few libraries. Each call is therefore
 * in the document once for all chains that continue in the same way, with the index of the next one, which is always
 * smaller than its own: following a chain always ends. */
#include "document.h"

#include <sybil/bin.h>

DEFINE_CLEANUP(struct syb_bin *, syb_bin_close);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

enum { MOST_STEPS = 200 * 1000 }; /* of all chains: the page spells them out for the search */

/* The call before the one at `next`; SIZE_MAX: it is the last. */
static size_t put_call(struct report *x, const struct step *step, size_t next)
{
	const char *key = report_printf(x, "%zx %s\n%s", next, step->function, step->source);
	struct syb_value *map;
	bool fresh;
	size_t place = report_index(x, &x->calls, key, strlen(key), &fresh);

	if (!fresh)
		return place;
	map = value_map(x->rec, x->out.calls, NULL);
	value_string(x->rec, map, "function", step->function);
	if (*step->source)
		value_string(x->rec, map, "source", step->source);
	if (next != SIZE_MAX)
		value_uint(x->rec, map, "next", next);
	return place;
}

void blame_add(struct report *x, size_t kernel, const char *aspect, const char *use, const struct step *steps,
	       size_t count)
{
	size_t place = SIZE_MAX;
	struct syb_value *map;

	if (count > MOST_STEPS - x->step_count) {
		x->blame_left_out++;
		return;
	}
	x->step_count += count;
	while (count-- > 0 && !failed(x))
		place = put_call(x, &steps[count], place);
	map = value_map(x->rec, x->out.blame, NULL);
	value_uint(x->rec, map, "kernel", kernel);
	value_string(x->rec, map, "needs", aspect);
	if (*use)
		value_string(x->rec, map, "use", use);
	if (place != SIZE_MAX)
		value_uint(x->rec, map, "chain", place);
}

/* ---- SPIR-V: syb_show has the chains ---- */

static void take_needs(struct report *x, const struct syb_value *spirv, const struct hash *names)
{
	EACH (kernel, get(spirv, "kernels")) {
		const char *name = text_of(kernel, "name");
		const size_t *place = hash_get(names, name, strlen(name));

		EACH (need, place ? get(kernel, "needs") : NULL) {
			_cleanup_(arena_free) struct arena arena = { 0 };
			const struct syb_value *chain = get(need, "chain");
			struct step *steps =
				arena_array(x->ctx, &arena, count_of(need, "chain") + 1, sizeof(struct step));
			size_t count = 0;

			if (!steps || failed(x)) {
				report_fail(x, -SYB_E_NOMEM);
				return;
			}
			EACH (call, chain)
				steps[count++] = (struct step){ text_of(call, "function"), text_of(call, "source") };
			if (chain)
				blame_add(x, *place, text_of(need, "aspect"), "", steps, count);
			else
				x->blame_left_out++;
		}
	}
}

/* ---- where the code of a file is ---- */

struct walk {
	struct report *x;
	struct file *file;
	struct hash bare;
	bool has_ir;
	size_t next_module; /* of the file */
	struct ir_place *places;
	size_t count, room;
};

static void drop(struct walk *w)
{
	hash_free(&w->bare);
	allocator_free(w->x->from, w->places);
}

/* The first SPIR-V of a module counts; others are for other targets. */
static const struct syb_value *spirv_of(const struct syb_value *module)
{
	EACH (image, get(module, "images"))
		if (str_eq(text_of(get(image, "content"), "kind"), "spirv"))
			return get(image, "content");
	return NULL;
}

static void take(void *user, const struct syb_value *map, const char *kind)
{
	struct walk *w = user;

	if (str_eq(kind, "spirv"))
		take_needs(w->x, map, &w->bare);
	w->has_ir |= str_eq(kind, "bitcode");
}

static void take_modules(struct walk *w)
{
	struct report *x = w->x;

	for (size_t i = 0; i < w->file->module_count && !failed(x); i++) {
		const struct module *module = &x->modules[w->file->first_module + i];
		const struct syb_value *spirv = spirv_of(module->shown);
		_cleanup_(hash_free) struct hash names = { 0 };

		w->has_ir |= !spirv && count_of(module->shown, "images");
		if (spirv)
			kernels_names(x, module->first_kernel, module->kernel_count, false, &names);
		if (spirv && !failed(x))
			take_needs(x, spirv, &names);
	}
}

static int add_place(struct walk *w, struct syb_bytes bytes, uint64_t offset, const struct module *module)
{
	TRY(VEC_PUSH(w->x->ctx, w->places, w->count, w->room));
	w->places[w->count++] = (struct ir_place){ .bytes = bytes, .offset = offset, .module = module };
	return 0;
}

/* The first LLVM IR of each module without SPIR-V. Packages come in the order of the record. */
static int find_in_package(struct walk *w, const struct syb_item *item)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;

	TRY(syb_bin_open_item(w->x->ctx, item, w->file->in->name, &bin));
	for (size_t i = 0; i < syb_bin_module_count(bin) && w->next_module < w->file->module_count; i++) {
		const struct syb_module *module = syb_bin_module_at(bin, i);
		const struct module *known = &w->x->modules[w->file->first_module + w->next_module++];
		size_t k = spirv_of(known->shown) ? syb_module_image_count(module) : 0;

		while (k < syb_module_image_count(module) &&
		       syb_identify(syb_image_bytes(syb_module_image_at(module, k))) != SYB_KIND_BITCODE)
			k++;
		if (k < syb_module_image_count(module))
			TRY(add_place(w, syb_image_bytes(syb_module_image_at(module, k)), 0, known));
	}
	return 0;
}

/* syb_unpack bounds the depth. Bitcode of a host holds other files, and has no kernels itself. */
static int find_ir(struct walk *w, const struct syb_item *item)
{
	if (syb_item_is_package(item))
		return find_in_package(w, item);
	if (syb_item_kind(item) == SYB_KIND_BITCODE && syb_item_count(item) == 0)
		return add_place(w, syb_item_bytes(item), syb_item_offset(item), NULL);
	for (size_t i = 0; i < syb_item_count(item); i++)
		TRY(find_ir(w, syb_item_at(item, i)));
	return 0;
}

static void explain(struct walk *w)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	struct file *file = w->file;
	struct report *x = w->x;
	int r = 0;

	if (file->is_text) {
		r = add_place(w, file->in->bytes, 0, NULL);
	} else { /* everything about the file was reported when it was shown */
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(x->ctx);

		r = syb_unpack(x->ctx, file->in->bytes, file->in->name, &tree);
		if (r == 0)
			r = find_ir(w, syb_tree_root(tree));
	}
	if (is_fatal(r))
		x->error = r;
	if (r == 0)
		ir_explain(x, file, w->places, w->count, &w->bare);
}

void blame_read(struct report *x, struct file *file)
{
	_cleanup_(drop) struct walk w = { .x = x, .file = file, .has_ir = file->is_text };
	const size_t before = file->kernel_count;
	bool decoded;

	kernels_names(x, file->first_kernel, file->kernel_count, true, &w.bare);
	if (file->shown && !failed(x))
		report_each(syb_record_root(file->shown), take, &w);
	if (!failed(x))
		take_modules(&w);
	if (w.has_ir && !failed(x))
		explain(&w);
	if (failed(x) || get(file->map, "error"))
		return;
	if (file->is_text) {
		file->summary = value_map(x->rec, file->map, "summary");
		file->unread = "LLVM IR";
	}
	decoded = !file->unread || (str_eq(file->unread, "LLVM IR") && !file->ir_missing);
	if (file->kernel_count || decoded)
		value_uint(x->rec, file->summary, "kernels", file->kernel_count);
	if (!decoded)
		value_string(x->rec, file->summary, "not_decoded", file->unread);
	if (file->kernel_count > before && x->opts.device_count && !get(file->map, "not_asked"))
		value_string(x->rec, file->map, "not_asked",
			     "LLVM IR does not run as it is; 'sybil cc' makes a package of it");
}
