/* base/process.h — running another program: arguments without a shell, its output gathered up to a limit, ended when it
 * takes too long or when the caller wants to stop. Nothing of it is left behind: no zombie, no descriptor, no child. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "buf.h"

#include <sys/types.h>
#include <unistd.h>

/* Close it if it is open; it is not any more. */
static inline void close_fd(int *fd)
{
	if (*fd >= 0)
		close(steal_fd(fd));
}

struct process_opts {
	const char *const *argv; /* NULL at the end; argv[0] without a slash is looked up in PATH */
	struct syb_bytes in;     /* standard input, a file that it can seek in; empty: nothing to read */
	struct syb_out *out;     /* standard output: a scratch output, which the program may reopen as /dev/stdout */
	struct buf *out_text;    /* or here; NULL and no out: nowhere */
	struct buf *err_text;    /* standard error; NULL: nowhere */
	size_t out_most;         /* more output than this is an error; 0: no limit */
	size_t err_most;         /* messages behind this are dropped; 0: 1 MiB */
	unsigned timeout_ms;     /* 0: none */
	const char *label;       /* what it does, for the progress; NULL: its name */
	uint64_t done, total;    /* of work that it is a part of, which the caller ends; 0: it is all there is */
};

struct process_end {
	int status; /* exit status, or the signal that ended it */
	bool signalled;
};

/* Run it to its end. How it ended is the caller's business, and that it ran is all this tells. Fails: TOOL (not there
 * "tool-missing", not startable "tool-start", took too long "tool-time"), LIMIT ("tool-output"), IO, NOMEM,
 * CANCELLED. */
int process_run(struct syb_ctx *ctx, const struct process_opts *opts, struct process_end *out_end);

/* For those who watch several at once. What a child reads and writes; all above the standard ones (0 to 2). */
struct process_fds {
	int in, out, err;
};
/* Start it, in a process group of its own. Fails as process_run does. */
int process_start(struct syb_ctx *ctx, const char *const *argv, const struct process_fds *fds, pid_t *out_child);
/* A descriptor that can be read when the child has ended; -1 where the kernel has none. */
int process_fd(pid_t child);
/* 1 when the child has ended, and is then taken from the process table; 0 while it runs. Fails: TOOL. */
int process_reap(struct syb_ctx *ctx, pid_t child, const char *program, struct process_end *out_end);
/* Move a descriptor above the standard ones; negative: errno says why not. */
int process_above_standard(int *fd);

/* Whether a program of this name can be started; with a slash it is a path, else one of PATH. */
bool process_there(const char *program);
/* Its path, when there is one and it fits. */
bool process_find(const char *program, char *out, size_t room);

/* Whether no other thread runs in this process. If one does, a forked child may wait for ever for a lock that it holds,
 * such as the allocator's. false also when this is not known. */
bool process_alone(void);

/* End a child of ours, whatever it does, and take it from the process table. */
void process_kill(pid_t child);

#endif
