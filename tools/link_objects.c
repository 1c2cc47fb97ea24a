/* tools/link_objects.c — sybil link for what compilers leave behind: objects, libraries and archives with device code
 * in them, bare modules of LLVM IR and of SPIR-V, PTX.
 *
 * What is no package yet becomes one, in state object, in a folder of its own that is gone afterwards: LLVM IR of each
 * target is linked by `sybil opt`, split and described by `sybil post-link` and translated by `sybil translate`; SPIR-V
 * is described by what it says of itself. These packages are then linked like any others. */
#include "base/process.h"
#include "base/temp.h"
#include "tools/frame/tool.h"

#include <errno.h>
#include <stdio.h>
#include <sybil/package.h>
#include <sybil/spirv.h>
#include <unistd.h>

struct objects {
	struct tool *tool;
	char self[4096];
	struct temp temp;
	const char **ir_paths; /* those with LLVM IR */
	size_t ir_path_count;
	const char **triples; /* of LLVM IR; "" where nothing says it */
	size_t triple_count, triple_room;
	struct syb_pack *pack; /* that is being filled, and what it is called; NULL: none is */
	const char *pack_name;
	link_take_fn *take;
	void *take_user;
	bool found_ir; /* in the file that is looked at */
	size_t others; /* modules that are no LLVM IR */
	bool open;     /* exports may be wanted later, or by packages beside */
};

static void drop(struct objects *o)
{
	syb_pack_free(o->pack);
	allocator_free(allocator_of(o->tool->ctx), o->triples);
	temp_drop(&o->temp);
}

static int make_folder(struct objects *o)
{
	int r = ourself(o->tool, o->self, sizeof(o->self));

	if (r < 0)
		return r;
	signals_keep_pipe();
	return temp_make(o->tool->ctx, &o->temp, "link");
}

/* A name in the folder, as long as the tool lives. */
static const char *file_in(struct objects *o, const char *suffix)
{
	return temp_file(o->tool->ctx, &o->temp, &o->tool->arena, suffix);
}

/* ---- programs ---- */

/* What it says is ours to say; how it ended is how we end. doing: for the line of progress. */
static int run_verb(struct objects *o, const char *const *argv, const char *doing)
{
	static const struct {
		int status;
		enum syb_code code;
	} ends[] = { { 1, SYB_E_INCOMPATIBLE }, { 3, SYB_E_FORMAT }, { 5, SYB_E_INTERNAL } };
	struct syb_ctx *ctx = o->tool->ctx;
	_cleanup_(buf_free) struct buf text = { 0 };
	const struct process_opts opts = { .argv = argv, .err_text = &text, .label = doing };
	struct process_end end;
	enum syb_code code = SYB_E_TOOL;
	int r = process_run(ctx, &opts, &end);

	if (r < 0)
		return r;
	if (text.len)
		diag_put(&text);
	if (end.status == 0 && !end.signalled)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(ends) && !end.signalled; i++)
		code = ends[i].status == end.status ? ends[i].code : code;
	return syb_fail(ctx, code, SYB_NO_OFFSET, "tool-failed", "'sybil %s' failed: %s %d", argv[1],
			end.signalled ? "signal" : "exit code", end.status);
}

/* ---- packages ---- */

/* Hand over the package that is being filled. */
static int end_package(struct objects *o)
{
	struct syb_ctx *ctx = o->tool->ctx;
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = steal(o->pack);
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	const struct syb_bin_open_opts named = { .size = sizeof(named), .name = o->pack_name };
	struct syb_bin *bin = NULL;
	const char *path;
	int r;

	if (!pack)
		return 0;
	path = file_in(o, ".syclbin");
	r = path ? syb_bin_writer_state(ctx, syb_pack_writer(pack), SYB_STATE_OBJECT) : -SYB_E_NOMEM;
	if (r == 0)
		r = syb_out_open(ctx, path, &out);
	if (r == 0)
		r = syb_bin_writer_write(ctx, syb_pack_writer(pack), out);
	if (r == 0)
		r = syb_out_commit(ctx, out);
	if (r == 0)
		r = syb_bin_open_file(ctx, path, &named, &bin);
	return r < 0 ? r : o->take(o->take_user, bin);
}

/* Problems name the file, or the member of an archive, that code comes from: each has a package of its own. */
static int begin_package(struct objects *o, const char *name)
{
	static const struct syb_bin_write_opts form = { .size = sizeof(form), .dialect = SYB_DIALECT_DPCPP };
	int r;

	if (o->pack && str_eq(o->pack_name, name))
		return 0;
	r = end_package(o);
	o->pack_name = name;
	return r < 0 ? r : syb_pack_new(o->tool->ctx, &form, &o->pack);
}

/* ---- LLVM IR ---- */

