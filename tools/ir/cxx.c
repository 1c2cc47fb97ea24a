/* tools/ir/cxx.c — options of sybil c++: which ones apply to host code, device code and the link. */
#include "cxx.h"

#include "base/shell.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Options with -f that change the machine code, not the language; all others apply to both passes. */
static const char *const host_only[] = {
	"-fPIC",           "-fpic",           "-fPIE",           "-fpie",
	"-fno-pic",        "-fno-PIC",        "-fno-pie",        "-fno-PIE",
	"-fopenmp",        "-fsanitize",      "-fno-sanitize",   "-fstack",
	"-fno-stack",      "-flto",           "-fno-lto",        "-fexceptions",
	"-fno-exceptions", "-fuse-ld",        "-fprofile",       "-fcoverage",
	"-fcs-profile",    "-fvisibility",    "-ffunction-sec",  "-fdata-sections",
	"-fno-plt",        "-fcf-protection", "-fasynchronous",  "-fno-asynchronous",
	"-funwind",        "-fomit-frame",    "-fno-omit-frame", "-fsplit",
	"-fplugin",        "-fembed",         "-fsemantic",      "-fno-semantic",
	"-ftls-model",     "-fcommon",        "-fno-common",     "-fdebug",
	"-fxray",          "-finstrument",    "-fauto-profile",  "-fpatchable",
	"-frecord",        "-fveclib",        "-fvectorize",     "-fno-vectorize",
	"-fslp",           "-fno-slp",        "-ftrapv",         "-fwhole-program",
	"-fno-semantic",   "-fpermissive",
};

bool cxx_is_for_both(const struct arg *arg)
{
	if (arg->id != OPT_cxx_other || !str_starts(arg->text, "-f"))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(host_only); i++)
		if (str_starts(arg->text, host_only[i]))
			return false;
	return true;
}

/* The last of two opposite options decides. */
static bool fits_in_int(const struct tool *tool)
{
	const struct args *args = &tool->args;

	for (size_t i = args->count; i-- > 0;)
		if (args->list[i].id == OPT_cxx_fit_in_int || args->list[i].id == OPT_cxx_no_fit_in_int)
			return args->list[i].id == OPT_cxx_fit_in_int;
	return false;
}

const char *cxx_macro(const struct tool *tool, const struct arg *arg)
{
	if (arg->id == OPT_cxx_fit_in_int && fits_in_int(tool))
		return "-D__SYCL_ID_QUERIES_FIT_IN_INT__=1";
	if (arg->id != OPT_cxx_range_rounding || arg->value != args_get(tool, OPT_cxx_range_rounding))
		return NULL;
	return str_eq(arg->value, "disable") ? "-D__SYCL_DISABLE_PARALLEL_FOR_RANGE_ROUNDING__=1"
	       : str_eq(arg->value, "force") ? "-D__SYCL_FORCE_PARALLEL_FOR_RANGE_ROUNDING__=1"
					     : NULL;
}

int cxx_add_words(struct tool *tool, const struct arg *arg, struct syb_compile_input *list, size_t *inout_count)
{
	bool joined = arg->separate && options[arg->id].kind == OPTION_EITHER; /* -l m is -lm */
	const char *word = joined ? arena_printf(tool->ctx, &tool->arena, "%s%s", arg->text, arg->value) : arg->text;

	if (!word)
		return -SYB_E_NOMEM;
	list[(*inout_count)++] = (struct syb_compile_input){ word, "linker" };
	if (arg->separate && !joined)
		list[(*inout_count)++] = (struct syb_compile_input){ arg->value, "linker" };
	return 0;
}

/* The last -O: that of device code has another default. */
static const char *level_of(const struct tool *tool)
{
	return args_get(tool, OPT_cc_optimize);
}

const char *cxx_device_level(const struct tool *tool)
{
	const struct args *args = &tool->args;

	for (size_t i = args->count; i-- > 0;)
		if (args->list[i].id == OPT_cxx_xarch_device && str_starts(args->list[i].value, "-O"))
			return args->list[i].value + 2;
	return NULL;
}

