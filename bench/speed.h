/* bench/speed.h — how fast a text is read beside a mere scan for its line ends. In seconds of a processor: other
 * processes disturb them less. */
#ifndef BENCH_SPEED_H
#define BENCH_SPEED_H

#include <string.h>
#include <time.h>

/* MB/s, the best of several times. */
struct speed {
	double read, scan;
};

/* How a text is read (a negative number when that fails), and what was read is freed, which is not measured. */
struct reader {
	int (*read)(void *user, const char *text, size_t len, void **out_object);
	void (*free)(void *object);
};

static inline double processor_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline double least(double a, double b)
{
	return a < b ? a : b;
}

static inline int measure(struct reader reader, void *user, const char *text, size_t len, struct speed *out_speed)
{
	double read = 1e9, scan = 1e9;
	volatile size_t lines = 0;

	for (int i = 0; i < 5; i++) {
		const char *p = text;
		void *object = NULL;
		double t = processor_seconds();

		if (reader.read(user, text, len, &object) < 0)
			return -1;
		read = least(read, processor_seconds() - t);
		reader.free(object);
		t = processor_seconds();
		while ((p = memchr(p, '\n', (size_t)(text + len - p)))) {
			lines++;
			p++;
		}
		scan = least(scan, processor_seconds() - t);
	}
	*out_speed = (struct speed){ (double)len / read / 1e6, (double)len / scan / 1e6 };
	return 0;
}

#endif
