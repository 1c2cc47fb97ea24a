/* tests/unit/base/t_process.c — running other programs: what they get, what they say, how they end, and nothing left
 * over.
 */
#include "lib/ctx.h"
#include "lib/process.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct syb_ctx *ctx;

static bool buf_is(const struct buf *buf, const char *text)
{
	return buf->len == strlen(text) && memcmp(buf->ptr ? (const char *)buf->ptr : "", text, buf->len) == 0;
}

/* Run sh -c script; the result, or what it failed with. */
static int shell(const char *script, struct process_opts opts, struct process_end *end)
{
	const char *const argv[] = { "/bin/sh", "-c", script, NULL };

	opts.argv = argv;
	return process_run(ctx, &opts, end);
}

static const char *last_check(void)
{
	size_t n = syb_ctx_diag_count(ctx);

	return n ? syb_ctx_diag_at(ctx, n - 1)->check : "";
}

static void test_streams(void)
{
	_cleanup_(buf_free) struct buf out = { 0 }, err = { 0 };
	struct process_end end = { 0 };

	is_int(shell("cat; echo wrong >&2; exit 7",
		     (struct process_opts){ .in = str_bytes("what it reads"), .out_text = &out, .err_text = &err },
		     &end),
	       0);
	is_int(end.status, 7);
	ok(!end.signalled);
	ok(buf_is(&out, "what it reads"), "its input came back");
	ok(buf_is(&err, "wrong\n"), "its messages");
	out.len = 0;
	is_int(shell("cat /dev/stdin /dev/stdin | wc -c", /* a file: it can be opened again */
		     (struct process_opts){ .in = str_bytes("12345"), .out_text = &out }, &end),
	       0);
	ok(buf_is(&out, "10\n"), "the input can be opened again");
	out.len = 0;
	is_int(shell("cat; echo done", (struct process_opts){ .out_text = &out }, &end), 0);
	ok(buf_is(&out, "done\n"), "no input is an empty one");
	is_int(shell("echo lost; echo lost >&2", (struct process_opts){ 0 }, &end), 0);
}

static void test_arguments(void)
{
	_cleanup_(buf_free) struct buf out = { 0 };
	const char *const argv[] = { "printf", "%s|", "a b", "$HOME", "*", "", "\"", NULL };
	const struct process_opts opts = { .argv = argv, .out_text = &out };
	struct process_end end;

	is_int(process_run(ctx, &opts, &end), 0);
	ok(buf_is(&out, "a b|$HOME|*||\"|"), "no shell reads the arguments");
}

/* A folder of that name, and a file that is not executable, come first in PATH. */
static void test_find(void)
{
	char top[] = "/tmp/sybil-find.XXXXXX", path[256], folder[64], file[64], found[256] = "";
	const char *before = getenv("PATH");
	char *kept = before ? strdup(before) : NULL;

	if (!mkdtemp(top))
		abort();
	snprintf(folder, sizeof(folder), "%s/sh", top);
	snprintf(file, sizeof(file), "%s/text", top);
	snprintf(path, sizeof(path), "%s:/bin", top);
	ok(mkdir(folder, 0777) == 0 && close(open(file, O_CREAT | O_WRONLY | O_CLOEXEC, 0600)) == 0);
	setenv("PATH", path, 1);
	ok(process_find("sh", found, sizeof(found)), "a program behind the folder");
	is_str(found, "/bin/sh");
	ok(!process_there("text") && !process_there(file) && !process_there(folder), "neither is a program");
	if (kept)
		setenv("PATH", kept, 1);
	free(kept);
	ok(rmdir(folder) == 0 && unlink(file) == 0 && rmdir(top) == 0);
}

static void test_scratch(void)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct process_end end;

	is_int(out_scratch(ctx, &out), 0);
	is_int(shell("echo first; echo again >/dev/stdout", (struct process_opts){ .out = out }, &end), 0);
	is_int(out_scratch_file(ctx, out, &file), 0);
	ok(syb_file_bytes(file).len == 6 && memcmp(syb_file_bytes(file).ptr, "again\n", 6) == 0,
	   "an output that is opened again by the program");
}

static void test_endings(void)
{
	const char *const missing[] = { "no-such-program-of-sybil", NULL };
	const char *const no_program[] = { "/", NULL };
	struct process_end end = { .status = -1 };

	is_int(shell("kill -9 $$", (struct process_opts){ 0 }, &end), 0);
	ok(end.signalled && end.status == SIGKILL, "ended by a signal");
	end.status = -1;
	is_int(process_run(ctx, &(struct process_opts){ .argv = missing }, &end), -SYB_E_TOOL);
	is_str(last_check(), "tool-missing");
	is_int(process_run(ctx, &(struct process_opts){ .argv = no_program }, &end), -SYB_E_TOOL);
	is_str(last_check(), "tool-start");
	is_int(end.status, -1);
	ok(process_there("sh") && process_there("/bin/sh"), "what is there");
	ok(!process_there("no-such-program-of-sybil") && !process_there("/no/such/program"), "what is not");
}

