/* base/process.c — running another program with posix_spawn.
 *
 * Standard input is an unnamed file in memory rather than a pipe: it needs no feeding, causes no SIGPIPE, and
 * programs that seek can open /dev/stdin. The child leads its own process group, so that its own children end with
 * it. The parent waits for its pipes and its end, and polls the cancel flag. */
#define _GNU_SOURCE
#include "process.h"

#include "clock.h"
#include "file.h"
#include "path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
	STEP_MS = 100,      /* between two checks of the cancel flag and the clock */
	BLIND_STEP_MS = 10, /* where the kernel cannot report a child's end */
	CHUNK = 64 * 1024,
	ERR_MOST = 1 << 20,
};

struct stream {
	struct buf *to;
	size_t most;
	bool must_fit; /* else the rest is dropped */
	int fd;        /* our end; -1 when closed */
	int child_fd;  /* the child's end, until it is started */
};

struct run {
	struct syb_ctx *ctx;
	const struct process_opts *opts;
	struct stream streams[2]; /* standard output and error */
	int in, null, pidfd;
	pid_t child; /* 0: there is none */
	int64_t deadline;
};

void process_kill(pid_t child)
{
	kill(child, SIGKILL);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

static void drop(struct run *run)
{
	if (run->child > 0) {
		kill(-run->child, SIGKILL); /* and its own children */
		process_kill(run->child);
	}
	for (size_t i = 0; i < ARRAY_SIZE(run->streams); i++) {
		close_fd(&run->streams[i].fd);
		close_fd(&run->streams[i].child_fd);
	}
	close_fd(&run->in);
	close_fd(&run->null);
	close_fd(&run->pidfd);
}

static int io_error(struct run *run, const char *what)
{
	return syb_fail(run->ctx, SYB_E_IO, SYB_NO_OFFSET, "tool-start", "cannot %s for %s: %s", what,
			run->opts->argv[0], strerror(errno));
}

/* ---- looking it up ---- */

static bool is_program(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

bool process_find(const char *program, char *out, size_t room)
{
	const char *path = getenv("PATH");

	if (strchr(program, '/'))
		return (size_t)snprintf(out, room, "%s", program) < room && is_program(program);
	for (const char *dir = path ? path : "/usr/bin:/bin", *end;; dir = end + 1) {
		int len;

		end = strchrnul(dir, ':');
		/* an empty part is the current folder */
		len = end > dir ? snprintf(out, room, "%.*s/%s", (int)(end - dir), dir, program)
				: snprintf(out, room, "./%s", program);
		if (len > 0 && (size_t)len < room && is_program(out))
			return true;
		if (!*end)
			return false;
	}
}

bool process_there(const char *program)
{
	char path[4096];

	return process_find(program, path, sizeof(path));
}

/* ---- descriptors, signals and process group of the child ---- */

static int open_input(struct run *run)
{
	struct syb_bytes in = run->opts->in;

	run->null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (run->null < 0)
		return io_error(run, "open /dev/null");
	if (in.len == 0)
		return 0;
	run->in = memfd_create("input", MFD_CLOEXEC);
	if (run->in < 0)
		return io_error(run, "make an input");
	for (size_t done = 0; done < in.len;) {
		ssize_t n = write(run->in, in.ptr + done, in.len - done < (64 << 20) ? in.len - done : 64 << 20);

		TRY(ctx_cancelled(run->ctx));
		if (n < 0 && errno != EINTR)
			return io_error(run, "write the input");
		done += n > 0 ? (size_t)n : 0;
	}
	return lseek(run->in, 0, SEEK_SET) < 0 ? io_error(run, "rewind the input") : 0;
}

static int open_streams(struct run *run)
{
	for (size_t i = 0; i < ARRAY_SIZE(run->streams); i++) {
		struct stream *s = &run->streams[i];
		int ends[2];

		if (!s->to)
			continue;
		if (pipe2(ends, O_CLOEXEC) < 0)
			return io_error(run, "make a pipe");
		s->fd = ends[0];
		s->child_fd = ends[1];
		if (fcntl(s->fd, F_SETFL, O_NONBLOCK) < 0)
			return io_error(run, "make a pipe");
	}
	return 0;
}

/* dup2 onto itself would keep the close-on-exec flag, so every descriptor that is passed on is above the standard
 * three. */
int process_above_standard(int *fd)
{
	int moved;

	if (*fd < 0 || *fd > STDERR_FILENO)
		return 0;
	moved = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (moved < 0)
		return -1;
	close(*fd);
	*fd = moved;
	return 0;
}

/* ---- starting it ---- */

static int add_actions(const struct process_fds *fds, posix_spawn_file_actions_t *actions)
{
	TRY(posix_spawn_file_actions_adddup2(actions, fds->in, STDIN_FILENO));
	TRY(posix_spawn_file_actions_adddup2(actions, fds->out, STDOUT_FILENO));
	return posix_spawn_file_actions_adddup2(actions, fds->err, STDERR_FILENO);
}

/* Its own group, and default signals, even if the caller ignores or blocks some. */
static int set_attributes(posix_spawnattr_t *attr)
{
	sigset_t none, standard;

	sigemptyset(&none);
	sigemptyset(&standard);
	sigaddset(&standard, SIGPIPE);
	sigaddset(&standard, SIGCHLD);
	sigaddset(&standard, SIGTERM); /* with which they are ended */
	TRY(posix_spawnattr_setflags(attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
	TRY(posix_spawnattr_setsigmask(attr, &none));
	return posix_spawnattr_setsigdefault(attr, &standard);
}

int process_start(struct syb_ctx *ctx, const char *const *argv, const struct process_fds *fds, pid_t *out_child)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	int r;

	r = posix_spawn_file_actions_init(&actions);
	if (r)
		return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "cannot start %s", argv[0]);
	r = posix_spawnattr_init(&attr);
	if (r) {
		posix_spawn_file_actions_destroy(&actions);
		return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "cannot start %s", argv[0]);
	}
	r = add_actions(fds, &actions);
	if (r == 0)
		r = set_attributes(&attr);
	if (r == 0)
		r = posix_spawnp(out_child, argv[0], &actions, &attr, (char *const *)(uintptr_t)argv,
				 fds->environment ? fds->environment : environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	if (r == ENOENT)
		return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-missing", "%s: no such program", argv[0]);
	if (r)
		return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-start", "cannot start %s: %s", argv[0],
				strerror(r));
	return 0;
}

int process_fd(pid_t child)
{
	return (int)syscall(SYS_pidfd_open, child, 0); /* fails before Linux 5.3 */
}

static int spawn(struct run *run)
{
	int out = run->opts->out ? out_fd(run->opts->out) : run->streams[0].child_fd;
	int err = run->streams[1].child_fd;
	const struct process_fds fds = { .in = run->in >= 0 ? run->in : run->null,
					 .out = out >= 0 ? out : run->null,
					 .err = err >= 0 ? err : run->null };
	pid_t child = 0;

	TRY(process_start(run->ctx, run->opts->argv, &fds, &child));
	run->child = child;
	run->pidfd = process_fd(child);
	return 0;
}

/* ---- while it runs ---- */

/* Read the available bytes; closes the stream at its end. */
static int drain(struct run *run, struct stream *s)
{
	while (s->fd >= 0) {
		size_t room = s->most - s->to->len;
		int r = buf_reserve(run->ctx, s->to, CHUNK);
		ssize_t n;

		if (r < 0)
			return r;
		n = read(s->fd, s->to->ptr + s->to->len, CHUNK);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return 0;
		if (n < 0)
			return io_error(run, "read the output");
		if (n == 0) {
			close_fd(&s->fd);
			return 0;
		}
		if ((size_t)n > room && s->must_fit)
			return syb_fail(run->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "tool-output",
					"%s writes more than %zu bytes", run->opts->argv[0], s->most);
		s->to->len += (size_t)n < room ? (size_t)n : room;
	}
	return 0;
}

/* ended: the child has ended, so nothing else is reported about it. */
static void report_progress(const struct run *run, bool ended)
{
	const char *label = run->opts->label ? run->opts->label : path_name(run->opts->argv[0]);

	if (!run->opts->total)
		ctx_progress_count(run->ctx, label, ended, ended);
	else if (!ended)
		ctx_progress_count(run->ctx, label, run->opts->done, run->opts->total);
}

static int in_time(struct run *run)
{
	int r = ctx_cancelled(run->ctx);

	report_progress(run, false);
	if (r == 0 && run->opts->timeout_ms && clock_ms() >= run->deadline)
		r = syb_fail(run->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-time", "%s did not end within %u ms",
			     run->opts->argv[0], run->opts->timeout_ms);
	return r;
}

int process_reap(struct syb_ctx *ctx, pid_t child, const char *program, struct process_end *out_end)
{
	int status = 0;
	pid_t got;

	do
		got = waitpid(child, &status, WNOHANG);
	while (got < 0 && errno == EINTR);
	if (got == 0)
		return 0;
	if (got < 0) /* SIGCHLD is ignored in this process, or other code reaps its children */
		return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-start",
				"%s: cannot determine how the process ended: %s", program, strerror(errno));
	out_end->signalled = WIFSIGNALED(status);
	out_end->status = out_end->signalled ? WTERMSIG(status) : WEXITSTATUS(status);
	return 1;
}

