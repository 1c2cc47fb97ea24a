/* driver/exec/machine.h — what this process may use of the machine: processors and memory, control groups included. */
#ifndef DRIVER_MACHINE_H
#define DRIVER_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* At least 1: those it may run on, and no more than its control group has time for. */
size_t machine_processors(void);
/* Bytes that can be had now without swapping, UINT64_MAX where the machine does not tell. */
uint64_t machine_memory(void);

/* The same with other folders in the place of /proc and /sys/fs/cgroup, for tests. */
size_t machine_processors_in(const char *proc, const char *cgroup);
uint64_t machine_memory_in(const char *proc, const char *cgroup);

#endif
