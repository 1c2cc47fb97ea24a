/* tools/ir/cmd_cc.c — sybil cc: options in clang's spelling → syb_compile. Part of sybil, which loads LLVM while clang
 * works, and of sybil-ir.
 *
 * Texts of warnings are clang's, which people search for. */
#include "cxx.h"

#include <errno.h>
#include <stdlib.h>
#include <sybil/ir.h>
#include <unistd.h>

struct cc {
	struct tool *tool;
	struct build build;
	struct syb_compile_opts o;
	struct syb_bin_write_opts form;
	const char *level;
};

static void warn_unused(struct cc *cc, enum option_id id)
{
	const struct args *args = &cc->tool->args;

	for (size_t i = 0; i < args->count; i++) {
		const struct arg *arg = &args->list[i];

		if (arg->id == id)
			syb_report(cc->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "unused-command-line-argument",
				   "argument unused during compilation: '%s%s%s'", arg->text, arg->separate ? " " : "",
				   arg->separate ? arg->value : "");
	}
}

static const struct arg *last(const struct cc *cc, enum option_id id)
{
	const struct args *args = &cc->tool->args;

	for (size_t i = args->count; i-- > 0;)
		if (args->list[i].id == id)
			return &args->list[i];
	return NULL;
}

/* The later one of two opposite options; otherwise: neither is given. */
static bool is_on(const struct cc *cc, enum option_id on, enum option_id off, bool otherwise)
{
	const struct arg *yes = last(cc, on), *no = last(cc, off);

	return yes && no ? yes > no : yes ? true : no ? false : otherwise;
}

/* ---- where to stop ---- */

/* With -fsycl, other drivers link a program, unless the name of the output is that of a package. */
static int check_program(struct cc *cc)
{
	static const char suffix[] = ".syclbin";
	const char *output = cc->o.output;
	size_t len = output ? strlen(output) : 0;
	bool package = len > strlen(suffix) && str_eq(output + len - strlen(suffix), suffix);
	bool named = !output || !str_eq(output, "-");

	if (cc->tool->verb->id != VERB_cc || cc->o.stop != SYB_COMPILE_PACKAGE || package ||
	    !args_has(cc->tool, OPT_cc_fsycl) || args_has(cc->tool, OPT_cc_fsyclbin) ||
	    args_has(cc->tool, OPT_cc_sycl_link))
		return 0;
	return usage(cc->tool,
		     "-fsycl asks for a program, which sybil c++ builds: use -fsyclbin%s%s%s to make a package, or "
		     "-c to make an object",
		     named ? " or -o " : "", named ? output ? output : "NAME" : "", named ? suffix : "");
}

/* A package, or with sybil c++ a program. */
static bool makes_package(const struct cc *cc)
{
	return cc->tool->verb->id == VERB_cc || args_has(cc->tool, OPT_cc_fsyclbin) ||
	       args_has(cc->tool, OPT_cc_sycl_link);
}

/* Only dependencies for make. */
static bool writes_rules_only(const struct tool *tool)
{
	return args_has(tool, OPT_cxx_rule_only) || args_has(tool, OPT_cxx_rule_only_user);
}

static int read_stop(struct cc *cc)
{
	struct tool *tool = cc->tool;
	bool only = args_has(tool, OPT_cc_device_only), text = args_has(tool, OPT_cc_assembly);
	bool llvm = args_has(tool, OPT_cc_emit_llvm), compile = args_has(tool, OPT_cc_compile);

	cc->o.text = text;
	if (args_has(tool, OPT_cc_preprocess) || writes_rules_only(tool))
		cc->o.stop = SYB_COMPILE_PREPROCESSED;
	else if (args_has(tool, OPT_cc_syntax_only))
		cc->o.stop = SYB_COMPILE_SYNTAX;
	else if (only || (llvm && (text || compile)))
		cc->o.stop = SYB_COMPILE_IR;
	else if (text)
		return usage(tool, "-S needs -emit-llvm: device code of no target has no assembly");
	else if (llvm)
		return usage(tool, "-emit-llvm cannot be used when linking: add -c or -S");
	else if (compile)
		cc->o.stop = SYB_COMPILE_OBJECT;
	else if (!makes_package(cc))
		cc->o.stop = SYB_COMPILE_PROGRAM;
	if (cc->o.stop != SYB_COMPILE_PACKAGE) {
		warn_unused(cc, OPT_cc_fsyclbin);
		warn_unused(cc, OPT_cc_ninja);
		warn_unused(cc, OPT_cc_decoration);
		warn_unused(cc, OPT_cc_sycl_link);
	}
	return check_program(cc);
}

