/* tools/frame/complete_live.c — what completion asks for while a line is typed: names out of the files on it
 * (--complete=files WORD...), and what only sybil-ir and sybil-rt know (--complete=KIND). One name per line; nothing
 * where something is wrong, or takes too long: a disk may be far away, a file large, a driver slow. */
#include "base/process.h"
#include "tool.h"

#include <sybil/propsets.h>
#include <sybil/spirv.h>
#include <sybil/zebin.h>

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);
DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);
DEFINE_CLEANUP(struct syb_zebin *, syb_zebin_free);
DEFINE_CLEANUP(struct syb_zeinfo *, syb_zeinfo_free);

enum { MOST_MS = 2000 }; /* a prompt that hangs is worse than no names */

static int add_name(struct tool *tool, const char *name, struct buf *buf)
{
	return strchr(name, '\n') ? 0 : buf_printf(tool->silent, buf, "%s\n", name);
}

/* Whatever may take long is asked of one more of this, which can be stopped, or becomes another program. Whether there
 * was an answer. */
static bool ask(struct tool *tool, const char *kind, char **words, struct buf *buf)
{
	struct process_opts opts = { .out_text = buf, .timeout_ms = MOST_MS };
	struct process_end end;
	size_t count = 0;
	const char **argv;

	while (words[count])
		count++;
	argv = arena_array(tool->silent, &tool->arena, count + 3, sizeof(*argv));
	if (!argv)
		return false;
	argv[0] = "/proc/self/exe";
	argv[1] = kind;
	for (size_t i = 0; i < count; i++)
		argv[i + 2] = words[i];
	opts.argv = argv;
	return process_run(tool->silent, &opts, &end) == 0 && !end.signalled && end.status == 0;
}

static void ask_ir(struct tool *tool, const char *path, struct buf *buf)
{
	char *words[] = { arena_string(tool->silent, &tool->arena, path, strlen(path)), NULL };

	(void)ask(tool, "--complete=kernels", words, buf);
}

static void add_kernels(struct tool *tool, const struct syb_module *module, struct buf *buf)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	struct syb_ctx *ctx = tool->silent;
	const struct syb_module_info *info;
	int r = syb_module_props(ctx, module, &props);

	if (r == 0)
		r = syb_module_view(ctx, module, props, &view);
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
		ask_ir(tool, path, buf);
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

bool complete_names(struct tool *tool, const char *kind, char **words, struct buf *buf)
{
	char *nothing[] = { NULL };
	bool kernels = str_eq(kind, "kernels");
	char asked[32];

	snprintf(asked, sizeof(asked), "--complete=%s", kernels ? "files" : kind);
	return ask(tool, asked, kernels ? words : nothing, buf);
}

int complete_names_print(struct tool *tool, const char *kind, char **words)
{
	_cleanup_(buf_free) struct buf buf = { 0 };
	int r = 0;

	if (str_eq(kind, "files"))
		add_files(tool, words, &buf);
	else
		r = complete_other(tool, kind, words, &buf);
	return r < 0 ? r : answer_text(tool, buf_bytes(&buf));
}
