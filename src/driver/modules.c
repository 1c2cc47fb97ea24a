/* driver/modules.c — LLVM IR → images: the work of LLVM for one module, in one process.
 *
 * First, passes run on each unit: the front end's annotations are lowered to the documented metadata, and aspects are
 * propagated along the call graph and checked against fixed targets. Then the units are merged, the module is analysed
 * and split, and each image is optimised, described, prepared for its translator and written. If the build stops at
 * LLVM IR or objects, units are written after these passes. */
#include "plan.h"

#include "base/process.h"
#include "driver/exec/machine.h"

#include <stdio.h>
#include <sybil/translate.h>

/* ---- passes ---- */

/* For objects, these passes ran when they were compiled. */
static const char *unit_passes(const struct plan *p, const struct plan_unit *unit)
{
	if (unit->ready || (unit->input->kind == INPUT_OBJECT && !p->o.link))
		return "";
	if (!plan_is_cpp(unit->input))
		return "propagate-aspects";
	return p->root ? "front-end,work-group-scope,propagate-aspects" : "front-end,propagate-aspects";
}

/* Whether functions are kept for other images. Images of programs are linked by the runtime, which links SPIR-V only.
 */
static bool keeps_functions(const struct plan *p)
{
	return p->open || p->linked || (p->host.image_dependencies && !plan_passes_constants(p));
}

static const char *module_passes(const struct plan *p)
{
	static const char *const passes[2][2] = {
		{ "compile-time-properties,dynamic-local", "compile-time-properties,allocate-local,dynamic-local" },
		{ "compile-time-properties,mark-entry-points,dynamic-local",
		  "compile-time-properties,mark-entry-points,allocate-local,dynamic-local" },
	};

	return passes[keeps_functions(p)][p->root != NULL];
}

static enum syb_dialect dialect_of(const struct plan *p)
{
	return p->o.form && p->o.form->dialect == SYB_DIALECT_SPEC ? SYB_DIALECT_SPEC : SYB_DIALECT_DPCPP;
}

/* The host code of a member of an archive may use its kernels. */
static bool takes_all_members(const struct plan *p)
{
	return p->root != NULL;
}

/* 0: int; 2: size_t, as ids are in the headers of the runtime. */
static uint32_t id_range(const struct plan *p)
{
	return p->root && !p->host.fit_in_int ? 2 : 0;
}

/* Whether undefined functions cause no warnings: the translator to SPIR-V defines those of OpenCL. */
static bool is_without_undefined(const struct plan *p, const struct plan_module *m)
{
	return plan_family_spirv(m->family) || p->root ? !p->o.warn_undefined : p->open || p->linked;
}

/* ---- the work ---- */

struct work {
	const struct plan_module *module;
	const struct plan *plan;
	struct syb_ctx *ctx;
	struct relay *relay;
	struct syb_units *units;
	struct syb_file **files;
	struct syb_ir_opts opts;
	struct syb_ir *ir;
};

static void drop(struct work *w)
{
	if (w->ir)
		w->plan->o.ir->close(w->ir);
	syb_units_free(w->units);
	for (size_t i = 0; w->files && i < w->module->unit_count; i++)
		syb_file_close(w->files[i]);
	allocator_free(allocator_of(w->ctx), w->files);
}

/* Set the diagnostic for a crash of LLVM from here on, while it works on a module. */
static void enter_work(const struct work *w)
{
	const bool is_short = process_memory_is_short(0);
	const struct syb_diag diag = {
		.severity = SYB_SEVERITY_ERROR,
		.code = is_short ? SYB_E_NOMEM : SYB_E_INTERNAL,
		.check = is_short ? "memory" : "internal",
		.file = w->module->name,
		.at = SYB_NO_OFFSET,
		.text = is_short ? "LLVM crashed while it worked on this module: a limit on memory "
				   "(ulimit) leaves little of it"
				 : "LLVM crashed while it worked on this module: please report it"
	};

	relay_stage(w->relay, &diag);
}

