/* tools/module.c — the modules of LLVM IR that a verb works on: out of whatever file they lie in, linked to one; and
 * whose fault a crash is.
 *
 * Offload binaries, objects and libraries with device code in them, and archives of either will do beside bitcode and
 * text. Members of archives are linked when they define what is missing. */
#include "tools/frame/tool.h"

#include <sybil/ir.h>

struct modules {
	struct tool *tool;
	const char *triple; /* wanted; of offload binaries */
	const char *seen;   /* the first one met */
	const char *seen_in;
	const char *const *names; /* of the inputs in messages, as far as they are given */
	size_t name_count;
	struct syb_file **files;
	struct syb_tree **trees;
	size_t file_count;
	struct syb_ir_input *inputs;
	size_t count, room;
};

static void drop(struct modules *m)
{
	for (size_t i = 0; i < m->file_count; i++) {
		syb_tree_free(m->trees[i]);
		syb_file_close(m->files[i]);
	}
	allocator_free(allocator_of(m->tool->ctx), m->inputs);
}

static int add(struct modules *m, const char *name, struct syb_bytes bytes, bool lazy)
{
	int r = VEC_PUSH(m->tool->ctx, m->inputs, m->count, m->room);

	if (r == 0)
		m->inputs[m->count++] =
			(struct syb_ir_input){ .size = sizeof(*m->inputs), .name = name, .bytes = bytes, .lazy = lazy };
	return r;
}

/* Code for another target is none of ours; for several, somebody has to choose. */
static int check_triple(struct modules *m, const struct device_code *code, bool *out_ours)
{
	*out_ours = !m->triple || str_eq(m->triple, code->triple);
	if (!*out_ours)
		return 0;
	if (m->seen && !str_eq(m->seen, code->triple))
		return syb_fail(m->tool->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "link-target",
				"%s has code for '%s' and %s for '%s': choose with --triple", m->seen_in, m->seen,
				code->name, code->triple);
	m->seen = code->triple;
	m->seen_in = code->name;
	return 0;
}

static int collect(void *user, const struct device_code *code)
{
	struct modules *m = user;
	bool ours = true;
	int r = 0;

	if (code->kind != SYB_KIND_BITCODE)
		return 0;
	if (code->triple)
		r = check_triple(m, code, &ours);
	return r < 0 || !ours ? r : add(m, code->name, syb_item_bytes(code->item), code->member);
}

/* What neither is LLVM IR nor may hold some. Its text has no kind. */
static bool is_other(enum syb_kind kind)
{
	return kind != SYB_KIND_UNKNOWN && kind != SYB_KIND_BITCODE && kind != SYB_KIND_ELF &&
	       kind != SYB_KIND_ARCHIVE && kind != SYB_KIND_OFFLOAD && kind != SYB_KIND_ZSTD && kind != SYB_KIND_GZIP;
}

/* A module that LLVM reads, however damaged what stands behind it; only that of a host is opened. */
static bool is_plain_module(struct tool *tool, struct syb_bytes bytes, enum syb_kind kind)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;

	if (kind != SYB_KIND_BITCODE)
		return kind == SYB_KIND_UNKNOWN; /* text, or LLVM says what is wrong with it */
	return syb_unpack(tool->silent, bytes, NULL, &tree) < 0 || syb_item_count(syb_tree_root(tree)) == 0;
}

/* The device code of the last file. */
static int take_input(struct modules *m)
{
	struct syb_ctx *ctx = m->tool->ctx;
	size_t i = m->file_count - 1, before = m->count;
	enum syb_kind kind;
	const char *name;
	int r;

	name = i < m->name_count ? m->names[i] : syb_file_name(m->files[i]);
	kind = syb_identify(syb_file_bytes(m->files[i]));
	if (is_other(kind))
		return syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "other-kind", "%s: %s is no LLVM IR", name,
				syb_kind_text(kind));
	if (is_plain_module(m->tool, syb_file_bytes(m->files[i]), kind))
		return add(m, name, syb_file_bytes(m->files[i]), false);
	r = syb_unpack(ctx, syb_file_bytes(m->files[i]), name, &m->trees[i]);
	if (r == 0)
		r = device_code_each(m->tool, m->trees[i], name, collect, m);
	if (r == 0 && m->count == before && kind != SYB_KIND_ARCHIVE && !m->triple)
		r = syb_fail(ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "link-input", "%s: there is no LLVM IR in it", name);
	return r;
}

static int open_input(struct modules *m, const char *path)
{
	int r = syb_file_open(m->tool->ctx, path, &m->files[m->file_count]);

	if (r < 0)
		return r;
	m->file_count++;
	return take_input(m);
}

static int make_room(struct modules *m, size_t count)
{
	struct tool *tool = m->tool;

	m->files = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(struct syb_file *));
	m->trees = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(struct syb_tree *));
	return m->files && m->trees ? 0 : -SYB_E_NOMEM;
}

