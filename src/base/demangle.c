/* base/demangle.c — __cxa_demangle out of libstdc++ by dlopen, on the first mangled name: the library itself brings no
 * C++ runtime into a process, and files without C++ names do not pay for loading one. */
#include "demangle.h"

#include <dlfcn.h>

enum { LONGEST_NAME = 16384 }; /* the demangler's time grows faster than the name; longer ones stay as they are */

/* SYCL compilers name a kernel by the type that names it: _ZTS4vadd is "typeinfo name for vadd" */
#define KERNEL_PREFIX "typeinfo name for "

typedef char *demangle_fn(const char *name, char *buffer, size_t *length, int *status);
typedef void free_fn(void *ptr);

struct demangler {
	struct allocator from;
	bool tried;
	void *library;
	demangle_fn *fn;
	free_fn *release; /* the C library's, for what the demangler allocated */
	char *last;
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
}

const char *demangle(struct demangler *d, const char *name)
{
	int status = -1;

	if (!str_starts(name, "_Z") || strlen(name) > LONGEST_NAME)
		return NULL;
	if (!d->tried)
		load(d);
	if (!d->fn || !d->release)
		return NULL;
	drop_last(d);
	d->last = d->fn(name, NULL, NULL, &status);
	if (status != 0)
		return NULL;
	return d->last + (str_starts(d->last, KERNEL_PREFIX) ? strlen(KERNEL_PREFIX) : 0);
}
