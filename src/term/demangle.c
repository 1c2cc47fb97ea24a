/* term/demangle.c — __cxa_demangle from libstdc++ by dlopen, on the first mangled name: the library itself loads no C++
 * runtime, and files without C++ names do not pay for it.
 *
 * A mangled name refers back to its own parts, so that 300 bytes can expand to 2^30, and the demangler has no limit.
 * Names that could become long are demangled in a child process that can be killed, one for all of them; in a process
 * with threads, where a child could wait for their locks, they stay mangled. */
#define _GNU_SOURCE
#include "demangle.h"

#include "base/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	LONGEST_NAME = 16384, /* the demangler's time grows faster than the name; longer ones stay as they are */
	SURE_MOST = 1 << 20,  /* bytes that a name may become in this process */
	CHILD_MOST = 1 << 16, /* limit on a child's output */
	CHILD_MS = 1000,
	CHILD_SECONDS = 2, /* of processor time, in case the parent is gone */
	STRIKES = 3,       /* children that had to be ended before no other is tried */
	REFERENCES = 64,   /* counted separately; others share one count */
};

/* SYCL compilers name a kernel by the type that names it: _ZTS4vadd is "typeinfo name for vadd" */
#define KERNEL_PREFIX "typeinfo name for "

typedef char *demangle_fn(const char *name, char *buffer, size_t *length, int *status);

struct demangler {
	struct allocator from;
	bool tried;
	void *library;
	demangle_fn *fn;
	char *last; /* in the C library's memory */
	unsigned strikes;
	pid_t child; /* 0: none */
	int socket;  /* to it */
};

int demangler_new(struct syb_ctx *ctx, struct demangler **out_demangler)
{
	struct demangler *d = mem_zalloc(ctx, sizeof(*d));

	if (!d)
		return -SYB_E_NOMEM;
	d->from = allocator_of(ctx);
	*out_demangler = d;
	return 0;
}

static void drop_last(struct demangler *d)
{
	libc_alloc(NULL, d->last, 0);
	d->last = NULL;
}

static void end_child(struct demangler *d)
{
	if (!d->child)
		return;
	close(d->socket);
	if (d->child > 0)
		process_kill(d->child);
	d->child = 0;
}

void demangler_free(struct demangler *d)
{
	if (!d)
		return;
	end_child(d);
	drop_last(d);
	if (d->library)
		dlclose(d->library);
	allocator_free(d->from, d);
}

static void load(struct demangler *d)
{
	d->tried = true;
	d->library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
	if (!d->library)
		return;
	*(void **)&d->fn = dlsym(d->library, "__cxa_demangle");
}

/* An upper bound of the length of the result: each part appears once for every reference and once for itself, and
 * its own references go to earlier parts. Packs expand to at most as many things as the name can hold. */
static uint64_t longest_result(const char *name)
{
	unsigned counts[2][REFERENCES] = { 0 };
	uint64_t most = strlen(name), len = most;

	for (const char *p = name; *p; p++) {
		const char *q = p + 1;
		unsigned index = 0;

		if (p[0] == 'D' && p[1] == 'p' && !checked_mul(most, len, &most))
			return UINT64_MAX;
		if (*p != 'S' && *p != 'T')
			continue;
		for (; (*q >= '0' && *q <= '9') || (*q >= 'A' && *q <= 'Z'); q++)
			if (index < REFERENCES)
				index = index * 36 + (unsigned)(*q <= '9' ? *q - '0' : *q - 'A' + 10) + 1;
		if (*q == '_')
			counts[*p == 'T'][index < REFERENCES ? index : REFERENCES - 1]++;
	}
	for (size_t kind = 0; kind < 2; kind++)
		for (size_t i = 0; i < REFERENCES; i++)
			if (!checked_mul(most, (uint64_t)counts[kind][i] + 1, &most))
				return UINT64_MAX;
	return most;
}

/* ---- a child for names that could become long ---- */

