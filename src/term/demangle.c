/* term/demangle.c — __cxa_demangle from libstdc++ by dlopen, on the first mangled name: the library itself loads no C++
 * runtime, and files without C++ names do not pay for it.
 *
 * A mangled name refers back to its own parts, so that 300 bytes can expand to 2^30, and the demangler has no limit.
 * Names that could become long are demangled in a child process that can be killed; in a process with threads, where
 * a child could wait for their locks, they stay mangled. */
#define _GNU_SOURCE
#include "demangle.h"

#include "base/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
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
typedef void free_fn(void *ptr);
typedef void *grow_fn(void *ptr, size_t size);

struct demangler {
	struct allocator from;
	bool tried;
	void *library;
	demangle_fn *fn;
	free_fn *release; /* the C library's, for memory of the demangler */
	grow_fn *grow;
	char *last; /* in the C library's memory */
	unsigned strikes;
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
	if (d->last)
		d->release(d->last);
	d->last = NULL;
}

void demangler_free(struct demangler *d)
{
	if (!d)
		return;
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
	*(void **)&d->release = dlsym(RTLD_DEFAULT, "free");
	*(void **)&d->grow = dlsym(RTLD_DEFAULT, "realloc");
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

/* The child; it uses only memory and the pipe. */
static void answer(const struct demangler *d, const char *name, int fd)
{
	const struct rlimit time = { CHILD_SECONDS, CHILD_SECONDS };
	int status = -1;
	char *text;

	setrlimit(RLIMIT_CPU, &time);
	text = d->fn(name, NULL, NULL, &status);
	for (size_t done = 0, len = status == 0 ? strlen(text) : 0; done < len;) {
		ssize_t n = write(fd, text + done, len - done);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	kill(getpid(), SIGKILL); /* nothing of the parent's is to be written out or looked for at an exit */
}

/* Read up to `room` bytes until the child is done; -1 when it takes too long or writes too much. */
static ssize_t read_answer(int fd, char *to, size_t room)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };
	size_t len = 0;

	for (;;) {
		int ready = poll(&wait, 1, CHILD_MS);
		ssize_t n;

		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0 || len == room)
			return -1;
		n = read(fd, to + len, room - len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -1 : (ssize_t)len;
		len += (size_t)n;
	}
}

/* The result, allocated by the C library as the demangler's is; NULL without one. */
static char *ask_child(struct demangler *d, const char *name)
{
	char *text = d->strikes < STRIKES && process_alone() ? d->grow(NULL, CHILD_MOST) : NULL;
	int ends[2];
	ssize_t len;
	pid_t child;

	if (!text || pipe2(ends, O_CLOEXEC) < 0) {
		d->release(text);
		return NULL;
	}
	child = fork();
	if (child == 0)
		answer(d, name, ends[1]);
	close(ends[1]);
	len = child > 0 ? read_answer(ends[0], text, CHILD_MOST - 1) : -1;
	close(ends[0]);
	if (child > 0)
		process_kill(child);
	d->strikes += len < 0;
	if (len <= 0) {
		d->release(text);
		return NULL;
	}
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
	if (!d->fn || !d->release || !d->grow)
		return NULL;
	drop_last(d);
	d->last = longest_result(name) <= SURE_MOST ? d->fn(name, NULL, NULL, &status) : ask_child(d, name);
	if (!d->last)
		return NULL;
	return d->last + (str_starts(d->last, KERNEL_PREFIX) ? strlen(KERNEL_PREFIX) : 0);
}
