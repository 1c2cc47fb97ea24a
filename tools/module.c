/* tools/module.c — a module of LLVM IR under the hands of a verb: whose fault a crash is. */
#include "tool.h"

#include <sybil/ir.h>

int module_read(struct tool *tool, const struct syb_file *file, struct syb_ir **out_ir)
{
	const struct syb_ir_read_opts named = { .size = sizeof(named), .name = syb_file_name(file) };
	const struct syb_diag damaged = {
		.severity = SYB_SEVERITY_ERROR, .code = SYB_E_FORMAT, .check = "ir-crash", .file = named.name,
		.at = SYB_NO_OFFSET, .text = "LLVM crashed while it read this module: the file is damaged"
	};
	int r = crash_expect(tool, &damaged);

	if (r < 0)
		return r;
	crash_limit_memory(syb_file_bytes(file).len);
	r = syb_ir_read(tool->ctx, syb_file_bytes(file), &named, out_ir);
	crash_unlimit_memory();
	return r;
}

int module_guard(struct tool *tool, const char *name)
{
	const struct syb_diag bug = {
		.severity = SYB_SEVERITY_ERROR, .code = SYB_E_INTERNAL, .check = "internal", .file = name,
		.at = SYB_NO_OFFSET, .text = "sybil crashed while it worked on this module: please report it"
	};

	return crash_expect(tool, &bug);
}