static int reap(struct run *run, struct process_end *end)
{
	int r = process_reap(run->ctx, run->child, run->opts->argv[0], end);

	if (r)
		run->child = 0;
	return r;
}

static int wait_for_end(struct run *run, struct process_end *end)
{
	const int step = run->pidfd >= 0 ? STEP_MS : BLIND_STEP_MS;
	int r = 0;

	while (r == 0) {
		struct pollfd fds[] = {
			{ .fd = run->streams[0].fd, .events = POLLIN },
			{ .fd = run->streams[1].fd, .events = POLLIN },
			{ .fd = run->pidfd, .events = POLLIN },
		};

		if (poll(fds, ARRAY_SIZE(fds), step) < 0 && errno != EINTR)
			return io_error(run, "wait");
		r = in_time(run);
		for (size_t i = 0; r == 0 && i < ARRAY_SIZE(run->streams); i++)
			r = drain(run, &run->streams[i]);
		if (r == 0)
			r = reap(run, end);
	}
	/* its last output; do not wait for a grandchild that holds the pipe open */
	for (size_t i = 0; r == 1 && i < ARRAY_SIZE(run->streams); i++) {
		int drained = drain(run, &run->streams[i]);

		r = drained < 0 ? drained : r;
	}
	return r < 0 ? r : 0;
}

