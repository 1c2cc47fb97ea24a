/* tools/run/elements.c — element types of kernel arguments: names, bytes and text. */
#include "elements.h"

#include "base/value.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct element elements[] = {
	{ "bool", "b1", 1, ELEMENT_BOOL }, { "i8", "i1", 1, ELEMENT_INT },   { "u8", "u1", 1, ELEMENT_UINT },
	{ "i16", "i2", 2, ELEMENT_INT },   { "u16", "u2", 2, ELEMENT_UINT }, { "i32", "i4", 4, ELEMENT_INT },
	{ "u32", "u4", 4, ELEMENT_UINT },  { "i64", "i8", 8, ELEMENT_INT },  { "u64", "u8", 8, ELEMENT_UINT },
	{ "f16", "f2", 2, ELEMENT_REAL },  { "f32", "f4", 4, ELEMENT_REAL }, { "f64", "f8", 8, ELEMENT_REAL },
	{ "bf16", "V2", 2, ELEMENT_REAL },
};

const struct element *element_find(const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(elements); i++)
		if (strlen(elements[i].name) == len && memcmp(elements[i].name, name, len) == 0)
			return &elements[i];
	return NULL;
}

const struct element *element_find_npy(const char *code, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(elements); i++)
		if (strlen(elements[i].npy) == len && memcmp(elements[i].npy, code, len) == 0)
			return &elements[i];
	return NULL;
}

const struct element *element_of(enum element_class class, size_t size)
{
	for (size_t i = 0; i < ARRAY_SIZE(elements); i++)
		if (elements[i].class == class && elements[i].size == size)
			return &elements[i];
	return NULL;
}

/* ---- 16-bit floating point: 5 + 10 bits, and the upper half of an f32 ---- */

struct half {
	int fraction; /* bits */
	int least;    /* exponent of the smallest normal number */
	uint16_t infinite;
};

static struct half half_of(const struct element *element)
{
	return str_eq(element->name, "f16") ? (struct half){ 10, -14, 0x7c00 } : (struct half){ 7, -126, 0x7f80 };
}

/* Round to nearest, ties to even. */
static uint16_t narrow(struct half h, double d)
{
	uint16_t sign = signbit(d) ? 0x8000 : 0;
	uint64_t bits;
	int exponent;
	double scaled, rest;

	if (isnan(d))
		return (uint16_t)(sign | h.infinite | 1u << (h.fraction - 1));
	d = fabs(d);
	if (d == 0 || isinf(d))
		return d == 0 ? sign : sign | h.infinite;
	frexp(d, &exponent);
	exponent = exponent - 1 < h.least ? h.least : exponent - 1;
	if (exponent > 1 - h.least)
		return sign | h.infinite;
	scaled = ldexp(d, h.fraction - exponent);
	bits = (uint64_t)scaled;
	rest = scaled - (double)bits;
	bits += rest > 0.5 || (rest == 0.5 && bits & 1);
	bits += (uint64_t)(exponent - h.least) << h.fraction;
	return sign | (bits > h.infinite ? h.infinite : (uint16_t)bits);
}

static double widen(struct half h, uint16_t bits)
{
	unsigned exponent = (bits & 0x7fffu) >> h.fraction, fraction = bits & ((1u << h.fraction) - 1);
	double d;

	if ((bits & h.infinite) == h.infinite)
		d = fraction ? (double)NAN : (double)INFINITY;
	else if (exponent == 0)
		d = ldexp(fraction, h.least - h.fraction);
	else
		d = ldexp((double)(fraction + (1u << h.fraction)), (int)exponent - 1 + h.least - h.fraction);
	return bits & 0x8000 ? -d : d;
}

/* ---- bytes ---- */

static void store_real(const struct element *element, double d, void *out)
{
	float f = (float)d;
	uint16_t half;

	if (element->size == 8) {
		memcpy(out, &d, 8);
	} else if (element->size == 4) {
		memcpy(out, &f, 4);
	} else {
		half = narrow(half_of(element), d);
		memcpy(out, &half, 2);
	}
}

/* Little-endian machines only, like all targets of Sybil. */
static void store_bits(const struct element *element, uint64_t bits, void *out)
{
	memcpy(out, &bits, element->size);
}

static int64_t load_int(const struct element *element, const void *at)
{
	uint64_t bits = 0;
	unsigned shift = 64 - 8 * (unsigned)element->size;

	memcpy(&bits, at, element->size);
	return element->class == ELEMENT_INT ? (int64_t)(bits << shift) >> shift : (int64_t)bits;
}

static double load_real(const struct element *element, const void *at)
{
	double d;
	float f;
	uint16_t half;

	if (element->size == 8)
		return memcpy(&d, at, 8), d;
	if (element->size == 4)
		return memcpy(&f, at, 4), (double)f;
	memcpy(&half, at, 2);
	return widen(half_of(element), half);
}

