/* driver/headers.c — the header folders of the host, as the compiler prints them with -v.
 *
 * The compiler is run once per build, and only for C++. In its list, the folders of the C++ library come before the
 * compiler's own headers and those of C after; it adds its own and /usr/include by itself. */
#include "base/process.h"
#include "plan.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>

static void add_folder(struct plan *p, const char *option, const char *path)
{
	plan_word(p, "-Xclang");
	plan_word(p, option);
	plan_word(p, "-Xclang");
	plan_word(p, path);
}

/* The compiler's output about its header search; "" on failure. */
static const char *ask(struct plan *p)
{
	size_t at = 0;
	const char *sysroot = plan_clang_option(p, "--sysroot=", &at);
	const char *root = sysroot ? plan_text(p, "--sysroot=%s", sysroot) : "-E";
	const char *const argv[] = { syb_clang_program(p->clang), "-E", "-v", root, "-x", "c++", "/dev/null", NULL };
	_cleanup_(buf_free) struct buf out = { 0 }, printed = { 0 };
	const struct process_opts opts = { .argv = argv, .out_text = &out, .err_text = &printed };
	struct process_end end = { 0 };

	/* without a time limit: a machine that swaps, or reads programs over a network, is slow but right */
	if (!p->error && process_there(argv[0]))
		p->error = process_run(p->ctx, &opts, &end);
	if (!p->error && end.signalled)
		p->error = syb_fail(p->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed",
				    "%s -E -v was ended by signal %d (%s)%s", argv[0], end.status,
				    strsignal(end.status), end.status == SIGKILL ? ": memory may have been short" : "");
	return p->error || end.status || end.signalled ? ""
						       : plan_text(p, "%.*s", (int)printed.len, (char *)printed.ptr);
}

/* The next folder of the list, as a normalised path; NULL at the end. */
static const char *next_folder(struct plan *p, const char **rest)
{
	while (**rest == ' ') {
		size_t len = strcspn(*rest, "\n");
		const char *name = plan_text(p, "%.*s", (int)len - 1, *rest + 1);
		char path[PATH_MAX];

		*rest += len + ((*rest)[len] == '\n');
		if (realpath(name, path))
			return plan_text(p, "%s", path);
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

static bool has_word(const struct plan *p, const char *word)
{
	for (size_t i = 0; i < p->o.clang_option_count; i++)
		if (str_eq(p->o.clang_options[i], word))
			return true;
	return false;
}

static int fail_missing(struct plan *p)
{
	return syb_fail(p->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing",
			"%s finds no headers of a C++ library: install Debian's package libstdc++-12-dev, "
			"or compile without them with -nostdinc++",
			syb_clang_program(p->clang));
}

void plan_headers(struct plan *p)
{
	static const char mark[] = "#include <...> search starts here:\n";
	bool without = has_word(p, "-nostdinc++"), behind = false, found = false;
	const char *list;

	if (has_word(p, "-nostdinc") || (p->o.dry_run && !process_there(syb_clang_program(p->clang))))
		return;
	if (!p->header_list)
		p->header_list = ask(p);
	list = p->error ? NULL : strstr(p->header_list, mark);
	list = list ? list + strlen(mark) : "";
	for (const char *folder; !p->error && (folder = next_folder(p, &list));) {
		if (is_own(folder)) {
			behind = true;
		} else if (!behind) {
			found = true;
			if (!without)
				add_folder(p, "-internal-isystem", folder);
		} else if (!is_added(folder)) {
			add_folder(p, "-internal-externc-isystem", folder);
		}
	}
	if (!p->error && !found && !without)
		p->error = fail_missing(p);
}
