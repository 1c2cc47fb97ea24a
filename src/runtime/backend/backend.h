/* runtime/backend/backend.h — what a driver has to do for the runtime: fewer than 15 operations, one table each.
 *
 * A backend translates; it decides nothing. Matching, checking, caching, argument numbering, defaults and ownership are
 * above it, and the same for all. Handles are opaque to what is above. Every operation that fails reports once, with
 * the driver's own name of the error in the text; a lost device or a driver that fails is DEVICE. */
#ifndef RUNTIME_BACKEND_H
#define RUNTIME_BACKEND_H

#include "base/buf.h"
#include <sybil/native.h>
#include <sybil/target.h>

struct backend; /* a driver that was opened */
struct be_device;
struct be_queue; /* begins with struct syb_native, which queue_open fills */
struct be_program;
struct be_kernel; /* the same */
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
	const struct be_arg *args; /* as the device code has them: removed ones are gone */
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
	/* Which formats it takes, as bits 1 << enum be_format. */
	uint32_t formats;
	bool has_usm;
};

struct backend_ops {
	enum syb_backend backend;
	const char *library;                    /* that is opened */
	const char *library_from, *driver_from; /* who has that, and who a driver behind it, for people */
	/* Load the driver and list its devices (array in the backend's own memory). NOTFOUND, silently, when there is
	 * none. */
	int (*open)(struct syb_ctx *ctx, struct backend **out_backend, struct be_device ***out_devices,
		    size_t *out_count);
	void (*close)(struct backend *backend);
	int (*info)(struct syb_ctx *ctx, struct be_device *device, struct arena *arena,
		    struct be_device_info *out_info);
	int (*queue_open)(struct syb_ctx *ctx, struct be_device *device, const struct syb_queue_opts *opts,
			  struct be_queue **out_queue);
	void (*queue_close)(struct be_queue *queue);
	/* Build one executable program out of one or several images (which import from each other). options: of the
	 * whole, for linking. log gets what the driver said, also on success. */
	int (*build)(struct syb_ctx *ctx, struct be_device *device, const struct be_input *inputs, size_t count,
		     const char *options, struct buf *log, struct be_program **out_program);
	/* Native code of a built program, for `build` on the same device and driver. UNSUPPORTED when there is none. */
	int (*binary)(struct syb_ctx *ctx, struct be_program *program, struct buf *out);
	void (*program_close)(struct be_program *program);
	/* Kernels belong to the caller, close them with kernel NULL name: see kernel_close. */
	int (*kernel)(struct syb_ctx *ctx, struct be_program *program, const char *name,
		      struct be_kernel_info *out_info, struct be_kernel **out_kernel);
	void (*kernel_close)(struct be_kernel *kernel);
	int (*launch)(struct syb_ctx *ctx, struct be_queue *queue, struct be_kernel *kernel,
		      const struct be_launch *launch, struct be_event *const *wait, size_t wait_count,
		      struct be_event **out_event);
	/* bytes 0 frees *inout_address. */
	int (*memory)(struct syb_ctx *ctx, struct be_device *device, enum syb_mem_kind kind, size_t bytes,
		      void **inout_address);
	int (*transfer)(struct syb_ctx *ctx, struct be_queue *queue, const struct be_transfer *transfer,
			struct be_event *const *wait, size_t wait_count, struct be_event **out_event);
	/* event NULL: the whole queue. Times may be NULL. With `poll` it does not wait: 1 when done, 0 when not. With
	 * `release` the event is gone afterwards. */
	int (*wait)(struct syb_ctx *ctx, struct be_queue *queue, struct be_event *event, bool poll, bool release,
		    struct syb_event_times *out_times);
};

extern const struct backend_ops opencl_backend, cuda_backend, level_zero_backend;

#endif
