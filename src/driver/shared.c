/* driver/shared.c — the images of a program and those of the shared libraries of its link.
 *
 * Functions that images import from each other are linked only by the runtime, when a kernel is launched. Here they are
 * looked for so that a function that nothing defines is an error of the link. Kernels of one name are one kernel for
 * the runtime, so different code for one name causes a warning. Files without device code, and libraries of the
 * system, have neither. */
#include "plan.h"

#include "format/spirv/spirv_body.h"
#include "term/demangle.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static int add_exports(struct plan *p, const struct syb_bin *bin, struct hash *out)
{
	for (size_t i = 0; i < syb_bin_module_count(bin); i++) {
		_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
		_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
		const struct syb_module_info *info;

		TRY(syb_module_props(p->ctx, syb_bin_module_at(bin, i), &props));
		TRY(syb_view_new(p->ctx, props, &view));
		info = syb_view_info(view);
		for (size_t k = 0; k < info->export_count; k++)
			TRY(hash_add_copy(p->ctx, out, &p->arena, info->exports[k], strlen(info->exports[k]), 0));
	}
	return 0;
}

/* ---- libraries ---- */

typedef int library_fn(void *user, struct syb_bin *bin, const char *path);

/* fn takes the package. A file that cannot be read as a package has no device code, or is reported by the linker. */
static int open_library(struct plan *p, const char *path, library_fn *fn, void *user)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(p->ctx);
	struct syb_bin *bin = NULL;
	int r = syb_bin_open_file(p->ctx, path, NULL, &bin);

	if (r == 0)
		r = fn(user, bin, path);
	return r == -SYB_E_NOMEM ? r : 0;
}

/* -lNAME, -l:FILE: the library in the first folder of -L that has it. */
static const char *find_library(struct plan *p, const char *name)
{
	for (size_t i = 0; i < p->input_count && !p->error; i++) {
		const struct plan_input *input = &p->inputs[i];
		const char *path;

		if (input->kind != INPUT_LINKER || !str_starts(input->path, "-L"))
			continue;
		path = *name == ':' ? plan_text(p, "%s/%s", input->path + 2, name + 1)
				    : plan_text(p, "%s/lib%s.so", input->path + 2, name);
		if (access(path, R_OK) == 0)
			return path;
	}
	return NULL;
}

static int each_library(struct plan *p, library_fn *fn, void *user)
{
	for (size_t i = 0; i < p->input_count; i++) {
		const struct plan_input *input = &p->inputs[i];
		const char *path = input->path;

		if (input->kind != INPUT_LINKER && input->kind != INPUT_HOST)
			continue;
		if (str_starts(path, "-l"))
			path = find_library(p, path + 2);
		TRY(p->error);
		if (path && *path != '-')
			TRY(open_library(p, path, fn, user));
	}
	return 0;
}

/* ---- exported functions ---- */

struct exporting {
	struct plan *plan;
	struct hash *names;
};

static int add_library(void *user, struct syb_bin *bin, const char *path)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *library = bin;
	const struct exporting *e = user;

	(void)path;
	return add_exports(e->plan, library, e->names);
}

int plan_find_exports(struct plan *p, const struct syb_bin *bin, struct hash *out_names)
{
	struct exporting e = { p, out_names };

	TRY(add_exports(p, bin, out_names));
	return each_library(p, add_library, &e);
}

/* ---- kernels of one name ---- */

/* SPIR-V of a module. It is read when a kernel in it has the name of another one. */
struct same_image {
	size_t file;
	struct syb_bytes code;
	struct spirv_bodies *bodies;
	bool unreadable;
};

struct same_file {
	const char *name;
	struct syb_bin *bin;
	/* kernels that an earlier file has with different code */
	const char *kernel; /* the one with the shortest name */
	size_t other;       /* the file that has it */
	size_t count;
};

struct same {
	struct plan *plan;
	struct same_file *files;
	size_t file_count, file_room;
	struct same_image *images;
	size_t image_count, image_room;
	struct hash kernels; /* by name; the first image that has it */
};

static void drop_same(struct same *s)
{
	const struct allocator from = allocator_of(s->plan->ctx);

	for (size_t i = 0; i < s->image_count; i++)
		spirv_bodies_free(s->images[i].bodies);
	for (size_t i = 0; i < s->file_count; i++)
		syb_bin_close(s->files[i].bin);
	hash_free(&s->kernels);
	allocator_free(from, s->images);
	allocator_free(from, s->files);
}

