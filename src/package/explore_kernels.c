/* package/explore_kernels.c — the kernels of a file: by module for packages, else where they are found. Each has its
 * answers, the images it lies in, and, where these are zebins, the resources it takes. */
#include "explore.h"

#include "base/buf.h"
#include "format/props/props.h"
#include "package/judge/kernels.h"
#include "package/show/show_zebin.h"

enum { MOST_IMAGES = 1 << 14 }; /* that all kernels of a document may list */

struct work {
	struct explore *x;
	struct explore_file *file;
	struct explore_matrix *matrix;
	struct hash bare;        /* kernels of zebins in no package → place in the list */
	bool not_asked;          /* about one of them at least */
	struct hash names;       /* of the kernels of the current module → place in the list */
	size_t packages, module; /* module: number of the current one */
	bool unnamed;            /* the current module does not name its kernels: its native code does */
	/* of the image that is looked into */
	const char *arch;
	const struct syb_value *image; /* NULL: there are too many to be listed */
};

/* ---- kernels ---- */

int explore_new_kernel(struct explore *x, const struct explore_file *file, size_t package, size_t module,
		       const char *name, const char *readable, struct explore_kernel **out_kernel)
{
	struct explore_kernel *k;
	int r = VEC_PUSH(x->ctx, x->kernels, x->kernel_count, x->kernel_room);

	if (r < 0)
		return r;
	k = &x->kernels[x->kernel_count++];
	*k = (struct explore_kernel){ .file = file->index, .module = module, .answers = SIZE_MAX };
	k->map = value_map(x->rec, x->out.kernels, NULL);
	value_uint(x->rec, k->map, "file", file->index);
	if (module != SIZE_MAX) {
		if (file->package_count > 1)
			value_uint(x->rec, k->map, "package", package);
		value_uint(x->rec, k->map, "module", module);
	}
	value_string(x->rec, k->map, "kernel", name);
	k->name = k->map && k->map->as.c.last ? k->map->as.c.last->as.s.ptr : "";
	if (readable && *readable && !str_eq(readable, name))
		value_string(x->rec, k->map, "name", readable);
	*out_kernel = k;
	return x->rec->failed ? -SYB_E_NOMEM : 0;
}

/* Why nobody was asked about a kernel: that of its file, or one of its own where others of the file have answers. */
static int put_why_kernel(struct work *w, struct explore_kernel *k, bool asked)
{
	const char *fault = k->module == SIZE_MAX ? props_key_fault(k->name) : NULL;
	_cleanup_(buf_free) struct buf why = { 0 };
	int r;

	if (w->unnamed) {
		value_string(w->x->rec, k->map, "not_asked", "its module does not name its kernels");
		return 0;
	}
	if (!fault && !asked) {
		w->not_asked = true;
		return 0;
	}
	r = buf_printf(w->x->ctx, &why, "no package can have a kernel of this name%s%s", fault ? ": it would be " : "",
		       fault ? fault : "");
	if (r == 0)
		value_stringn(w->x->rec, k->map, "not_asked", why.ptr, why.len);
	return r;
}

static int add_kernel(struct work *w, size_t module, const char *name, const char *readable,
		      struct explore_kernel **out_kernel)
{
	struct explore *x = w->x;
	struct explore_kernel *k = NULL;
	size_t answers = SIZE_MAX;
	struct explore_matrix *m = w->matrix;
	struct explore_asked *asked = module == SIZE_MAX && !m->packages.matrix.table ? &m->bare : &m->packages;
	int r = 0;

	if (!w->unnamed)
		r = explore_answers(x, asked, name, &answers);
	if (r == 0)
		r = explore_new_kernel(x, w->file, w->packages - 1, module, name, readable, &k);
	if (r < 0)
		return r;
	k->answers = answers;
	*out_kernel = k;
	if (answers != SIZE_MAX)
		value_uint(x->rec, k->map, "answers", answers);
	else if (x->opts.device_count)
		r = put_why_kernel(w, k, asked->asked);
	return r < 0 || !x->rec->failed ? r : -SYB_E_NOMEM;
}