static int translate_row(struct objects *o, const char *code, const char *properties, const char *triple,
			 const char *doing)
{
	const struct syb_image_desc desc = {
		.size = sizeof(desc), .kind = SYB_IMAGE_IR, .ir_type = SYB_IR_SPIRV, .target = triple
	};
	const char *spirv = file_in(o, ".spv");
	const char *const argv[] = { o->self, "translate", code, "-o", spirv, NULL };
	int r = spirv ? run_verb(o, argv, doing) : -SYB_E_NOMEM;

	if (r == 0)
		r = syb_pack_module_infer(o->tool->ctx, o->pack, spirv, properties);
	return r < 0 ? r : syb_pack_image(o->tool->ctx, o->pack, spirv, &desc);
}

static int translate_rows(struct objects *o, const char *path, const char *triple)
{
	struct syb_ctx *ctx = o->tool->ctx;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	int code, properties, r = syb_file_open(ctx, path, &file);
	char doing[64];

	if (r == 0)
		r = syb_table_read(ctx, syb_file_bytes(file), path, &table);
	if (r < 0)
		return r;
	code = syb_table_column_find(table, "Code");
	properties = syb_table_column_find(table, "Properties");
	if (code < 0 || properties < 0)
		return syb_fail(ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal", "post-link wrote a table without %s",
				code < 0 ? "code" : "properties");
	for (size_t i = 0; i < syb_table_row_count(table) && r == 0; i++) {
		snprintf(doing, sizeof(doing), "translate image %zu of %zu", i + 1, syb_table_row_count(table));
		r = translate_row(o, syb_table_cell(table, i, (size_t)code),
				  syb_table_cell(table, i, (size_t)properties), triple, doing);
	}
	return r;
}

/* One module out of all files, with the aspects that its functions use; what a front end wrote already stays. */
static int link_ir(struct objects *o, const char *triple, const char *module)
{
	struct tool *tool = o->tool;
	const char **argv = arena_array(tool->ctx, &tool->arena, o->ir_path_count + 10, sizeof(*argv));
	char doing[256];
	size_t n = 0;

	if (!argv)
		return -SYB_E_NOMEM;
	if (o->ir_path_count == 1)
		snprintf(doing, sizeof(doing), "read %s", o->ir_paths[0]);
	else
		snprintf(doing, sizeof(doing), "link the IR of %zu files", o->ir_path_count);
	argv[n++] = o->self;
	argv[n++] = "opt";
	argv[n++] = o->open ? "--passes=propagate-aspects,compile-time-properties,mark-entry-points,dynamic-local"
			    : "--passes=propagate-aspects,compile-time-properties,dynamic-local";
	if (*triple) {
		argv[n++] = "--triple";
		argv[n++] = triple;
	}
	argv[n++] = "-o";
	argv[n++] = module;
	argv[n++] = "--";
	memcpy(argv + n, o->ir_paths, o->ir_path_count * sizeof(*argv));
	return run_verb(o, argv, doing);
}

/* LLVM IR is one module by now. */
static const char *ir_name(struct objects *o)
{
	if (o->ir_path_count == 1)
		return o->ir_paths[0];
	return arena_printf(o->tool->ctx, &o->tool->arena, "%s and %zu more", o->ir_paths[0], o->ir_path_count - 1);
}

/* The options of a driver, with which every property that linking and loading need is there; but for imports: what LLVM
 * IR declares may be the translator's (OpenCL's functions are), and SPIR-V says what is really missing. */
static int split(struct objects *o, const char *module, const char *table)
{
	const char *mode = args_get(o->tool, OPT_link_split), *name = ir_name(o);
	const char *const argv[] = { o->self,
				     "post-link",
				     "--properties",
				     "--device-globals",
				     "--spec-const=native",
				     "--emit-param-info",
				     "--emit-program-metadata",
				     "--emit-kernel-names",
				     "--emit-exported-symbols",
				     o->open ? "--allow-device-image-dependencies"
					     : "--emit-only-kernels-as-entry-points",
				     "--warn=no-undefined-function", /* link-unresolved tells it with the right names */
				     "--split",
				     mode ? mode : "auto",
				     "--name",
				     name,
				     "-o",
				     table,
				     module,
				     NULL };
	char doing[256];

	if (!name)
		return -SYB_E_NOMEM;
	snprintf(doing, sizeof(doing), "split %s%s", o->ir_paths[0], o->ir_path_count > 1 ? " and others" : "");
	return run_verb(o, argv, doing);
}

static int make_images(struct objects *o, const char *triple)
{
	const char *module = file_in(o, ".bc"), *table = file_in(o, ".table");
	int r = module && table ? link_ir(o, triple, module) : -SYB_E_NOMEM;

	if (r == 0)
		r = split(o, module, table);
	return r < 0 ? r : translate_rows(o, table, *triple ? triple : "spir64-unknown-unknown");
}

/* ---- what lies in the files ---- */