static int read_state(struct cc *cc)
{
	const struct arg *given = last(cc, OPT_cc_fsyclbin);
	const struct arg *yes = last(cc, OPT_cc_dependencies), *no = last(cc, OPT_cc_no_dependencies);
	int r = syb_state_parse(given && given->value ? given->value : "executable", &cc->o.state);
	bool open = cc->o.state != SYB_STATE_EXECUTABLE;

	if (r < 0 || cc->o.stop != SYB_COMPILE_PACKAGE)
		return r;
	if (open && no && !(yes && yes > no))
		return usage(cc->tool, "invalid argument '%s' not allowed with '%s'", no->text, given->text);
	if (!open && yes && !(no && no > yes))
		syb_report(cc->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "option-ignored",
			   "'%s' has no effect with '-fsyclbin=executable'", yes->text);
	return 0;
}

/* ---- lists ---- */

/* The names in all lists that are values of an option. */
static int read_names(struct cc *cc, enum option_id id, const char *option, const char *const **out_list,
		      size_t *out_count)
{
	struct tool *tool = cc->tool;
	const char *const *texts;
	const char **list;
	size_t count, room = 1;
	int r = args_list(tool, id, &texts, &count);

	for (size_t i = 0; i < count && r == 0; i++) {
		size_t len = strlen(texts[i]);

		if (!len || *texts[i] == ',' || texts[i][len - 1] == ',' || strstr(texts[i], ",,"))
			return usage(tool, "%s=%s: a name is missing", option, texts[i]);
		room += len;
	}
	list = r < 0 ? NULL : arena_array(tool->ctx, &tool->arena, room, sizeof(*list));
	if (!list)
		return r < 0 ? r : -SYB_E_NOMEM;
	*out_list = list;
	for (size_t i = 0; i < count; i++)
		for (const char *rest = texts[i]; *rest; rest += *rest == ',') {
			size_t len = strcspn(rest, ",");

			list[*out_count] = arena_string(tool->ctx, &tool->arena, rest, len);
			if (!list[(*out_count)++])
				return -SYB_E_NOMEM;
			rest += len;
		}
	return 0;
}

static int read_backends(struct cc *cc)
{
	const struct args *args = &cc->tool->args;
	struct syb_compile_backend *list = arena_array(cc->tool->ctx, &cc->tool->arena, args->count + 1, sizeof(*list));

	if (!list)
		return -SYB_E_NOMEM;
	cc->o.backends = list;
	for (size_t i = 0; i < args->count; i++) {
		const struct arg *arg = &args->list[i];

		if (arg->id == OPT_cc_target_backend_of)
			list[cc->o.backend_count++] = (struct syb_compile_backend){ arg->value, arg->next };
		else if (arg->id == OPT_cc_backend || arg->id == OPT_cc_target_backend)
			list[cc->o.backend_count++] = (struct syb_compile_backend){ NULL, arg->value };
	}
	return 0;
}

/* -x applies to the operands after it. */
static const char *language_of(const struct args *args, size_t operand)
{
	const char *language = NULL;

	for (size_t k = 0; k < args->count; k++)
		if (args->list[k].id == OPT_cc_language && args->list[k].at <= operand)
			language = str_eq(args->list[k].value, "none") ? NULL : args->list[k].value;
	return language;
}

/* The operands; words for the linker keep their places between them. */
static int read_inputs(struct cc *cc)
{
	const struct args *args = &cc->tool->args;
	struct syb_compile_input *list =
		arena_array(cc->tool->ctx, &cc->tool->arena, args->operand_count + 2 * args->count + 1, sizeof(*list));
	size_t next = 0;

	if (!list)
		return -SYB_E_NOMEM;
	cc->o.inputs = list;
	for (size_t i = 0; i <= args->operand_count; i++) {
		for (; next < args->count && args->list[next].at <= i; next++)
			if (options[args->list[next].id].use == USE_LINK)
				TRY(cxx_add_words(cc->tool, &args->list[next], list, &cc->o.input_count));
		if (i < args->operand_count)
			list[cc->o.input_count++] =
				(struct syb_compile_input){ args->operands[i], language_of(args, i) };
	}
	return 0;
}