static int read_options(struct tool *tool, struct syb_compile_host *host)
{
	const struct args *args = &tool->args;
	const char **words = arena_array(tool->ctx, &tool->arena, 2 * args->count + 1, sizeof(*words));

	if (!words)
		return -SYB_E_NOMEM;
	host->options = words;
	for (size_t i = 0; i < args->count; i++) {
		const struct arg *arg = &args->list[i];

		if (options[arg->id].use != USE_HOST || cxx_is_for_both(arg))
			continue;
		if (arg->id != OPT_cxx_xarch_host)
			words[host->option_count++] = arg->text;
		if (arg->separate)
			words[host->option_count++] = arg->value;
	}
	if (args_has(tool, OPT_cc_verbose)) /* clang prints its folders and the linker's command, which CMake reads */
		words[host->option_count++] = "-v";
	return 0;
}

/* Options for device code only. */
static int read_device_options(struct tool *tool, struct syb_compile_host *host)
{
	const struct args *args = &tool->args;
	const char **words = arena_array(tool->ctx, &tool->arena, args->count + 1, sizeof(*words));

	if (!words)
		return -SYB_E_NOMEM;
	host->device_options = words;
	for (size_t i = 0; i < args->count; i++) {
		if (args->list[i].id == OPT_cxx_target_frontend)
			words[host->device_option_count++] = args->list[i].value;
		else if (args->list[i].id == OPT_cxx_target_frontend_of)
			words[host->device_option_count++] = args->list[i].next;
		else if (args->list[i].id == OPT_cxx_xarch_device && !str_starts(args->list[i].value, "-O"))
			words[host->device_option_count++] = args->list[i].value;
	}
	return 0;
}

static int read_host_compiler(struct tool *tool, struct syb_compile_host *host)
{
	const char *text = args_get(tool, OPT_cxx_host_options);
	const char **words = NULL;
	int r = 0;

	host->compiler = args_get(tool, OPT_cxx_host_compiler);
	if (text && !host->compiler)
		return usage(tool, "-fsycl-host-compiler-options= needs -fsycl-host-compiler=");
	if (text)
		r = args_split(tool, text, &words, &host->compile_option_count);
	host->compile_options = words;
	return r == -SYB_E_ARG ? usage(tool, "-fsycl-host-compiler-options=%s: unterminated quote", text) : r;
}

/* The OpenCL driver that runs the program also makes its native code for CPUs: that of the root, unless another one is
 * chosen. Loaders differ in the variable that names a driver's file. */
static int choose_driver(struct tool *tool, const struct syb_compile_host *host, const struct syb_compile_opts *o)
{
	static const char *const variables[] = { "OCL_ICD_VENDORS", "OCL_ICD_FILENAMES" };
	char root[PATH_MAX], path[PATH_MAX + 32];
	bool wanted = false;
	uint32_t abi;

	for (size_t i = 0; i < o->target_count; i++)
		wanted |= strstr(o->targets[i], "x86_64") != NULL;
	for (size_t i = 0; i < ARRAY_SIZE(variables); i++)
		wanted &= !getenv(variables[i]);
	/* syb_compile reports a missing root */
	if (!wanted || host->no_icd || syb_sycl_root(tool->silent, host->root, root, &abi) < 0)
		return 0;
	(void)snprintf(path, sizeof(path), "%s/lib/libintelocl.so", root);
	for (size_t i = 0; i < ARRAY_SIZE(variables) && access(path, R_OK) == 0; i++)
		if (setenv(variables[i], path, 0) < 0)
			return -SYB_E_NOMEM;
	return 0;
}

int cxx_read(struct tool *tool, struct syb_compile_host *host, struct syb_compile_opts *o)
{
	host->root = args_get(tool, OPT_cxx_sycl_root);
	host->level = level_of(tool);
	host->no_icd = args_has(tool, OPT_cxx_no_icd);
	host->image_dependencies = args_has(tool, OPT_cc_dependencies) && !args_has(tool, OPT_cc_no_dependencies);
	host->named_kernels = args_has(tool, OPT_cxx_no_unnamed_lambda) && !args_has(tool, OPT_cxx_unnamed_lambda);
	o->host = host;
	o->no_rdc |= args_has(tool, OPT_cxx_no_rdc) && !args_has(tool, OPT_cxx_rdc);
	host->fit_in_int = fits_in_int(tool);
	TRY(read_options(tool, host));
	TRY(read_device_options(tool, host));
	TRY(choose_driver(tool, host, o));
	return read_host_compiler(tool, host);
}