static int open_units(struct work *w)
{
	const struct plan_module *m = w->module;
	int r = syb_units_new(w->ctx, &w->units);

	w->files = mem_zalloc(w->ctx, (m->unit_count + 1) * sizeof(*w->files));
	if (!w->files)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < m->unit_count && r == 0; i++) {
		r = syb_file_open(w->ctx, m->units[i].file, &w->files[i]);
		if (r == 0)
			r = syb_units_add(w->ctx, w->units, w->files[i], m->units[i].input->name, m->object);
	}
	return r;
}

static int merge(struct work *w)
{
	struct syb_ir_input *inputs;
	struct syb_diag crash;
	uint64_t bytes = 0, before = 0;
	bool alone = process_alone(); /* other threads must not be limited */
	size_t count;
	int r = open_units(w);

	if (r == 0)
		r = syb_units_list(w->ctx, w->units, &inputs, &count);
	if (r < 0)
		return r;
	for (size_t i = 0; i < count; i++) {
		inputs[i].passes = unit_passes(w->plan, &w->module->units[inputs[i].file]);
		inputs[i].opts = &w->opts;
		inputs[i].lazy &= !takes_all_members(w->plan);
		bytes += inputs[i].bytes.len;
	}
	crash = machine_crash(w->module->name, w->module->unit_count, bytes);
	relay_stage(w->relay, &crash);
	if (alone)
		before = process_limit_memory(bytes);
	r = w->plan->o.ir->link(w->ctx, inputs, count, &w->ir);
	if (alone)
		process_restore_memory(before);
	enter_work(w);
	return r == -SYB_E_INCOMPATIBLE && !w->plan->o.link ? -SYB_E_FORMAT : r; /* with sources, these are at fault */
}

static int analyse(struct work *w)
{
	char pass[64];
	int r = 0;

	for (const char *rest = module_passes(w->plan); *rest && r == 0;) {
		size_t len = strcspn(rest, ",");

		snprintf(pass, sizeof(pass), "%.*s", (int)len, rest);
		r = w->plan->o.ir->run(w->ctx, w->ir, pass, &w->opts);
		rest += len + (rest[len] == ',');
	}
	return r;
}

static int write_unit(struct work *w, const char *path, bool text)
{
	const struct syb_ir_write_opts opts = { .size = sizeof(opts), .text = text };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	int r = syb_out_open(w->ctx, path, &out);

	if (r == 0)
		r = w->plan->o.ir->write(w->ctx, w->ir, &opts, out);
	return r < 0 ? r : syb_out_commit(w->ctx, out);
}

/* For --save-temps only: files of a module that no later step reads. */
static int keep_merged(struct work *w)
{
	const struct plan_module *m = w->module;
	char path[4096];

	if (!w->plan->o.temp_dir ||
	    (size_t)snprintf(path, sizeof(path), "%.*s.linked.bc", (int)(strlen(m->table) - strlen(".table")),
			     m->table) >= sizeof(path))
		return 0;
	return write_unit(w, path, false);
}

static enum syb_prepare prepare_of(const struct plan_module *m)
{
	if (plan_family_spirv(m->family))
		return SYB_PREPARE_SPIRV;
	return plan_compiled_family(m->plan, m->family) == m->family ? SYB_PREPARE_NATIVE : SYB_PREPARE_NVPTX;
}

