/* driver/clang_step.c — the job that compiles one source to LLVM IR: clang's command line, and a make rule with the
 * headers that it reads. */
#include "plan.h"

#include "base/path.h"

#include <stdlib.h>

const char *plan_clang_option(const struct plan *p, const char *option, size_t *at)
{
	size_t len = strlen(option);

	for (; *at < p->o.clang_option_count; ++*at) {
		const char *word = p->o.clang_options[*at];

		if (!str_starts(word, option))
			continue;
		if (word[len] || option[len - 1] == '=')
			return ++*at, word + len;
		if (*at + 1 < p->o.clang_option_count)
			return *at += 2, p->o.clang_options[*at - 1];
	}
	return NULL;
}

bool plan_is_cpp(const struct plan_input *input)
{
	return input->clang && str_eq(input->clang, "c++");
}

/* Name the headers of "a/" without this prefix; repeated slashes are equal to one. */
static void map_folder(struct plan *p, const char *folder)
{
	size_t len = strlen(folder);

	while (len > 1 && folder[len - 1] == '/')
		len--;
	if (len)
		plan_wordf(p, "-ffile-prefix-map=%.*s/=", (int)len, folder);
}

/* Keep the folder names of sources and headers out of the output, unless debuggers need them. */
static void map_names(struct plan *p, const char *path)
{
	static const char *const options[] = { "-I", "-isystem", "-iquote" };
	const char *slash = strrchr(path, '/'), *folder;

	if (p->o.debug)
		return;
	map_folder(p, ".");
	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		for (size_t at = 0; (folder = plan_clang_option(p, options[i], &at));)
			map_folder(p, folder);
	if (slash)
		plan_wordf(p, "-ffile-prefix-map=%.*s=", (int)(slash + 1 - path), path);
}

/* ---- the host's headers ---- */

#if defined(__x86_64__)
#define HOST "x86_64"
#elif defined(__aarch64__)
#define HOST "aarch64"
#endif

/* Types have the sizes and names of the host, so that its headers can be used. */
static void add_host(struct plan *p)
{
#ifdef HOST
	/* without an operating system: for NVPTX, clang uses the header folders of the auxiliary triple's system; the
	 * headers of the SYCL runtime ask for the system */
	plan_word(p, "-Xclang");
	plan_word(p, "-aux-triple");
	plan_word(p, "-Xclang");
	plan_word(p, p->root ? HOST "-unknown-linux-gnu" : HOST);
	if (!p->root) /* the prelude of programs has it: names of files depend on macros of the command line */
		plan_word(p, "-D_GNU_SOURCE"); /* the C++ library needs it: every C++ compiler on Linux defines it */
	plan_headers(p);
#else
	(void)p;
#endif
}

const char *plan_integration(struct plan *p, const struct plan_input *input)
{
	return plan_temp(p, input->stem, ".integration.hpp");
}

/* Headers of the SYCL runtime, with what its compiler has built in. */
static void add_runtime_headers(struct plan *p, const struct plan_input *input)
{
	const char *headers = "";

	if (!p->error)
		p->error = syb_clang_programs(p->ctx, p->clang, &headers);
	plan_integration_words(p, input);
	if (p->host.compiler)
		plan_word(p, "-D__SYBIL_NAMED_KERNELS__");
	plan_first_header(p, "prelude.hpp");
	plan_word(p, "-isystem");
	plan_word(p, headers);
	plan_word(p, "-isystem");
	plan_wordf(p, "%s/std", headers);
	plan_word(p, "-isystem");
	plan_wordf(p, "%s/include", p->root);
}

/* C++ needs the plugin and headers. */
static void add_cpp(struct plan *p, const struct plan_input *input)
{
	const char *plugin = "", *headers = "", *std = p->o.cpp_standard;

	if (!p->error)
		p->error = syb_clang_plugin(p->ctx, p->clang, &plugin);
	if (!p->error && !p->root)
		p->error = syb_clang_headers(p->ctx, p->clang, &headers);
	plan_wordf(p, "-std=%s", std ? std : "c++17");
	plan_word(p, "-Xclang");
	plan_word(p, "-fsycl-is-device");
	plan_wordf(p, "-fplugin=%s", plugin);
	if (p->root) {
		add_runtime_headers(p, input);
	} else {
		plan_word(p, "-isystem");
		plan_word(p, headers);
	}
	plan_word(p, "-fno-exceptions");
	/* clang calls sinf() with every option, never llvm.sin, which GPUs' back ends do not know */
	plan_word(p, "-Xclang");
	plan_word(p, "-fmath-errno");
	add_host(p);
}

