/* tools/complete_live.c — what completion asks for while a line is typed: names out of the files on it, and what only
 * sybil-ir and sybil-rt know (--complete=KIND -- WORD...). One name per line; nothing where something is wrong. */
#include "base/process.h"
#include "tool.h"

#include <sybil/propsets.h>
#include <sybil/spirv.h>
#include <sybil/zebin.h>

#include <sys/stat.h>
#include <unistd.h>

DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);
DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);
DEFINE_CLEANUP(struct syb_zebin *, syb_zebin_free);
DEFINE_CLEANUP(struct syb_zeinfo *, syb_zeinfo_free);

enum { MOST_MS = 2000 }; /* drivers may take long; a prompt that hangs is worse than no names */

static int add_name(struct tool *tool, const char *name, struct buf *buf)
{
	return strchr(name, '\n') ? 0 : buf_printf(tool->silent, buf, "%s\n", name);
}

/* What other programs know: they are asked by one more of this, which becomes them. */
static void ask_other(struct tool *tool, const char *kind, const char *path, struct buf *buf)
{
	const char *const argv[] = { "/proc/self/exe", kind, path, NULL };
	const struct process_opts opts = { .argv = argv, .out_text = buf, .timeout_ms = MOST_MS };
	struct process_end end;

	(void)!process_run(tool->silent, &opts, &end);
}

static void add_kernels(struct tool *tool, const struct syb_module *module, struct buf *buf)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	struct syb_ctx *ctx = tool->silent;
	const struct syb_module_info *info;
	int r = syb_module_props(ctx, module, &props);

	if (r == 0)
		r = syb_view_new(ctx, props, &view);
	info = r == 0 ? syb_view_info(view) : NULL;
	for (size_t i = 0; info && r == 0 && i < info->kernel_count; i++)
		r = add_name(tool, info->kernels[i], buf);
}

static void add_spirv(struct tool *tool, struct syb_bytes bytes, struct buf *buf)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	int r = syb_spirv_open(tool->silent, bytes, NULL, &spirv);
	const struct syb_spirv_info *info = r == 0 ? syb_spirv_info(spirv) : NULL;

	for (size_t i = 0; r == 0 && i < info->kernel_count; i++)
		r = add_name(tool, info->kernels[i].name, buf);
}

static void add_zeinfo(struct tool *tool, const struct syb_zeinfo *zeinfo, struct buf *buf)
{
	const char *name;
	int r = 0;

	for (size_t i = 0; r == 0 && i < syb_zeinfo_kernel_count(zeinfo); i++)
		if (syb_ze_str(syb_zeinfo_kernel_at(zeinfo, i), "/kernels[]", "name", &name) == 0 &&
		    !str_eq(name, "Intel_Symbol_Table_Void_Program")) /* no kernel, but where functions are listed */
			r = add_name(tool, name, buf);
}

static void add_zebin(struct tool *tool, struct syb_bytes bytes, struct buf *buf)
{
	_cleanup_(syb_zebin_free_p) struct syb_zebin *zebin = NULL;
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *zeinfo = NULL;

	if (syb_zebin_read(tool->silent, bytes, NULL, &zebin) == 0 &&
	    syb_zebin_zeinfo(tool->silent, zebin, &zeinfo) == 0)
		add_zeinfo(tool, zeinfo, buf);
}

/* What is in no package: SPIR-V, zebins and their texts, also in archives. Depth is bounded by syb_unpack. */
static void add_item(struct tool *tool, const struct syb_item *item, const char *path, struct buf *buf)
{
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *zeinfo = NULL;

	switch (syb_item_kind(item)) {
	case SYB_KIND_SPIRV:
		add_spirv(tool, syb_item_bytes(item), buf);
		return;
	case SYB_KIND_ZEBIN:
		add_zebin(tool, syb_item_bytes(item), buf);
		return;
	case SYB_KIND_ZEINFO:
		if (syb_zeinfo_read(tool->silent, syb_item_bytes(item), NULL, &zeinfo) == 0)
			add_zeinfo(tool, zeinfo, buf);
		return;
	case SYB_KIND_BITCODE:
	case SYB_KIND_UNKNOWN: /* its text, perhaps */
		ask_other(tool, "--complete=kernels", path, buf);
		return;
	default:
		for (size_t i = 0; i < syb_item_count(item); i++)
			add_item(tool, syb_item_at(item, i), path, buf);
	}
}

static void add_others(struct tool *tool, const char *path, struct buf *buf)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;

	if (syb_file_open(tool->silent, path, &file) == 0 &&
	    syb_unpack(tool->silent, syb_file_bytes(file), path, &tree) == 0)
		add_item(tool, syb_tree_root(tree), path, buf);
}

/* The kernels of all files on the line. */
static void add_files(struct tool *tool, char **words, struct buf *buf)
{
	for (; *words; words++) {
		_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
		struct stat st;

		if (**words == '-' || stat(*words, &st) < 0 || !S_ISREG(st.st_mode))
			continue;
		if (syb_bin_open_file(tool->silent, *words, NULL, &bin) < 0)
			add_others(tool, *words, buf);
		for (size_t m = 0; bin && m < syb_bin_module_count(bin); m++)
			add_kernels(tool, syb_bin_module_at(bin, m), buf);
	}
}

void complete_names(struct tool *tool, const char *kind, char **words, struct buf *buf)
{
	if (str_eq(kind, "kernels"))
		add_files(tool, words, buf);
	else
		ask_other(tool, str_eq(kind, "passes") ? "--complete=passes" : "--complete=devices", NULL, buf);
}

int complete_names_print(struct tool *tool, const char *kind, char **words)
{
	_cleanup_(buf_free) struct buf buf = { 0 };

	complete_other(tool, kind, words, &buf);
	return answer_text(tool, buf_bytes(&buf));
}
