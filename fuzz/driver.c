/* fuzz/driver.c — a fuzz target as an ordinary test: every file of the given folders once, TAP on stdout. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned count;

static int run_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	struct stat st;
	uint8_t *data;
	size_t got;

	if (!f || fstat(fileno(f), &st) < 0) {
		perror(path);
		return 1;
	}
	/* Exactly as large as the file, so that a sanitizer sees the first byte too many. */
	data = malloc(st.st_size ? (size_t)st.st_size : 1);
	got = data ? fread(data, 1, (size_t)st.st_size, f) : 0;
	fclose(f);
	/* Named before it runs: a crash is then blamed on the right file. */
	printf("# %s\n", path);
	fflush(stdout);
	LLVMFuzzerTestOneInput(data, got);
	free(data);
	printf("ok %u - %s\n", ++count, strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
	return 0;
}

static int run_path(const char *path)
{
	struct dirent **names;
	int failed = 0;
	int n = scandir(path, &names, NULL, alphasort);

	if (n < 0)
		return run_file(path);
	for (int i = 0; i < n; i++) {
		char full[4096];

		if (names[i]->d_name[0] != '.') {
			snprintf(full, sizeof(full), "%s/%s", path, names[i]->d_name);
			failed |= run_path(full);
		}
		free(names[i]);
	}
	free(names);
	return failed;
}

int main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc; i++)
		failed |= run_path(argv[i]);
	printf("1..%u%s\n", count, count ? "" : " # SKIP no inputs");
	return failed;
}