static void add_cl(struct plan *p)
{
	plan_wordf(p, "-cl-std=%s", p->o.cl_standard ? p->o.cl_standard : "CL2.0");
	plan_word(p, "-Xclang");
	plan_word(p, "-finclude-default-header");
}

/* Report a missing clang once, with the package to install, instead of in each job. */
static int check_clang(struct plan *p)
{
	const char *program = syb_clang_program(p->clang), *named = getenv("SYBIL_CLANG");

	if (p->o.dry_run || process_there(program))
		return 0;
	if (named && *named)
		return syb_fail(p->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing", "SYBIL_CLANG=%s: no such program",
				named);
	return syb_fail(p->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
			"%s is missing: install clang-15, or name another clang with SYBIL_CLANG", program);
}

static void add_language(struct plan *p, const struct plan_input *input, enum plan_family family)
{
	p->error = p->error ? p->error : check_clang(p);
	plan_word(p, syb_clang_program(p->clang));
	plan_wordf(p, "--target=%s", plan_family_triple(family));
	plan_word(p, "-x");
	plan_word(p, p->precompiles ? "c++-header" : input->clang);
	if (plan_is_cpp(input))
		add_cpp(p, input);
	else
		add_cl(p);
	plan_word(p, "-Xclang"); /* aspects are computed before optimisation */
	plan_word(p, "-disable-llvm-passes");
	if (!plan_family_spirv(family))
		plan_word(p, "-nogpulib");
	if (family == FAMILY_SPIR64_AOT && plan_is_cpp(input))
		plan_word(p, "-D__SYBIL_SPEC_BUFFER__");
	plan_wordf(p, "-O%c", p->o.level);
	if (!p->root) /* __FILE__ is the same in both passes */
		map_names(p, input->file);
	if (str_eq(input->path, "-")) {
		plan_word(p, "-iquote");
		plan_word(p, ".");
	}
	plan_word(p, p->o.color ? "-fcolor-diagnostics" : "-fno-color-diagnostics");
	for (size_t i = 0; i < p->o.clang_option_count; i++)
		plan_word(p, p->o.clang_options[i]);
	for (size_t i = 0; i < p->host.device_option_count; i++)
		plan_word(p, p->host.device_options[i]);
}

/* ---- rules of make ---- */

static size_t source_count(const struct plan *p)
{
	size_t count = 0;

	for (size_t i = 0; i < p->input_count; i++)
		count += p->inputs[i].kind == INPUT_SOURCE;
	return count;
}

/* The target of a rule. */
static const char *made_from(struct plan *p, const struct plan_input *input)
{
	static const char *const suffixes[] = { [SYB_COMPILE_PACKAGE] = "",
						[SYB_COMPILE_OBJECT] = ".o",
						[SYB_COMPILE_IR] = ".bc",
						[SYB_COMPILE_PREPROCESSED] = ".o",
						[SYB_COMPILE_SYNTAX] = ".o" };

	if (p->o.output)
		return p->o.output;
	if (p->o.stop == SYB_COMPILE_PACKAGE)
		return "a.syclbin";
	return plan_text(p, "%s%s", input->base,
			 p->o.stop == SYB_COMPILE_IR && p->o.text ? ".ll" : suffixes[p->o.stop]);
}

static void add_rule_options(struct plan *p, const struct plan_input *input)
{
	bool named = false;

	for (size_t i = 0; i < p->o.rule_option_count; i++) {
		named |= !str_eq(p->o.rule_options[i], "-MP");
		plan_word(p, p->o.rule_options[i]);
	}
	if (!named) {
		plan_word(p, "-MQ");
		plan_word(p, made_from(p, input));
	}
}

/* The rule of the first family is the result; those of other families are added to it. */
static bool is_first(const struct plan *p, enum plan_family family)
{
	for (int f = 0; f < (int)family; f++)
		if (plan_needs_family(p, (enum plan_family)f))
			return false;
	return true;
}

static const char *rule_file(struct plan *p, const struct plan_input *input, enum plan_family family)
{
	return plan_text(p, "%s/%s-%s.d", p->dir, input->stem, plan_family_name(family));
}

static void add_to_first(struct plan *p, const struct plan_input *input, enum plan_family family, const char *file)
{
	for (int f = 0; f < (int)family; f++) {
		const char *first = rule_file(p, input, (enum plan_family)f);

		for (size_t i = 0; i < p->result_count; i++)
			if (str_eq(p->results[i].from, first))
				p->results[i].more[p->results[i].more_count++] = file;
	}
}

