/* tools/frame/child.c — runs a verb that uses drivers in a child process, because drivers crash, end their process or
 * never return, above all when they build damaged code, and kernels on a CPU can do the same.
 *
 * The child does everything: it prints, and it writes the outputs. The parent waits, passes signals on and ends as the
 * child does. If a driver ended the child, the parent reports what the child was doing. Both share a page for that. */
#include "tool.h"

#include "base/clock.h"
#include "base/number.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { USUAL_SECONDS = 600 };

struct child_state {
	atomic_uint step; /* counts what the child began */
	atomic_bool limited;
	atomic_int ended; /* 1 + its exit status, when the answer is complete */
	bool driver;      /* a driver was opened */
	bool builds;      /* it builds code of the user */
	/* Written between steps of a driver, and read after the child has ended. "while it built kernel f for D" */
	char doing[512];
	char crashed[512], aborted[512]; /* texts for the crash of a kernel; empty: no kernel runs */
};

/* Ends both processes, unless it was ignored when sybil started. */
static const int ending[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };
/* Drivers install handlers of their own, which print text and end the process. */
static const int crashes[] = { SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE };

/* ---- in the child ---- */

static void begin_step(struct child_state *state, bool limited)
{
	for (size_t i = 0; i < ARRAY_SIZE(crashes); i++)
		signal(crashes[i], SIG_DFL);
	state->driver = true;
	atomic_store(&state->limited, limited);
	atomic_fetch_add(&state->step, 1);
}

void child_driver(struct tool *tool, bool builds, const char *fmt, ...)
{
	struct child_state *state = tool->child;
	va_list args;

	if (!state)
		return;
	va_start(args, fmt);
	vsnprintf(state->doing, sizeof(state->doing), fmt, args);
	va_end(args);
	state->crashed[0] = '\0';
	state->builds = builds;
	begin_step(state, true);
}

void child_kernel(struct tool *tool, const char *kernel, const char *device, bool runs)
{
	struct child_state *state = tool->child;

	if (!state)
		return;
	snprintf(state->doing, sizeof(state->doing), "%s kernel %s on %s", runs ? "while it ran" : "after it ran",
		 kernel, device);
	snprintf(state->crashed, sizeof(state->crashed),
		 runs ? "kernel %s crashed on %s: it may have accessed memory outside of its buffers, or divided by 0"
		      : "the process crashed after kernel %s had run on %s: the kernel may have written outside of its "
			"buffers, and its results are not reliable",
		 kernel, device);
	snprintf(state->aborted, sizeof(state->aborted),
		 "kernel %s was aborted on %s: the driver could not load it, or found its own memory corrupted", kernel,
		 device);
	state->builds = false;
	begin_step(state, !runs);
}

void child_done(struct tool *tool, int status)
{
	if (tool->child)
		atomic_store(&tool->child->ended, 1 + status);
}

/* ---- in the parent ---- */

struct watched {
	struct tool *tool;
	struct child_state *state;
	pid_t pid;
	sigset_t set;     /* what the parent waits for */
	unsigned seconds; /* time limit of a step; 0: none */
	int received;     /* a signal that is to end both */
};

/* Wait until the child has ended or is stopped because a step takes too long: false. A second during which both were
 * suspended is not counted. */
static bool wait_for_child(struct watched *w, int *out_status)
{
	const struct timespec second = { .tv_sec = 1 };
	unsigned step = 0;
	uint64_t used = 0;

	for (;;) {
		uint64_t start = clock_ns(), took;
		siginfo_t info = { 0 };
		int got = sigtimedwait(&w->set, &info, &second);
		unsigned now;

		if (got > 0 && got != SIGCHLD) {
			w->received = got;
			if (info.si_code <= 0) /* otherwise the terminal sent it to the child as well */
				kill(w->pid, got);
		}
		if (waitpid(w->pid, out_status, WNOHANG) == w->pid)
			return true;
		took = clock_ns() - start;
		now = atomic_load(&w->state->step); /* after the wait: a step that began during it is not late */
		used = now != step || !atomic_load(&w->state->limited) ? 0 : used + (took < 2000000000 ? took : 0);
		step = now;
		if (w->seconds && used >= w->seconds * UINT64_C(1000000000)) {
			kill(w->pid, SIGKILL);
			while (waitpid(w->pid, out_status, 0) < 0 && errno == EINTR)
				;
			return false;
		}
	}
}

