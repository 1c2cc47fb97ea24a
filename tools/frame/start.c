/* tools/frame/start.c — starts the programs that have the verbs which need more than libsybil, so that sybil
 * itself starts in a millisecond: sybil-ir has LLVM, sybil-rt has the runtime, sybil-report has the pages
 * of --html.
 *
 * They are next to sybil in a build folder, and in libexec when installed; SYBIL_IR, SYBIL_RT and SYBIL_REPORT override
 * that. The command line is parsed first, so help and usage errors load none of them. */
#include "tool.h"

#include "base/shell.h"

#include <errno.h>
#include <stdlib.h>
#include <sybil/clang.h>
#include <sybil/compile.h>
#include <unistd.h>

DEFINE_CLEANUP(struct syb_clang *, syb_clang_free);

static int run_program(struct tool *tool, const char *path)
{
	size_t count = 0;
	char **argv;

	while (tool->argv[count])
		count++;
	argv = arena_array(tool->ctx, &tool->arena, count + 3, sizeof(*argv));
	if (!argv)
		return -SYB_E_NOMEM;
	argv[0] = arena_string(tool->ctx, &tool->arena, path, strlen(path));
	argv[1] = arena_string(tool->ctx, &tool->arena, tool->verb->name, strlen(tool->verb->name));
	memcpy(argv + 2, tool->argv, count * sizeof(*argv));
	if (argv[0] && argv[1])
		execv(path, argv);
	return argv[0] && argv[1] ? 0 : -SYB_E_NOMEM;
}

static int run_beside(struct tool *tool, const char *relative)
{
	const char *path;
	int r = beside(tool, relative, &path);

	return r < 0 || !path ? r : run_program(tool, path);
}

/* ---- replace this process ---- */

struct other {
	const char *name, *variable, *installed, *why_not;
};

static int start(struct tool *tool, const struct other *other)
{
	const char *named = getenv(other->variable);
	int r;

	if (named && *named) {
		r = run_program(tool, named);
		return r < 0 ? r
			     : syb_fail(tool->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "open", "%s=%s: %s", other->variable,
					named, strerror(errno));
	}
	r = run_beside(tool, other->name);
	if (r == 0)
		r = run_beside(tool, other->installed);
	return r < 0 ? r
		     : syb_fail(tool->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "open",
				"'%s%s' needs the program %s, which is missing%s", tool->verb->program ? "" : "sybil ",
				tool->verb->name, other->name, other->why_not);
}

int start_ir(struct tool *tool)
{
	static const struct other ir = { "sybil-ir", "SYBIL_IR", SYBIL_FROM_BIN_TO_LIBEXEC "/sybil-ir",
					 ": sybil was built without LLVM, or the package sybil-ir is not installed" };

	return start(tool, &ir);
}

int start_rt(struct tool *tool)
{
	static const struct other rt = { "sybil-rt", "SYBIL_RT", SYBIL_FROM_BIN_TO_LIBEXEC "/sybil-rt", "" };

	return start(tool, &rt);
}

/* ---- clang ---- */

/* Which compiler is asked for. */
struct wanted {
	bool sycl;    /* the last of -fsycl and -fno-sycl is -fsycl */
	bool package; /* -fsyclbin, which overrides these, or -fsycl-link */
};

static bool is_for_package(const char *word)
{
	return str_eq(word, "-fsyclbin") || str_starts(word, "-fsyclbin=") || str_eq(word, "-fsycl-link");
}

/* Also in response files. What is wrong with those is reported when they are read. False: they are nested too deeply.
 */
static bool look_for_sycl(struct tool *tool, const char *const *words, size_t count, unsigned depth,
			  struct wanted *wanted)
{
	for (size_t i = 0; i < count; i++) {
		_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
		const char **inner, *text;
		size_t inner_count;

		if (str_eq(words[i], "-fsycl") || str_eq(words[i], "-fno-sycl"))
			wanted->sycl = str_eq(words[i], "-fsycl");
		wanted->package |= is_for_package(words[i]);
		if (words[i][0] != '@' || syb_file_open(tool->silent, words[i] + 1, &file) < 0)
			continue;
		if (depth == MOST_NESTED)
			return false;
		text = arena_string(tool->silent, &tool->arena, syb_file_bytes(file).ptr, syb_file_bytes(file).len);
		if (text && shell_split(tool->silent, &tool->arena, text, &inner, &inner_count) == 0 &&
		    !look_for_sycl(tool, inner, inner_count, depth + 1, wanted))
			return false;
	}
	return true;
}