static int check_any(struct modules *m)
{
	if (m->count)
		return 0;
	return syb_fail(m->tool->ctx, m->triple ? SYB_E_NOTFOUND : SYB_E_FORMAT, SYB_NO_OFFSET, "link-input",
			"%s: there is no LLVM IR%s%s in it", m->files[0] ? syb_file_name(m->files[0]) : "",
			m->triple ? " for " : "", m->triple ? m->triple : "");
}

static int open_inputs(struct modules *m, const char *const *paths, size_t count)
{
	int r = make_room(m, count);

	for (size_t i = 0; i < count && r == 0; i++)
		r = open_input(m, paths[i]);
	return r < 0 ? r : check_any(m);
}

/* One module is read as it is, also a member of an archive that nobody asks for. */
static int read_all(struct modules *m, struct syb_ir **out_ir)
{
	const struct syb_ir_read_opts named = { .size = sizeof(named), .name = m->count ? m->inputs[0].name : NULL };

	if (m->count == 1)
		return syb_ir_read(m->tool->ctx, m->inputs[0].bytes, &named, out_ir);
	return syb_ir_link(m->tool->ctx, m->inputs, m->count, out_ir);
}

/* The inputs of m, read; a crash of LLVM is their fault. */
static int read_guarded(struct modules *m, struct syb_ir **out_ir)
{
	struct syb_diag damaged = { .severity = SYB_SEVERITY_ERROR,
				    .code = SYB_E_FORMAT,
				    .check = "ir-crash",
				    .at = SYB_NO_OFFSET,
				    .text = "LLVM crashed while it read this module: the file is damaged" };
	uint64_t bytes = 0;
	int r;

	damaged.file = m->file_count > 1 ? NULL : m->name_count ? m->names[0] : syb_file_name(m->files[0]);
	if (m->file_count != 1)
		damaged.text = "LLVM crashed while it read these modules: one of them is damaged";
	r = crash_expect(m->tool, &damaged);
	if (r < 0)
		return r;
	for (size_t i = 0; i < m->count; i++)
		bytes += m->inputs[i].bytes.len;
	progress_begin(m->tool, "read %s", damaged.file ? damaged.file : "modules");
	crash_limit_memory(bytes);
	r = read_all(m, out_ir);
	crash_unlimit_memory();
	progress_end(m->tool);
	return r;
}

/* What the command line calls the inputs. */
static int read_names(struct modules *m)
{
	enum verb_id verb = m->tool->verb->id;
	enum option_id id = verb == VERB_opt         ? OPT_opt_name
			    : verb == VERB_translate ? OPT_translate_name
						     : OPT_post_link_name;

	return args_list(m->tool, id, &m->names, &m->name_count);
}

int module_read(struct tool *tool, const char *const *paths, size_t count, const char *triple, struct syb_ir **out_ir)
{
	_cleanup_(drop) struct modules m = { .tool = tool, .triple = triple };
	int r = read_names(&m);

	if (r == 0)
		r = open_inputs(&m, paths, count);
	return r < 0 ? r : read_guarded(&m, out_ir);
}

int module_read_file(struct tool *tool, struct syb_file *file, struct syb_ir **out_ir)
{
	_cleanup_(drop) struct modules m = { .tool = tool };
	int r = make_room(&m, 1);

	if (r == 0)
		r = read_names(&m);
	if (r < 0) {
		syb_file_close(file);
		return r;
	}
	m.files[m.file_count++] = file;
	r = take_input(&m);
	if (r == 0)
		r = check_any(&m);
	return r < 0 ? r : read_guarded(&m, out_ir);
}

int module_guard_output(struct tool *tool, const char *output)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	const char *input = tool->args.operand_count == 1 ? tool->args.operands[0] : NULL;

	if (!output || str_eq(output, "-"))
		return 0;
	if (input && is_same_file(tool, input, output) && syb_file_open(tool->silent, input, &file) == 0 &&
	    is_plain_module(tool, syb_file_bytes(file), syb_identify(syb_file_bytes(file))))
		return 0;
	return args_guard_operands(tool, output);
}

int module_read_bytes(struct tool *tool, const char *name, struct syb_bytes bytes, struct syb_ir **out_ir)
{
	_cleanup_(drop) struct modules m = { .tool = tool };
	struct syb_file file = { .name = arena_string(tool->ctx, &tool->arena, name, strlen(name)), .fd = -1 };
	int r = file.name ? make_room(&m, 1) : -SYB_E_NOMEM;

	if (r < 0)
		return r;
	file.bytes = bytes;
	m.files[m.file_count++] = &file;
	r = take_input(&m);
	if (r == 0)
		r = check_any(&m);
	if (r == 0)
		r = read_guarded(&m, out_ir);
	m.files[0] = NULL; /* is nobody's to close */
	return r;
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