double element_value(const struct element *element, const void *at)
{
	int64_t i;

	if (element->class == ELEMENT_REAL)
		return load_real(element, at);
	i = load_int(element, at);
	return element->class == ELEMENT_INT ? (double)i : (double)(uint64_t)i;
}

bool element_equal(const struct element *element, const void *a, const void *b)
{
	double x, y;

	if (element->class != ELEMENT_REAL)
		return memcmp(a, b, element->size) == 0;
	x = load_real(element, a);
	y = load_real(element, b);
	return x == y || (isnan(x) && isnan(y));
}

/* ---- text ---- */

static bool parse_int(const struct element *element, const char *text, void *out)
{
	bool negative = *text == '-';
	unsigned bits = 8 * (unsigned)element->size;
	uint64_t most = UINT64_MAX >> (64 - bits), number;
	char *end;

	text += negative || *text == '+';
	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	number = strtoull(text, &end, text[0] == '0' && (text[1] | 32) == 'x' ? 16 : 10);
	if (*end || errno)
		return false;
	if (element->class == ELEMENT_INT)
		most = (most >> 1) + negative;
	if (number > most || (negative && element->class != ELEMENT_INT && number))
		return false;
	store_bits(element, negative ? 0 - number : number, out);
	return true;
}

static bool parse_real(const struct element *element, const char *text, void *out)
{
	char *end;
	double d;

	if (*text == ' ' || *text == '\t' || *text == '\n')
		return false;
	errno = 0;
	d = element->size == 4 ? (double)strtof(text, &end) : strtod(text, &end);
	if (end == text || *end)
		return false;
	store_real(element, d, out);
	/* a finite number that overflowed */
	return !isinf(element_value(element, out)) || strpbrk(text, "iI");
}

static bool parse_bool(const char *text, void *out)
{
	bool yes = str_eq(text, "true") || str_eq(text, "1");

	if (!yes && !str_eq(text, "false") && !str_eq(text, "0"))
		return false;
	*(uint8_t *)out = yes;
	return true;
}

bool element_parse(const struct element *element, const char *text, size_t len, void *out)
{
	char copy[512];

	if (len == 0 || len >= sizeof(copy))
		return false;
	memcpy(copy, text, len);
	copy[len] = '\0';
	if (strlen(copy) != len)
		return false;
	switch (element->class) {
	case ELEMENT_BOOL:
		return parse_bool(copy, out);
	case ELEMENT_REAL:
		return parse_real(element, copy, out);
	default:
		return parse_int(element, copy, out);
	}
}

/* The shortest text that reads back as the same value. */
static int print_real(struct syb_ctx *ctx, struct buf *buf, const struct element *element, const void *at)
{
	double d = load_real(element, at);
	char text[40], back[8];
	int digits = 1;

	if (isnan(d))
		return buf_text(ctx, buf, "nan");
	if (isinf(d))
		return buf_text(ctx, buf, d < 0 ? "-inf" : "inf");
	if (element->size == 8)
		return value_print_real(ctx, buf, d);
	do
		snprintf(text, sizeof(text), "%.*g", digits, d);
	while (digits++ < 9 &&
	       !(element_parse(element, text, strlen(text), back) && memcmp(back, at, element->size) == 0));
	if (fabs(d) < 1e9 && strstr(text, "e+")) /* numbers are compared as numbers */
		snprintf(text, sizeof(text), "%.0f", d);
	return buf_text(ctx, buf, text);
}

int element_print(struct syb_ctx *ctx, struct buf *buf, const struct element *element, const void *at)
{
	if (element->class == ELEMENT_REAL)
		return print_real(ctx, buf, element, at);
	if (element->class == ELEMENT_INT)
		return buf_printf(ctx, buf, "%" PRId64, load_int(element, at));
	return buf_printf(ctx, buf, "%" PRIu64, (uint64_t)load_int(element, at));
}

/* ---- buffers ---- */

void element_iota(const struct element *element, void *out, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		void *at = (uint8_t *)out + i * element->size;

		if (element->class == ELEMENT_REAL)
			store_real(element, (double)i, at);
		else
			store_bits(element, element->class == ELEMENT_BOOL ? i & 1 : i, at);
	}
}

void element_fill(const struct element *element, const void *one, void *out, size_t count)
{
	for (size_t i = 0; i < count; i++)
		memcpy((uint8_t *)out + i * element->size, one, element->size);
}

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

void element_random(const struct element *element, uint64_t seed, void *out, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		void *at = (uint8_t *)out + i * element->size;
		uint64_t bits = next_random(&seed);

		if (element->class == ELEMENT_REAL) /* few enough bits for every type: never rounds to 1 */
			store_real(element,
				   ldexp((double)(bits >> 57), -7) +
					   (element->size > 2 ? ldexp((double)(bits >> 40 & 0x1ffff), -24) : 0),
				   at);
		else
			store_bits(element, element->class == ELEMENT_BOOL ? bits >> 63 : bits, at);
	}
}
