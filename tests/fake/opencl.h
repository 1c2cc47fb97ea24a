/* fake/opencl.h — what the files of libOpenCL.so.1 share. Objects count their references, as OpenCL's do. */
#ifndef TESTS_FAKE_OPENCL_H
#define TESTS_FAKE_OPENCL_H

#include "fake.h"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>

/* The functions of a driver are declared by its users. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	MOST_GROUP = 1024,
	MOST_LOCAL = 64 << 10,
};

/* How every object begins. */
struct thing {
	struct fake_object object;
	unsigned refs;
};
void *opencl_new(const char *kind, size_t bytes);
/* Whether this was the last reference. */
bool opencl_drop(void *object);

struct memory {
	struct thing thing;
	struct memory *whole; /* of a part */
	char *address;
	size_t bytes;
};

bool opencl_is_device(cl_device_id device);
/* What a question is answered with: so many bytes, or a text. */
cl_int opencl_answer(const void *value, size_t bytes, size_t room, void *out, size_t *out_size);
cl_int opencl_answer_text(const char *text, size_t room, void *out, size_t *out_size);
/* What all commands have: a queue, events to wait for, an event that is made. */
cl_int opencl_command(const char *call, cl_command_queue queue, cl_uint count, const cl_event *wait, cl_event *out);

/* Functions that extensions have: they are asked for by name, which is NULL behind the last one. */
struct extension {
	const char *name;
	void *address;
};
extern const struct extension opencl_memory_extensions[], opencl_kernel_extensions[];

#define ENTER(name) FAKE_ENTER(name, CL_DEVICE_NOT_AVAILABLE)
#define CALL(name) FAKE_CALL(name, CL_DEVICE_NOT_AVAILABLE)
/* Functions that return an object. */
#define CALL_NEW(name, error)        \
	ENTER(name);                 \
	if (error)                   \
		*(error) = injected; \
	if (injected)                \
	return NULL
#define CHECK FAKE_CHECK
#define IS(handle, kind) CHECK(fake_is(handle, kind, call), CL_INVALID_VALUE, "%s", call)
#define IS_NEW(handle, kind)                               \
	do {                                               \
		if (!fake_is(handle, kind, call)) {        \
			if (error)                         \
				*error = CL_INVALID_VALUE; \
			return NULL;                       \
		}                                          \
	} while (0)

#endif
