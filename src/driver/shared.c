/* driver/shared.c — functions that the images of a program import from each other and from shared libraries.
 *
 * Only the runtime links them, when a kernel is launched. Here they are looked for so that a function that nothing
 * defines is an error of the link. Files without device code, and libraries of the system, export none. */
#include "plan.h"

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

/* A file that cannot be read as a package has no device code, or is reported by the linker. */
static int add_library(struct plan *p, const char *path, struct hash *out)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(p->ctx);
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	int r = syb_bin_open_file(p->ctx, path, NULL, &bin);

	if (r == 0)
		r = add_exports(p, bin, out);
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

int plan_find_exports(struct plan *p, const struct syb_bin *bin, struct hash *out_names)
{
	TRY(add_exports(p, bin, out_names));
	for (size_t i = 0; i < p->input_count; i++) {
		const struct plan_input *input = &p->inputs[i];
		const char *path = input->path;

		if (input->kind != INPUT_LINKER && input->kind != INPUT_HOST)
			continue;
		if (str_starts(path, "-l"))
			path = find_library(p, path + 2);
		TRY(p->error);
		if (path && *path != '-')
			TRY(add_library(p, path, out_names));
	}
	return 0;
}
