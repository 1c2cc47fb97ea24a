/* tools/frame/main.c — sybil, and the programs that it replaces under other names.
 *
 * A run finds the verb, parses the command line by its table, calls the verb, flushes the answer, and turns the
 * result into an exit code. */
#include "term/nearest.h"
#include "base/number.h"
#include "base/path.h"
#include "tool.h"

#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* If descriptor 0, 1 or 2 is closed, the next file opened would get its number and receive the output. Occupy it
 * with something that fails when used. */
static void guard_descriptors(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static bool wants_color(int fd, const char *when)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (when && !str_eq(when, "auto"))
		return str_eq(when, "always");
	return !(no_color && *no_color) && isatty(fd) && !(term && str_eq(term, "dumb"));
}

static int tool_init(struct tool *tool, const volatile int *cancel)
{
	const struct syb_ctx_opts silent = { .size = sizeof(silent), .sink = diag_drop };
	const struct syb_ctx_opts opts = {
		.size = sizeof(opts),
		.sink = diag_sink,
		.sink_user = tool,
		.cancel = cancel,
		.progress = progress_wanted() ? progress_bytes : NULL,
		.progress_count = progress_wanted() ? progress_count : NULL,
		.progress_user = tool,
	};
	int r = syb_ctx_new(&silent, &tool->silent);

	tool->color_out = wants_color(STDOUT_FILENO, NULL);
	tool->color_err = wants_color(STDERR_FILENO, NULL);
	return r < 0 ? r : syb_ctx_new(&opts, &tool->ctx);
}

static void tool_free(struct tool *tool)
{
	struct allocator a = allocator_of(tool->ctx);

	syb_out_close(tool->answer.out);
	syb_record_free(tool->answer.record);
	syb_record_free(tool->held);
	allocator_free(a, tool->args.list);
	allocator_free(a, tool->args.operands);
	arena_free(&tool->arena);
	syb_ctx_free(tool->ctx);
	syb_ctx_free(tool->silent);
}

/* Whether an option such as --force is given, whatever verb it belongs to. */
static bool has_called(const struct tool *tool, const char *id)
{
	for (size_t i = 0; i < tool->args.count; i++)
		if (str_eq(options[tool->args.list[i].id].key, id))
			return true;
	return false;
}

/* The variable is for cc and programs under other names, which do not have the option, and for child processes. */
static int read_limits(struct tool *tool)
{
	const char *given = args_get(tool, OPT_common_max_inflated), *all = getenv("SYBIL_MAX_INFLATED");
	double most;

	if (!given && !(all && *all))
		return 0;
	if (!number_parse(given ? given : all, &most) || most < 1 || most > 1e18)
		return usage(tool, "%s=%s: not a number of bytes such as 500M or 2G",
			     given ? "--max-inflated" : "SYBIL_MAX_INFLATED", given ? given : all);
	tool->ctx->limits.max_inflated = tool->silent->limits.max_inflated = (uint64_t)most;
	return 0;
}

static void read_aspect_numbers(struct tool *tool)
{
	enum syb_aspect_numbers numbers;

	for (size_t i = 0; i < tool->args.count; i++) {
		const char *id = options[tool->args.list[i].id].key;
		const bool writes = str_eq(id, "aspect_numbers");

		if ((!writes && !str_eq(id, "assume_aspect_numbers")) ||
		    syb_aspect_numbers_parse(tool->args.list[i].value, &numbers) < 0)
			continue;
		(writes ? syb_ctx_set_aspect_numbers : syb_ctx_assume_aspect_numbers)(tool->ctx, numbers);
	}
}

static int read_common(struct tool *tool)
{
	const char *when = args_get(tool, OPT_common_color);

	read_aspect_numbers(tool);
	tool->json = args_has(tool, OPT_common_json);
	tool->quiet = args_has(tool, OPT_common_quiet);
	tool->verbose = args_has(tool, OPT_common_verbose);
	tool->force = has_called(tool, "force");
	if (!verb_clang(tool->verb)) { /* cc has its own options for colours */
		tool->color_out = wants_color(STDOUT_FILENO, when);
		tool->color_err = wants_color(STDERR_FILENO, when);
	}
	return read_limits(tool);
}

