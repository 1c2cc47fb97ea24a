/* tools/complete_live.c — what completion asks for while a line is typed (sybil --complete=KIND -- WORD...): names out
 * of the files on it, and what only sybil-ir and sybil-rt know. One name per line; nothing where something is wrong. */
#include "tool.h"

#include <sybil/propsets.h>

#include <sys/stat.h>
#include <unistd.h>

DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);

enum { MOST_SECONDS = 2 }; /* drivers may take long; a prompt that hangs is worse than no names */

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
	for (size_t i = 0; info && r == 0 && i < info->kernel_count; i++) {
		r = buf_escaped(ctx, buf, info->kernels[i], strlen(info->kernels[i]));
		if (r == 0)
			r = buf_char(ctx, buf, '\n');
	}
}

/* The kernels of all packages on the line. */
static void add_files(struct tool *tool, char *const *words, struct buf *buf)
{
	for (; *words; words++) {
		_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
		struct stat st;

		if (**words == '-' || stat(*words, &st) < 0 || !S_ISREG(st.st_mode) ||
		    syb_bin_open_file(tool->silent, *words, NULL, &bin) < 0)
			continue;
		for (size_t m = 0; m < syb_bin_module_count(bin); m++)
			add_kernels(tool, syb_bin_module_at(bin, m), buf);
	}
}

int complete_print(struct tool *tool, const char *kind, char *const *words)
{
	_cleanup_(buf_free) struct buf buf = { 0 };

	if (str_eq(kind, "kernels")) {
		add_files(tool, words, &buf);
	} else {
		alarm(MOST_SECONDS);
		complete_other(tool, kind, &buf);
	}
	return answer_text(tool, buf_bytes(&buf));
}
