/* target/aspects.c — the aspects table, in both numberings. The rows are in aspects.def.
 *
 * Inside the library an aspect has one number for all files: that of 2026, or SYB_ASPECT_OLD plus its earlier
 * number. The rows ascend by it. */
#include "base/names.h"
#include "base/ctx.h"

#include <sybil/target.h>

#define NONE UINT32_MAX
#define OWN_NUMBER(old, now) ((now) != NONE ? (now) : SYB_ASPECT_OLD | (old))

static const struct syb_aspect_info aspects[] = {
#define ASPECT(old, now, name, status, also) { OWN_NUMBER(old, now), name, SYB_ASPECT_##status, also },
#include "aspects.def"
#undef ASPECT
};

static const uint32_t old_numbers[] = {
#define ASPECT(old, now, name, status, also) old,
#include "aspects.def"
#undef ASPECT
};

static const char *const numberings[] = {
	[SYB_ASPECT_NUMBERS_DEFAULT] = "default",
	[SYB_ASPECT_NUMBERS_2025] = "2025",
	[SYB_ASPECT_NUMBERS_2026] = "2026",
};

size_t syb_aspect_count(void)
{
	return ARRAY_SIZE(aspects);
}

const struct syb_aspect_info *syb_aspect_at(size_t i)
{
	return i < ARRAY_SIZE(aspects) ? &aspects[i] : NULL;
}

const struct syb_aspect_info *syb_aspect_find(uint32_t number)
{
	size_t low = 0, high = ARRAY_SIZE(aspects);

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (aspects[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < ARRAY_SIZE(aspects) && aspects[low].number == number ? &aspects[low] : NULL;
}

const struct syb_aspect_info *syb_aspect_parse(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(aspects); i++)
		if (str_eq(aspects[i].name, name) || (aspects[i].also && str_eq(aspects[i].also, name)))
			return &aspects[i];
	return NULL;
}

/* ---- numberings ---- */

const char *syb_aspect_numbers_name(enum syb_aspect_numbers numbers)
{
	return (size_t)numbers < ARRAY_SIZE(numberings) ? numberings[numbers] : "unknown";
}

int syb_aspect_numbers_parse(const char *name, enum syb_aspect_numbers *out_numbers)
{
	return NAMES_PARSE(numberings, name, out_numbers);
}

void syb_ctx_set_aspect_numbers(struct syb_ctx *ctx, enum syb_aspect_numbers numbers)
{
	ctx->aspect_numbers = numbers;
}

enum syb_aspect_numbers syb_ctx_aspect_numbers(const struct syb_ctx *ctx)
{
	return ctx->aspect_numbers ? ctx->aspect_numbers : SYB_ASPECT_NUMBERS_2026;
}

void syb_ctx_assume_aspect_numbers(struct syb_ctx *ctx, enum syb_aspect_numbers numbers)
{
	ctx->assumed_numbers = numbers;
}

enum syb_aspect_numbers syb_ctx_assumed_aspect_numbers(const struct syb_ctx *ctx)
{
	return ctx->assumed_numbers ? ctx->assumed_numbers : SYB_ASPECT_NUMBERS_2026;
}

static const struct syb_aspect_info *find_old(uint32_t number)
{
	for (size_t i = 0; i < ARRAY_SIZE(aspects) && number != NONE; i++)
		if (old_numbers[i] == number)
			return &aspects[i];
	return NULL;
}

/* Whether it is a number of 2025 with SYB_ASPECT_OLD; numbers in files do not look like that. */
static bool is_old(uint32_t aspect)
{
	return aspect >= SYB_ASPECT_OLD && (aspect & ~SYB_ASPECT_OLD) <= UINT16_MAX;
}

uint32_t syb_aspect_decode(enum syb_aspect_numbers numbers, uint32_t number)
{
	const struct syb_aspect_info *row;

	if (is_old(number) || numbers == SYB_ASPECT_NUMBERS_UNKNOWN)
		return UINT32_MAX;
	if (numbers != SYB_ASPECT_NUMBERS_2025)
		return number;
	row = find_old(number);
	if (row)
		return row->number;
	return syb_aspect_find(number) ? SYB_ASPECT_OLD | number : number;
}

bool syb_aspect_encode(enum syb_aspect_numbers numbers, uint32_t aspect, uint32_t *out_number)
{
	const struct syb_aspect_info *row = syb_aspect_find(aspect);
	bool old = numbers == SYB_ASPECT_NUMBERS_2025;
	uint32_t number = syb_aspect_stated(aspect);

	if (row && old)
		number = old_numbers[row - aspects];
	else if (is_old(aspect) ? !old : old && find_old(number))
		return false; /* a number of the other numbering */
	if (number == NONE || numbers == SYB_ASPECT_NUMBERS_UNKNOWN)
		return false;
	*out_number = number;
	return true;
}

uint32_t syb_aspect_stated(uint32_t aspect)
{
	return is_old(aspect) ? aspect & ~SYB_ASPECT_OLD : aspect;
}
