/* tests/lib/damage.h — bytes that were cut or changed, for a reader that has to take or to refuse them. */
#ifndef TESTS_DAMAGE_H
#define TESTS_DAMAGE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sybil/ctx.h>

typedef int damage_fn(struct syb_ctx *ctx, struct syb_bytes bytes);

struct damage {
	struct syb_ctx *ctx;
	damage_fn *read;
	bool limits;  /* LIMIT is an answer, too */
	size_t taken; /* how often it took the bytes */
	size_t odd;   /* how often it failed with another code than FORMAT */
};

/* In memory of just that size, so that reading behind the end is seen. */
__attribute__((unused)) static void damage_read(struct damage *d, const uint8_t *ptr, size_t len)
{
	uint8_t *copy = malloc(len ? len : 1);
	int r;

	if (!copy)
		abort();
	if (len)
		memcpy(copy, ptr, len);
	r = d->read(d->ctx, (struct syb_bytes){ copy, len });
	free(copy);
	syb_ctx_diag_clear(d->ctx);
	d->taken += r == 0;
	d->odd += r != 0 && r != -SYB_E_FORMAT && !(d->limits && r == -SYB_E_LIMIT);
}

/* Cut at every byte. */
__attribute__((unused)) static void damage_cuts(struct damage *d, struct syb_bytes bytes)
{
	for (size_t n = 0; n < bytes.len; n++)
		damage_read(d, bytes.ptr, n);
}

/* Each byte replaced by each of these; no values: each of its bits turned over. */
__attribute__((unused)) static void damage_each(struct damage *d, struct syb_bytes bytes, const uint8_t *values,
						size_t count)
{
	uint8_t *copy = malloc(bytes.len + 1);

	if (!copy)
		abort();
	memcpy(copy, bytes.ptr, bytes.len);
	for (size_t i = 0; i < bytes.len; i++) {
		for (size_t v = 0; v < (values ? count : 8); v++) {
			copy[i] = values ? values[v] : (uint8_t)(bytes.ptr[i] ^ 1u << v);
			damage_read(d, copy, bytes.len);
		}
		copy[i] = bytes.ptr[i];
	}
	free(copy);
}

#endif