/* Where the code cannot be read, the hash is that of the whole image. */
static int hash_kernel(struct same *s, struct same_image *image, const char *kernel, uint8_t out[SHA256_SIZE])
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(s->plan->ctx);
	int r = 0;

	if (!image->bodies && !image->unreadable)
		r = spirv_bodies_new(s->plan->ctx, span_of(image->code, 0), &image->bodies);
	image->unreadable = !image->bodies;
	if (image->bodies)
		r = spirv_body_hash(image->bodies, kernel, out);
	if (image->unreadable || r < 0)
		sha256(image->code.ptr, image->code.len, out);
	return r == -SYB_E_NOMEM ? r : 0;
}

/* The first image is that of an earlier file. */
static int compare_kernels(struct same *s, size_t first, size_t second, const char *kernel)
{
	struct same_file *file = &s->files[s->images[second].file];
	uint8_t a[SHA256_SIZE], b[SHA256_SIZE];

	TRY(hash_kernel(s, &s->images[first], kernel, a));
	TRY(hash_kernel(s, &s->images[second], kernel, b));
	if (memcmp(a, b, sizeof(a)) == 0)
		return 0;
	file->count++;
	if (file->kernel && strlen(file->kernel) <= strlen(kernel))
		return 0;
	file->kernel = plan_text(s->plan, "%s", kernel);
	file->other = s->images[first].file;
	return s->plan->error;
}

static int add_image(struct same *s, const struct syb_module *module, struct syb_bytes code)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	struct plan *p = s->plan;
	const size_t added = s->image_count;
	const struct syb_module_info *info;

	TRY(syb_module_props(p->ctx, module, &props));
	TRY(syb_module_view(p->ctx, module, props, &view));
	TRY(VEC_PUSH(p->ctx, s->images, s->image_count, s->image_room));
	s->images[s->image_count++] = (struct same_image){ .file = s->file_count - 1, .code = code };
	info = syb_view_info(view);
	for (size_t i = 0; i < info->kernel_count; i++) {
		const char *name = info->kernels[i];
		const size_t *first = hash_get(&s->kernels, name, strlen(name));

		if (!first)
			TRY(hash_add_copy(p->ctx, &s->kernels, &p->arena, name, strlen(name), added));
		else if (s->images[*first].file != s->images[added].file)
			TRY(compare_kernels(s, *first, added, name));
	}
	return 0;
}

/* Takes the package. */
static int add_file(void *user, struct syb_bin *bin, const char *path)
{
	struct same *s = user;
	struct plan *p = s->plan;
	int r = VEC_PUSH(p->ctx, s->files, s->file_count, s->file_room);

	if (r < 0) {
		syb_bin_close(bin);
		return r;
	}
	s->files[s->file_count++] = (struct same_file){ .name = path, .bin = bin };
	for (size_t i = 0; i < syb_bin_module_count(bin); i++) {
		const struct syb_module *module = syb_bin_module_at(bin, i);

		for (size_t k = 0; k < syb_module_image_count(module); k++) {
			const struct syb_bytes code = syb_image_bytes(syb_module_image_at(module, k));

			if (syb_identify(code) == SYB_KIND_SPIRV)
				TRY(add_image(s, module, code));
		}
	}
	return p->error;
}

static int report_same(struct same *s)
{
	_cleanup_(demangler_free_p) struct demangler *demangler = NULL;

	TRY(demangler_new(s->plan->ctx, &demangler));
	for (size_t i = 0; i < s->file_count; i++) {
		const struct same_file *file = &s->files[i];
		const char *readable = file->count ? demangle(demangler, file->kernel) : NULL;
		char more[64] = "";

		if (!file->count)
			continue;
		if (file->count > 1)
			snprintf(more, sizeof(more), " (and %zu more)", file->count - 1);
		syb_report(
			s->plan->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "same-kernel-name",
			"kernel '%s'%s has different code in %s and in %s; the runtime uses that of the file that is "
			"loaded first for both",
			readable ? readable : file->kernel, more, s->files[file->other].name, file->name);
	}
	return 0;
}

int plan_check_names(struct plan *p, const char *package)
{
	_cleanup_(drop_same) struct same s = { .plan = p };
	struct syb_bin *bin = NULL;

	TRY(each_library(p, add_file, &s));
	if (s.image_count && package) {
		TRY(syb_bin_open_file(p->ctx, package, NULL, &bin));
		TRY(add_file(&s, bin, plan_output(p)));
	}
	return report_same(&s);
}