/* Write images with every property that linking and loading need. */
static int make_images(struct work *w)
{
	const struct plan *p = w->plan;
	const struct syb_postlink_output output = { .file = w->module->table };
	_cleanup_(syb_file_close_p) struct syb_file *library = NULL, *device_library = NULL;
	bool spirv = plan_family_spirv(w->module->family);
	struct syb_postlink_opts opts = {
		.size = sizeof(opts),
		.dialect = dialect_of(p),
		.devices = p->devices,
		.split = p->o.split,
		.spec_consts = w->module->family == FAMILY_SPIR64 ? SYB_SPEC_CONSTS_NATIVE : SYB_SPEC_CONSTS_EMULATION,
		.outputs = &output,
		.output_count = 1,
		.jobs = p->o.jobs,
		.symbols = true,
		.properties = true,
		.default_spec_consts = p->o.default_spec_consts,
		.emit_param_info = true,
		.id_queries_range = id_range(p),
		.emit_program_metadata = true,
		.emit_kernel_names = true,
		.emit_exported_symbols = true,
		.only_kernels_are_entry_points = !keeps_functions(p),
		.allow_image_dependencies = keeps_functions(p),
		.device_globals = true,
		.dead_args = p->o.dead_args,
		.split_esimd = true,
		.needs = true,
		.name = w->module->name,
		.level = p->o.link ? '\0' : p->o.level,
		.prepare = prepare_of(w->module),
		.without_undefined = is_without_undefined(p, w->module),
	};

	TRY(spirv ? 0 : syb_aot_library(w->ctx, plan_family_name(w->module->family), &library));
	if (library) {
		opts.library = syb_file_bytes(library);
		opts.library_name = syb_file_name(library);
	}
	if (opts.prepare == SYB_PREPARE_NVPTX) {
		const char *path;

		TRY(syb_clang_nvptx(w->ctx, p->clang, &path));
		TRY(syb_file_open(w->ctx, path, &device_library));
		opts.device_library = syb_file_bytes(device_library);
		opts.device_library_name = path;
	}
	return p->o.ir->postlink(w->ctx, w->ir, &opts);
}

/* The job of a module. */
static int run_module(struct syb_ctx *ctx, struct relay *relay, const void *user)
{
	const struct plan_module *m = user;
	_cleanup_(drop) struct work w = { .module = m, .plan = m->plan, .ctx = ctx, .relay = relay };

	w.opts = (struct syb_ir_opts){ .size = sizeof(w.opts),
				       .dialect = dialect_of(m->plan),
				       .devices = m->plan->devices,
				       .fixed_targets = m->plan->o.fixed_targets,
				       .fixed_target_count = m->plan->o.fixed_target_count,
				       .decorations = m->plan->o.decorations,
				       .decoration_count = m->plan->o.decoration_count };
	TRY(merge(&w));
	if (m->output)
		return write_unit(&w, m->output, m->plan->o.stop == SYB_COMPILE_IR && m->plan->o.text);
	TRY(analyse(&w));
	TRY(keep_merged(&w));
	return make_images(&w);
}

/* ---- the job ---- */

/* For the cache: all files of images, which the table names. */
static int name_images(struct syb_ctx *ctx, const struct job *job, struct arena *arena, const char *const **out_paths)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_table_free_p) struct syb_table *table = NULL;
	size_t rows, columns, count = 0;
	const char **paths;
	int r = syb_file_open(ctx, job->outputs[0], &file);

	if (r == 0)
		r = syb_table_read(ctx, syb_file_bytes(file), job->outputs[0], &table);
	if (r < 0)
		return r;
	rows = syb_table_row_count(table);
	columns = syb_table_column_count(table);
	paths = arena_array(ctx, arena, rows * columns + 1, sizeof(*paths));
	for (size_t i = 0; i < rows && paths && r == 0; i++)
		for (size_t k = 0; k < columns && r == 0; k++) {
			const char *cell = syb_table_cell(table, i, k);

			paths[count] = arena_string(ctx, arena, cell, strlen(cell));
			r = paths[count++] ? 0 : -SYB_E_NOMEM;
		}
	*out_paths = paths;
	return paths ? r : -SYB_E_NOMEM;
}

static const char *const splits[] = { [SYB_SPLIT_AUTO] = "auto",
				      [SYB_SPLIT_KERNEL] = "kernel",
				      [SYB_SPLIT_SOURCE] = "source",
				      [SYB_SPLIT_OFF] = "off",
				      [SYB_SPLIT_NONE] = "none" };

