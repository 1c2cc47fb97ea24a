/* term/nearest.c — the name that the user probably meant. */
#include "nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LONGEST = 256 };

static bool same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Number of changes between two short words: a character more, less, another one, or two that changed places. Case is
 * none. */
static size_t distance(const char *a, const char *b)
{
	size_t rows[3][LONGEST + 1], n = strlen(b);

	if (n > LONGEST || strlen(a) > LONGEST)
		return SIZE_MAX;
	for (size_t j = 0; j <= n; j++)
		rows[0][j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			row[j] = least(above[j - 1] + !same(a[i - 1], b[j - 1]), least(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
				row[j] = least(row[j], second[j - 2] + 1);
		}
	}
	return rows[strlen(a) % 3][n];
}

/* pvc is the end of intel_gpu_pvc, cpu that of opencl:cpu. */
static bool is_last_part(const char *given, size_t m, const char *name, size_t n)
{
	if (m < 2 || m >= n || !strchr("_:.", name[n - m - 1]))
		return false;
	for (size_t i = 0; i < m; i++)
		if (!same(given[i], name[n - m + i]))
			return false;
	return true;
}

void nearest_try(struct nearest *best, const char *given, const char *name)
{
	size_t m = strlen(given), n = strlen(name), longer = m < n ? n : m, apart = m < n ? n - m : m - n, d;
	size_t most = longer < 6 ? 1 : longer / 3; /* of deep, two other letters make help */

	if (n < 3 && apart) /* one letter more than MP is map, which is something else */
		most = 0;

	if (strcmp(given, name) == 0)
		*best = (struct nearest){ name, 0 };
	if (best->distance > 1 && is_last_part(given, m, name, n))
		*best = (struct nearest){ name, 1 };
	if (m < 2 || apart > most || apart >= best->distance) /* of thousands of names few are that near */
		return;
	d = distance(given, name);
	if (d == 0 && strcmp(given, name) != 0) /* in case alone */
		d = 1;
	if (d < best->distance && d <= most && d < longer)
		*best = (struct nearest){ name, d };
}
