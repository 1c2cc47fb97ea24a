/* driver/exec/workers.c — process numbered items in several processes; see workers.h. */
#define _GNU_SOURCE
#include "workers.h"

#include "base/process.h"
#include "jobserver.h"
#include "machine.h"
#include "relay.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	JOBS_MOST = JOBSERVER_MOST,
	TURNS = 16,     /* chunks per process: small enough that all processes end at about the same time */
	STEP_MOST = 64, /* items per chunk */
};

/* Items that are not taken yet; idle processes take them in order, a few at a time. In shared memory. */
struct queue {
	_Atomic size_t next, done;
	size_t count, step;
};

static int process_item(struct syb_ctx *ctx, struct relay *relay, const struct workers_opts *opts, struct queue *queue,
			struct buf *out)
{
	int r = ctx_cancelled(ctx);

	out->len = 0;
	if (r == 0)
		r = opts->work(opts->user, relay->thing, out);
	atomic_fetch_add(&queue->done, 1);
	if (r < 0)
		relay_send(relay, RELAY_FAILED, r, (struct syb_bytes){ 0 });
	else
		relay_send(relay, RELAY_DONE, 0, buf_bytes(out));
	return relay->failed ? -SYB_E_IO : r;
}

/* After a failure no new items are taken; those that other processes have taken are finished, because they come first.
 */
static void run_child(struct syb_ctx *ctx, const struct workers_opts *opts, struct queue *queue, int fd)
{
	struct relay relay = { .fd = fd };
	struct buf out = { 0 };
	size_t from;
	int r = 0;

	relay_begin(ctx, &relay);
	while (r == 0 && (from = atomic_fetch_add(&queue->next, queue->step)) < queue->count)
		for (size_t i = from; i < queue->count && i < from + queue->step && r == 0; i++) {
			relay.thing = i;
			r = process_item(ctx, &relay, opts, queue, &out);
		}
	if (r < 0)
		atomic_store(&queue->next, queue->count);
	_exit(0);
}

/* ---- the parent ---- */

struct worker {
	pid_t pid;
	int fd;
	struct buf messages;
};

struct crew {
	struct syb_ctx *ctx;
	const struct workers_opts *opts;
	struct queue *queue;
	struct worker *list;
	size_t count;
	struct syb_bytes *messages; /* by item: the first of its messages; empty if it has none */
};

static int start(struct crew *crew)
{
	struct worker *w = &crew->list[crew->count];
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return syb_fail(crew->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "pipe: %s", strerror(errno));
	w->pid = fork();
	if (w->pid == 0) {
		close(ends[0]);
		for (size_t i = 0; i < crew->count; i++)
			close(crew->list[i].fd); /* an inherited copy would keep the pipe open after the parent closed
						    its end */
		run_child(crew->ctx, crew->opts, crew->queue, ends[1]);
	}
	close(ends[1]);
	if (w->pid < 0) {
		close(ends[0]);
		return syb_fail(crew->ctx, SYB_E_IO, SYB_NO_OFFSET, "open", "fork: %s", strerror(errno));
	}
	w->fd = ends[0];
	crew->count++;
	return 0;
}

/* Read the messages of all processes until they end. */
static int read_all(struct crew *crew)
{
	struct pollfd fds[JOBS_MOST];
	size_t open = crew->count;
	int r = 0;

	for (size_t i = 0; i < crew->count; i++)
		fds[i] = (struct pollfd){ .fd = crew->list[i].fd, .events = POLLIN };
	while (open > 0 && r == 0) {
		if (poll(fds, crew->count, 200) < 0 && errno != EINTR)
			return syb_fail(crew->ctx, SYB_E_IO, SYB_NO_OFFSET, "read", "poll: %s", strerror(errno));
		r = ctx_cancelled(crew->ctx);
		ctx_progress_count(crew->ctx, "images", atomic_load(&crew->queue->done), crew->queue->count);
		for (size_t i = 0; i < crew->count && r == 0; i++) {
			struct buf *messages = &crew->list[i].messages;
			ssize_t n;

			if (fds[i].fd < 0 || !(fds[i].revents & (POLLIN | POLLHUP | POLLERR)))
				continue;
			r = buf_reserve(crew->ctx, messages, 1 << 16);
			if (r < 0)
				break;
			n = read(fds[i].fd, messages->ptr + messages->len, 1 << 16);
			if (n > 0) {
				messages->len += (size_t)n;
			} else if (n == 0 || errno != EINTR) {
				fds[i].fd = -1;
				open--;
			}
		}
	}
	return r;
}

/* The messages of a process are in the order of its items. */
static void sort(struct crew *crew, const struct worker *w)
{
	struct syb_bytes rest = buf_bytes(&w->messages), from = rest, bytes;
	struct relay_message m;

	for (; relay_next(&rest, &m, &bytes) && m.thing < crew->opts->count; from = rest)
		if (!crew->messages[m.thing].ptr)
			crew->messages[m.thing] = from;
}

/* Wait for the end of a process, once. */
static bool reap(struct worker *w, int *out_status)
{
	pid_t got = 0;

	while (w->pid && (got = waitpid(w->pid, out_status, 0)) < 0 && errno == EINTR)
		;
	w->pid = 0;
	return got > 0;
}

