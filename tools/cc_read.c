/* tools/cc_read.c — what the command line of sybil cc asks for, and which options do not go together. Words of warnings
 * are clang's, which people search for. */
#include "driver/exec/store.h"
#include "cc.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static void warn_unused(struct cc *cc, const struct arg *arg)
{
	syb_report(cc->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "unused-command-line-argument",
		   "argument unused during compilation: '%s%s%s'", arg->text, arg->separate ? " " : "",
		   arg->separate ? arg->value : "");
}

static void warn_unused_all(struct cc *cc, enum option_id id)
{
	const struct args *args = &cc->tool->args;

	for (size_t i = 0; i < args->count; i++)
		if (args->list[i].id == id)
			warn_unused(cc, &args->list[i]);
}

static const struct arg *last(const struct cc *cc, enum option_id id)
{
	const struct args *args = &cc->tool->args;

	for (size_t i = args->count; i-- > 0;)
		if (args->list[i].id == id)
			return &args->list[i];
	return NULL;
}

/* The later one of two options that say the opposite; none is said: otherwise. */
static bool is_on(const struct cc *cc, enum option_id on, enum option_id off, bool otherwise)
{
	const struct arg *yes = last(cc, on), *no = last(cc, off);

	return yes && no ? yes > no : yes ? true : no ? false : otherwise;
}

/* ---- where to stop ---- */

/* With -fsycl other drivers link a program where nothing says that the result is a package. */
static int check_program(struct cc *cc)
{
	static const char suffix[] = ".syclbin";
	size_t len = cc->output ? strlen(cc->output) : 0;
	bool named = len > strlen(suffix) && str_eq(cc->output + len - strlen(suffix), suffix);
	const char *named_so = "";

	if (cc->stop != CC_STOP_PACKAGE || !args_has(cc->tool, OPT_cc_fsycl) || named ||
	    args_has(cc->tool, OPT_cc_fsyclbin) || args_has(cc->tool, OPT_cc_sycl_link))
		return 0;
	if (!len || !str_eq(cc->output, "-"))
		named_so = cc_text(cc, " or -o %s%s", cc->output ? cc->output : "NAME", suffix);
	return usage(
		cc->tool,
		"-fsycl asks for a program, and sybil cc cannot link one: use -fsyclbin%s to make a package, or -c "
		"to make an object",
		named_so);
}

static int read_stop(struct cc *cc)
{
	struct tool *tool = cc->tool;
	bool only = args_has(tool, OPT_cc_device_only), text = args_has(tool, OPT_cc_assembly);
	bool llvm = args_has(tool, OPT_cc_emit_llvm), compile = args_has(tool, OPT_cc_compile);

	cc->text = text;
	if (args_has(tool, OPT_cc_preprocess))
		cc->stop = CC_STOP_PREPROCESSED;
	else if (args_has(tool, OPT_cc_syntax_only))
		cc->stop = CC_STOP_SYNTAX;
	else if (only || (llvm && (text || compile)))
		cc->stop = CC_STOP_IR;
	else if (text)
		return usage(tool, "-S needs -emit-llvm: device code of no target has no assembly");
	else if (llvm)
		return usage(tool, "-emit-llvm cannot be used when linking: add -c or -S");
	else if (compile)
		cc->stop = CC_STOP_OBJECT;
	if (cc->stop != CC_STOP_PACKAGE) {
		warn_unused_all(cc, OPT_cc_fsyclbin);
		warn_unused_all(cc, OPT_cc_ninja);
		warn_unused_all(cc, OPT_cc_decoration);
		warn_unused_all(cc, OPT_cc_sycl_link);
	}
	return check_program(cc);
}

/* ---- state ---- */

static int read_state(struct cc *cc)
{
	const struct arg *said = last(cc, OPT_cc_fsyclbin);
	const struct arg *yes = last(cc, OPT_cc_dependencies), *no = last(cc, OPT_cc_no_dependencies);
	const char *name = said && said->value ? said->value : "executable";
	int r = syb_state_parse(name, &cc->state);

	if (r < 0)
		return r;
	cc->open = cc->state != SYB_STATE_EXECUTABLE;
	if (cc->stop != CC_STOP_PACKAGE)
		return 0;
	if (cc->open && no && !(yes && yes > no))
		return usage(cc->tool, "invalid argument '%s' not allowed with '%s'", no->text, said->text);
	if (!cc->open && yes && !(no && no > yes))
		syb_report(cc->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "option-ignored",
			   "'%s' has no effect with '-fsyclbin=executable'", yes->text);
	return 0;
}

/* ---- the rest ---- */

static void read_level(struct cc *cc)
{
	static const struct {
		const char *text, *level;
	} also[] = { { "", "1" }, { "g", "1" }, { "fast", "3" } };
	const struct arg *said = last(cc, OPT_cc_optimize);

	cc->level = said ? said->value : "2";
	for (size_t i = 0; i < ARRAY_SIZE(also); i++)
		if (str_eq(cc->level, also[i].text))
			cc->level = also[i].level;
}

static void read_colors(struct cc *cc)
{
	const struct arg *when = last(cc, OPT_cc_colors), *yes = last(cc, OPT_cc_color_diags);
	const struct arg *no = last(cc, OPT_cc_no_color_diags);

	if (when && !(when->value && str_eq(when->value, "auto")))
		cc->tool->color_err = !(when->value && str_eq(when->value, "never"));
	if (yes || no)
		cc->tool->color_err = is_on(cc, OPT_cc_color_diags, OPT_cc_no_color_diags, false);
}

