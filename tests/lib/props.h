/* tests/lib/props.h — property text in tests. */
#ifndef TESTS_PROPS_H
#define TESTS_PROPS_H

#include "ctx.h"
#include "tap.h"
#include "torture.h"

#include "format/props/prop_coding.h"
#include "format/props/props.h"

/* Read text that must be readable. */
__attribute__((unused)) static struct syb_props *props_of(struct syb_ctx *ctx, const char *text)
{
	struct syb_props *props = NULL;

	syb_ctx_diag_clear(ctx);
	if (syb_props_read(ctx, str_bytes(text), NULL, &props) < 0) {
		printf("# %s\n", syb_ctx_diag_count(ctx) ? syb_ctx_diag_at(ctx, 0)->text : "no reason given");
		printf("Bail out! not readable: %s\n", text);
		exit(1);
	}
	return props;
}

/* "12 ab 00" → bytes in a buffer of the caller's. */
__attribute__((unused)) static size_t unhex(const char *hex, uint8_t *out)
{
	size_t n = 0;
	unsigned byte;
	int used;

	while (sscanf(hex, " %2x%n", &byte, &used) == 1) {
		out[n++] = (uint8_t)byte;
		hex += used;
	}
	return n;
}

/* How often a check was reported. */
__attribute__((unused)) static int reported(const struct syb_ctx *ctx, const char *check)
{
	int n = 0;

	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		n += strcmp(syb_ctx_diag_at(ctx, i)->check, check) == 0;
	return n;
}

/* All check names that were reported, in order. */
__attribute__((unused)) static const char *all_reported(const struct syb_ctx *ctx)
{
	static char text[1000];

	text[0] = '\0';
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		if (strlen(text) + 60 < sizeof(text))
			sprintf(text + strlen(text), "%s%s", i ? " " : "", syb_ctx_diag_at(ctx, i)->check);
	return text;
}

#endif
