/* driver/exec/jobserver.h — a client of GNU make's job server, so that `make -j8` runs at most eight jobs in total.
 *
 * A process that make starts may run one job; each further job needs a token, a byte read from a shared pipe. MAKEFLAGS
 * names the pipe: `--jobserver-auth=R,W` (descriptors) or `--jobserver-auth=fifo:PATH`. */
#ifndef DRIVER_JOBSERVER_H
#define DRIVER_JOBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JOBSERVER_MOST = 256 };

struct jobserver {
	bool present; /* make runs above us */
	int from, to; /* -1: not accessible, because make does not treat the recipe as a recursive make */
	uint8_t held[JOBSERVER_MOST];
	size_t count;
};

struct jobserver jobserver_open(void);
/* The number of jobs that may run at once, at most `jobs`. If the pipe is not accessible: one, or `jobs` if the user
 * `asked` for that number. Takes no tokens. */
size_t jobserver_most(const struct jobserver *server, size_t jobs, bool asked);
/* Take a token for one more job, without waiting. Without a job server this always succeeds. */
bool jobserver_take(struct jobserver *server);
void jobserver_give(struct jobserver *server);
/* A descriptor to wait for a token with poll, -1 if tokens are not needed. */
int jobserver_fd(const struct jobserver *server);
/* Return all tokens. */
void jobserver_close(struct jobserver *server);

#endif
