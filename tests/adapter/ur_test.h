/* adapter/ur_test.h — the adapter's entry points, as the loader of the SYCL runtime gets them. */
#ifndef TESTS_UR_TEST_H
#define TESTS_UR_TEST_H

#include "adapter/ur.h"
#include "fake/fake.h"

enum {
#define UR_TABLE(name)
#define UR_HAS(name) ENTRY_##name,
#define UR_LACKS(name) ENTRY_##name,
#include "adapter/ur_entries.def"
#undef UR_TABLE
#undef UR_HAS
#undef UR_LACKS
	ENTRY_COUNT,
};

typedef void entry_fn(void);
extern entry_fn *entries[ENTRY_COUNT];
/* UR(AdapterGet)(…): a call through the table. */
#define UR(name) ((__typeof__(&ur##name))entries[ENTRY_##name])

/* Open the adapter and fill `entries`; false if it is not there. */
bool ur_open(const char *path);
/* The fake driver's control, NULL on a real driver. */
const struct fake_control *ur_fake(void);
/* Text of this thread's last error. */
const char *ur_error(void);

/* One claim of the test, in the numbering of t_adapter.c. */
void ur_claim(bool good, int line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* What one run uses. Every handle that is not NULL is released in the end. */
struct run {
	const char *images;
	bool quiet; /* faults are injected: failures are expected, and end the run */
	ur_adapter_handle_t adapter;
	ur_platform_handle_t platform;
	ur_device_handle_t device;
	ur_context_handle_t context;
	ur_queue_handle_t queue, timed;
	ur_program_handle_t program, globals, linked;
	ur_kernel_handle_t kernel, other;
	ur_mem_handle_t buffer, part;
	ur_event_handle_t events[4];
	void *device_memory, *host_memory, *shared_memory;
	char *texts[4];
	int text_count;
};

/* All that the adapter has, in a row: the first result that is not success, after a report unless quiet. */
ur_result_t ur_scenario(struct run *run);
/* Release all that is left; the first failure. */
ur_result_t ur_release(struct run *run);

/* A program of an image of the run's folder; its text belongs to the run. */
ur_result_t ur_load(struct run *run, const char *file, const ur_program_properties_t *properties,
		    ur_program_handle_t *out_program);

#endif
