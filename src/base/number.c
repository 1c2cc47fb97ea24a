/* base/number.c — numbers as people write them on command lines. */
#include "number.h"

#include <stdlib.h>
#include <string.h>

bool number_parse(const char *text, double *out)
{
	static const char units[] = "KMG";
	const char *unit;
	char *end;
	double d = strtod(text, &end);

	if (end == text || !strchr("-+.0123456789", text[0]))
		return false;
	unit = *end & ~32 ? strchr(units, *end & ~32) : NULL; /* strchr finds NUL, which a blank becomes */
	for (const char *u = units; unit && u <= unit; u++)
		d *= 1024;
	end += unit != NULL;
	if (*end)
		return false;
	*out = d;
	return true;
}