static bool wants_sycl(struct tool *tool, char **argv)
{
	size_t count = 0;
	struct wanted wanted = { 0 };

	while (argv[count])
		count++;
	(void)look_for_sycl(tool, (const char *const *)argv, count, 0, &wanted);
	return wanted.sycl || wanted.package;
}

/* Help is ours. */
static bool asks_for_help(char **argv)
{
	return *argv && !argv[1] && (str_eq(*argv, "--help") || str_eq(*argv, "-h"));
}

/* What build systems ask a compiler. */
static bool is_question(const char *word)
{
	static const char *const questions[] = {
		"--version",          "-print-file-name=",       "-print-prog-name=",
		"-print-search-dirs", "-print-libgcc-file-name", "-print-resource-dir",
		"-print-multi",       "-print-target",           "-print-effective-triple",
	};

	if (str_eq(word, "-dumpversion") || str_eq(word, "-dumpmachine"))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(questions); i++)
		if (str_starts(word, questions[i]) || (*word == '-' && str_starts(word + 1, questions[i])))
			return true;
	return false;
}

/* clang answers questions, and -v without inputs, also with -fsycl. */
static bool asks_clang(char **argv)
{
	bool verbose = false, has_input = false;

	for (; *argv; argv++) {
		if (is_question(*argv))
			return true;
		verbose |= str_eq(*argv, "-v");
		has_input |= **argv != '-' || !(*argv)[1];
	}
	return verbose && !has_input;
}

/* The answer depends on these; clang does not know the options of DPC++. */
static bool is_part_of_question(const char *word)
{
	return is_question(word) || str_eq(word, "-v") || str_starts(word, "-m") || str_starts(word, "--target=") ||
	       str_starts(word, "--sysroot=");
}

int start_clang(struct tool *tool)
{
	const bool sycl = wants_sycl(tool, tool->argv);
	_cleanup_(syb_clang_free_p) struct syb_clang *clang = NULL;
	const char *program;
	size_t count = 0, kept = 2;
	char **argv;

	if (asks_for_help(tool->argv) || (sycl && !asks_clang(tool->argv)))
		return 0;
	TRY(syb_clang_find(tool->ctx, NULL, &clang));
	program = syb_clang_program(clang);
	while (tool->argv[count])
		count++;
	argv = arena_array(tool->ctx, &tool->arena, count + 3, sizeof(*argv));
	if (!argv)
		return -SYB_E_NOMEM;
	argv[0] = (char *)(uintptr_t)program;
	argv[1] = (char[]){ "--driver-mode=g++" };
	for (size_t i = 0; i < count; i++)
		if (!sycl || is_part_of_question(tool->argv[i]))
			argv[kept++] = tool->argv[i];
	execvp(program, argv);
	return syb_fail(tool->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
			"%s is missing: install clang-15, or name another clang with SYBIL_CLANG", program);
}

const struct syb_compile_ir *start_compiler(void)
{
	return NULL;
}

static int is_ir(void *user, const struct syb_device_code *code)
{
	(void)user;
	return code->kind == SYB_KIND_BITCODE;
}

/* Whether there is LLVM IR in a file; problems are reported by those who work on it. */
static bool has_ir(struct tool *tool, const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;

	if (str_eq(path, "-") || syb_file_open(tool->silent, path, &file) < 0)
		return false;
	if (syb_identify(syb_file_bytes(file)) == SYB_KIND_UNKNOWN)
		return syb_device_code_is_text(path, syb_file_bytes(file));
	return syb_unpack(tool->silent, syb_file_bytes(file), path, &tree) == 0 &&
	       syb_device_code_each(tool->silent, tree, path, is_ir, NULL) > 0;
}

int start_link(struct tool *tool)
{
	for (size_t i = 0; i < tool->args.operand_count; i++)
		if (has_ir(tool, tool->args.operands[i]))
			return start_ir(tool);
	return 0;
}

int start_page(struct tool *tool)
{
	static const struct other page = { "sybil-report", "SYBIL_REPORT", SYBIL_FROM_BIN_TO_LIBEXEC "/sybil-report",
					   "" };

	return start(tool, &page);
}

/* sybil check queries devices only in sybil-rt. */
int check_devices_begin(struct tool *tool, struct live *out)
{
	(void)out;
	return args_has(tool, OPT_check_device) ? start_rt(tool) : 0;
}

int check_devices(struct tool *tool, const struct live *live, const struct syb_file *file, const char *path,
		  struct syb_record *record, struct syb_value *map)
{
	(void)tool;
	(void)live;
	(void)file;
	(void)path;
	(void)record;
	(void)map;
	return 0;
}

void check_devices_drop(struct live *live)
{
	(void)live;
}
