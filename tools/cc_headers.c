/* tools/cc_headers.c — where the headers of the host are: the compiler knows, and prints it with -v.
 *
 * It is asked once in a run, and only for C++. Folders of the C++ library come before its own headers in that list,
 * those of C behind; it adds its own and /usr/include by itself. */
#include "base/process.h"
#include "cc.h"

#include <limits.h>
#include <stdlib.h>

static void add_folder(struct cc *cc, const char *option, const char *path)
{
	cc_word(cc, "-Xclang");
	cc_word(cc, option);
	cc_word(cc, "-Xclang");
	cc_word(cc, path);
}

/* What the compiler prints about its search for headers, as long as the tool lives; "" where it prints nothing. */
static const char *ask(struct cc *cc)
{
	const char *sysroot = args_get(cc->tool, OPT_cc_sysroot);
	const char *root = sysroot ? cc_text(cc, "--sysroot=%s", sysroot) : "-E";
	const char *const argv[] = { syb_clang_program(cc->clang), "-E", "-v", root, "-x", "c++", "/dev/null", NULL };
	_cleanup_(buf_free) struct buf out = { 0 }, said = { 0 };
	const struct process_opts opts = { .argv = argv, .out_text = &out, .err_text = &said, .timeout_ms = 60000 };
	struct process_end end = { 0 };

	if (!cc->error && process_there(argv[0]))
		cc->error = process_run(cc->tool->ctx, &opts, &end);
	return cc->error || end.status || end.signalled ? "" : cc_text(cc, "%.*s", (int)said.len, (char *)said.ptr);
}

/* The next folder of the list, by its shortest name; NULL: that was all. */
static const char *next_folder(struct cc *cc, const char **rest)
{
	while (**rest == ' ') {
		size_t len = strcspn(*rest, "\n");
		const char *name = cc_text(cc, "%.*s", (int)len - 1, *rest + 1);
		char path[PATH_MAX];

		*rest += len + ((*rest)[len] == '\n');
		if (realpath(name, path))
			return cc_text(cc, "%s", path);
	}
	return NULL;
}

static bool is_own(const char *folder)
{
	const char *clang = strstr(folder, "/clang/"), *last = strrchr(folder, '/');

	return clang && str_eq(last, "/include");
}

static bool is_added(const char *folder)
{
	return str_eq(folder, "/usr/include") || str_eq(folder, "/usr/local/include");
}

static int fail_missing(struct cc *cc)
{
	return syb_fail(cc->tool->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
			"%s finds no headers of a C++ library: install Debian's package libstdc++-12-dev, "
			"or compile without them with -nostdinc++",
			syb_clang_program(cc->clang));
}

void cc_add_headers(struct cc *cc)
{
	static const char mark[] = "#include <...> search starts here:\n";
	bool without = args_has(cc->tool, OPT_cc_nostdincxx), behind = false, found = false;
	const char *list;

	if (args_has(cc->tool, OPT_cc_nostdinc) || (cc->dry && !process_there(syb_clang_program(cc->clang))))
		return;
	if (!cc->header_list)
		cc->header_list = ask(cc);
	list = cc->error ? NULL : strstr(cc->header_list, mark);
	list = list ? list + strlen(mark) : "";
	for (const char *folder; !cc->error && (folder = next_folder(cc, &list));) {
		if (is_own(folder)) {
			behind = true;
		} else if (!behind) {
			found = true;
			if (!without)
				add_folder(cc, "-internal-isystem", folder);
		} else if (!is_added(folder)) {
			add_folder(cc, "-internal-externc-isystem", folder);
		}
	}
	if (!cc->error && !found && !without)
		cc->error = fail_missing(cc);
}
