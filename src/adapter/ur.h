/* adapter/ur.h — the part of the Unified Runtime interface, version 0.12, that the adapter uses: names, numbers,
 * layouts.
 *
 * Declared here so that building needs no headers of the SYCL runtime. With SYBIL_UR_HEADERS those headers are used
 * instead: tests/adapter/headers compiles the adapter against them, which checks every signature, and compares numbers
 * and layouts. */
#ifndef ADAPTER_UR_H
#define ADAPTER_UR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The last parameters of queries: room for the answer, which may be NULL, and its size. */
#define UR_ANSWER size_t room, void *out, size_t *out_size
/* Those of commands: events to wait for, and the event of the command, where the caller wants one. */
#define UR_WAITS uint32_t wait_count, const ur_event_handle_t *wait, ur_event_handle_t *out_event

#ifdef SYBIL_UR_HEADERS
#include <unified-runtime/ur_ddi.h>
#else

typedef uint32_t ur_adapter_info_t, ur_api_version_t, ur_backend_t, ur_buffer_create_type_t, ur_command_t,
	ur_context_info_t, ur_device_exec_capability_flags_t, ur_device_fp_capability_flags_t, ur_device_info_t,
	ur_device_local_mem_type_t, ur_device_mem_cache_type_t, ur_device_type_t,
	ur_device_usm_access_capability_flags_t, ur_event_info_t, ur_event_status_t, ur_execution_info_t,
	ur_exp_enqueue_ext_flags_t, ur_exp_kernel_arg_type_t, ur_exp_program_flags_t, ur_kernel_exec_info_t,
	ur_kernel_group_info_t, ur_kernel_info_t, ur_kernel_launch_flags_t, ur_kernel_sub_group_info_t,
	ur_logger_level_t, ur_map_flags_t, ur_mem_flags_t, ur_mem_info_t, ur_memory_order_capability_flags_t,
	ur_memory_scope_capability_flags_t, ur_platform_info_t, ur_profiling_info_t, ur_program_binary_type_t,
	ur_program_build_info_t, ur_program_build_status_t, ur_program_info_t, ur_program_metadata_type_t,
	ur_queue_flags_t, ur_queue_info_t, ur_result_t, ur_structure_type_t, ur_usm_advice_flags_t, ur_usm_alloc_info_t,
	ur_usm_migration_flags_t, ur_usm_type_t;
typedef uint8_t ur_bool_t;
typedef uintptr_t ur_native_handle_t;

enum {
#define UR_NUMBER(name, value) name = value,
#include "ur_numbers.def"
#undef UR_NUMBER
};

typedef struct ur_adapter_handle_t_ *ur_adapter_handle_t;
typedef struct ur_platform_handle_t_ *ur_platform_handle_t;
typedef struct ur_device_handle_t_ *ur_device_handle_t;
typedef struct ur_context_handle_t_ *ur_context_handle_t;
typedef struct ur_queue_handle_t_ *ur_queue_handle_t;
typedef struct ur_event_handle_t_ *ur_event_handle_t;
typedef struct ur_program_handle_t_ *ur_program_handle_t;
typedef struct ur_kernel_handle_t_ *ur_kernel_handle_t;
typedef struct ur_mem_handle_t_ *ur_mem_handle_t;
typedef struct ur_sampler_handle_t_ *ur_sampler_handle_t;
typedef struct ur_usm_pool_handle_t_ *ur_usm_pool_handle_t;

typedef void (*ur_logger_callback_t)(ur_logger_level_t level, const char *message, void *user);
typedef void (*ur_event_callback_t)(ur_event_handle_t event, ur_execution_info_t status, void *user);

/* How every struct of a chain begins. */
typedef struct ur_base_properties_t {
	ur_structure_type_t stype;
	void *pNext;
} ur_base_properties_t;

typedef struct ur_rect_offset_t {
	uint64_t x, y, z;
} ur_rect_offset_t;

typedef struct ur_rect_region_t {
	uint64_t width, height, depth;
} ur_rect_region_t;

typedef struct ur_device_binary_t {
	ur_structure_type_t stype;
	const void *pNext;
	const char *pDeviceTargetSpec;
} ur_device_binary_t;

typedef struct ur_buffer_properties_t {
	ur_structure_type_t stype;
	void *pNext;
	void *pHost;
} ur_buffer_properties_t;

typedef struct ur_buffer_region_t {
	ur_structure_type_t stype;
	const void *pNext;
	size_t origin;
	size_t size;
} ur_buffer_region_t;

typedef struct ur_usm_desc_t {
	ur_structure_type_t stype;
	const void *pNext;
	ur_usm_advice_flags_t hints;
	uint32_t align;
} ur_usm_desc_t;

typedef union ur_program_metadata_value_t {
	uint32_t data32;
	uint64_t data64;
	char *pString;
	void *pData;
} ur_program_metadata_value_t;

typedef struct ur_program_metadata_t {
	const char *pName;
	ur_program_metadata_type_t type;
	size_t size;
	ur_program_metadata_value_t value;
} ur_program_metadata_t;

typedef struct ur_program_properties_t {
	ur_structure_type_t stype;
	void *pNext;
	uint32_t count;
	const ur_program_metadata_t *pMetadatas;
} ur_program_properties_t;

typedef struct ur_queue_properties_t {
	ur_structure_type_t stype;
	void *pNext;
	ur_queue_flags_t flags;
} ur_queue_properties_t;

typedef struct ur_kernel_launch_ext_properties_t {
	ur_structure_type_t stype;
	void *pNext;
	ur_kernel_launch_flags_t flags;
} ur_kernel_launch_ext_properties_t;

typedef struct ur_kernel_launch_workgroup_property_t {
	ur_structure_type_t stype;
	void *pNext;
	size_t workgroup_mem_size;
} ur_kernel_launch_workgroup_property_t;

typedef struct ur_exp_kernel_arg_mem_obj_tuple_t {
	ur_mem_handle_t hMem;
	ur_mem_flags_t flags;
} ur_exp_kernel_arg_mem_obj_tuple_t;

typedef union ur_exp_kernel_arg_value_t {
	const void *value;
	const void *pointer;
	ur_exp_kernel_arg_mem_obj_tuple_t memObjTuple;
	ur_sampler_handle_t sampler;
} ur_exp_kernel_arg_value_t;

typedef struct ur_exp_kernel_arg_properties_t {
	ur_structure_type_t stype;
	void *pNext;
	ur_exp_kernel_arg_type_t type;
	uint32_t index;
	size_t size;
	ur_exp_kernel_arg_value_t value;
} ur_exp_kernel_arg_properties_t;

/* Only passed on, or ignored. */
typedef struct ur_context_properties_t ur_context_properties_t;
typedef struct ur_context_native_properties_t ur_context_native_properties_t;
typedef struct ur_device_native_properties_t ur_device_native_properties_t;
typedef struct ur_exp_enqueue_ext_properties_t ur_exp_enqueue_ext_properties_t;
typedef struct ur_kernel_exec_info_properties_t ur_kernel_exec_info_properties_t;
typedef struct ur_platform_native_properties_t ur_platform_native_properties_t;
typedef struct ur_queue_native_desc_t ur_queue_native_desc_t;

#include "ur_calls.h"

#endif
#endif