/* Find the colour option first, so that errors in the rest of the command line are printed in the right colours.
 * */
static void read_color_first(struct tool *tool, int argc, char **argv)
{
	static const struct {
		const char *word, *when;
		bool clang;
	} words[] = {
		{ "--color=never", "never", false },
		{ "--color=always", "always", false },
		{ "--color=auto", "auto", false },
		{ "-fno-color-diagnostics", "never", true },
		{ "-fdiagnostics-color=never", "never", true },
		{ "-fcolor-diagnostics", "always", true },
		{ "-fdiagnostics-color=always", "always", true },
		{ "-fdiagnostics-color", "always", true },
	};

	for (int i = 0; i < argc && !str_eq(argv[i], "--"); i++)
		for (size_t k = 0; k < ARRAY_SIZE(words); k++) {
			bool apart = !words[k].clang && str_eq(argv[i], "--color") && i + 1 < argc &&
				     str_eq(argv[i + 1], words[k].when);

			if (words[k].clang == verb_clang(tool->verb) && (apart || str_eq(argv[i], words[k].word)))
				tool->color_err = wants_color(STDERR_FILENO, words[k].when);
		}
}

static bool has_output(const struct verb *verb)
{
	for (size_t i = 0; i < OPT_COUNT; i++)
		if (options[i].verb == verb->id && options[i].letter == 'o')
			return true;
	return false;
}

static int check_operands(struct tool *tool)
{
	const struct verb *verb = tool->verb;
	size_t count = tool->args.operand_count;
	const char *extra;

	if (count < (size_t)verb->least)
		return usage(tool, count ? "missing operands: %s" : "nothing to work on: %s", verb->operands);
	if (verb->most < 0 || count <= (size_t)verb->most)
		return 0;
	extra = tool->args.operands[verb->most];
	return usage(tool, "unexpected argument '%s'%s", extra,
		     verb->most == 0 && access(extra, F_OK) == 0 ? ": use an option to say what the file is"
		     : verb->most == 1 && has_output(verb)       ? "; use -o for the output"
								 : "");
}

static int run_verb(struct tool *tool, const struct verb *verb, int argc, char **argv)
{
	tool->verb = verb;
	tool->argv = argv;
	if (verb->id == VERB_cxx)
		TRY(start_clang(tool));
	if (!verb->program)
		read_color_first(tool, argc, argv);
	TRY(args_parse(tool, argc, argv));
	TRY(read_common(tool));
	if (has_called(tool, "help") || args_has(tool, OPT_cc_help_letter))
		return help_print(tool, verb);
	if (has_called(tool, "version"))
		return version_print(tool);
	TRY(check_operands(tool));
	if (!verb->run)
		TRY(usage(tool, "this program has no verb '%s'", verb->name));
#ifdef SYBIL_USES_DRIVERS
	TRY(child_begin(tool));
#endif
	return verb->run(tool);
}

static const struct verb *verb_or_usage(struct tool *tool, const char *name)
{
	const struct verb *verb = verb_find(name);
	const char *near = nearest_verb(name);

	if (verb)
		return verb;
	if (access(name, F_OK) == 0 && !near) {
		usage(tool, "unknown verb '%s': it is a file; the verb comes first, as in 'sybil show %s'", name, name);
		return NULL;
	}
	usage(tool, "unknown verb '%s'" NEAREST_HINT, name, NEAREST_ARGS(near));
	return NULL;
}

static int run_help(struct tool *tool, int argc, char **argv)
{
	const struct verb *verb;

	if (argc > 1)
		return usage(tool, "unexpected argument '%s'", argv[1]);
	if (argc == 0 || str_eq(argv[0], "help"))
		return help_print(tool, NULL);
	verb = verb_or_usage(tool, argv[0]);
	return verb ? help_print(tool, verb) : -SYB_E_ARG;
}