/* ---- options for clang ---- */

static bool warning_is_ours(const char *text)
{
	/* names that clang also has, or that apply to both */
	static const char *const shared[] = { "everything", "unused-command-line-argument", "option-ignored",
					      "unknown-warning-option" };
	const char *name = str_starts(text, "no-") ? text + 3 : text;

	name = str_starts(name, "error=") ? name + strlen("error=") : name;
	for (size_t i = 0; i < ARRAY_SIZE(shared); i++)
		if (str_eq(name, shared[i]))
			return false;
	return warnings_known(text) || warnings_misspelled(text);
}

static bool is_for_clang(const struct arg *arg)
{
	enum option_use use = options[arg->id].use;

	return (use == USE_CLANG || use == USE_BOTH || cxx_is_for_both(arg)) && arg->id != OPT_cc_optimize &&
	       arg->id != OPT_cc_std && arg->id != OPT_cc_cl_std &&
	       !(arg->id == OPT_cc_warn && warning_is_ours(arg->value));
}

static int read_clang(struct cc *cc)
{
	const struct args *args = &cc->tool->args;
	const char **words = arena_array(cc->tool->ctx, &cc->tool->arena, 2 * args->count + 1, sizeof(*words));
	const char **rules = arena_array(cc->tool->ctx, &cc->tool->arena, 2 * args->count + 1, sizeof(*rules));
	size_t *rule_count = &cc->o.rule_option_count;

	if (!words || !rules)
		return -SYB_E_NOMEM;
	cc->o.clang_options = words;
	cc->o.rule_options = rules;
	if (writes_rules_only(cc->tool)) { /* clang's options: the rule is its output */
		rules = words;
		rule_count = &cc->o.clang_option_count;
	}
	for (size_t i = 0; i < args->count; i++) {
		const struct arg *arg = &args->list[i];
		const char *macro = cxx_macro(cc->tool, arg);

		if (macro)
			words[cc->o.clang_option_count++] = macro;
		if (is_for_clang(arg)) {
			words[cc->o.clang_option_count++] = arg->text;
			if (arg->separate)
				words[cc->o.clang_option_count++] = arg->value;
		}
		if (arg->id == OPT_cc_mt || arg->id == OPT_cc_mq) {
			rules[(*rule_count)++] = arg->id == OPT_cc_mt ? "-MT" : "-MQ";
			rules[(*rule_count)++] = arg->value;
		}
	}
	if (args_has(cc->tool, OPT_cc_mp))
		rules[(*rule_count)++] = "-MP";
	cc->o.cpp_standard = args_get(cc->tool, OPT_cc_std);
	cc->o.cl_standard = args_get(cc->tool, OPT_cc_cl_std);
	if (!cc->o.cl_standard)
		cc->o.cl_standard = cc->o.cpp_standard;
	return 0;
}

/* Options for make rules, and warnings if no rules are requested. */
static void read_rules(struct cc *cc)
{
	static const enum option_id about[] = { OPT_cc_mf, OPT_cc_mt, OPT_cc_mq, OPT_cc_mp };

	if (writes_rules_only(cc->tool)) {
		cc->o.output = args_has(cc->tool, OPT_cc_mf) ? args_get(cc->tool, OPT_cc_mf) : cc->o.output;
		return;
	}
	cc->o.rules_without_system_headers = args_has(cc->tool, OPT_cc_mmd);
	cc->o.rules = args_has(cc->tool, OPT_cc_md) || cc->o.rules_without_system_headers;
	cc->o.rules_file = args_get(cc->tool, OPT_cc_mf);
	for (size_t i = 0; i < ARRAY_SIZE(about) && !cc->o.rules; i++)
		warn_unused(cc, about[i]);
}

static void read_level(struct cc *cc)
{
	static const struct {
		const char *text;
		char level;
	} also[] = { { "", '1' }, { "g", '1' }, { "fast", '3' } };
	const struct arg *given = last(cc, OPT_cc_optimize), *debug = last(cc, OPT_cc_debug);
	const char *device = cxx_device_level(cc->tool), *text = device ? device : given ? given->value : "2";

	cc->o.level = *text;
	for (size_t i = 0; i < ARRAY_SIZE(also); i++)
		if (str_eq(text, also[i].text))
			cc->o.level = also[i].level;
	cc->o.debug = debug && !str_eq(debug->value, "0");
}

