/* tests/lib/spirv.h — SPIR-V modules made of words, for tests: put_op(&b, OP, word…), put_op_text(…). */
#ifndef TESTS_SPIRV_H
#define TESTS_SPIRV_H

#include "format/spirv/spirv.h"

#include <stdlib.h>

struct words {
	uint32_t w[4096];
	size_t count;
};

static inline void words_begin(struct words *b, uint32_t bound)
{
	const uint32_t header[] = { 0x07230203, 0x00010400, 0, bound, 0 };

	b->count = 0;
	for (size_t i = 0; i < 5; i++)
		b->w[b->count++] = header[i];
}

/* An instruction of an opcode, numbers (ended by -1), and a text (NULL: none) with numbers behind it. */
static inline void put_op_text(struct words *b, uint32_t op, const int64_t *numbers, const char *text,
			       const int64_t *more)
{
	size_t first = b->count++;

	for (; numbers && *numbers != -1; numbers++)
		b->w[b->count++] = (uint32_t)*numbers;
	if (text) {
		size_t len = strlen(text) + 1;

		for (size_t i = 0; i < len; i += 4) {
			uint32_t w = 0;

			for (size_t k = 0; k < 4 && i + k < len; k++)
				w |= (uint32_t)(uint8_t)text[i + k] << k * 8;
			b->w[b->count++] = w;
		}
	}
	for (; more && *more != -1; more++)
		b->w[b->count++] = (uint32_t)*more;
	b->w[first] = (uint32_t)(b->count - first) << 16 | op;
}

#define NUMBERS(...) ((const int64_t[]){ __VA_ARGS__, -1 })
#define put_op(b, op, ...) put_op_text(b, op, NUMBERS(__VA_ARGS__), NULL, NULL)

/* The module in a byte order; freed by the caller. */
static inline struct syb_bytes words_bytes(const struct words *b, bool big_endian)
{
	uint8_t *bytes = malloc(b->count * 4);

	if (!bytes)
		abort();
	for (size_t i = 0; i < b->count; i++)
		for (size_t k = 0; k < 4; k++)
			bytes[i * 4 + k] = (uint8_t)(b->w[i] >> (big_endian ? 24 - 8 * k : 8 * k));
	return (struct syb_bytes){ bytes, b->count * 4 };
}

#endif
