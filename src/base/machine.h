/* base/machine.h — what this process may use of the machine: processors and memory, control groups included. */
#ifndef BASE_MACHINE_H
#define BASE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* At least 1: those it may run on, and no more than its control group has time for. */
size_t machine_processors(void);
/* Bytes that can be had now without swapping, UINT64_MAX where the machine does not tell. */
uint64_t machine_memory(void);
/* Whether no other thread runs in this process. If one does, a forked child may wait for ever for a lock that it holds,
 * such as the allocator's. false also when this is not known. */
bool machine_alone(void);

/* The same with other folders in the place of /proc and /sys/fs/cgroup, for tests. */
size_t machine_processors_in(const char *proc, const char *cgroup);
uint64_t machine_memory_in(const char *proc, const char *cgroup);

#endif