/* ---- the rest ---- */

static void read_colors(struct cc *cc)
{
	const struct arg *when = last(cc, OPT_cc_colors), *yes = last(cc, OPT_cc_color_diags);
	const struct arg *no = last(cc, OPT_cc_no_color_diags);

	if (when && !(when->value && str_eq(when->value, "auto")))
		cc->tool->color_err = !(when->value && str_eq(when->value, "never"));
	if (yes || no)
		cc->tool->color_err = is_on(cc, OPT_cc_color_diags, OPT_cc_no_color_diags, false);
	cc->o.color = cc->tool->color_err;
}

static void read_warnings(struct cc *cc)
{
	const struct args *args = &cc->tool->args;

	for (size_t i = 0; i < args->count; i++) {
		if (args->list[i].id != OPT_cc_warn)
			continue;
		warnings_take(cc->tool, args->list[i].value, false);
		if (str_eq(args->list[i].value, "undefined-function"))
			cc->o.warn_undefined = true;
	}
	cc->tool->quiet = args_has(cc->tool, OPT_cc_no_warnings);
}

/* Other names of warnings are passed to clang, which reports unknown ones if it is run. Misspelled names of our
 * warnings are reported here, because clang might not run. */
static void check_warnings(struct cc *cc)
{
	const struct args *args = &cc->tool->args;

	for (size_t i = 0; i < args->count; i++)
		if (args->list[i].id == OPT_cc_warn && warnings_misspelled(args->list[i].value))
			warnings_take(cc->tool, args->list[i].value, true);
}

static bool parse_size(const char *text, uint64_t *out_size)
{
	static const char units[] = "KMGT";
	size_t len = strlen(text), number;
	const char *unit = len ? strchr(units, text[len - 1]) : NULL;
	char digits[32] = "";

	if (len >= sizeof(digits))
		return false;
	memcpy(digits, text, unit && *unit ? len - 1 : len);
	if (!parse_number(digits, &number) || number == 0 || number >> 23)
		return false;
	*out_size = (uint64_t)number << (unit && *unit ? 10 * (unit - units + 1) : 0);
	return true;
}

static int read_cache(struct cc *cc)
{
	const char *dir = args_get(cc->tool, OPT_cc_cache_dir), *size = args_get(cc->tool, OPT_cc_cache_size);
	const char *all_dir = getenv("SYBIL_CC_CACHE_DIR"), *all_size = getenv("SYBIL_CC_CACHE_SIZE");
	const char *from = size ? "--cache-size" : "SYBIL_CC_CACHE_SIZE";

	cc->o.cache_dir = dir ? dir : all_dir && *all_dir ? all_dir : NULL;
	if (!size && all_size && *all_size)
		size = all_size;
	if (size && !parse_size(size, &cc->o.cache_size))
		return usage(cc->tool, "%s=%s: not a number of bytes such as 500M or 5G", from, size);
	return 0;
}

/* Checked before compiling for hours: the folder of the output exists, and it is not a terminal. */
static int check_output(struct cc *cc)
{
	const char *path = cc->o.output;
	int error;

	if (path && str_eq(path, "-") && cc->o.stop <= SYB_COMPILE_IR && !cc->o.text)
		return output_check(cc->tool, path);
	error = path && !str_eq(path, "-") ? out_check(path) : 0;
	return error == 0 ? 0
			  : syb_fail(cc->tool->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "%s: %s", path, strerror(error));
}

static int read_form(struct cc *cc)
{
	const char *dialect = args_get(cc->tool, OPT_cc_dialect), *compress = args_get(cc->tool, OPT_cc_compress);
	int r = 0;

	cc->form = (struct syb_bin_write_opts){ .size = sizeof(cc->form), .dialect = SYB_DIALECT_DPCPP };
	cc->o.form = &cc->form;
	if (dialect)
		r = syb_dialect_parse(dialect, &cc->form.dialect);
	return r == 0 && compress ? form_compress(cc->tool, compress, &cc->form.compress, &cc->form.level) : r;
}

