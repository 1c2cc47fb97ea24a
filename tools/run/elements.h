/* tools/run/elements.h — element types of kernel arguments: names, bytes and text. */
#ifndef TOOLS_ELEMENTS_H
#define TOOLS_ELEMENTS_H

#include "base/buf.h"

enum element_class { ELEMENT_BOOL, ELEMENT_INT, ELEMENT_UINT, ELEMENT_REAL };

struct element {
	const char *name; /* "f32" */
	const char *npy;  /* "f4", as in .npy files after the byte order */
	size_t size;
	enum element_class class;
};

/* "bool i8 … f64": for messages. */
#define ELEMENT_NAMES "bool, i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 or f64"

const struct element *element_find(const char *name, size_t len);
const struct element *element_find_npy(const char *code, size_t len);
const struct element *element_of(enum element_class class, size_t size);
/* Parse exactly one number of the type; false if the text is not one or does not fit. */
bool element_parse(const struct element *element, const char *text, size_t len, void *out);
int element_print(struct syb_ctx *ctx, struct buf *buf, const struct element *element, const void *at);
/* Exact except for large 64-bit integers. */
double element_value(const struct element *element, const void *at);
bool element_equal(const struct element *element, const void *a, const void *b);

/* Initial contents of buffers. */
void element_iota(const struct element *element, void *out, size_t count);
void element_fill(const struct element *element, const void *one, void *out, size_t count);
/* The same numbers for a seed on every machine: reals from 0 to 1, integers of all values. */
void element_random(const struct element *element, uint64_t seed, void *out, size_t count);

#endif
