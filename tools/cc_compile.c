/* tools/cc_compile.c — the jobs that turn one source into device code: clang, then the passes that belong to a
 * translation unit: what the front end left behind becomes the forms of the documents, aspects go up the call graph and
 * are checked against fixed targets. */
#include "cc.h"

#include "base/path.h"

#include <stdlib.h>

/* Options of the user's that are clang's, as typed. */
static void pass_options(struct cc *cc)
{
	const struct args *args = &cc->tool->args;

	for (size_t i = 0; i < args->count; i++) {
		const struct arg *arg = &args->list[i];
		enum option_use use = options[arg->id].use;

		if ((use != USE_CLANG && use != USE_BOTH) || arg->id == OPT_cc_optimize || arg->id == OPT_cc_std ||
		    arg->id == OPT_cc_cl_std)
			continue;
		if (arg->id == OPT_cc_warn && cc_warning_is_ours(arg->value))
			continue;
		cc_word(cc, arg->text);
		if (arg->separate)
			cc_word(cc, arg->value);
	}
}

static bool is_cpp(const struct cc_input *input)
{
	return input->clang && str_eq(input->clang, "c++");
}

/* A header of "a/" is called by what follows; how often the slash was written does not count. */
static void map_folder(struct cc *cc, const char *folder)
{
	size_t len = strlen(folder);

	while (len > 1 && folder[len - 1] == '/')
		len--;
	if (len)
		cc_wordf(cc, "-ffile-prefix-map=%.*s/=", (int)len, folder);
}

/* Names of folders must not become part of what is made, unless debuggers need them: neither the source's nor those
 * that headers are looked for in. */
static void map_names(struct cc *cc, const char *path)
{
	const struct args *args = &cc->tool->args;
	const char *slash = strrchr(path, '/');

	if (cc->debug)
		return;
	map_folder(cc, ".");
	for (size_t i = 0; i < args->count; i++)
		if (args->list[i].id == OPT_cc_include_dir || args->list[i].id == OPT_cc_isystem ||
		    args->list[i].id == OPT_cc_iquote)
			map_folder(cc, args->list[i].value);
	if (slash)
		cc_wordf(cc, "-ffile-prefix-map=%.*s=", (int)(slash + 1 - path), path);
}

/* ---- the host's headers ---- */

#if defined(__x86_64__)
#define HOST "x86_64"
#elif defined(__aarch64__)
#define HOST "aarch64"
#endif

/* Types are as wide as the host's, and named alike, so that its headers can be read. */
static void add_host(struct cc *cc)
{
#ifdef HOST
	/* without a system: for NVPTX clang takes the folders of this one's, and knows none of Linux's by itself */
	cc_word(cc, "-Xclang");
	cc_word(cc, "-aux-triple");
	cc_word(cc, "-Xclang");
	cc_word(cc, HOST);
	cc_word(cc, "-D_GNU_SOURCE"); /* as every C++ compiler has it on Linux: its library needs that */
	cc_add_headers(cc);
#else
	(void)cc;
#endif
}

/* C++ goes through the plugin, with our headers. */
static void add_cpp(struct cc *cc)
{
	const char *plugin = "", *headers = "", *std = args_get(cc->tool, OPT_cc_std);

	if (!cc->error)
		cc->error = syb_clang_plugin(cc->tool->ctx, cc->clang, &plugin);
	if (!cc->error)
		cc->error = syb_clang_headers(cc->tool->ctx, cc->clang, &headers);
	cc_wordf(cc, "-std=%s", std ? std : "c++17");
	cc_word(cc, "-Xclang");
	cc_word(cc, "-fsycl-is-device");
	cc_wordf(cc, "-fplugin=%s", plugin);
	cc_word(cc, "-isystem");
	cc_word(cc, headers);
	cc_word(cc, "-fno-exceptions");
	add_host(cc);
}

static void add_cl(struct cc *cc)
{
	const char *std = args_get(cc->tool, OPT_cc_cl_std), *plain = args_get(cc->tool, OPT_cc_std);

	cc_wordf(cc, "-cl-std=%s", std ? std : plain ? plain : "CL2.0");
	cc_word(cc, "-Xclang");
	cc_word(cc, "-finclude-default-header");
}

/* Told once, and who has it, instead of by each job. */
static int check_clang(struct cc *cc)
{
	const char *program = syb_clang_program(cc->clang), *named = getenv("SYBIL_CLANG");

	if (cc->dry || process_there(program))
		return 0;
	if (named && *named)
		return syb_fail(cc->tool->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
				"SYBIL_CLANG=%s: no such program", named);
	return syb_fail(cc->tool->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
			"%s is not there: Debian's package sybil-ir brings it, clang-15 has it; "
			"SYBIL_CLANG names another",
			program);
}

