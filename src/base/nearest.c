/* base/nearest.c — the name somebody may have meant. */
#include "nearest.h"

#include <stdint.h>
#include <string.h>

/* Number of single-character changes between two short words. */
static size_t distance(const char *a, const char *b)
{
	enum { LONGEST = 256 };
	size_t row[LONGEST + 1], n = strlen(b);

	if (n > LONGEST || strlen(a) > LONGEST)
		return SIZE_MAX;
	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t corner = row[0];

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			size_t above = row[j], best = corner + (a[i - 1] != b[j - 1]);

			best = above + 1 < best ? above + 1 : best;
			best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
			corner = above;
			row[j] = best;
		}
	}
	return row[n];
}

void nearest_try(struct nearest *best, const char *given, const char *name)
{
	size_t m = strlen(given), n = strlen(name), apart = m < n ? n - m : m - n, most = 1 + n / 3, d;

	if (apart > most || apart >= best->distance) /* of thousands of names few are that near */
		return;
	d = distance(given, name);
	if (d < best->distance && d <= most && d < (m > n ? m : n))
		*best = (struct nearest){ name, d };
}
