/* fake/cuda.h — what the files of libcuda.so.1 share. */
#ifndef TESTS_FAKE_CUDA_H
#define TESTS_FAKE_CUDA_H

#include "fake.h"
#include "runtime/backend/cuda_api.h"

/* The functions of a driver are declared by its users. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	RESERVED = 1024, /* bytes of shared memory before a kernel's */
	SHARED = 48 << 10,
	SHARED_OPTIN = 227 << 10,
};

/* The primary context of the device; NULL while nobody has it. */
void *cuda_primary(void);
/* Whether it is current in this thread; complains when not. */
bool cuda_is_current(const char *call);

#define CALL(name) FAKE_CALL(name, CUDA_LAUNCH_FAILED)
#define CALL_DROP(name) FAKE_ENTER(name, CUDA_LAUNCH_FAILED)
/* What works on a lost device. */
#define CALL_ALWAYS(name) FAKE_CALL(name, 0)
#define CHECK(cond, ...) FAKE_CHECK(cond, CUDA_INVALID_VALUE, __VA_ARGS__)
#define CURRENT(call)                                \
	do {                                         \
		if (!cuda_is_current(call))          \
			return CUDA_INVALID_CONTEXT; \
	} while (0)

#endif
