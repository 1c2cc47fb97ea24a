/* tools/cc_plan.c — the front half of a build: every input to device code, that linked to one module for each family of
 * targets, and the module to a file table of images. What the images are is known when these jobs have run. */
#include "cc.h"

/* Whether a family is compiled from an input. */
static bool goes_with(const struct cc_input *input, enum cc_family family)
{
	return input->kind != CC_SPIRV && input->kind != CC_PACKAGE && input->families & 1U << family;
}

/* ---- -c and -emit-llvm ---- */

static void plan_object(struct cc *cc, struct cc_input *input)
{
	const char *made = cc_temp(cc, input->stem, ".object.o");
	const char *code[CC_FAMILY_COUNT] = { NULL };

	if (strchr(cc->dir, ',')) { /* files are named in lists */
		cc->error = syb_fail(cc->tool->ctx, SYB_E_IO, SYB_NO_OFFSET, "open",
				     "%s: -c needs a folder for temporary files without a comma in its name", cc->dir);
		return;
	}

	for (int f = 0; f < CC_FAMILY_COUNT; f++)
		if (cc_needs_family(cc, (enum cc_family)f) && goes_with(input, (enum cc_family)f))
			code[f] = cc_compile(cc, input, (enum cc_family)f);
	cc_verb(cc, "pack");
	cc_word(cc, "--offload");
	cc_word(cc, "--object");
	cc_word(cc, "--dialect=dpcpp");
	for (int f = 0; f < CC_FAMILY_COUNT; f++)
		if (code[f]) {
			cc_wordf(cc, "--image=file=%s,triple=%s,kind=sycl", code[f],
				 cc_family_object((enum cc_family)f));
			cc_also_reads(cc, code[f]);
		}
	cc_word(cc, "-o");
	cc_word(cc, made);
	cc_job(cc, made, 0, "%s, object", input->name);
	cc_result(cc, made, cc->output ? cc->output : cc_text(cc, "%s.o", input->stem));
}

static int plan_ir(struct cc *cc, struct cc_input *input)
{
	const char *suffix = cc->text ? "ll" : "bc";
	size_t families = 0;

	for (int f = 0; f < CC_FAMILY_COUNT; f++)
		families += cc_needs_family(cc, (enum cc_family)f);
	if (families > 1 && cc->output)
		return usage(cc->tool, "-o %s: LLVM IR is made for several kinds of targets", cc->output);
	for (int f = 0; f < CC_FAMILY_COUNT; f++) {
		const char *made;

		if (!cc_needs_family(cc, (enum cc_family)f) || !goes_with(input, (enum cc_family)f))
			continue;
		made = cc_compile(cc, input, (enum cc_family)f);
		cc_result(cc, made,
			  cc->output ? cc->output
			  : families > 1
				  ? cc_text(cc, "%s-%s.%s", input->stem, cc_family_name((enum cc_family)f), suffix)
				  : cc_text(cc, "%s.%s", input->stem, suffix));
	}
	return cc->error;
}

/* ---- modules ---- */

/* A file with device code, and what it was made from. */
struct unit {
	const char *file, *name;
};

/* Objects that were not compiled for native code have code for SPIR-V, which does but for specialization constants. */
static const char *object_triple(const struct cc *cc, enum cc_family family)
{
	for (size_t i = 0; i < cc->input_count; i++)
		if (cc->inputs[i].kind == CC_OBJECT && !cc->inputs[i].has_aot && family == CC_SPIR64_AOT &&
		    goes_with(&cc->inputs[i], family))
			return cc_family_object(CC_SPIR64);
	return cc_family_object(family);
}

/* A "no" may be about a warning then, not about the code. */
static bool warnings_are_errors(const struct cc *cc)
{
	const struct args *args = &cc->tool->args;

	for (size_t i = 0; i < args->count; i++)
		if (args->list[i].id == OPT_cc_warn && str_starts(args->list[i].value, "error"))
			return true;
	return false;
}

/* Link device code of one family; what the passes after linking leave is ready to be split. */
static const char *link_code(struct cc *cc, const char *stem, enum cc_family family, const struct unit *units,
			     size_t count)
{
	const char *made = cc_text(cc, "%s/%s-%s.linked.bc", cc->dir, stem, cc_family_name(family));
	const struct args *args = &cc->tool->args;

	cc_verb(cc, "opt");
	cc_word(cc, cc->open || cc->linked ? "--passes=compile-time-properties,mark-entry-points,dynamic-local,optimize"
					   : "--passes=compile-time-properties,dynamic-local,optimize");
	cc_wordf(cc, "-O%s", cc->level);
	cc_pass_dialect(cc);
	for (size_t i = 0; i < args->count; i++)
		if (args->list[i].id == OPT_cc_decoration)
			cc_wordf(cc, "--decoration=%s", args->list[i].value);
	cc_wordf(cc, "--triple=%s", object_triple(cc, family));
	cc_pass_warnings(cc);
	for (size_t i = 0; i < count; i++)
		cc_wordf(cc, "--name=%s", units[i].name);
	cc_word(cc, "-o");
	cc_word(cc, made);
	cc_word(cc, "--");
	for (size_t i = 0; i < count; i++)
		cc_reads(cc, units[i].file);
	cc_job(cc, made, JOB_CACHE | JOB_INNER | (warnings_are_errors(cc) ? 0 : JOB_INPUT), "link for %s",
	       cc_family_name(family));
	return made;
}

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