static const char *const id_ranges[] = { "int", "uint", "size_t" };

static const char *const preparations[] = {
	[SYB_PREPARE_SPIRV] = "spirv", [SYB_PREPARE_NATIVE] = "native", [SYB_PREPARE_NVPTX] = "nvptx"
};

/* The passes of each unit, or one list for all. */
static void add_unit_words(struct plan *p, const struct plan_module *m)
{
	const char *first = unit_passes(p, &m->units[0]);
	bool same = true;

	for (size_t i = 1; i < m->unit_count; i++)
		same &= str_eq(unit_passes(p, &m->units[i]), first);
	for (size_t i = 0; i < (same ? *first != 0 : m->unit_count); i++) {
		const char *passes = unit_passes(p, &m->units[i]);

		plan_wordf(p, "--%spasses=%s", m->output ? "" : "unit-", *passes ? passes : "none");
	}
}

static void add_decorations(struct plan *p)
{
	static const char *const operands[] = { "none", "int", "str" };

	for (size_t i = 0; i < p->o.decoration_count; i++)
		plan_wordf(p, "--decoration=%s=%u:%s", p->o.decorations[i].name, p->o.decorations[i].number,
			   operands[p->o.decorations[i].operand]);
}

/* Options of sybil post-link that are equivalent to make_images(). */
static void add_image_words(struct plan *p, const struct plan_module *m)
{
	static const char *const flags[] = { "--properties",        "--needs",
					     "--symbols",           "--device-globals",
					     "--emit-param-info",   "--emit-program-metadata",
					     "--emit-kernel-names", "--emit-exported-symbols",
					     "--split-esimd" };

	plan_wordf(p, "--passes=%s", module_passes(p));
	add_decorations(p);
	if (!p->o.link)
		plan_wordf(p, "-O%c", p->o.level);
	for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
		plan_word(p, flags[i]);
	plan_word(p, m->family == FAMILY_SPIR64 ? "--spec-const=native" : "--spec-const=emulation");
	plan_wordf(p, "--split=%s", splits[p->o.split]);
	plan_word(p, keeps_functions(p) ? "--allow-device-image-dependencies" : "--emit-only-kernels-as-entry-points");
	if (p->o.dead_args)
		plan_word(p, "--dead-args");
	if (p->o.default_spec_consts)
		plan_word(p, "--generate-device-image-default-spec-consts");
	if (id_range(p))
		plan_wordf(p, "--id-queries-range=%s", id_ranges[id_range(p)]);
	plan_wordf(p, "--prepare=%s", preparations[prepare_of(m)]);
	if (takes_all_members(p))
		plan_word(p, "--all-members");
	if (p->o.jobs)
		plan_wordf(p, "--jobs=%u", p->o.jobs);
	if (is_without_undefined(p, m))
		plan_word(p, "--warn=no-undefined-function");
}

/* For cache keys: libraries that the preparation of native code reads. */
static const char *const *libraries_of(struct plan *p, const struct plan_module *m)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(p->ctx);
	_cleanup_(syb_file_close_p) struct syb_file *library = NULL;
	const char **list = arena_array(p->ctx, &p->arena, 3, sizeof(*list));
	size_t count = 0;

	if (list && !plan_family_spirv(m->family) &&
	    syb_aot_library(p->ctx, plan_family_name(m->family), &library) == 0 && library)
		list[count++] = plan_text(p, "%s", syb_file_name(library));
	if (list && prepare_of(m) == SYB_PREPARE_NVPTX && syb_clang_nvptx(p->ctx, p->clang, &list[count]) < 0)
		list[count] = NULL;
	return list;
}

