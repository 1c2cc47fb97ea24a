/* base/process.h — running another program: arguments without a shell, output collected up to a limit, ended when it
 * takes too long or when the caller cancels. It leaves no zombie, descriptor or child. */
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
	struct buf *out_text;    /* or here; NULL without out: discarded */
	struct buf *err_text;    /* standard error; NULL: discarded */
	size_t out_most;         /* more output than this is an error; 0: no limit */
	size_t err_most;         /* messages beyond this size are dropped; 0: 1 MiB */
	unsigned timeout_ms;     /* 0: none */
	const char *label;       /* what it does, for the progress line; NULL: its name */
	uint64_t done, total; /* progress of the work that it is part of, which the caller ends; 0: the program is all
				 the work */
};

struct process_end {
	int status; /* exit status, or the signal that ended it */
	bool signalled;
};

/* Run it to its end. The caller checks its exit status. Fails: TOOL (missing "tool-missing", cannot be started
 * "tool-start", took too long "tool-time"), LIMIT ("tool-output"), IO, NOMEM, CANCELLED. */
int process_run(struct syb_ctx *ctx, const struct process_opts *opts, struct process_end *out_end);

/* For callers that watch several at once. Descriptors of a child; all above the standard ones (0 to 2). */
struct process_fds {
	int in, out, err;
	char *const *environment; /* NULL: that of this process */
};
/* Start it, in its own process group. Fails as process_run does. */
int process_start(struct syb_ctx *ctx, const char *const *argv, const struct process_fds *fds, pid_t *out_child);
/* A descriptor that can be read when the child has ended; -1 where the kernel has none. */
int process_fd(pid_t child);
/* 1 when the child has ended, and is then taken from the process table; 0 while it runs. Fails: TOOL. */
int process_reap(struct syb_ctx *ctx, pid_t child, const char *program, struct process_end *out_end);
/* Move a descriptor above the standard ones; negative: errno has the reason. */
int process_above_standard(int *fd);

/* Whether a program of this name can be started; with a slash it is a path, else one of PATH. */
bool process_there(const char *program);
/* Its path, if it exists and fits. */
bool process_find(const char *program, char *out, size_t room);

/* Whether no other thread runs in this process. If one does, a forked child may wait for ever for a lock that it holds,
 * such as the allocator's. false also when this is not known. */
bool process_alone(void);

/* Whether a limit of the user leaves less memory than LLVM may need to read so many bytes. */
bool process_memory_is_short(uint64_t input_size);
/* While LLVM reads an input of this size: limit the data of this process, because counts in a damaged file can request
 * all memory. Returns the limit before. Without effect in builds with an address sanitizer, which reserves more. */
uint64_t process_limit_memory(uint64_t input_size);
void process_restore_memory(uint64_t before);

/* Kill a child and reap it. */
void process_kill(pid_t child);

#endif