int process_run(struct syb_ctx *ctx, const struct process_opts *opts, struct process_end *out_end)
{
	_cleanup_(drop) struct run run = {
		.ctx = ctx,
		.opts = opts,
		.streams = { { .to = opts->out ? NULL : opts->out_text, .most = opts->out_most, .must_fit = true },
			     { .to = opts->err_text, .most = opts->err_most ? opts->err_most : ERR_MOST } },
		.in = -1,
		.null = -1,
		.pidfd = -1,
		.deadline = clock_ms() + opts->timeout_ms,
	};
	struct process_end end = { 0 };
	int r;

	for (size_t i = 0; i < ARRAY_SIZE(run.streams); i++)
		run.streams[i].fd = run.streams[i].child_fd = -1;
	if (!opts->out_most)
		run.streams[0].most = SIZE_MAX;
	r = ctx_cancelled(ctx);
	if (r == 0)
		r = open_input(&run);
	if (r == 0)
		r = open_streams(&run);
	if (r == 0 && (process_above_standard(&run.in) < 0 || process_above_standard(&run.null) < 0 ||
		       process_above_standard(&run.streams[0].child_fd) < 0 ||
		       process_above_standard(&run.streams[1].child_fd) < 0))
		r = io_error(&run, "move a descriptor");
	if (r == 0)
		r = spawn(&run);
	close_fd(&run.streams[0].child_fd);
	close_fd(&run.streams[1].child_fd);
	if (r == 0) {
		r = wait_for_end(&run, &end);
		report_progress(&run, true);
	}
	if (r == 0)
		*out_end = end;
	return r;
}

bool process_alone(void)
{
	DIR *dir = opendir("/proc/self/task"); /* a folder for each */
	size_t threads = 0;

	for (const struct dirent *entry; dir && threads < 2 && (entry = readdir(dir));)
		threads += entry->d_name[0] != '.';
	if (dir)
		closedir(dir);
	return threads == 1;
}

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#elif defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#else
#define SANITIZED false
#endif

/* Bytes that this process has mapped: all, or its data. */
static uint64_t mapped(bool data)
{
	unsigned long pages[7] = { 0 };
	FILE *file = fopen("/proc/self/statm", "re");

	for (size_t i = 0; file && i < ARRAY_SIZE(pages) && fscanf(file, "%lu", &pages[i]) == 1;)
		i++;
	if (file)
		fclose(file);
	return (uint64_t)pages[data ? 5 : 0] * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* What LLVM needs at most to read a sound module. */
static uint64_t enough_for(uint64_t input_size)
{
	uint64_t enough;

	return checked_mul(input_size, (uint64_t)256, &enough) && checked_add(enough, UINT64_C(1) << 30, &enough)
		       ? enough
		       : UINT64_MAX;
}

bool process_memory_is_short(uint64_t input_size)
{
	const int limits[] = { RLIMIT_AS, RLIMIT_DATA };
	struct rlimit limit;

	for (size_t i = 0; i < ARRAY_SIZE(limits); i++) {
		const uint64_t used = mapped(limits[i] == RLIMIT_DATA);

		if (getrlimit((__rlimit_resource_t)limits[i], &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
		    (limit.rlim_cur < used || limit.rlim_cur - used < enough_for(input_size)))
			return true;
	}
	return false;
}

uint64_t process_limit_memory(uint64_t input_size)
{
	struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY };
	uint64_t before, enough;

	(void)getrlimit(RLIMIT_DATA, &limit);
	before = limit.rlim_cur;
	if (SANITIZED || !checked_add(enough_for(input_size), mapped(true), &enough) || enough >= before)
		return before;
	limit.rlim_cur = enough;
	(void)setrlimit(RLIMIT_DATA, &limit);
	return before;
}

void process_restore_memory(uint64_t before)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur != before) {
		limit.rlim_cur = before;
		(void)setrlimit(RLIMIT_DATA, &limit);
	}
}