static int read_warnings(struct cc *cc)
{
	const struct args *args = &cc->tool->args;

	for (size_t i = 0; i < args->count; i++)
		if (args->list[i].id == OPT_cc_warn)
			warnings_take(cc->tool, args->list[i].value, false);
	cc->tool->quiet = args_has(cc->tool, OPT_cc_no_warnings);
	return 0;
}

bool cc_warning_is_ours(const char *text)
{
	/* names that clang has, too, and those that are for both */
	static const char *const shared[] = { "everything", "unused-command-line-argument", "option-ignored",
					      "unknown-warning-option" };
	const char *name = str_starts(text, "no-") ? text + 3 : text;

	name = str_starts(name, "error=") ? name + strlen("error=") : name;
	for (size_t i = 0; i < ARRAY_SIZE(shared); i++)
		if (str_eq(name, shared[i]))
			return false;
	return warnings_known(text) || warnings_misspelled(text);
}

void cc_pass_warnings(struct cc *cc)
{
	const struct args *args = &cc->tool->args;

	if (cc->tool->quiet)
		cc_word(cc, "--quiet");
	for (size_t i = 0; i < args->count; i++) {
		const struct arg *arg = &args->list[i];

		if (arg->id == OPT_cc_warn &&
		    (warnings_known(arg->value) || str_eq(arg->value, "error") || str_eq(arg->value, "no-error")))
			cc_wordf(cc, "--warn=%s", arg->value);
	}
}

void cc_pass_dialect(struct cc *cc)
{
	const char *dialect = args_get(cc->tool, OPT_cc_dialect);

	if (dialect)
		cc_wordf(cc, "--dialect=%s", dialect);
}

/* Found out before hours of compiling: the folder of the result is there. */
static int check_folder(struct cc *cc, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *dir;

	if (!slash || slash == path)
		return 0;
	dir = arena_string(cc->tool->ctx, &cc->tool->arena, path, (size_t)(slash - path));
	if (!dir)
		return -SYB_E_NOMEM;
	if (access(dir, W_OK | X_OK) == 0)
		return 0;
	return syb_fail(cc->tool->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "%s: %s", path, strerror(errno));
}

/* A number of bytes: 500M, 5G. */
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
	const char *all_dir = getenv("SYBIL_CC_CACHE_DIR"), *all_size = getenv("SYBIL_CC_CACHE_SIZE"), *why;

	cc->cache_dir = dir ? dir : all_dir && *all_dir ? all_dir : NULL;
	const char *from = size ? "--cache-size" : "SYBIL_CC_CACHE_SIZE";

	if (!size && all_size && *all_size)
		size = all_size;
	if (size && !parse_size(size, &cc->cache_most))
		return usage(cc->tool, "%s=%s: not a number of bytes such as 500M or 5G", from, size);
	if (!cc->cache_dir || cc->dry)
		return 0;
	why = store_refuse(cc->cache_dir); /* told once: jobs are run in several halves */
	if (why) {
		syb_report(cc->tool->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache", "%s: %s; nothing is kept",
			   cc->cache_dir, why);
		cc->cache_dir = NULL;
	}
	return 0;
}

/* Values that others get: wrong ones are found out before anything is compiled. */
static int check_values(struct cc *cc)
{
	const char *jobs = args_get(cc->tool, OPT_cc_jobs), *compress = args_get(cc->tool, OPT_cc_compress);
	const struct syb_ir_decoration *decorations;
	enum syb_compress how;
	size_t number;
	int level, r;

	if (jobs && (!parse_number(jobs, &number) || number == 0 || number > UINT32_MAX))
		return usage(cc->tool, "-j %s: not a number of jobs", jobs);
	r = decorations_read(cc->tool, OPT_cc_decoration, &decorations, &number);
	return r == 0 && compress ? form_compress(cc->tool, compress, &how, &level) : r;
}

/* Options about a file of dependencies that nobody asked for. */
static void check_dependencies(struct cc *cc)
{
	static const enum option_id about[] = { OPT_cc_mf, OPT_cc_mt, OPT_cc_mq, OPT_cc_mp };

	if (args_has(cc->tool, OPT_cc_md) || args_has(cc->tool, OPT_cc_mmd))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(about); i++)
		warn_unused_all(cc, about[i]);
}

int cc_read(struct cc *cc)
{
	struct tool *tool = cc->tool;
	const struct arg *debug = last(cc, OPT_cc_debug);
	int r;

	tool->verbose = args_has(tool, OPT_cc_verbose);
	cc->dry = args_has(tool, OPT_cc_dry_run);
	cc->output = args_get(tool, OPT_cc_output);
	cc->config = args_get(tool, OPT_cc_device_config);
	cc->fixed = args_get(tool, OPT_cc_fixed_targets);
	cc->debug = debug && !str_eq(debug->value, "0");
	cc->rdc = !args_has(tool, OPT_cc_no_gpu_rdc) || is_on(cc, OPT_cc_rdc, OPT_cc_no_gpu_rdc, false) ||
		  is_on(cc, OPT_cc_gpu_rdc, OPT_cc_no_gpu_rdc, false);
	read_colors(cc);
	read_level(cc);
	r = read_warnings(cc);
	if (r == 0)
		r = read_stop(cc);
	if (r == 0)
		r = read_state(cc);
	if (r == 0)
		r = check_values(cc);
	if (r == 0)
		r = read_cache(cc);
	if (r == 0 && cc->output)
		r = check_folder(cc, cc->output);
	if (r == 0)
		check_dependencies(cc);
	return r;
}