static void add_image(struct work *w, struct explore_kernel *k, const struct syb_value *image)
{
	struct syb_record *rec = w->x->rec;
	const char *arch = explore_text(image, "arch"), *type = explore_text(image, "type");
	struct syb_value *map;

	if (!k->images)
		k->images = value_list(rec, k->map, "images");
	map = value_map(rec, k->images, NULL);
	if (str_eq(explore_text(image, "kind"), "native"))
		value_string(rec, map, "arch", arch);
	else
		value_string(rec, map, "ir", type);
	value_uint(rec, map, "offset", explore_number(image, "offset"));
	value_uint(rec, map, "bytes", explore_number(image, "size"));
}

/* ---- resources ---- */

/* group: what a comparison of files calls the binary. */
static int add_resources(struct work *w, const struct explore_kernel *k, const struct syb_value *kernel,
			 const char *arch, const char *group)
{
	struct explore *x = w->x;
	const char *copy = arena_string(x->ctx, &x->arena, group, strlen(group));
	size_t *stored;
	bool found;
	int r = copy ? explore_add_resources(x, (size_t)(k - x->kernels), kernel, arch) : -SYB_E_NOMEM;

	if (r < 0 || !*copy || hash_get(&x->group_places, copy, strlen(copy)))
		return r;
	return hash_put(x->ctx, &x->group_places, copy, strlen(copy), x->resources[x->resource_count - 1].arch, &stored,
			&found);
}

/* What a zebin is for: what holds it says so, or it does itself. Members of archives are called by numbers. */
static const char *binary_arch(struct explore *x, const struct syb_value *binary, const char *group,
			       const char *otherwise)
{
	const char *own = explore_text(explore_get(binary, "device"), "name");

	if (*otherwise && !*group)
		return otherwise;
	return *own ? explore_arch(x, own) : group;
}

static int take_resources(void *user, const struct syb_value *binary, const char *group)
{
	struct work *w = user;
	const struct syb_value *kernels = explore_get(binary, "kernels");
	const char *arch = binary_arch(w->x, binary, group, w->arch);
	int r = arch ? 0 : -SYB_E_NOMEM;

	for (size_t i = 0; r == 0 && i < explore_count(kernels); i++) {
		const struct syb_value *kernel = syb_value_at(kernels, i);
		const char *name = explore_text(kernel, "name");
		const size_t *place = hash_get(&w->names, name, strlen(name));

		if (!place || explore_get(kernel, "pseudo"))
			continue;
		r = add_resources(w, &w->x->kernels[*place], kernel, arch, *group ? group : w->arch);
		if (r == 0 && w->unnamed && w->image)
			add_image(w, &w->x->kernels[*place], w->image);
	}
	return r < 0 || !w->x->rec->failed ? r : -SYB_E_NOMEM;
}

/* ---- packages ---- */

static int name_kernels(struct work *w, const struct explore_module *module)
{
	int r = 0;

	hash_free(&w->names);
	for (size_t i = 0; r == 0 && i < module->kernel_count; i++) {
		const size_t place = module->first_kernel + i;
		const char *name = w->x->kernels[place].name;
		size_t *stored;
		bool found;

		r = hash_put(w->x->ctx, &w->names, name, strlen(name), place, &stored, &found);
	}
	return r;
}

/* Each kernel that a module names lies in each of its images. Where these lists would be longer than all else there
 * are none. */
static int take_images(struct work *w, const struct explore_module *module)
{
	const struct syb_value *images = explore_get(module->shown, "images");
	const size_t left = MOST_IMAGES - w->x->image_count;
	const bool few = explore_count(images) <= left / (module->kernel_count + 1);
	int r = name_kernels(w, module);

	if (few)
		w->x->image_count += explore_count(images) * module->kernel_count;
	for (size_t i = 0; r == 0 && i < explore_count(images); i++) {
		const struct syb_value *image = syb_value_at(images, i), *content = explore_get(image, "content");

		for (size_t k = 0; few && !w->unnamed && k < module->kernel_count; k++)
			add_image(w, &w->x->kernels[module->first_kernel + k], image);
		w->arch = explore_text(image, "arch");
		w->image = few ? image : NULL;
		if (content)
			r = zerecord_each(content, take_resources, w);
	}
	return r;
}

