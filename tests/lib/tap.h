/* tests/lib/tap.h — the test framework: TAP on stdout, one line per claim. */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ok(cond) without a text passes "" on purpose */
#pragma GCC diagnostic ignored "-Wformat-zero-length"

static int tap_count, tap_failed;

#define ok(cond, ...) tap_ok((cond), #cond, __FILE__, __LINE__, "" __VA_ARGS__)
#define is_int(got, want) tap_int((long long)(got), (long long)(want), #got, __FILE__, __LINE__)
#define is_str(got, want) tap_str((got), (want), #got, __FILE__, __LINE__)

__attribute__((format(printf, 5, 6), unused)) static bool tap_ok(bool good, const char *what, const char *file,
								 int line, const char *fmt, ...)
{
	va_list args;

	printf("%sok %d - ", good ? "" : "not ", ++tap_count);
	if (*fmt) {
		va_start(args, fmt);
		vprintf(fmt, args);
		va_end(args);
	} else {
		printf("%s", what);
	}
	printf("\n");
	if (!good) {
		tap_failed++;
		printf("# failed at %s:%d: %s\n", file, line, what);
	}
	return good;
}

__attribute__((unused)) static bool tap_int(long long got, long long want, const char *what, const char *file, int line)
{
	bool good = tap_ok(got == want, what, file, line, "%s", what);

	if (!good)
		printf("# got %lld, want %lld\n", got, want);
	return good;
}

__attribute__((unused)) static bool tap_str(const char *got, const char *want, const char *what, const char *file,
					    int line)
{
	bool good = tap_ok(got && want && strcmp(got, want) == 0, what, file, line, "%s", what);

	if (!good)
		printf("# got  %s\n# want %s\n", got ? got : "(null)", want ? want : "(null)");
	return good;
}

/* A claim that cannot be made here. */
__attribute__((unused)) static void tap_skip(const char *what, const char *why)
{
	printf("ok %d - %s # SKIP %s\n", ++tap_count, what, why);
}

/* `return tap_done();` at the end of main. */
__attribute__((unused)) static int tap_done(void)
{
	printf("1..%d\n", tap_count);
	return tap_failed != 0;
}

#endif