/* The equivalent command: sybil opt for a unit, sybil post-link for a module. */
static void add_job(struct plan *p, struct plan_module *m)
{
	const char *made = m->output ? m->output : m->table;
	struct job *job;

	m->plan = p;
	plan_verb(p, m->output ? "opt" : "post-link");
	add_unit_words(p, m);
	if (!m->output)
		add_image_words(p, m);
	if (dialect_of(p) == SYB_DIALECT_SPEC)
		plan_word(p, "--dialect=spec");
	if (p->fixed)
		plan_wordf(p, "--fixed-targets=%s", p->fixed);
	if (p->o.device_config)
		plan_wordf(p, "--device-config=%s", p->o.device_config);
	plan_reads_config(p);
	if (m->object)
		plan_wordf(p, "--triple=%s", m->object);
	for (size_t i = 0; i < m->unit_count; i++)
		plan_wordf(p, "--name=%s", m->units[i].input->name);
	if (m->output && p->o.stop == SYB_COMPILE_IR && p->o.text)
		plan_word(p, "-S");
	plan_word(p, "-o");
	plan_word(p, made);
	plan_word(p, "--");
	for (size_t i = 0; i < m->unit_count; i++)
		plan_reads(p, m->units[i].file);
	job = plan_job(p, made, JOB_CACHE, "%s for %s", m->name, plan_family_name(m->family));
	if (!job)
		return;
	job->run = run_module;
	job->user = m;
	job->tools = libraries_of(p, m);
	if (!m->output)
		job->files = name_images;
}

/* ---- the modules of a build ---- */

/* Whether a family is compiled from an input. */
static bool goes_with(const struct plan_input *input, enum plan_family family)
{
	return input->kind != INPUT_SPIRV && input->kind < INPUT_PACKAGE && input->families & 1U << family;
}

static struct plan_module *new_module(struct plan *p, enum plan_family family, size_t units)
{
	struct plan_module *m = arena_alloc(p->ctx, &p->arena, sizeof(*m));

	if (!m) {
		p->error = -SYB_E_NOMEM;
		return NULL;
	}
	*m = (struct plan_module){ .family = family };
	m->units = arena_array(p->ctx, &p->arena, units + 1, sizeof(*m->units));
	p->error = p->error ? p->error : m->units ? 0 : -SYB_E_NOMEM;
	return p->error ? NULL : m;
}

/* The family for which clang compiles the source. Only specialization constants of C++ differ between JIT and native
 * code of the spir64 family, and not in programs. */
static enum plan_family source_family(const struct plan *p, const struct plan_input *input, enum plan_family family)
{
	bool shares = family == FAMILY_SPIR64_AOT && (!plan_is_cpp(input) || p->root);

	if (shares && plan_needs_family(p, FAMILY_SPIR64))
		return FAMILY_SPIR64;
	if (plan_compiled_family(p, family) == family)
		return family;
	return plan_needs_family(p, FAMILY_SPIR64_AOT) && !plan_needs_family(p, FAMILY_SPIR64) ? FAMILY_SPIR64_AOT
											       : FAMILY_SPIR64;
}

/* Whether another family of this build already needs the code. */
static bool is_same_code(const struct plan *p, const struct plan_input *input, enum plan_family family)
{
	enum plan_family source = source_family(p, input, family);

	return source != family && plan_needs_family(p, source);
}

static const char *code_of(struct plan *p, const struct plan_input *input, enum plan_family family)
{
	if (input->kind != INPUT_SOURCE)
		return input->file;
	if (is_same_code(p, input, family))
		return plan_text(p, "%s/%s-%s.clang.bc", p->dir, input->stem,
				 plan_family_name(source_family(p, input, family)));
	return plan_clang(p, input, source_family(p, input, family));
}

static const char *without_commas(struct plan *p, const char *name)
{
	const char *comma;

	while ((comma = strchr(name, ',')) && !p->error)
		name = plan_text(p, "%.*s%%2C%s", (int)(comma - name), name, comma + 1);
	return name;
}