static int add_unnamed(void *user, const struct syb_value *binary, const char *group)
{
	struct work *w = user;
	const struct syb_value *kernels = explore_get(binary, "kernels");
	int r = 0;

	(void)group;
	for (size_t i = 0; r == 0 && i < explore_count(kernels); i++) {
		const struct syb_value *kernel = syb_value_at(kernels, i);
		const char *name = explore_text(kernel, "name");
		const size_t *known = hash_get(&w->names, name, strlen(name));
		struct explore_kernel *k;
		size_t *stored;
		bool found;

		if (known || explore_get(kernel, "pseudo"))
			continue;
		r = add_kernel(w, w->module, name, explore_text(kernel, "demangled"), &k);
		if (r == 0)
			r = hash_put(w->x->ctx, &w->names, k->name, strlen(k->name), w->x->kernel_count - 1, &stored,
				     &found);
	}
	return r;
}

/* A module without kernel names: those of its zebins. Nobody can be asked about them. */
static int take_unnamed(struct work *w, const struct explore_module *module)
{
	const struct syb_value *images = explore_get(module->shown, "images");
	int r = 0;

	hash_free(&w->names);
	w->module = module->index;
	for (size_t i = 0; r == 0 && i < explore_count(images); i++) {
		const struct syb_value *content = explore_get(syb_value_at(images, i), "content");

		if (content)
			r = zerecord_each(content, add_unnamed, w);
	}
	return r;
}

static int take_module(struct work *w, const struct syb_value *shown)
{
	const struct syb_value *kernels = explore_get(shown, "kernels"), *readable = explore_get(shown, "demangled");
	struct explore *x = w->x;
	struct explore_module *module;
	size_t next = 0;
	int r = VEC_PUSH(x->ctx, x->modules, x->module_count, x->module_room);

	if (r < 0)
		return r;
	w->unnamed = false;
	module = &x->modules[x->module_count++];
	*module = (struct explore_module){ .file = w->file->index,
					   .package = w->packages - 1,
					   .index = (size_t)explore_number(shown, "index"),
					   .first_kernel = x->kernel_count,
					   .shown = shown };
	for (size_t i = 0; r == 0 && i < explore_count(kernels); i++) {
		const char *name = syb_value_string(syb_value_at(kernels, i)), *text = NULL;
		const char *key = readable ? syb_value_key(readable, next) : NULL;
		struct explore_kernel *k;

		if (key && str_eq(key, name)) /* in the order of the kernels */
			text = syb_value_string(syb_value_at(readable, next++));
		r = add_kernel(w, module->index, name, text, &k);
	}
	w->unnamed = explore_count(kernels) == 0;
	if (r == 0 && w->unnamed)
		r = take_unnamed(w, module);
	module->kernel_count = x->kernel_count - module->first_kernel;
	return r < 0 ? r : take_images(w, module);
}

/* ---- everything else ---- */

/* A kernel that several zebins of a file have is one, for several devices. */
static int find_bare(struct work *w, const struct syb_value *kernel, bool joined, struct explore_kernel **out)
{
	const char *name = explore_text(kernel, "name");
	const size_t *place = joined ? hash_get(&w->bare, name, strlen(name)) : NULL;
	size_t *stored;
	bool found;
	int r;

	if (place) {
		*out = &w->x->kernels[*place];
		return 0;
	}
	r = add_kernel(w, SIZE_MAX, name, explore_text(kernel, "demangled"), out);
	return r < 0 || !joined
		       ? r
		       : hash_put(w->x->ctx, &w->bare, name, strlen(name), w->x->kernel_count - 1, &stored, &found);
}