static void test_limits(void)
{
	_cleanup_(buf_free) struct buf out = { 0 }, err = { 0 };
	struct process_end end = { .status = -1 };
	double begin = clock_seconds();

	is_int(shell("sleep 60", (struct process_opts){ .timeout_ms = 150 }, &end), -SYB_E_TOOL);
	is_str(last_check(), "tool-time");
	/* what it started holds the pipe, and ends with it */
	is_int(shell("sleep 60 & wait", (struct process_opts){ .timeout_ms = 150, .out_text = &out }, &end),
	       -SYB_E_TOOL);
	ok(clock_seconds() - begin < 20, "nobody waited for them");
	is_int(end.status, -1);
	is_int(shell("yes", (struct process_opts){ .out_text = &out, .out_most = 1000 }, &end), -SYB_E_LIMIT);
	is_str(last_check(), "tool-output");
	is_int(shell("yes | head -c 3000000 >&2; exit 3", (struct process_opts){ .err_text = &err, .err_most = 5000 },
		     &end),
	       0);
	is_int(err.len, 5000);
	is_int(end.status, 3);
	out.len = 0;
	is_int(shell("yes | head -c 3000000", (struct process_opts){ .out_text = &out }, &end), 0);
	is_int(out.len, 3000000);
	/* a grandchild that lives on is not waited for */
	begin = clock_seconds();
	is_int(shell("sleep 3 & exit 0", (struct process_opts){ .err_text = &err }, &end), 0);
	ok(clock_seconds() - begin < 2.5, "its end is what counts");
}

static void test_cancel(void)
{
	static volatile int cancel;
	struct syb_ctx_opts opts = { .size = sizeof(opts), .cancel = &cancel };
	struct syb_ctx *before = ctx;
	struct process_end end;
	struct sigaction action = { .sa_handler = SIG_IGN }, old;
	double begin = clock_seconds();
	pid_t killer;

	/* a signal in the middle wakes the wait */
	if (syb_ctx_new(&opts, &ctx) < 0)
		abort();
	sigaction(SIGALRM, &action, &old);
	killer = fork();
	if (killer == 0)
		_exit(0);
	waitpid(killer, NULL, 0);
	cancel = 1;
	is_int(shell("sleep 60", (struct process_opts){ 0 }, &end), -SYB_E_CANCELLED);
	is_str(last_check(), "cancelled");
	ok(clock_seconds() - begin < 5, "at once");
	sigaction(SIGALRM, &old, NULL);
	syb_ctx_free(ctx);
	ctx = before;
}

static volatile int asked;

static void on_alarm(int number)
{
	asked = number;
}

static void test_cancel_later(void)
{
	struct syb_ctx_opts opts = { .size = sizeof(opts), .cancel = &asked };
	struct sigaction action = { .sa_handler = on_alarm };
	struct syb_ctx *before = ctx;
	struct process_end end;
	double begin = clock_seconds();

	if (syb_ctx_new(&opts, &ctx) < 0)
		abort();
	sigaction(SIGALRM, &action, NULL);
	alarm(1);
	is_int(shell("sleep 60", (struct process_opts){ 0 }, &end), -SYB_E_CANCELLED);
	ok(clock_seconds() - begin < 10, "soon after it was asked");
	syb_ctx_free(ctx);
	ctx = before;
}

static void test_closed_standard(void)
{
	/* descriptors 0 to 2 of ours may be closed: pipes then get these numbers */
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		_cleanup_(buf_free) struct buf out = { 0 }, err = { 0 };
		struct process_end end = { 0 };
		int r;

		close(0);
		close(1);
		close(2);
		r = shell("cat; echo e >&2",
			  (struct process_opts){ .in = str_bytes("x"), .out_text = &out, .err_text = &err }, &end);
		_exit(r == 0 && end.status == 0 && buf_is(&out, "x") && buf_is(&err, "e\n") ? 0 : 1);
	}
	waitpid(child, &status, 0);
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "without descriptors 0 to 2");
}

/* The limit for LLVM comes on top of what is mapped already; a limit of the user may leave less. */
static void test_memory(void)
{
	const size_t large = (size_t)2 << 30, more = (size_t)512 << 20;
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
	struct rlimit limit = { 0 };
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		if (process_memory_is_short(1000) ||
		    mmap(NULL, large, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
			_exit(1);
		(void)process_limit_memory(1000);
		if (mmap(NULL, more, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
			_exit(2);
		(void)getrlimit(RLIMIT_DATA, &limit);
		limit.rlim_cur = large + 2 * more;
		(void)setrlimit(RLIMIT_DATA, &limit);
		_exit(process_memory_is_short(1000) ? 0 : 3);
	}
	ok(waitpid(child, &status, 0) == child && WIFEXITED(status));
	is_int(WEXITSTATUS(status), 0);
}

static int run_some(struct syb_ctx *c, void *arg)
{
	const char *const argv[] = { "/bin/sh", "-c", "echo out; echo err >&2", NULL };
	_cleanup_(buf_free) struct buf out = { 0 }, err = { 0 };
	const struct process_opts opts = { .argv = argv, .out_text = &out, .err_text = &err };
	struct process_end end;

	(void)arg;
	return process_run(c, &opts, &end);
}

int main(void)
{
	size_t fds;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 99;
	fds = open_fds();
	test_streams();
	test_arguments();
	test_find();
	test_scratch();
	test_endings();
	test_limits();
	test_cancel();
	test_cancel_later();
	test_memory();
	test_closed_standard();
	torture(run_some, NULL);
	is_int(open_fds(), fds);
	ok(no_children(), "no zombies");
	syb_ctx_free(ctx);
	return tap_done();
}
