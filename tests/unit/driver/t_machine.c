/* tests/unit/driver/t_machine.c — processors and memory, by what the kernel says about them. */
#include "lib/tap.h"

#include "driver/exec/machine.h"
#include "base/temp.h"

#include <sys/stat.h>

static struct syb_ctx *ctx;
static struct temp temp;

static void file(const char *name, const char *text)
{
	char path[5000];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", temp.path, name);
	for (char *p = path + strlen(temp.path) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(path, 0700);
		*p = '/';
	}
	f = fopen(path, "w");
	if (!f || fputs(text, f) < 0 || fclose(f) != 0)
		abort();
}

static uint64_t memory(void)
{
	char proc[5000], cgroup[5000];

	snprintf(proc, sizeof(proc), "%s/proc", temp.path);
	snprintf(cgroup, sizeof(cgroup), "%s/cgroup", temp.path);
	return machine_memory_in(proc, cgroup);
}

static size_t processors(void)
{
	char proc[5000], cgroup[5000];

	snprintf(proc, sizeof(proc), "%s/proc", temp.path);
	snprintf(cgroup, sizeof(cgroup), "%s/cgroup", temp.path);
	return machine_processors_in(proc, cgroup);
}

int main(void)
{
	if (syb_ctx_new(NULL, &ctx) < 0 || temp_make(ctx, &temp, "t_machine") < 0)
		return 99;
	ok(memory() == UINT64_MAX, "a machine that tells nothing");
	ok(processors() >= 1 && machine_processors() >= 1 && machine_memory() > 0, "the real one");
	file("proc/meminfo", "MemTotal:  100 kB\nMemFree:   10 kB\nMemAvailable:    2000 kB\n");
	is_int(memory(), 2000 * 1024);
	/* version 2: our group, and those above */
	file("proc/self/cgroup", "0::/batch/job\n");
	file("cgroup/batch/job/memory.max", "max\n");
	is_int(memory(), 2000 * 1024);
	file("cgroup/batch/memory.max", "1000000\n");
	file("cgroup/batch/memory.current", "400000\n");
	is_int(memory(), 600000);
	file("cgroup/batch/memory.stat", "anon 1\ninactive_file 100000\n");
	is_int(memory(), 700000);
	file("cgroup/batch/job/memory.high", "300000\n");
	file("cgroup/batch/job/memory.current", "250000\n");
	is_int(memory(), 50000);
	file("cgroup/batch/job/memory.current", "350000\n");
	is_int(memory(), 0);
	file("cgroup/batch/cpu.max", "50000 100000\n");
	is_int(processors(), 1);
	file("cgroup/batch/cpu.max", "max 100000\n");
	ok(processors() == machine_processors_in("/no/such", "/no/such"), "no quota");
	/* version 1 */
	file("proc/self/cgroup", "4:memory:/a\n0::/\n");
	file("cgroup/memory/a/memory.limit_in_bytes", "5000\n");
	file("cgroup/memory/a/memory.usage_in_bytes", "1000\n");
	is_int(memory(), 4000);
	/* what makes no sense does no harm */
	file("proc/self/cgroup", "0:x\n:::\nrubbish\n\n");
	file("proc/meminfo", "");
	ok(memory() == UINT64_MAX, "rubbish");
	temp_drop(&temp);
	syb_ctx_free(ctx);
	return tap_done();
}
