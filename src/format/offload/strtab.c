/* format/offload/strtab.c — building a string table that shares suffixes. */
#include "strtab.h"

#include <stdlib.h>

struct strtab_string {
	const uint8_t *ptr;
	size_t len;
	uint64_t offset;
};

int strtab_add(struct syb_ctx *ctx, struct strtab *tab, const void *ptr, size_t len, size_t *out_id)
{
	const char *key = len ? ptr : "";
	size_t *id;
	bool found;

	TRY(VEC_PUSH(ctx, tab->strings, tab->count, tab->room));
	tab->from = allocator_of(ctx);
	TRY(hash_put(ctx, &tab->index, key, len, tab->count, &id, &found));
	*out_id = *id;
	if (!found)
		tab->strings[tab->count++] = (struct strtab_string){ .ptr = (const uint8_t *)key, .len = len };
	return 0;
}

/* Descending by reversed bytes; the end of a string is less than any byte. */
static int compare_tails(const void *a, const void *b)
{
	const struct strtab_string *x = *(struct strtab_string *const *)a;
	const struct strtab_string *y = *(struct strtab_string *const *)b;
	size_t len = x->len < y->len ? x->len : y->len;

	for (size_t i = 1; i <= len; i++) {
		uint8_t cx = x->ptr[x->len - i], cy = y->ptr[y->len - i];

		if (cx != cy)
			return cx < cy ? 1 : -1;
	}
	return x->len < y->len ? 1 : x->len > y->len ? -1 : 0;
}

static bool is_suffix(const struct strtab_string *s, const struct strtab_string *of)
{
	return of && s->len <= of->len && memcmp(of->ptr + (of->len - s->len), s->ptr, s->len) == 0;
}

static int place(struct syb_ctx *ctx, struct strtab_string **sorted, size_t count, struct buf *out)
{
	const struct strtab_string *last = NULL;
	const size_t start = out->len;

	buf_char(ctx, out, '\0');
	for (size_t i = 0; i < count; i++) {
		struct strtab_string *s = sorted[i];

		if (s->len == 0) { /* the first NUL, although the last one would do */
			s->offset = 0;
			continue;
		}
		if (is_suffix(s, last)) {
			s->offset = out->len - start - s->len - 1;
			continue;
		}
		s->offset = out->len - start;
		buf_add(ctx, out, s->ptr, s->len);
		buf_char(ctx, out, '\0');
		last = s;
	}
	return out->failed;
}

int strtab_finish(struct syb_ctx *ctx, struct strtab *tab, struct buf *out)
{
	struct strtab_string **sorted = mem_alloc(ctx, tab->count * sizeof(*sorted));
	int r;

	if (!sorted)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < tab->count; i++)
		sorted[i] = &tab->strings[i];
	qsort(sorted, tab->count, sizeof(*sorted), compare_tails);
	r = place(ctx, sorted, tab->count, out);
	allocator_free(allocator_of(ctx), sorted);
	return r;
}

uint64_t strtab_offset(const struct strtab *tab, size_t id)
{
	return tab->strings[id].offset;
}

void strtab_free(struct strtab *tab)
{
	hash_free(&tab->index);
	allocator_free(tab->from, tab->strings);
	*tab = (struct strtab){ 0 };
}
