/* tools/kernels.c — the kernels of Intel GPU binaries in a file, as a record: what limits and comparisons work on. */
#include "tool.h"

int kernels_show(struct tool *tool, struct syb_bytes bytes, const char *name, bool hash, struct syb_record **out_record)
{
	const struct syb_show_opts opts = {
		.size = sizeof(opts),
		.name = name,
		.hash_code = hash,
		.demangle = true,
		.deep = true,
		.detail = true,
		.per_lane = true,
	};
	int r;

	{ /* what is worth a warning was said by the caller's main work on the file */
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(tool->ctx);

		r = syb_show(tool->ctx, bytes, &opts, out_record);
	}
	return r < 0 ? syb_show(tool->ctx, bytes, &opts, out_record) : r;
}