/* Split and describe, as a driver asks for it: every property that linking and loading need. */
static void split_code(struct cc *cc, const char *stem, enum cc_family family, const struct unit *module)
{
	static const char *const flags[] = { "--properties",        "--needs",
					     "--symbols",           "--device-globals",
					     "--emit-param-info",   "--emit-program-metadata",
					     "--emit-kernel-names", "--emit-exported-symbols",
					     "--split-esimd" };
	const char *how = args_get(cc->tool, OPT_cc_code_split);
	const char *table = cc_text(cc, "%s/%s-%s.table", cc->dir, stem, cc_family_name(family));

	cc_verb(cc, "post-link");
	for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
		cc_word(cc, flags[i]);
	cc_word(cc, family == CC_SPIR64 ? "--spec-const=native" : "--spec-const=emulation");
	cc_wordf(cc, "--split=%s", how ? how : "auto");
	cc_word(cc,
		cc->open || cc->linked ? "--allow-device-image-dependencies" : "--emit-only-kernels-as-entry-points");
	if (args_has(cc->tool, OPT_cc_dead_args))
		cc_word(cc, "--dead-args");
	if (args_has(cc->tool, OPT_cc_default_spec_consts))
		cc_word(cc, "--generate-device-image-default-spec-consts");
	cc_pass_dialect(cc);
	if (cc->config)
		cc_wordf(cc, "--device-config=%s", cc->config);
	cc_reads_config(cc);
	if (args_get(cc->tool, OPT_cc_jobs))
		cc_wordf(cc, "--jobs=%s", args_get(cc->tool, OPT_cc_jobs));
	cc_word(cc, "--warn=no-undefined-function"); /* OpenCL's functions are the translator's */
	cc_pass_warnings(cc);
	cc_wordf(cc, "--name=%s", module->name);
	cc_word(cc, "-o");
	cc_word(cc, table);
	cc_reads(cc, module->file);
	cc_job(cc, table, JOB_CACHE | JOB_INNER, "split for %s", cc_family_name(family));
	if (!cc->error)
		cc_last_job(cc)->files = name_images;
	if (!cc->error)
		cc->error = VEC_PUSH(cc->tool->ctx, cc->tables, cc->table_count, cc->table_room);
	if (!cc->error)
		cc->tables[cc->table_count++] = (struct cc_table){ table, module->name, family };
}

static void plan_module(struct cc *cc, const char *stem, enum cc_family family, const struct unit *units, size_t count)
{
	struct unit module = { .name = units[0].name };

	if (count > 1)
		module.name = cc_text(cc, "%s and %zu more", units[0].name, count - 1);
	module.file = link_code(cc, stem, family, units, count);
	split_code(cc, stem, family, &module);
}

static void plan_family(struct cc *cc, enum cc_family family)
{
	struct unit *units = arena_array(cc->tool->ctx, &cc->tool->arena, cc->input_count + 1, sizeof(*units));
	size_t count = 0;

	if (!units) {
		cc->error = -SYB_E_NOMEM;
		return;
	}
	for (size_t i = 0; i < cc->input_count; i++) {
		struct cc_input *input = &cc->inputs[i];

		if (!goes_with(input, family))
			continue;
		units[count].name = input->name;
		units[count].file = input->kind == CC_OBJECT ? input->file : cc_compile(cc, input, family);
		if (!cc->rdc)
			plan_module(cc, input->stem, family, &units[count], 1);
		count++;
	}
	if (cc->rdc && count)
		plan_module(cc, "module", family, units, count);
}

/* The CPU device is the one of this machine: it is asked what it can do, unless a configuration tells. */
static void plan_cpu(struct cc *cc)
{
	bool wanted = false;

	for (size_t i = 0; i < cc->target_count; i++)
		wanted |= cc->targets[i].chain == CC_CHAIN_CPU;
	if (!wanted || (cc->config && !cc->cache_dir)) /* a cache has to know which one it is */
		return;
	cc->cpu_profile = cc_temp(cc, "cpu", ".yaml");
	cc_verb(cc, "devices");
	cc_word(cc, "--device=opencl:cpu");
	cc_wordf(cc, "--save=%s", cc->cpu_profile);
	cc_job(cc, cc->cpu_profile, JOB_MACHINE,
	       "what the CPU device can do (Debian's package pocl-opencl-icd has one)");
}

int cc_plan(struct cc *cc)
{
	int r = 0;

	cc->linked = cc_has_kind(cc, CC_PACKAGE) || (cc_has_kind(cc, CC_SPIRV) && cc->input_count > 1);
	if (cc->stop == CC_STOP_PREPROCESSED || cc->stop == CC_STOP_SYNTAX)
		return cc_plan_front(cc);
	for (size_t i = 0; i < cc->input_count && r == 0 && cc->stop != CC_STOP_PACKAGE; i++) {
		if (cc->inputs[i].kind != CC_SOURCE && cc->inputs[i].kind != CC_IR)
			continue;
		if (cc->stop == CC_STOP_OBJECT)
			plan_object(cc, &cc->inputs[i]);
		else
			r = plan_ir(cc, &cc->inputs[i]);
	}
	if (cc->stop == CC_STOP_PACKAGE)
		plan_cpu(cc);
	for (int f = 0; f < CC_FAMILY_COUNT && cc->stop == CC_STOP_PACKAGE; f++)
		if (cc_needs_family(cc, (enum cc_family)f))
			plan_family(cc, (enum cc_family)f);
	return r < 0 ? r : cc->error;
}