/* The folder of --save-temps. */
static int read_temps(struct cc *cc)
{
	bool kept = args_has(cc->tool, OPT_cc_save_temps), also = args_has(cc->tool, OPT_cc_save_temps_too);
	const char *where = args_get(cc->tool, kept ? OPT_cc_save_temps : OPT_cc_save_temps_too);
	const char *slash = cc->o.output ? strrchr(cc->o.output, '/') : NULL;

	if (!kept && !also)
		return 0;
	cc->o.temp_dir = ".";
	if (where && str_eq(where, "obj") && slash)
		cc->o.temp_dir =
			arena_string(cc->tool->ctx, &cc->tool->arena, cc->o.output, (size_t)(slash - cc->o.output));
	return cc->o.temp_dir ? 0 : -SYB_E_NOMEM;
}

static int read_how(struct cc *cc)
{
	static const char *const splits[] = { "auto", "per_kernel", "per_source", "off" };
	const char *jobs = args_get(cc->tool, OPT_cc_jobs), *split = args_get(cc->tool, OPT_cc_code_split);
	size_t number = 0;

	if (jobs && (!parse_number(jobs, &number) || number == 0 || number > UINT32_MAX))
		return usage(cc->tool, "-j %s: not a number of jobs", jobs);
	cc->o.jobs = (uint32_t)number;
	for (size_t i = 0; split && i < ARRAY_SIZE(splits); i++)
		if (str_eq(split, splits[i]))
			cc->o.split = (enum syb_split)i;
	cc->o.launcher = args_get(cc->tool, OPT_cc_launcher);
	cc->o.ninja = args_get(cc->tool, OPT_cc_ninja);
	cc->o.dead_args = args_has(cc->tool, OPT_cc_dead_args);
	cc->o.default_spec_consts = args_has(cc->tool, OPT_cc_default_spec_consts);
	cc->o.link_only = args_has(cc->tool, OPT_cc_sycl_link) && cc->o.stop == SYB_COMPILE_PACKAGE;
	cc->o.no_rdc = args_has(cc->tool, OPT_cc_no_gpu_rdc) && !is_on(cc, OPT_cc_rdc, OPT_cc_no_gpu_rdc, false) &&
		       !is_on(cc, OPT_cc_gpu_rdc, OPT_cc_no_gpu_rdc, false);
	return decorations_read(cc->tool, OPT_cc_decoration, &cc->o.decorations, &cc->o.decoration_count);
}

static int read_options(struct cc *cc)
{
	struct tool *tool = cc->tool;

	tool->verbose = args_has(tool, OPT_cc_verbose);
	cc->o.dry_run = args_has(tool, OPT_cc_dry_run);
	cc->o.output = args_get(tool, OPT_cc_output);
	cc->o.device_config = args_get(tool, OPT_cc_device_config);
	read_colors(cc);
	read_level(cc);
	read_warnings(cc);
	TRY(read_stop(cc));
	TRY(read_state(cc));
	TRY(read_how(cc));
	TRY(read_form(cc));
	TRY(read_cache(cc));
	TRY(check_output(cc));
	read_rules(cc);
	TRY(read_temps(cc));
	TRY(read_names(cc, OPT_cc_targets, "-fsycl-targets", &cc->o.targets, &cc->o.target_count));
	TRY(read_names(cc, OPT_cc_offload_arch, "--offload-arch", &cc->o.offload_archs, &cc->o.offload_arch_count));
	TRY(read_names(cc, OPT_cc_fixed_targets, "-fsycl-fixed-targets", &cc->o.fixed_targets,
		       &cc->o.fixed_target_count));
	TRY(read_backends(cc));
	TRY(read_clang(cc));
	return read_inputs(cc);
}

int cmd_cc(struct tool *tool)
{
	struct cc cc = { .tool = tool, .o = { .size = sizeof(cc.o) } };
	struct syb_compile_host host = { .size = sizeof(host) };

	TRY(build_compiler(tool, &cc.o.ir));
	TRY(read_options(&cc));
	if (tool->verb->id == VERB_cxx)
		TRY(cxx_read(tool, &host, &cc.o));
	if (tool->args.operand_count == 0)
		return usage(tool, "no input files");
	TRY(build_begin(&cc.build, tool, OPT_cc_warn, &cc.o));
	check_warnings(&cc);
	return syb_compile(tool->ctx, &cc.o);
}

int cmd_cxx(struct tool *tool)
{
	return cmd_cc(tool);
}