/* sybil-ir gets the name under which sybil was called. */
static bool started_by_sybil(const struct verb *verb)
{
#ifdef SYBIL_IR_TOOL
	return verb->run != NULL;
#else
	(void)verb;
	return false;
#endif
}

static int option_first(struct tool *tool, const char *text)
{
	struct nearest best = { NULL, SIZE_MAX };

	nearest_try(&best, text, "--help");
	nearest_try(&best, text, "--version");
	if (best.name)
		return usage(tool, "unknown option '%s'; did you mean '%s'?", text, best.name);
	return usage(tool, "options come after the verb: '%s'", text);
}

/* sybil and its arguments. --complete serves shell completion; the build uses the --man and --md options. */
static int run_sybil(struct tool *tool, int argc, char **argv)
{
	const char *first = argc ? argv[0] : NULL;
	const struct verb *verb;

	if (!first)
		return usage(tool, "missing verb");
	if (str_eq(first, "help") || str_eq(first, "--help") || str_eq(first, "-h"))
		return run_help(tool, argc - 1, argv + 1);
	if (str_eq(first, "--version")) {
		tool->json = argc > 1 && (str_eq(argv[1], "-j") || str_eq(argv[1], "--json"));
		return version_print(tool);
	}
	if (str_eq(first, "--complete"))
		return complete_print(tool, argv + 1);
	if (str_starts(first, "--man-options="))
		return manual_print(tool, strchr(first, '=') + 1);
	if (str_eq(first, "--man-verbs") || str_eq(first, "--man-names"))
		return manual_print_verbs(tool, str_eq(first, "--man-names"));
	if (str_eq(first, "--md-commands"))
		return commands_print(tool);
	if (first[0] == '-')
		return option_first(tool, first);
	verb = verb_or_usage(tool, first);
	if (verb && verb->program && !started_by_sybil(verb))
		verb = (usage(tool, "'%s' is a separate program", first), NULL);
	return verb ? run_verb(tool, verb, argc - 1, argv + 1) : -SYB_E_ARG;
}

static int run(struct tool *tool, int argc, char **argv)
{
	const struct verb *verb = argc ? verb_of_program(path_name(argv[0])) : NULL;

	/* base/ is linked statically: its structs must match those of the library */
	if (!str_eq(syb_version(), SYBIL_VERSION))
		return syb_fail(tool->ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "argument",
				"this is sybil " SYBIL_VERSION ", libsybil is %s", syb_version());
	if (verb)
		return run_verb(tool, verb, argc - 1, argv + 1);
	return run_sybil(tool, argc - (argc > 0), argv + (argc > 0));
}

/* A run that fails prints an error. "No" is an answer: on standard output, in a file, or with --quiet the exit status.
 */
static int check_explained(struct tool *tool, int r)
{
	const int status = syb_code_exit(r);
	const bool no = status == 1 && (tool->quiet || tool->answered || tool->answer.out);

	if (status == 0 || r == -SYB_E_CANCELLED || tool->explained || no || (tool->json && tool->answer.out))
		return r;
	return syb_fail(tool->ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal",
			"failed without an error message (%s): please report this bug in Sybil, with the command line",
			syb_code_name((enum syb_code) - r));
}

int main(int argc, char **argv)
{
	struct tool tool = { 0 };
	bool program;
	int r;

	guard_descriptors();
	r = tool_init(&tool, signals_install());
	if (r == 0) {
		r = run(&tool, argc, argv);
		if (r != -SYB_E_CANCELLED && r != -SYB_E_NOMEM)
			r = worse(r, answer_end(&tool));
		r = check_explained(&tool, r);
	}
	diag_end(&tool);
	progress_erase(&tool);
	program = tool.verb && tool.verb->program;
	/* the tools that we replace have one failure code; a missing program of ours keeps its own */
	r = program && r != -SYB_E_TOOL ? r != 0 : syb_code_exit(r);
#ifdef SYBIL_USES_DRIVERS
	child_done(&tool, r);
#endif
	tool_free(&tool);
	signals_raise();
	return r;
}