static void add_language(struct cc *cc, const struct cc_input *input, enum cc_family family)
{
	cc->error = cc->error ? cc->error : check_clang(cc);
	cc_word(cc, syb_clang_program(cc->clang));
	cc_wordf(cc, "--target=%s", cc_family_triple(family));
	cc_word(cc, "-x");
	cc_word(cc, input->clang);
	if (is_cpp(input))
		add_cpp(cc);
	else
		add_cl(cc);
	cc_word(cc, "-Xclang"); /* aspects are found before anything is optimised away */
	cc_word(cc, "-disable-llvm-passes");
	if (!cc_family_spirv(family))
		cc_word(cc, "-nogpulib");
	if (family == CC_SPIR64_AOT && is_cpp(input))
		cc_word(cc, "-D__SYBIL_SPEC_BUFFER__");
	cc_wordf(cc, "-O%s", cc->level);
	map_names(cc, input->file);
	if (str_eq(input->path, "-")) {
		cc_word(cc, "-iquote");
		cc_word(cc, ".");
	}
	cc_word(cc, cc->tool->color_err ? "-fcolor-diagnostics" : "-fno-color-diagnostics");
	pass_options(cc);
}

/* ---- dependencies ---- */

static const char *without_suffix(struct cc *cc, const char *path)
{
	return cc_text(cc, "%.*s", (int)(path_dot(path) - path), path);
}

static size_t source_count(const struct cc *cc)
{
	size_t count = 0;

	for (size_t i = 0; i < cc->input_count; i++)
		count += cc->inputs[i].kind == CC_SOURCE;
	return count;
}

/* What a rule of make is about, and the file it stands in. */
static const char *made_from(struct cc *cc, const struct cc_input *input)
{
	static const char *const suffixes[] = { [CC_STOP_PACKAGE] = "",
						[CC_STOP_OBJECT] = ".o",
						[CC_STOP_IR] = ".bc",
						[CC_STOP_PREPROCESSED] = ".o",
						[CC_STOP_SYNTAX] = ".o" };

	if (cc->output)
		return cc->output;
	if (cc->stop == CC_STOP_PACKAGE)
		return "a.syclbin";
	return cc_text(cc, "%s%s", input->stem, cc->stop == CC_STOP_IR && cc->text ? ".ll" : suffixes[cc->stop]);
}

static void add_targets(struct cc *cc, const struct cc_input *input)
{
	const struct args *args = &cc->tool->args;
	bool said = false;

	for (size_t i = 0; i < args->count; i++) {
		const struct arg *arg = &args->list[i];

		if (arg->id != OPT_cc_mt && arg->id != OPT_cc_mq)
			continue;
		said = true;
		cc_word(cc, arg->id == OPT_cc_mt ? "-MT" : "-MQ");
		cc_word(cc, arg->value);
	}
	if (!said) {
		cc_word(cc, "-MQ");
		cc_word(cc, made_from(cc, input));
	}
	if (args_has(cc->tool, OPT_cc_mp))
		cc_word(cc, "-MP");
}

/* Of several families the first one's file is the result, and those of others are added to it. */
static bool is_first(const struct cc *cc, enum cc_family family)
{
	for (int f = 0; f < (int)family; f++)
		if (cc_needs_family(cc, (enum cc_family)f))
			return false;
	return true;
}

static void add_rule(struct cc *cc, const struct cc_input *input, enum cc_family family, const char *file)
{
	for (int f = 0; f < (int)family; f++) {
		const char *first = cc_text(cc, "%s/%s-%s.d", cc->dir, input->stem, cc_family_name((enum cc_family)f));

		for (size_t i = 0; i < cc->result_count; i++)
			if (str_eq(cc->results[i].from, first))
				cc->results[i].more[cc->results[i].more_count++] = file;
	}
}

/* A cache and ninja have to know the headers, too; returns the file with them, NULL: none. */
static const char *add_dependencies(struct cc *cc, const struct cc_input *input, enum cc_family family)
{
	bool all = args_has(cc->tool, OPT_cc_md), own = args_has(cc->tool, OPT_cc_mmd);
	bool wanted = all || own, stops = cc->stop == CC_STOP_PREPROCESSED || cc->stop == CC_STOP_SYNTAX;
	const char *said = args_get(cc->tool, OPT_cc_mf), *file;

	if (!wanted && !cc->cache_dir)
		return NULL;
	file = cc_text(cc, "%s/%s-%s.d", cc->dir, input->stem, cc_family_name(family));
	cc_word(cc, own && !cc->cache_dir ? "-MMD" : "-MD");
	cc_word(cc, "-MF");
	cc_word(cc, file);
	if (wanted)
		add_targets(cc, input);
	if (wanted && !stops && !is_first(cc, family)) {
		add_rule(cc, input, family, file);
	} else if (wanted) {
		if (!said)
			said = cc->output && source_count(cc) == 1 && !str_eq(cc->output, "-")
				       ? cc_text(cc, "%s.d", without_suffix(cc, cc->output))
				       : cc_text(cc, "%s.d", input->stem);
		cc_result(cc, file, said);
	}
	return file;
}

