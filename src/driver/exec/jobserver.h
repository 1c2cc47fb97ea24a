/* driver/exec/jobserver.h — a client of GNU make's job server, so that make -j8 with us inside does not run more than
 * eight.
 *
 * Whoever make starts may run one thing at a time; each further one wants a token, which is a byte of a pipe that all
 * share. MAKEFLAGS says where it is: `--jobserver-auth=R,W` (descriptors) or `--jobserver-auth=fifo:PATH`. */
#ifndef DRIVER_JOBSERVER_H
#define DRIVER_JOBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JOBSERVER_MOST = 256 };

struct jobserver {
	bool there;   /* make runs above us */
	int from, to; /* -1: out of reach, a recipe that make does not know to be one of its own */
	uint8_t held[JOBSERVER_MOST];
	size_t count;
};

struct jobserver jobserver_open(void);
/* How many may run at once, of `jobs`: what make allows or, where it cannot be asked, one; or what was `asked` for. No
 * tokens are taken. */
size_t jobserver_most(const struct jobserver *server, size_t jobs, bool asked);
/* Whether one more may run; does not wait. Without a job server: always. */
bool jobserver_take(struct jobserver *server);
void jobserver_give(struct jobserver *server);
/* To wait for a token with poll, -1 when there is no need to. */
int jobserver_fd(const struct jobserver *server);
/* Give everything back. */
void jobserver_close(struct jobserver *server);

#endif