/* LLVM IR of one input, for an object or as the result; returns its file. */
static const char *plan_unit(struct plan *p, const struct plan_input *input, enum plan_family family)
{
	bool same = is_same_code(p, input, family), text = p->o.stop == SYB_COMPILE_IR && p->o.text;
	/* objects are made from lists of files, separated by commas */
	const char *stem = p->o.stop == SYB_COMPILE_OBJECT ? without_commas(p, input->stem) : input->stem;
	const char *made =
		plan_text(p, "%s/%s-%s.device.%s", p->dir, stem,
			  plan_family_name(same ? source_family(p, input, family) : family), text ? "ll" : "bc");
	struct plan_module *m = same ? NULL : new_module(p, family, 1);

	if (!m)
		return made;
	m->name = input->name;
	m->output = made;
	m->units[m->unit_count++] = (struct plan_unit){ .input = input, .file = code_of(p, input, family) };
	add_job(p, m);
	return made;
}

static int plan_ir(struct plan *p, const struct plan_input *input)
{
	const char *suffix = p->o.text ? "ll" : "bc";
	size_t families = 0;

	for (int f = 0; f < FAMILY_COUNT; f++)
		families += plan_needs_family(p, (enum plan_family)f);
	if (families > 1 && p->o.output)
		return wrong(p, "-o %s: LLVM IR is made for several kinds of targets", p->o.output);
	for (int f = 0; f < FAMILY_COUNT; f++) {
		enum plan_family family = (enum plan_family)f;

		if (plan_needs_family(p, family) && goes_with(input, family))
			plan_result(p, plan_unit(p, input, family),
				    p->o.output ? p->o.output
				    : families > 1
					    ? plan_text(p, "%s-%s.%s", input->base, plan_family_name(family), suffix)
					    : plan_text(p, "%s.%s", input->base, suffix));
	}
	return p->error;
}

static int plan_unit_of_object(struct plan *p, struct plan_input *input)
{
	const char *code[FAMILY_COUNT] = { NULL };

	for (int f = 0; f < FAMILY_COUNT; f++) {
		enum plan_family compiled = plan_compiled_family(p, (enum plan_family)f);

		if (plan_needs_family(p, (enum plan_family)f) && goes_with(input, (enum plan_family)f) &&
		    !code[compiled])
			code[compiled] = plan_unit(p, input, compiled);
	}
	if (p->root)
		plan_host(p, input);
	return plan_object(p, input, code);
}

/* Objects that were not compiled for native code have code for SPIR-V, which can be used, with default values of
 * specialization constants. */
static const char *object_triple(const struct plan *p, enum plan_family family)
{
	for (size_t i = 0; i < p->input_count; i++)
		if (p->inputs[i].kind == INPUT_OBJECT && !p->inputs[i].has_aot && family == FAMILY_SPIR64_AOT &&
		    goes_with(&p->inputs[i], family))
			return plan_family_object(FAMILY_SPIR64);
	return plan_family_object(plan_compiled_family(p, family));
}

static void add_module(struct plan *p, struct plan_module *m, const char *stem)
{
	m->name = m->units[0].input->name;
	if (m->unit_count > 1)
		m->name = plan_text(p, "%s and %zu more", m->name, m->unit_count - 1);
	m->table = plan_text(p, "%s/%s-%s.table", p->dir, stem, plan_family_name(m->family));
	add_job(p, m);
	if (!p->error)
		p->error = VEC_PUSH(p->ctx, p->modules, p->module_count, p->module_room);
	if (!p->error)
		p->modules[p->module_count++] = m;
}

/* With --save-temps, each unit is written after its passes. */
static struct plan_unit unit_of_module(struct plan *p, const struct plan_input *input, enum plan_family family)
{
	bool kept = p->o.temp_dir && (input->kind == INPUT_SOURCE || input->kind == INPUT_IR);

	return (struct plan_unit){ .input = input,
				   .file = kept ? plan_unit(p, input, family) : code_of(p, input, family),
				   .ready = kept };
}

