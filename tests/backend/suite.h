/* backend/suite.h — what a backend must do, as steps that run on any: real drivers, fakes, fakes with faults. */
#ifndef TESTS_BACKEND_SUITE_H
#define TESTS_BACKEND_SUITE_H

#include "runtime/backend/backend.h"

enum { SUITE_HELD = 64 };

/* One pass over the steps. What is opened is held here and closed at the end, however the pass ends. */
struct suite {
	struct syb_ctx *ctx;
	const struct backend_ops *ops;
	const char *folder; /* of images */
	bool quiet;         /* no lines: a driver with faults; wrong answers are counted */
	void (*tell)(bool good, int line, const char *what);
	unsigned wrong, free_failures;
	const char *wrong_what;
	size_t number; /* of the device */

	struct backend *backend;
	struct be_device *device;
	struct be_device_info info;
	struct arena arena;
	struct be_queue *queue, *timed;
	struct be_program *programs[SUITE_HELD];
	struct be_kernel *kernels[SUITE_HELD];
	void *memory[SUITE_HELD];
	struct be_event *events[SUITE_HELD];
	struct be_queue *event_queues[SUITE_HELD];
	size_t program_count, kernel_count, memory_count, event_count;
	struct buf files[16];
	size_t file_count;
};

/* All steps. 0, or the first error; everything is closed either way. NOTFOUND when there is no such driver. */
int suite_run(struct suite *suite);

#endif