static int note_triple(struct objects *o, const char *triple, const char *name)
{
	int r;

	o->found_ir = true;
	if (*triple && !str_starts(triple, "spir"))
		return syb_fail(o->tool->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "link-ir-type",
				"%s: LLVM IR for '%s' cannot be translated here", name, triple);
	for (size_t i = 0; i < o->triple_count; i++)
		if (str_eq(o->triples[i], triple))
			return 0;
	r = VEC_PUSH(o->tool->ctx, o->triples, o->triple_count, o->triple_room);
	if (r < 0)
		return r;
	o->triples[o->triple_count] = arena_string(o->tool->ctx, &o->tool->arena, triple, strlen(triple));
	return o->triples[o->triple_count++] ? 0 : -SYB_E_NOMEM;
}

/* Read while it has its name: what is written below is nobody's file. */
static int check_spirv(struct syb_ctx *ctx, const struct device_code *code)
{
	struct syb_spirv *spirv = NULL;
	int r = syb_spirv_open(ctx, syb_item_bytes(code->item), code->name, &spirv);

	syb_spirv_close(spirv);
	return r;
}

/* SPIR-V and PTX are images as they are. */
static int add_image(struct objects *o, const struct device_code *code)
{
	struct syb_ctx *ctx = o->tool->ctx;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	bool spirv = code->kind == SYB_KIND_SPIRV;
	const struct syb_image_desc desc = { .size = sizeof(desc),
					     .kind = SYB_IMAGE_IR,
					     .target = code->triple,
					     .ir_type = spirv ? SYB_IR_SPIRV : SYB_IR_PTX };
	const char *path = file_in(o, spirv ? ".spv" : ".ptx");
	int r = path ? 0 : -SYB_E_NOMEM;

	o->others++;
	if (r == 0 && spirv)
		r = check_spirv(ctx, code);
	if (r < 0)
		return r;
	r = syb_out_open(ctx, path, &out);
	if (r == 0)
		r = begin_package(o, code->name);
	if (r == 0)
		r = syb_out_write(ctx, out, syb_item_bytes(code->item));
	if (r == 0)
		r = syb_out_commit(ctx, out);
	if (r == 0)
		r = spirv ? syb_pack_module_infer(ctx, o->pack, path, NULL) : syb_pack_module(ctx, o->pack, NULL);
	return r < 0 ? syb_note(ctx, r, "in %s", code->name) : syb_pack_image(ctx, o->pack, path, &desc);
}

static int look_at(void *user, const struct device_code *code)
{
	struct objects *o = user;

	switch (code->kind) {
	case SYB_KIND_BITCODE:
		return note_triple(o, code->triple ? code->triple : "", code->name);
	case SYB_KIND_SPIRV:
	case SYB_KIND_PTX:
		return add_image(o, code);
	default: /* packages are opened by others */
		return 0;
	}
}

static int look_into(struct objects *o, const char *path)
{
	struct syb_ctx *ctx = o->tool->ctx;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	int r = syb_file_open(ctx, path, &file);

	o->found_ir = false;
	if (r < 0)
		return r;
	if (syb_identify(syb_file_bytes(file)) == SYB_KIND_UNKNOWN) {
		r = note_triple(o, "", path); /* text of LLVM IR, or LLVM will say what is wrong with it */
	} else {
		r = syb_unpack(ctx, syb_file_bytes(file), path, &tree);
		if (r == 0)
			r = device_code_each(o->tool, tree, path, look_at, o);
	}
	if (r == 0 && o->found_ir)
		o->ir_paths[o->ir_path_count++] = path;
	return r;
}

/* A module that says no target goes with those of the one target that is named. */
static void merge_unnamed(struct objects *o)
{
	for (size_t i = 0; i < o->triple_count && o->triple_count == 2; i++)
		if (!*o->triples[i])
			o->triples[i] = o->triples[--o->triple_count];
}

static int add_ir(struct objects *o)
{
	const char *name;
	int r;

	if (o->triple_count == 0)
		return 0;
	merge_unnamed(o);
	o->open |= o->others > 0;
	name = ir_name(o);
	r = name ? begin_package(o, name) : -SYB_E_NOMEM;
	for (size_t i = 0; i < o->triple_count && r == 0; i++)
		r = make_images(o, o->triples[i]);
	return r;
}

int link_objects(struct tool *tool, const char *const *paths, size_t count, bool open, link_take_fn *take, void *user)
{
	_cleanup_(drop) struct objects o = { .tool = tool, .open = open, .take = take, .take_user = user };
	int r;

	o.ir_paths = arena_array(tool->ctx, &tool->arena, count + 1, sizeof(*o.ir_paths));
	if (!o.ir_paths)
		return -SYB_E_NOMEM;
	r = make_folder(&o);
	for (size_t i = 0; i < count && r == 0; i++)
		r = look_into(&o, paths[i]);
	if (r == 0)
		r = add_ir(&o);
	return r < 0 ? r : end_package(&o);
}