/* ---- jobs ---- */

static const char *run_clang(struct cc *cc, const struct cc_input *input, enum cc_family family)
{
	const char *made = cc_text(cc, "%s/%s-%s.clang.bc", cc->dir, input->stem, cc_family_name(family));
	const char *depfile, *plugin;
	const char **tools;

	add_language(cc, input, family);
	depfile = add_dependencies(cc, input, family);
	cc_word(cc, "-emit-llvm");
	cc_word(cc, "-c");
	cc_reads(cc, input->file);
	cc_word(cc, "-o");
	cc_word(cc, made);
	cc_job(cc, made, depfile ? JOB_CACHE | JOB_CLANG | JOB_INNER : 0, "%s, compile for %s", input->name,
	       cc_family_name(family));
	if (cc->error)
		return made;
	cc_last_job(cc)->depfile = depfile;
	if (is_cpp(input) && syb_clang_plugin(cc->tool->ctx, cc->clang, &plugin) == 0) {
		tools = arena_array(cc->tool->ctx, &cc->tool->arena, 2, sizeof(*tools));
		if (!tools) {
			cc->error = -SYB_E_NOMEM;
			return made;
		}
		tools[0] = plugin;
		cc_last_job(cc)->tools = tools;
	}
	return made;
}

const char *cc_compile(struct cc *cc, struct cc_input *input, enum cc_family family)
{
	bool text = cc->stop == CC_STOP_IR && cc->text;
	/* specialization constants are C++'s: all else is the same for native code */
	bool same = family == CC_SPIR64_AOT && !is_cpp(input) && cc_needs_family(cc, CC_SPIR64);
	const char *name = cc_family_name(same ? CC_SPIR64 : family), *from;
	const char *stem = cc->stop == CC_STOP_OBJECT ? cc_without_commas(cc, input->stem) : input->stem;
	const char *made = cc_text(cc, "%s/%s-%s.device.%s", cc->dir, stem, name, text ? "ll" : "bc");

	if (same)
		return made;
	from = input->kind == CC_SOURCE ? run_clang(cc, input, family) : input->file;
	cc_verb(cc, "opt");
	cc_word(cc, is_cpp(input) ? "--passes=front-end,propagate-aspects" : "--passes=propagate-aspects");
	cc_pass_dialect(cc);
	if (cc->fixed)
		cc_wordf(cc, "--fixed-targets=%s", cc->fixed);
	if (cc->config)
		cc_wordf(cc, "--device-config=%s", cc->config);
	cc_reads_config(cc);
	cc_pass_warnings(cc);
	cc_wordf(cc, "--name=%s", input->name);
	if (text)
		cc_word(cc, "-S");
	cc_word(cc, "-o");
	cc_word(cc, made);
	cc_word(cc, "--");
	cc_reads(cc, from);
	cc_job(cc, made, JOB_CACHE | (cc->stop == CC_STOP_IR ? 0 : JOB_INNER), "%s, aspects for %s", input->name,
	       cc_family_name(family));
	return made;
}

/* ---- stops before device code ---- */

static void plan_stop(struct cc *cc, const struct cc_input *input, enum cc_family family)
{
	bool syntax = cc->stop == CC_STOP_SYNTAX;
	const char *made = syntax ? NULL : cc_text(cc, "%s/%s.ii", cc->dir, input->stem);

	add_language(cc, input, family);
	add_dependencies(cc, input, family);
	cc_word(cc, syntax ? "-fsyntax-only" : "-E");
	cc_reads(cc, input->file);
	if (made) {
		cc_word(cc, "-o");
		cc_word(cc, made);
		cc_result(cc, made, cc->output ? cc->output : "-");
	}
	cc_job(cc, made, 0, "%s, %s", input->name, syntax ? "check" : "preprocess");
}

int cc_plan_front(struct cc *cc)
{
	enum cc_family family = cc->target_count ? cc_target_family(&cc->targets[0]) : CC_SPIR64;

	for (size_t i = 0; i < cc->input_count; i++)
		if (cc->inputs[i].kind == CC_SOURCE)
			plan_stop(cc, &cc->inputs[i], family);
	return cc->error;
}