static int report_signal(const struct watched *w, int number)
{
	const struct child_state *state = w->state;
	const bool runs = !atomic_load(&state->limited); /* a kernel */
	struct syb_ctx *ctx = w->tool->ctx;

	if (number == SIGKILL)
		return syb_fail(ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed",
				"the process was killed %s: the system may have too little memory", state->doing);
	if (state->crashed[0])
		return syb_fail(ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "driver-failed", "%s",
				number == SIGABRT && runs ? state->aborted : state->crashed);
	if (number == SIGBUS)
		return syb_fail(ctx, SYB_E_IO, SYB_NO_OFFSET, "read", "a file was truncated while it was read%s%s",
				state->driver ? ", or the driver crashed " : "", state->doing);
	if (state->driver)
		return syb_fail(ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "driver-failed", "the driver crashed (%s) %s",
				strsignal(number), state->doing);
	return syb_fail(ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal", "sybil crashed (%s): please report it",
			strsignal(number));
}

static int report_exit(const struct watched *w, int status)
{
	if (w->state->driver)
		return syb_fail(w->tool->ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "driver-failed",
				"the driver ended the process (exit status %d) %s", status, w->state->doing);
	return syb_fail(w->tool->ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal",
			"sybil ended without an answer (exit status %d): please report it", status);
}

static int report_late(const struct watched *w)
{
	int r = syb_fail(w->tool->ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "driver-failed",
			 "the driver has not returned for %u s %s: it was stopped", w->seconds, w->state->doing);

	return syb_note(w->tool->ctx, r, "SYBIL_DRIVER_TIMEOUT or --driver-timeout (run, build) changes the limit");
}

/* End as a signal would have ended this process. */
static void end_by(const struct watched *w, int number)
{
	signal(number, SIG_DFL);
	sigprocmask(SIG_UNBLOCK, &w->set, NULL);
	raise(number);
	_exit(128 + number);
}

static bool ends_quietly(int number)
{
	bool quiet = number == SIGPIPE;

	for (size_t i = 0; i < ARRAY_SIZE(ending); i++)
		quiet |= number == ending[i];
	return quiet;
}

/* Does not return. */
static void stand_by(struct watched *w)
{
	int status = 0, r;
	const bool ended = wait_for_child(w, &status);

	if (ended && WIFEXITED(status) && atomic_load(&w->state->ended) == 1 + WEXITSTATUS(status))
		exit(WEXITSTATUS(status));
	if (ended && WIFSIGNALED(status) && (ends_quietly(WTERMSIG(status)) || w->received))
		end_by(w, w->received ? w->received : WTERMSIG(status));
	progress_clear(w->tool);
	if (!ended)
		r = report_late(w);
	else if (WIFSIGNALED(status))
		r = report_signal(w, WTERMSIG(status));
	else
		r = report_exit(w, WEXITSTATUS(status));
	if (w->state->builds)
		r = syb_note(w->tool->ctx, r,
			     "the code may be damaged: 'sybil check --strict FILE' looks for errors in it");
	diag_end(w->tool);
	exit(syb_code_exit(r));
}

/* ---- */

static int read_limit(struct tool *tool, unsigned *out_seconds)
{
	const enum option_id ids[] = { OPT_run_driver_timeout, OPT_build_driver_timeout };
	const char *text = getenv("SYBIL_DRIVER_TIMEOUT"), *name = "SYBIL_DRIVER_TIMEOUT";
	double seconds;

	for (size_t i = 0; i < ARRAY_SIZE(ids); i++)
		if (args_has(tool, ids[i])) {
			text = args_get(tool, ids[i]);
			name = "--driver-timeout";
		}
	*out_seconds = USUAL_SECONDS;
	if (!text || !*text)
		return 0;
	if (!number_parse(text, &seconds) || seconds < 0 || seconds > 1e9)
		return usage(tool, "%s=%s: expected a number of seconds, or 0 for no limit", name, text);
	*out_seconds = seconds > 0 && seconds < 1 ? 1 : (unsigned)seconds;
	return 0;
}

int child_begin(struct tool *tool)
{
	struct watched w = { .tool = tool };
	const pid_t self = getpid();
	sigset_t before;

	TRY(read_limit(tool, &w.seconds));
	w.state = mmap(NULL, sizeof(*w.state), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (w.state == MAP_FAILED)
		return -SYB_E_NOMEM;
	signal(SIGBUS, SIG_DFL);  /* the parent reports it */
	signal(SIGCHLD, SIG_DFL); /* without a process table entry, the end of the child could not be seen */
	sigemptyset(&w.set);
	sigaddset(&w.set, SIGCHLD);
	for (size_t i = 0; i < ARRAY_SIZE(ending); i++) {
		struct sigaction action;

		if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&w.set, ending[i]);
	}
	sigprocmask(SIG_BLOCK, &w.set, &before);
	w.pid = fork();
	if (w.pid > 0)
		stand_by(&w);
	if (w.pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != self) /* it was killed before */
			_exit(1);
		tool->child = w.state;
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return w.pid == 0 ? 0
			  : syb_fail(tool->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-start", "cannot start a process: %s",
				     strerror(errno));
}