/* Messages of an item are missing: its process was ended. */
static int fail_ended(struct crew *crew)
{
	int status, number = 0;

	for (size_t i = 0; i < crew->count && !number; i++)
		if (reap(&crew->list[i], &status) && WIFSIGNALED(status))
			number = WTERMSIG(status);
	if (number == SIGKILL)
		return syb_fail(crew->ctx, SYB_E_TOOL, SYB_NO_OFFSET, "tool-failed",
				"a process that writes images was ended by signal %d (%s): memory may have been short",
				number, strsignal(number));
	return syb_fail(crew->ctx, SYB_E_INTERNAL, SYB_NO_OFFSET, "internal",
			"a process that writes images ended early%s%s", number ? ": " : "",
			number ? strsignal(number) : "");
}

static int report_item(struct crew *crew, size_t thing)
{
	struct syb_bytes rest = crew->messages[thing], bytes;
	struct relay_message m;

	while (relay_next(&rest, &m, &bytes) && m.thing == thing) {
		if (m.kind == RELAY_FAILED)
			return m.code;
		if (m.kind == RELAY_DONE)
			return crew->opts->take(crew->opts->user, thing, bytes);
		relay_report(crew->ctx, &m, bytes);
	}
	return fail_ended(crew);
}

static int report_all(struct crew *crew, struct arena *arena)
{
	crew->messages = arena_array(crew->ctx, arena, crew->opts->count, sizeof(*crew->messages));
	if (!crew->messages)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < crew->count; i++)
		sort(crew, &crew->list[i]);
	for (size_t i = 0; i < crew->opts->count; i++)
		TRY(report_item(crew, i));
	return 0;
}

static void end_all(struct crew *crew, bool kill_them)
{
	int status;

	for (size_t i = 0; i < crew->count && kill_them; i++)
		kill(crew->list[i].pid, SIGTERM);
	for (size_t i = 0; i < crew->count; i++) {
		close(crew->list[i].fd);
		(void)reap(&crew->list[i], &status);
		buf_free(&crew->list[i].messages);
	}
}

static struct queue *new_queue(struct syb_ctx *ctx, const struct workers_opts *opts, size_t jobs)
{
	struct queue *queue = mmap(NULL, sizeof(*queue), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	size_t step = opts->count / (jobs * TURNS);

	if (queue == MAP_FAILED) {
		(void)syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "out of memory");
		return NULL;
	}
	queue->count = opts->count;
	queue->step = step < 1 ? 1 : step > STEP_MOST ? STEP_MOST : step;
	return queue;
}

static int run_crew(struct syb_ctx *ctx, const struct workers_opts *opts, size_t jobs)
{
	struct arena arena = { 0 };
	struct crew crew = { .ctx = ctx, .opts = opts, .queue = new_queue(ctx, opts, jobs) };
	int r, ended;

	if (!crew.queue)
		return -SYB_E_NOMEM;
	crew.list = arena_array(ctx, &arena, jobs, sizeof(struct worker));
	r = crew.list ? 0 : -SYB_E_NOMEM;
	for (size_t i = 0; i < jobs && r == 0; i++)
		r = start(&crew);
	if (r == 0)
		r = read_all(&crew);
	ended = r;
	if (r == 0)
		r = report_all(&crew, &arena);
	end_all(&crew, ended < 0);
	munmap(crew.queue, sizeof(*crew.queue));
	arena_free(&arena);
	return r;
}

static int run_here(struct syb_ctx *ctx, const struct workers_opts *opts)
{
	_cleanup_(buf_free) struct buf out = { 0 };
	int r = 0;

	for (size_t i = 0; i < opts->count && r == 0; i++) {
		out.len = 0;
		r = ctx_cancelled(ctx);
		ctx_progress_count(ctx, "images", i, opts->count);
		if (r == 0)
			r = opts->work(opts->user, i, &out);
		if (r == 0)
			r = opts->take(opts->user, i, buf_bytes(&out));
	}
	return r;
}

/* As many processes as make allows now. The first is free; each further one holds a token until all are done. */
static size_t allowed(struct jobserver *server, size_t jobs, bool asked)
{
	size_t most = jobserver_most(server, jobs, asked), count = most > 0;

	while (count > 0 && count < most && jobserver_take(server))
		count++;
	return count;
}

int workers_run(struct syb_ctx *ctx, const struct workers_opts *opts)
{
	size_t jobs = opts->jobs ? opts->jobs : machine_processors();
	struct jobserver server = jobserver_open();
	int r;

	jobs = jobs > JOBS_MOST ? JOBS_MOST : jobs;
	if (jobs > opts->count / (opts->least ? opts->least : 1))
		jobs = opts->count / (opts->least ? opts->least : 1);
	if (jobs > 1)
		jobs = process_alone() ? allowed(&server, jobs, opts->jobs > 0) : 1;
	r = jobs > 1 ? run_crew(ctx, opts, jobs) : run_here(ctx, opts);
	jobserver_close(&server);
	return r;
}

uint8_t *workers_marks(struct syb_ctx *ctx, size_t count)
{
	void *marks = mmap(NULL, count + 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (marks != MAP_FAILED)
		return marks;
	(void)syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "%s", strerror(errno));
	return NULL;
}

void workers_marks_free(uint8_t *marks, size_t count)
{
	if (marks)
		munmap(marks, count + 1);
}
