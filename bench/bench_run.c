/* bench/bench_run.c — run a command several times; print the fewest seconds, the most memory (KiB) and the fewest
 * seconds of a processor it took. A small program of its own, because a child's peak memory counts what its parent had
 * at the fork. usage: bench_run TIMES STDOUT COMMAND… */
#define _GNU_SOURCE
#include "base/clock.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
	double best = 1e9, least = 1e9;
	long most = 0;

	if (argc < 4)
		return 2;
	for (int i = 0; i < atoi(argv[1]); i++) {
		posix_spawn_file_actions_t actions;
		struct rusage usage;
		double t, cpu;
		int status;
		pid_t pid;

		posix_spawn_file_actions_init(&actions);
		posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0644);
		t = clock_seconds();
		if (posix_spawnp(&pid, argv[3], &actions, NULL, argv + 3, environ) != 0 ||
		    wait4(pid, &status, 0, &usage) < 0 || status != 0)
			return 1;
		t = clock_seconds() - t;
		posix_spawn_file_actions_destroy(&actions);
		best = t < best ? t : best;
		cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
		least = cpu < least ? cpu : least;
		most = usage.ru_maxrss > most ? usage.ru_maxrss : most;
	}
	printf("%.9f %ld %.9f\n", best, most, least);
	return 0;
}