/* Returns the file of the rule; NULL: not requested, and not needed for the cache. */
static const char *add_rules(struct plan *p, const struct plan_input *input, enum plan_family family, const char *pch)
{
	bool stops = p->o.stop == SYB_COMPILE_PREPROCESSED || p->o.stop == SYB_COMPILE_SYNTAX;
	const char *output = p->o.output, *to = p->o.rules_file, *file;

	if (!p->o.rules)
		return p->root && p->o.stop != SYB_COMPILE_PREPROCESSED ? plan_add_rule(p, rule_file(p, input, family))
									: NULL;
	file = rule_file(p, input, family);
	plan_word(p, p->o.rules_without_system_headers ? "-MMD" : "-MD");
	plan_word(p, "-MF");
	plan_word(p, file);
	add_rule_options(p, input);
	if (!stops && !is_first(p, family)) {
		add_to_first(p, input, family, file);
		return file;
	}
	if (!to)
		to = output && source_count(p) == 1 && !str_eq(output, "-")
			     ? plan_text(p, "%.*s.d", (int)(path_dot(output) - output), output)
			     : plan_text(p, "%s.d", input->base);
	plan_result(p, file, to);
	if (p->root && !p->error)
		plan_rule_of_program(p, input, pch);
	return file;
}

/* ---- jobs ---- */

/* The current command, to preprocess only. */
static const char **preprocessing(struct plan *p, const struct plan_input *input)
{
	const char **words = arena_array(p->ctx, &p->arena, p->word_count + 3, sizeof(*words));

	if (!words) {
		p->error = -SYB_E_NOMEM;
		return NULL;
	}
	if (p->word_count) /* no words after an error */
		memcpy(words, p->words, p->word_count * sizeof(*words));
	words[p->word_count] = "-E";
	words[p->word_count + 1] = input->file;
	return words;
}

const char *plan_clang(struct plan *p, const struct plan_input *input, enum plan_family family)
{
	const char *made = plan_text(p, "%s/%s-%s.clang.bc", p->dir, input->stem, plan_family_name(family));
	const char *depfile, **tools = arena_array(p->ctx, &p->arena, 2, sizeof(*tools)), **preprocess = NULL,
			     *pch = NULL;
	struct job *job;

	if (plan_wants_pch(p, input)) {
		p->precompiles = true;
		add_language(p, input, family);
		p->precompiles = false;
		pch = plan_pch(p, plan_family_name(family));
	}
	p->pch = pch;
	add_language(p, input, family);
	p->pch = NULL;
	depfile = add_rules(p, input, family, pch);
	plan_shorten(p, 1, plan_text(p, "%s/%s-%s.words", p->dir, input->stem, plan_family_name(family)));
	if (!p->root)
		preprocess = preprocessing(p, input);
	if (!tools) {
		p->error = -SYB_E_NOMEM;
		return made;
	}
	plan_word(p, "-emit-llvm");
	plan_word(p, "-c");
	plan_reads(p, input->file);
	plan_word(p, "-o");
	plan_word(p, made);
	job = plan_job(p, made, JOB_CACHE, "%s, compile for %s", input->name, plan_family_name(family));
	if (!job)
		return made;
	if (p->root && plan_is_cpp(input))
		plan_rule_of(p, job, depfile, pch, plan_integration(p, input));
	if (pch)
		job->instead = plan_without_pch(p, job->argv, pch, plan_header(p, "prelude.hpp"));
	job->depfile = depfile;
	job->preprocess = preprocess;
	if (plan_is_cpp(input) && syb_clang_plugin(p->ctx, p->clang, &tools[0]) == 0)
		job->tools = tools;
	return made;
}

/* ---- -E and -fsyntax-only ---- */

static void plan_stop(struct plan *p, const struct plan_input *input, enum plan_family family)
{
	bool syntax = p->o.stop == SYB_COMPILE_SYNTAX;
	const char *made = syntax ? NULL : plan_text(p, "%s/%s.ii", p->dir, input->stem);

	add_language(p, input, family);
	add_rules(p, input, family, NULL);
	plan_shorten(p, 1, plan_temp(p, input->stem, ".words"));
	plan_word(p, syntax ? "-fsyntax-only" : "-E");
	plan_reads(p, input->file);
	if (made) {
		plan_word(p, "-o");
		plan_word(p, made);
		plan_result(p, made, p->o.output ? p->o.output : "-");
	}
	plan_job(p, made, 0, "%s, %s", input->name, syntax ? "check" : "preprocess");
}

int plan_front(struct plan *p)
{
	enum plan_family first = p->target_count ? plan_target_family(&p->targets[0]) : FAMILY_SPIR64;
	enum plan_family family = plan_compiled_family(p, first);

	for (size_t i = 0; i < p->input_count; i++)
		if (p->inputs[i].kind == INPUT_SOURCE)
			plan_stop(p, &p->inputs[i], family);
	return p->error;
}
