/* driver/exec/machine.c — processors and memory that this process may use.
 *
 * A container or a batch system limits its processes by control groups: version 2 has one folder per group, with
 * memory.max, memory.current and cpu.max, and the groups above it limit as well; version 1 has a tree per controller.
 * If the group is not visible (a container shows its own as the root), the files of "/" apply. */
#define _GNU_SOURCE
#include "machine.h"

#include "base/process.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, TEXT_ROOM = 4096 };

/* The beginning of a small file, "" if it is missing. */
static const char *read_text(const char *path, char text[TEXT_ROOM])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, TEXT_ROOM - 1);

	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
	return text;
}

static const char *read_in(const char *dir, const char *group, const char *file, char text[TEXT_ROOM])
{
	char path[PATH_ROOM];
	int n = snprintf(path, sizeof(path), "%s%s/%s", dir, group, file);

	text[0] = '\0';
	return n > 0 && (size_t)n < sizeof(path) ? read_text(path, text) : text;
}

/* The number at the beginning of text; "max" means no limit. */
static uint64_t number(const char *text)
{
	return *text >= '0' && *text <= '9' ? strtoull(text, NULL, 10) : UINT64_MAX;
}

/* Our group in the tree of a controller ("" is version 2): "/a/b", "" if the tree does not exist. */
static void group_of(const char *proc, const char *controller, char out[TEXT_ROOM])
{
	char text[TEXT_ROOM], path[PATH_ROOM];

	snprintf(path, sizeof(path), "%s/self/cgroup", proc);
	read_text(path, text);
	out[0] = '\0';
	for (char *line = text, *end; *line; line = end + (*end != '\0')) { /* NUMBER:CONTROLLERS:PATH */
		char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;

		end = strchrnul(line, '\n');
		if (!group || group > end)
			continue;
		*group++ = '\0';
		if (*controller ? strstr(names + 1, controller) != NULL : names[1] == '\0') {
			memcpy(out, group, (size_t)(end - group));
			out[end - group] = '\0';
			return;
		}
	}
}

/* The lowest result of `look` for the group and those above it, the root last. */
static uint64_t least_above(const char *dir, char group[TEXT_ROOM],
			    uint64_t (*look)(const char *dir, const char *group))
{
	uint64_t least = UINT64_MAX;

	for (;;) {
		char *slash = strrchr(group, '/');
		uint64_t here;

		if (slash && !slash[1])
			*slash = '\0';
		here = look(dir, group);
		least = here < least ? here : least;
		if (!*group)
			return least;
		slash = strrchr(group, '/');
		if (!slash)
			return least;
		*slash = '\0';
	}
}

static uint64_t left_v2(const char *dir, const char *group)
{
	char text[TEXT_ROOM];
	uint64_t most = number(read_in(dir, group, "memory.max", text)), high, used, cache = 0;
	const char *inactive;

	high = number(read_in(dir, group, "memory.high", text));
	most = high < most ? high : most;
	if (most == UINT64_MAX)
		return most;
	used = number(read_in(dir, group, "memory.current", text));
	inactive =
		strstr(read_in(dir, group, "memory.stat", text), "inactive_file "); /* the kernel frees it on demand */
	if (inactive)
		cache = number(inactive + strlen("inactive_file "));
	used = used == UINT64_MAX ? 0 : used > cache ? used - cache : 0;
	return most > used ? most - used : 0;
}

static uint64_t left_v1(const char *dir, const char *group)
{
	char text[TEXT_ROOM];
	uint64_t most = number(read_in(dir, group, "memory.limit_in_bytes", text));
	uint64_t used = number(read_in(dir, group, "memory.usage_in_bytes", text));

	if (most == UINT64_MAX || used == UINT64_MAX)
		return UINT64_MAX;
	return most > used ? most - used : 0;
}

uint64_t machine_memory_in(const char *proc, const char *cgroup)
{
	char path[PATH_ROOM], text[TEXT_ROOM], group[TEXT_ROOM];
	const char *line;
	uint64_t least = UINT64_MAX, left;

	snprintf(path, sizeof(path), "%s/meminfo", proc);
	line = strstr(read_text(path, text), "MemAvailable:");
	if (line)
		least = strtoull(line + strlen("MemAvailable:"), NULL, 10) * 1024;
	group_of(proc, "", group);
	left = least_above(cgroup, group, left_v2);
	least = left < least ? left : least;
	group_of(proc, "memory", group);
	snprintf(path, sizeof(path), "%s/memory", cgroup);
	left = least_above(path, group, left_v1);
	return left < least ? left : least;
}

/* The quota in whole processors. */
static uint64_t quota_v2(const char *dir, const char *group)
{
	char text[TEXT_ROOM];
	uint64_t quota, period;

	read_in(dir, group, "cpu.max", text);
	if (sscanf(text, "%" SCNu64 " %" SCNu64, &quota, &period) != 2 || period == 0)
		return UINT64_MAX;
	return quota < period ? 1 : quota / period;
}

size_t machine_processors_in(const char *proc, const char *cgroup)
{
	char group[TEXT_ROOM];
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	size_t count = online > 0 ? (size_t)online : 1;
	uint64_t quota;
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) == 0 && CPU_COUNT(&set) > 0)
		count = (size_t)CPU_COUNT(&set);
	group_of(proc, "", group);
	quota = least_above(cgroup, group, quota_v2);
	return quota < count ? (size_t)quota : count;
}

size_t machine_processors(void)
{
	return machine_processors_in("/proc", "/sys/fs/cgroup");
}

uint64_t machine_memory(void)
{
	return machine_memory_in("/proc", "/sys/fs/cgroup");
}

struct syb_diag machine_crash(const char *file, size_t count, uint64_t bytes)
{
	const bool is_short = process_memory_is_short(bytes);

	return (struct syb_diag){
		.severity = SYB_SEVERITY_ERROR,
		.code = is_short ? SYB_E_NOMEM : SYB_E_FORMAT,
		.check = is_short ? "memory" : "ir-crash",
		.file = file,
		.at = SYB_NO_OFFSET,
		.text = is_short
				? "LLVM crashed while it read bitcode: a limit on memory (ulimit) leaves little of it, "
				  "or a file is damaged"
			: count == 1 ? "LLVM crashed while it read this module: the file is damaged"
				     : "LLVM crashed while it read these modules: one of them is damaged",
	};
}