static bool send_all(int fd, const void *bytes, size_t len)
{
	for (size_t done = 0; done < len;) {
		ssize_t n = send(fd, (const char *)bytes + done, len - done, MSG_NOSIGNAL);

		if (n <= 0 && !(n < 0 && errno == EINTR))
			return false;
		done += n > 0 ? (size_t)n : 0;
	}
	return true;
}

/* False: the other side is gone, or silent for too long; timeout -1 waits for ever. */
static bool receive_all(int fd, void *to, size_t len, int timeout)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };

	for (size_t done = 0; done < len;) {
		int ready = poll(&wait, 1, timeout);
		ssize_t n = ready > 0 ? recv(fd, (char *)to + done, len - done, 0) : ready;

		if (n <= 0 && !(n < 0 && errno == EINTR))
			return false;
		done += n > 0 ? (size_t)n : 0;
	}
	return true;
}

/* Names and answers are sent as a length and bytes; an answer of length 0 is none. */
static bool serve_one(const struct demangler *d, int fd)
{
	struct rlimit time = { 0, RLIM_INFINITY };
	char name[LONGEST_NAME + 1];
	struct rusage used;
	uint32_t len;
	int status = -1;
	char *text;
	bool sent;

	if (!receive_all(fd, &len, sizeof(len), -1) || len > LONGEST_NAME || !receive_all(fd, name, len, -1))
		return false;
	name[len] = '\0';
	getrusage(RUSAGE_SELF, &used);
	time.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + CHILD_SECONDS);
	setrlimit(RLIMIT_CPU, &time);
	text = d->fn(name, NULL, NULL, &status);
	len = status == 0 ? (uint32_t)strnlen(text, CHILD_MOST) : 0;
	sent = len < CHILD_MOST && send_all(fd, &len, sizeof(len)) && send_all(fd, text, len);
	libc_alloc(NULL, text, 0);
	return sent;
}

static bool start_child(struct demangler *d)
{
	int ends[2];

	if (d->child)
		return true;
	if (d->strikes >= STRIKES || !process_alone() || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
		return false;
	d->child = fork();
	if (d->child == 0) { /* it uses only memory and the socket */
		close(ends[0]);
		while (serve_one(d, ends[1]))
			;
		kill(getpid(), SIGKILL); /* nothing of the parent's is to be written out or looked for at an exit */
	}
	close(ends[1]);
	d->socket = ends[0];
	if (d->child < 0)
		end_child(d);
	return d->child > 0;
}

/* The result, allocated by the C library as the demangler's is; NULL without one. */
static char *ask_child(struct demangler *d, const char *name)
{
	uint32_t len = (uint32_t)strlen(name);
	char *text = NULL;
	bool answered;

	if (!start_child(d))
		return NULL;
	answered = send_all(d->socket, &len, sizeof(len)) && send_all(d->socket, name, len) &&
		   receive_all(d->socket, &len, sizeof(len), CHILD_MS) && len < CHILD_MOST;
	if (answered && len) {
		text = libc_alloc(NULL, NULL, (size_t)len + 1);
		answered = text && receive_all(d->socket, text, len, CHILD_MS);
	}
	if (!answered) {
		d->strikes++;
		end_child(d);
		libc_alloc(NULL, text, 0);
		return NULL;
	}
	if (text)
		text[len] = '\0';
	return text;
}

const char *demangle(struct demangler *d, const char *name)
{
	int status = -1;

	if (!str_starts(name, "_Z") || strlen(name) > LONGEST_NAME)
		return NULL;
	if (!d->tried)
		load(d);
	if (!d->fn)
		return NULL;
	drop_last(d);
	d->last = longest_result(name) <= SURE_MOST ? d->fn(name, NULL, NULL, &status) : ask_child(d, name);
	if (!d->last)
		return NULL;
	return d->last + (str_starts(d->last, KERNEL_PREFIX) ? strlen(KERNEL_PREFIX) : 0);
}