/* Kernels of SPIR-V and zebins that are no image of a package; ZE Info has resources, too. */
static int take_bare(struct work *w, const struct syb_value *map, bool spirv)
{
	const struct syb_value *kernels = explore_get(map, "kernels");
	const char *arch = binary_arch(w->x, map, explore_text(map, "name"), "");
	struct syb_record *rec = w->x->rec;
	int r = arch ? 0 : -SYB_E_NOMEM;

	for (size_t i = 0; r == 0 && i < explore_count(kernels); i++) {
		const struct syb_value *kernel = syb_value_at(kernels, i);
		struct explore_kernel *k;
		struct syb_value *image;

		if (explore_get(kernel, "pseudo")) /* no kernel of anybody's */
			continue;
		r = find_bare(w, kernel, !spirv, &k);
		if (r < 0)
			break;
		if (!k->images)
			k->images = value_list(rec, k->map, "images");
		image = value_map(rec, k->images, NULL);
		value_string(rec, image, spirv ? "ir" : "arch", spirv ? "spirv" : arch);
		value_uint(rec, image, "offset", explore_number(map, "offset"));
		value_uint(rec, image, "bytes", explore_number(map, "size"));
		if (!spirv)
			r = add_resources(w, k, kernel, arch, explore_text(map, "name"));
	}
	return r;
}

/* The kernels of a file table are those that its rows name. */
static int take_table(struct work *w)
{
	int r = 0;

	for (size_t i = 0; r == 0 && w->matrix->packages.asked && i < w->matrix->packages.matrix.row_count; i++) {
		const char *name = w->matrix->packages.matrix.rows[i].name, *readable;
		struct explore_kernel *k;

		r = explore_readable(w->x, name, &readable);
		if (r == 0)
			r = add_kernel(w, SIZE_MAX, name, readable, &k);
	}
	return r;
}

/* Property sets without what they are about. */
static int take_names(struct work *w, const struct syb_value *map)
{
	const struct syb_value *names = explore_get(explore_get(map, "properties"), SET_KERNEL_NAMES);
	int r = 0;

	for (size_t i = 0; r == 0 && i < explore_count(names); i++) {
		const char *name = syb_value_key(names, i), *readable;
		struct explore_kernel *k;

		r = explore_readable(w->x, name, &readable);
		if (r == 0)
			r = explore_new_kernel(w->x, w->file, SIZE_MAX, SIZE_MAX, name, readable, &k);
		if (r == 0 && w->x->opts.device_count)
			value_string(w->x->rec, k->map, "not_asked", "property sets have no code");
	}
	return r;
}

static int take(void *user, const struct syb_value *map, const char *kind)
{
	struct work *w = user;
	const struct syb_value *modules = explore_get(map, "modules");
	int r = 0;

	if (str_eq(kind, syb_kind_name(SYB_KIND_SYCLBIN))) {
		w->packages++;
		for (size_t i = 0; r == 0 && i < explore_count(modules); i++)
			r = take_module(w, syb_value_at(modules, i));
		return r;
	}
	w->unnamed = false;
	if (str_eq(kind, syb_kind_name(SYB_KIND_PROPERTIES)))
		return take_names(w, map);
	if (str_eq(kind, syb_kind_name(SYB_KIND_SPIRV)))
		return take_bare(w, map, true);
	if (str_eq(kind, syb_kind_name(SYB_KIND_ZEBIN)) || str_eq(kind, syb_kind_name(SYB_KIND_ZEINFO)))
		return take_bare(w, map, false);
	return str_eq(kind, syb_kind_name(SYB_KIND_TABLE)) ? take_table(w) : 0;
}

static void put_why(struct work *w)
{
	const char *why = w->matrix->packages.why ? w->matrix->packages.why : w->matrix->bare.why;

	value_string(w->x->rec, w->file->map, "not_asked",
		     why ? why : "neither SPIR-V nor native code for a device that the code names");
}

int explore_kernels(struct explore *x, struct explore_file *file, struct explore_matrix *matrix)
{
	struct work w = { .x = x, .file = file, .matrix = matrix, .arch = "" };
	int r;

	file->first_module = x->module_count;
	file->first_kernel = x->kernel_count;
	r = explore_each(syb_record_root(file->shown), take, &w);
	file->module_count = x->module_count - file->first_module;
	file->kernel_count = x->kernel_count - file->first_kernel;
	hash_free(&w.names);
	hash_free(&w.bare);
	if (file->kernels_value && file->kernel_count) /* zebins for several devices may have the same */
		file->kernels_value->as.u = file->kernel_count;
	if (r == 0 && w.not_asked && x->opts.device_count)
		put_why(&w);
	return r;
}
