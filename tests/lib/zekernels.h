/* tests/lib/zekernels.h — ZE Info texts with kernels to show, limit and compare. */
#ifndef TESTS_ZEKERNELS_H
#define TESTS_ZEKERNELS_H

#include "base/value.h"
#include "zeinfo.h"
#include <sybil/package.h>

/* Three kernels: `axpy` with arguments, `both` with one buffer for spill and private, `apart` with two. */
#define ZEINFO_OLD                                    \
	"---\n"                                       \
	"version:         '1.20'\n"                   \
	"kernels:\n"                                  \
	"  - name:            axpy\n"                 \
	"    execution_env:\n"                        \
	"      barrier_count:   1\n"                  \
	"      grf_count:       128\n"                \
	"      simd_size:       32\n"                 \
	"      slm_size:        4096\n"               \
	"    payload_arguments:\n"                    \
	"      - arg_type:        arg_bypointer\n"    \
	"        offset:          0\n"                \
	"        size:            0\n"                \
	"        arg_index:       0\n"                \
	"        addrmode:        stateful\n"         \
	"        addrspace:       global\n"           \
	"        access_type:     readonly\n"         \
	"      - arg_type:        arg_bypointer\n"    \
	"        offset:          32\n"               \
	"        size:            8\n"                \
	"        arg_index:       0\n"                \
	"        addrmode:        stateless\n"        \
	"        addrspace:       global\n"           \
	"        access_type:     readonly\n"         \
	"      - arg_type:        arg_byvalue\n"      \
	"        offset:          40\n"               \
	"        size:            4\n"                \
	"        arg_index:       1\n"                \
	"        source_offset:   0\n"                \
	"      - arg_type:        arg_byvalue\n"      \
	"        offset:          44\n"               \
	"        size:            8\n"                \
	"        arg_index:       1\n"                \
	"        source_offset:   8\n"                \
	"    binding_table_indices:\n"                \
	"      - bti_value:       3\n"                \
	"        arg_index:       0\n"                \
	"  - name:            both\n"                 \
	"    execution_env:\n"                        \
	"      grf_count:       256\n"                \
	"      simd_size:       16\n"                 \
	"    per_thread_memory_buffers:\n"            \
	"      - type:            scratch\n"          \
	"        usage:           single_space\n"     \
	"        size:            65536\n"            \
	"  - name:            apart\n"                \
	"    execution_env:\n"                        \
	"      grf_count:       96\n"                 \
	"      simd_size:       8\n"                  \
	"    per_thread_memory_buffers:\n"            \
	"      - type:            scratch\n"          \
	"        usage:           spill_fill_space\n" \
	"        size:            2048\n"             \
	"      - type:            global\n"           \
	"        usage:           private_space\n"    \
	"        size:            128\n"              \
	"        is_simt_thread:  true\n"             \
	"functions:\n"                                \
	"  - name:            helper\n"               \
	"    execution_env:\n"                        \
	"      grf_count:       128\n"                \
	"      simd_size:       32\n"                 \
	"...\n"

/* One kernel `k` of a version, with lines of its execution_env ("      key: value\n"). */
#define ZEINFO_ONE(version, env) \
	"---\nversion: '" version "'\nkernels:\n  - name: k\n    execution_env:\n      grf_count: 128\n" env "...\n"

#endif
