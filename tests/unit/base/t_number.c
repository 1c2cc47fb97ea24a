/* Numbers as people write them. */
#include "base/number.h"
#include "lib/tap.h"

#include <math.h>

static void is_number(const char *text, double want)
{
	double d = NAN;

	ok(number_parse(text, &d) && !(d < want) && !(d > want), "%s", text);
}

int main(void)
{
	static const char *const others[] = { "",      "K",   "many", "64KB", "64 K", "64K ", "64 ",
					      "0x40 ", "1,5", "nan",  "inf",  "-",    " 1",   "1T" };

	is_number("65536", 65536);
	is_number("0x10000", 65536);
	is_number("64K", 65536);
	is_number("64k", 65536);
	is_number("1.5M", 1572864);
	is_number("-2G", -2147483648.0);
	is_number("0", 0);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		double d = 7;

		ok(!number_parse(others[i], &d) && d > 6 && d < 8, "'%s'", others[i]);
	}
	return tap_done();
}
