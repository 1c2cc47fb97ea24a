/* tools/verbs/imports.c — reports functions that a package calls but does not define, by the imports of its
 * SPIR-V. */
#include "tools/frame/tool.h"

DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);

int warn_imports(struct tool *tool, struct syb_bytes package)
{
	struct syb_ctx *ctx = tool->ctx;
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	int r = syb_bin_open(ctx, package, NULL, &bin);

	for (size_t i = 0; r == 0 && i < syb_bin_module_count(bin); i++) {
		_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
		_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
		const struct syb_module_info *info;

		r = syb_module_props(ctx, syb_bin_module_at(bin, i), &props);
		if (r == 0)
			r = syb_view_new(ctx, props, &view);
		info = r < 0 ? NULL : syb_view_info(view);
		for (size_t k = 0; r == 0 && k < info->import_count; k++)
			syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "undefined-function",
				   "'%s' is called but not defined", info->imports[k]);
	}
	return r;
}
