/* driver/exec/machine.h — processors and memory that this process may use, within the limits of its control groups. */
#ifndef DRIVER_MACHINE_H
#define DRIVER_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sybil/ctx.h>

/* At least 1: the processors in its affinity mask, limited by the quota of its control group. */
size_t machine_processors(void);
/* Bytes that are available without swapping, UINT64_MAX if unknown. */
uint64_t machine_memory(void);

/* The same with other folders in place of /proc and /sys/fs/cgroup, for tests. */
size_t machine_processors_in(const char *proc, const char *cgroup);
uint64_t machine_memory_in(const char *proc, const char *cgroup);

/* The diagnostic for a crash of LLVM while it reads `count` modules of so many bytes. */
struct syb_diag machine_crash(const char *file, size_t count, uint64_t bytes);

#endif
