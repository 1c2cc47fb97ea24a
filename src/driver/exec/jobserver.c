/* driver/exec/jobserver.c — a client of GNU make's job server; see jobserver.h. */
#define _GNU_SOURCE
#include "jobserver.h"

#include "base/util.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Open a separate description of the pipe, because O_NONBLOCK would affect all processes that share it. If make has
 * closed its descriptors, the numbers belong to other files. */
static int reopen(int fd, int flags)
{
	char path[40];
	struct stat st;

	if (fstat(fd, &st) < 0 || !S_ISFIFO(st.st_mode))
		return -1;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return open(path, flags | O_NONBLOCK | O_CLOEXEC);
}

static int open_fifo(const char *auth)
{
	char path[1024];
	size_t len = strcspn(auth, " ");
	struct stat st;
	int fd;

	if (len >= sizeof(path))
		return -1;
	memcpy(path, auth, len);
	path[len] = '\0';
	fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0 && (fstat(fd, &st) < 0 || !S_ISFIFO(st.st_mode)))
		close(steal_fd(&fd));
	return fd;
}

/* make -j1 starts no job server: only one job may run. */
static bool is_one(const char *flags)
{
	for (const char *p = flags; p && (p = strstr(p, "-j1")); p++)
		if ((p == flags || p[-1] == ' ') && (p[3] == ' ' || !p[3]))
			return true;
	return false;
}

struct jobserver jobserver_open(void)
{
	struct jobserver server = { .from = -1, .to = -1 };
	const char *flags = getenv("MAKEFLAGS"), *auth = NULL;
	int from, to;

	/* the last one is valid: a recursive make appends its own */
	for (const char *p = flags; p && (p = strstr(p, "--jobserver-")); p++)
		if (str_starts(p, "--jobserver-auth=") || str_starts(p, "--jobserver-fds="))
			auth = strchr(p, '=') + 1;
	server.present = auth != NULL || is_one(flags);
	if (auth && str_starts(auth, "fifo:")) {
		server.from = server.to = open_fifo(auth + 5);
	} else if (auth && sscanf(auth, "%d,%d", &from, &to) == 2 && from >= 0 && to >= 0) {
		server.from = reopen(from, O_RDONLY);
		server.to = reopen(to, O_WRONLY);
	}
	if (server.from < 0 || server.to < 0)
		jobserver_close(&server);
	return server;
}

size_t jobserver_most(const struct jobserver *server, size_t jobs, bool asked)
{
	if (!server->present || asked || server->from >= 0)
		return jobs;
	return 1;
}

bool jobserver_take(struct jobserver *server)
{
	if (server->from < 0)
		return true;
	if (server->count == JOBSERVER_MOST || read(server->from, &server->held[server->count], 1) != 1)
		return false;
	server->count++;
	return true;
}

void jobserver_give(struct jobserver *server)
{
	struct pollfd room = { .fd = server->to, .events = POLLOUT };

	if (server->to < 0 || server->count == 0)
		return;
	/* a lost token would slow down the rest of the build, so retry if the pipe is full */
	while (write(server->to, &server->held[server->count - 1], 1) != 1)
		if (poll(&room, 1, 1000) == 0 || room.revents & (POLLERR | POLLNVAL))
			break;
	server->count--;
}

int jobserver_fd(const struct jobserver *server)
{
	return server->from;
}

void jobserver_close(struct jobserver *server)
{
	while (server->to >= 0 && server->count > 0)
		jobserver_give(server);
	if (server->to >= 0 && server->to != server->from)
		close(server->to);
	if (server->from >= 0)
		close(server->from);
	server->from = server->to = -1;
}
