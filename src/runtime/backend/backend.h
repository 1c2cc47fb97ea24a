/* runtime/backend/backend.h — the operations that the runtime needs of a driver, one table for each.
 *
 * A backend translates and decides nothing. Matching, checking, caching, argument numbering, defaults and ownership are
 * done above it, the same for all. Handles are opaque to the layer above. An operation that fails reports the error
 * once, by the driver's own name for it; a lost device and a failing driver are DEVICE. */
#ifndef RUNTIME_BACKEND_H
#define RUNTIME_BACKEND_H

#include "base/buf.h"
#include <sybil/native.h>
#include <sybil/target.h>

struct backend; /* an opened driver */
struct be_device;
struct be_queue; /* begins with a struct syb_native */
struct be_program;
struct be_kernel; /* as well */
struct be_event;

enum be_format {
	BE_SPIRV,
	BE_BITCODE, /* LLVM 15 SPIR bitcode: PoCL */
	BE_NATIVE,  /* zebin, cubin, the driver's own binary */
	BE_PTX,
};

struct be_spec_const {
	uint32_t id;
	struct syb_bytes value;
};

/* One image of a program. */
struct be_input {
	enum be_format format;
	struct syb_bytes bytes;
	const struct be_spec_const *spec_consts; /* of SPIR-V */
	size_t spec_const_count;
	const char *options; /* for compiling this one; NULL: none */
};

struct be_arg {
	enum be_arg_kind { BE_ARG_NONE, BE_ARG_VALUE, BE_ARG_POINTER, BE_ARG_LOCAL } kind;
	const void *value; /* VALUE: the bytes. POINTER: the address. */
	size_t bytes;      /* VALUE, LOCAL */
};

struct be_launch {
	uint32_t dims;
	size_t global[3], local[3], offset[3]; /* in the driver's order: dimension 0 varies fastest */
	size_t dynamic_local_bytes;
	bool args_changed;         /* since the last launch of this kernel object */
	const struct be_arg *args; /* in the order of the device code, without removed ones */
	size_t arg_count;
};

enum be_transfer_kind { BE_COPY, BE_FILL, BE_TO_SYMBOL, BE_FROM_SYMBOL };

struct be_transfer {
	enum be_transfer_kind kind;
	void *to;
	const void *from; /* of FILL: the pattern */
	size_t bytes, pattern_bytes;
	struct be_program *program; /* TO_SYMBOL and FROM_SYMBOL: to or from is NULL, and the symbol: */
	const char *symbol;
	size_t offset;
};

struct be_kernel_info {
	uint32_t arg_count;
	bool args_known;
	uint64_t max_work_group_size, preferred_multiple, private_bytes, local_bytes;
};

/* Filled by `info`; strings in the arena. */
struct be_device_info {
	struct syb_rt_device_info info;
	struct syb_device caps;
	/* The formats that it accepts, as bits 1 << enum be_format. */
	uint32_t formats;
	bool has_usm;
};

/* The operations. An operation that returns int fails with a code, after it has reported why. */

/* Load the driver and list its devices, in memory of the backend. NOTFOUND, not reported: no driver is installed. */
typedef int be_open_fn(struct syb_ctx *ctx, struct backend **out_backend, struct be_device ***out_devices,
		       size_t *out_count);
typedef void be_close_fn(struct backend *backend);
typedef int be_info_fn(struct syb_ctx *ctx, struct be_device *device, struct arena *arena,
		       struct be_device_info *out_info);

typedef int be_queue_open_fn(struct syb_ctx *ctx, struct be_device *device, const struct syb_queue_opts *opts,
			     struct be_queue **out_queue);
typedef void be_queue_close_fn(struct be_queue *queue);
/* Wait until all commands of the queue are done. CANCELLED: the caller asked to stop, the commands go on. */
typedef int be_queue_wait_fn(struct syb_ctx *ctx, struct be_queue *queue);
/* 1: all commands are done; 0: not yet. */
typedef int be_queue_done_fn(struct syb_ctx *ctx, struct be_queue *queue);

/* Build one executable program from one image, or from several that import from each other. options: for linking. log
 * receives the driver's messages, on success as well. */
typedef int be_build_fn(struct syb_ctx *ctx, struct be_device *device, const struct be_input *inputs, size_t count,
			const char *options, struct buf *log, struct be_program **out_program);
/* Native code of a built program, for `build` on the same device and driver. UNSUPPORTED, without a report: none. */
typedef int be_binary_fn(struct syb_ctx *ctx, struct be_program *program, struct buf *out);
/* Add to such code what the driver compiled for the program since: 1 or more, or 0 if there is nothing new. */
typedef int be_refresh_fn(struct syb_ctx *ctx, struct be_program *program, struct buf *code);
typedef void be_program_close_fn(struct be_program *program);
/* A kernel object, with arguments of its own. NOTFOUND: the program has no such kernel. */
typedef int be_kernel_open_fn(struct syb_ctx *ctx, struct be_program *program, const char *name,
			      struct be_kernel_info *out_info, struct be_kernel **out_kernel);
typedef void be_kernel_close_fn(struct be_kernel *kernel);

typedef int be_alloc_fn(struct syb_ctx *ctx, struct be_device *device, enum syb_mem_kind kind, size_t bytes,
			void **out_address);
/* Free memory that no command uses. ARG: it is not memory of this device. */
typedef int be_free_fn(struct syb_ctx *ctx, struct be_device *device, void *address);

/* Commands. Each waits for the events given; out_event may be NULL. */
typedef int be_launch_fn(struct syb_ctx *ctx, struct be_queue *queue, struct be_kernel *kernel,
			 const struct be_launch *launch, struct be_event *const *wait, size_t wait_count,
			 struct be_event **out_event);
typedef int be_transfer_fn(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *transfer,
			   struct be_event *const *wait, size_t wait_count, struct be_event **out_event);

/* Wait until the command of an event is done, ask whether it is (1 or 0), and when it ran: of commands that are done,
 * on queues that profile. Fails, too, if the command failed. */
typedef int be_event_wait_fn(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event);
typedef int be_event_done_fn(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event);
typedef int be_event_times_fn(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event,
			      struct syb_event_times *out_times);
/* The command may still be running. */
typedef void be_event_release_fn(struct be_queue *queue, struct be_event *event);

struct backend_ops {
	enum syb_backend backend;
	const char *library;                    /* file name of the driver's library */
	const char *library_from, *driver_from; /* where to get the library, and a driver for it; for messages */
	be_open_fn *open;
	be_close_fn *close;
	be_info_fn *info;
	be_queue_open_fn *queue_open;
	be_queue_close_fn *queue_close;
	be_queue_wait_fn *queue_wait;
	be_queue_done_fn *queue_done;
	be_build_fn *build;
	be_binary_fn *binary;
	be_refresh_fn *refresh; /* NULL: launches compile nothing */
	be_program_close_fn *program_close;
	be_kernel_open_fn *kernel_open;
	be_kernel_close_fn *kernel_close;
	be_alloc_fn *alloc;
	be_free_fn *free;
	be_launch_fn *launch;
	be_transfer_fn *transfer;
	be_event_wait_fn *event_wait;
	be_event_done_fn *event_done;
	be_event_times_fn *event_times;
	be_event_release_fn *event_release;
};

extern const struct backend_ops opencl_backend, cuda_backend, level_zero_backend;

#endif
