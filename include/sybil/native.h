/* sybil/native.h — handles of the driver behind queues and kernels, for programs that also call the driver themselves.
 *
 * Opt-in: no driver's header is included. Handles belong to the library: use them while the object lives, and do not
 * release them. Commands that the program enqueues itself are ordered with those of the library. */
#ifndef SYBIL_NATIVE_H
#define SYBIL_NATIVE_H

#include <sybil/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* To be cast to these types:
 *
 *             OpenCL            CUDA                      Level Zero
 *   platform  cl_platform_id    NULL                      ze_driver_handle_t
 *   device    cl_device_id      CUdevice, as an integer   ze_device_handle_t
 *   context   cl_context        CUcontext (the primary)   ze_context_handle_t
 *   object    cl_command_queue  CUstream                  ze_command_list_handle_t (immediate)
 *             cl_kernel         CUfunction                ze_kernel_handle_t
 *
 * Since: 0.1 */
struct syb_native {
	enum syb_backend backend;
	void *platform, *device, *context;
	void *object; /* the queue or the kernel itself */
};

/* Valid as long as the queue or kernel. Since: 0.1 */
SYB_API const struct syb_native *syb_queue_native(const struct syb_queue *queue);
SYB_API const struct syb_native *syb_kernel_native(const struct syb_kernel *kernel);

#ifdef __cplusplus
}
#endif
#endif
