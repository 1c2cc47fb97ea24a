/* tools/ir/module.c — the modules of LLVM IR that a verb works on, linked to one, and the message for a crash of LLVM.
 * The library finds LLVM IR in files (sybil/compile.h). */
#include "tools/frame/tool.h"

#include "base/process.h"
#include "driver/exec/machine.h"

#include <sybil/compile.h>
#include <sybil/ir.h>

struct modules {
	struct tool *tool;
	const char *const *names; /* names of the inputs in messages, if given */
	size_t name_count;
	struct syb_file **files;
	size_t file_count;
	struct syb_units *units;
	const struct module_passes *passes;
};

static void drop(struct modules *m)
{
	syb_units_free(m->units);
	for (size_t i = 0; i < m->file_count; i++)
		syb_file_close(m->files[i]);
}

/* The names of the inputs on the command line. */
static int begin(struct modules *m, size_t count)
{
	enum verb_id verb = m->tool->verb->id;
	enum option_id id = verb == VERB_opt         ? OPT_opt_name
			    : verb == VERB_translate ? OPT_translate_name
						     : OPT_post_link_name;
	int r = args_list(m->tool, id, &m->names, &m->name_count);

	m->files = arena_array(m->tool->ctx, &m->tool->arena, count + 1, sizeof(struct syb_file *));
	if (r == 0 && !m->files)
		r = -SYB_E_NOMEM;
	return r < 0 ? r : syb_units_new(m->tool->ctx, &m->units);
}

static int add(struct modules *m, const struct syb_file *file, const char *triple)
{
	size_t i = m->file_count - 1;

	return syb_units_add(m->tool->ctx, m->units, file, i < m->name_count ? m->names[i] : NULL, triple);
}

static const char *passes_of(const struct module_passes *passes, size_t file)
{
	const char *list = passes->lists[file < passes->count ? file : passes->count - 1];

	return str_eq(list, "none") ? NULL : list;
}

/* If LLVM crashes while reading, the inputs are damaged. */
static int read_guarded(struct modules *m, const char *name, struct syb_ir **out_ir)
{
	struct syb_ir_input *inputs;
	struct syb_diag crash;
	uint64_t bytes = 0, before;
	size_t count;
	int r = syb_units_list(m->tool->ctx, m->units, &inputs, &count);

	if (r < 0)
		return r;
	for (size_t i = 0; i < count; i++) {
		bytes += inputs[i].bytes.len;
		if (!m->passes)
			continue;
		if (m->passes->count)
			inputs[i].passes = passes_of(m->passes, inputs[i].file);
		inputs[i].opts = m->passes->opts;
		inputs[i].lazy &= !m->passes->all_members;
	}
	crash = machine_crash(m->file_count > 1 ? NULL : m->name_count ? m->names[0] : name, m->file_count, bytes);
	TRY(crash_expect(m->tool, &crash));
	progress_begin(m->tool, "read %s", crash.file ? crash.file : "modules");
	before = process_limit_memory(bytes);
	r = syb_ir_link(m->tool->ctx, inputs, count, out_ir);
	process_restore_memory(before);
	progress_end(m->tool);
	return r;
}

int module_read_passes(struct tool *tool, const char *const *paths, size_t count, const char *triple,
		       const struct module_passes *passes, struct syb_ir **out_ir)
{
	_cleanup_(drop) struct modules m = { .tool = tool, .passes = passes };

	TRY(begin(&m, count));
	for (size_t i = 0; i < count; i++) {
		TRY(syb_file_open(tool->ctx, paths[i], &m.files[m.file_count]));
		m.file_count++;
		TRY(add(&m, m.files[i], triple));
	}
	return read_guarded(&m, syb_file_name(m.files[0]), out_ir);
}

int module_read(struct tool *tool, const char *const *paths, size_t count, const char *triple, struct syb_ir **out_ir)
{
	return module_read_passes(tool, paths, count, triple, NULL, out_ir);
}

int module_read_file(struct tool *tool, struct syb_file *file, struct syb_ir **out_ir)
{
	_cleanup_(drop) struct modules m = { .tool = tool };
	int r = begin(&m, 1);

	if (r < 0) {
		syb_file_close(file);
		return r;
	}
	m.files[m.file_count++] = file;
	r = add(&m, file, NULL);
	return r < 0 ? r : read_guarded(&m, syb_file_name(file), out_ir);
}

int module_guard_output(struct tool *tool, const char *output)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	const char *input = tool->args.operand_count == 1 ? tool->args.operands[0] : NULL;
	enum syb_kind kind;

	if (!output || str_eq(output, "-"))
		return 0;
	if (input && is_same_file(tool, input, output) && syb_file_open(tool->silent, input, &file) == 0) {
		kind = syb_identify(syb_file_bytes(file));
		if (kind == SYB_KIND_UNKNOWN ||
		    (kind == SYB_KIND_BITCODE && (syb_unpack(tool->silent, syb_file_bytes(file), NULL, &tree) < 0 ||
						  syb_item_count(syb_tree_root(tree)) == 0)))
			return 0;
	}
	return args_guard_operands(tool, output);
}

const char *module_name(const char *path)
{
	return str_eq(path, "-") ? "<stdin>" : path;
}

int module_guard(struct tool *tool, const char *name)
{
	const struct syb_diag bug = { .severity = SYB_SEVERITY_ERROR,
				      .code = SYB_E_INTERNAL,
				      .check = "internal",
				      .file = name,
				      .at = SYB_NO_OFFSET,
				      .text = "sybil crashed while it worked on this module: please report it" };

	return crash_expect(tool, &bug);
}