static void plan_family(struct plan *p, enum plan_family family)
{
	struct plan_module *all = new_module(p, family, p->input_count);

	for (size_t i = 0; i < p->input_count && !p->error; i++) {
		const struct plan_input *input = &p->inputs[i];
		struct plan_module *m = p->o.no_rdc ? new_module(p, family, 1) : all;

		if (!goes_with(input, family) || !m)
			continue;
		m->object = object_triple(p, family);
		m->units[m->unit_count++] = unit_of_module(p, input, family);
		if (p->o.no_rdc)
			add_module(p, m, input->stem);
	}
	if (!p->error && all->unit_count)
		add_module(p, all, "module");
}

/* ---- linking alone: a module for each triple ---- */

static bool has_triple(const struct plan_input *input, const char *triple)
{
	for (size_t i = 0; i < input->triple_count; i++)
		if (str_eq(input->triples[i], triple))
			return true;
	return false;
}

/* The distinct triples of all inputs. If only one is named, modules without a triple are linked with it. */
static const char **list_triples(struct plan *p, size_t *out_count)
{
	size_t count = 0, room = 1;
	const char **out;

	for (size_t i = 0; i < p->input_count; i++)
		room += p->inputs[i].triple_count;
	out = arena_array(p->ctx, &p->arena, room, sizeof(*out));
	if (!out) {
		p->error = -SYB_E_NOMEM;
		return NULL;
	}
	for (size_t i = 0; i < p->input_count; i++)
		for (size_t k = 0; k < p->inputs[i].triple_count; k++) {
			const char *triple = p->inputs[i].triples[k];
			bool known = false;

			for (size_t n = 0; n < count; n++)
				known |= str_eq(out[n], triple);
			if (!known)
				out[count++] = triple;
		}
	for (size_t i = 0; i < count && count == 2; i++)
		if (!*out[i])
			out[i] = out[--count];
	*out_count = count;
	return out;
}

static void plan_triples(struct plan *p)
{
	size_t count = 0;
	const char **triples = list_triples(p, &count);

	for (size_t t = 0; t < count && !p->error; t++) {
		struct plan_module *m = new_module(p, FAMILY_SPIR64, p->input_count);

		if (!m)
			return;
		m->object = *triples[t] ? triples[t] : NULL;
		m->triple = *triples[t] ? triples[t] : "spir64-unknown-unknown";
		for (size_t i = 0; i < p->input_count; i++)
			if (has_triple(&p->inputs[i], triples[t]) || has_triple(&p->inputs[i], ""))
				m->units[m->unit_count++] =
					(struct plan_unit){ .input = &p->inputs[i], .file = p->inputs[i].file };
		add_module(p, m, plan_text(p, "module%zu", t));
	}
}

int plan_modules(struct plan *p)
{
	int r = 0;

	if (p->o.stop == SYB_COMPILE_PREPROCESSED || p->o.stop == SYB_COMPILE_SYNTAX)
		return plan_front(p);
	for (size_t i = 0; i < p->input_count && r == 0 && !plan_has_images(p); i++) {
		if (p->inputs[i].kind != INPUT_SOURCE && p->inputs[i].kind != INPUT_IR)
			continue;
		r = p->o.stop == SYB_COMPILE_OBJECT ? plan_unit_of_object(p, &p->inputs[i]) : plan_ir(p, &p->inputs[i]);
	}
	for (size_t i = 0; i < p->input_count && p->o.stop == SYB_COMPILE_PROGRAM; i++)
		if (p->inputs[i].kind == INPUT_SOURCE)
			plan_host(p, &p->inputs[i]);
	if (p->o.link)
		plan_triples(p);
	for (int f = 0; f < FAMILY_COUNT && plan_has_images(p) && !p->o.link; f++)
		if (plan_needs_family(p, (enum plan_family)f))
			plan_family(p, (enum plan_family)f);
	return r < 0 ? r : p->error;
}
