/* base/alloc.c — memory. malloc and free are called in this file and nowhere else. */
#include "alloc.h"

#include "ctx.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	ARENA_ALIGN = 8,
	ARENA_FIRST = 1024,
	ARENA_MOST = 256 * 1024,
	ARENA_LARGE = 8 << 20, /* bytes of an arena, after which its blocks may be as large as */
	ARENA_HUGE = 4 << 20,
	HUGE_PAGE = 2 << 20,
	HUGE_FROM = 2 << 20,
};

struct arena_block {
	struct arena_block *next;
	size_t size;
};

/* Large blocks are mostly filled: huge pages are mapped in one step instead of 512. All pages of the block are named,
 * so that it stays one mapping, which realloc can move without a copy. */
static void use_huge_pages(void *ptr, size_t size)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)ptr & ~(page - 1);

	madvise((void *)first, ((uintptr_t)ptr + size - first + page - 1) & ~(page - 1), MADV_HUGEPAGE);
}

void *libc_alloc(void *user, void *old, size_t size)
{
	void *p;

	(void)user;
	if (size == 0) {
		free(old);
		return NULL;
	}
	if (!old && size >= HUGE_FROM && size <= SIZE_MAX - HUGE_PAGE)
		p = aligned_alloc(HUGE_PAGE, (size + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1));
	else
		p = realloc(old, size);
	if (p && size >= HUGE_FROM)
		use_huge_pages(p, size);
	return p;
}

struct allocator allocator_of(const struct syb_ctx *ctx)
{
	if (ctx && ctx->opts.alloc)
		return (struct allocator){ ctx->opts.alloc, ctx->opts.alloc_user };
	return (struct allocator){ libc_alloc, NULL };
}

void allocator_free(struct allocator a, void *ptr)
{
	if (ptr)
		a.fn(a.user, ptr, 0);
}

void *mem_realloc(struct syb_ctx *ctx, void *old, size_t size)
{
	struct allocator a = allocator_of(ctx);
	void *p = a.fn(a.user, old, size ? size : 1);

	if (!p)
		syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "cannot allocate %zu bytes of memory", size);
	return p;
}

void *mem_alloc(struct syb_ctx *ctx, size_t size)
{
	return mem_realloc(ctx, NULL, size);
}

void *mem_zalloc(struct syb_ctx *ctx, size_t size)
{
	void *p = mem_alloc(ctx, size);

	if (p)
		memset(p, 0, size);
	return p;
}

/* A new block that holds at least size bytes; blocks double so that small objects stay small. */
static int arena_grow(struct syb_ctx *ctx, struct arena *arena, size_t size)
{
	const size_t most = arena->all < ARENA_LARGE ? ARENA_MOST : ARENA_HUGE;
	size_t want = arena->blocks ? arena->blocks->size * 2 : ARENA_FIRST;
	struct arena_block *block;

	if (want > most)
		want = most;
	if (want < size)
		want = size;
	if (want > SIZE_MAX - sizeof(*block))
		return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "cannot allocate %zu bytes of memory", size);
	block = mem_alloc(ctx, sizeof(*block) + want);
	if (!block)
		return -SYB_E_NOMEM;
	if (!arena->from.fn)
		arena->from = allocator_of(ctx);
	*block = (struct arena_block){ arena->blocks, want };
	arena->blocks = block;
	arena->next = (char *)(block + 1);
	arena->room = want;
	arena->all += want;
	return 0;
}

static void *arena_take(struct syb_ctx *ctx, struct arena *arena, size_t size)
{
	void *p;

	if ((size > arena->room || !arena->next) && arena_grow(ctx, arena, size) < 0)
		return NULL;
	p = arena->next;
	arena->next += size;
	arena->room -= size;
	return p;
}

void *arena_alloc(struct syb_ctx *ctx, struct arena *arena, size_t size)
{
	size_t skip = -(uintptr_t)arena->next & (ARENA_ALIGN - 1);
	void *p;

	if (skip > arena->room)
		skip = arena->room;
	if (skip) { /* a new arena has no block to skip in */
		arena->next += skip;
		arena->room -= skip;
	}
	p = arena_take(ctx, arena, size);
	if (p)
		memset(p, 0, size);
	return p;
}

void *arena_array(struct syb_ctx *ctx, struct arena *arena, size_t count, size_t size)
{
	size_t total;

	if (!checked_mul(count, size, &total)) {
		syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "%zu items of %zu bytes do not fit in memory",
			 count, size);
		return NULL;
	}
	return arena_alloc(ctx, arena, total);
}

void *arena_pointers(struct syb_ctx *ctx, struct arena *arena, const void *items, size_t count, size_t size)
{
	const void **pointers = arena_array(ctx, arena, count, sizeof(*pointers));

	for (size_t i = 0; pointers && i < count; i++)
		pointers[i] = (const char *)items + i * size;
	return pointers;
}

void *arena_bytes(struct syb_ctx *ctx, struct arena *arena, size_t size)
{
	return arena_take(ctx, arena, size);
}

char *arena_string(struct syb_ctx *ctx, struct arena *arena, const void *ptr, size_t len)
{
	char *s = len < SIZE_MAX ? arena_take(ctx, arena, len + 1) : NULL;

	if (!s)
		return NULL;
	if (len)
		memcpy(s, ptr, len);
	s[len] = '\0';
	return s;
}

int arena_copy(struct syb_ctx *ctx, struct arena *arena, const char *text, const char **out)
{
	const char *copy = arena_string(ctx, arena, text, strlen(text));

	if (!copy)
		return -SYB_E_NOMEM;
	*out = copy;
	return 0;
}

char *arena_vprintf(struct syb_ctx *ctx, struct arena *arena, const char *fmt, va_list args)
{
	va_list again;
	char *s;
	int len;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (len < 0) {
		syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "a text does not fit in memory");
		return NULL;
	}
	s = arena_take(ctx, arena, (size_t)len + 1);
	if (s)
		vsnprintf(s, (size_t)len + 1, fmt, args);
	return s;
}

char *arena_printf(struct syb_ctx *ctx, struct arena *arena, const char *fmt, ...)
{
	va_list args;
	char *s;

	va_start(args, fmt);
	s = arena_vprintf(ctx, arena, fmt, args);
	va_end(args);
	return s;
}

void arena_free(struct arena *arena)
{
	struct arena_block *block = arena->blocks;

	while (block) {
		struct arena_block *next = block->next;

		allocator_free(arena->from, block);
		block = next;
	}
	*arena = (struct arena){ 0 };
}

int vec_grow(struct syb_ctx *ctx, void **ptr, size_t count, size_t *room, size_t item_size)
{
	size_t want = *room ? *room * 2 : 8;
	size_t bytes;
	void *p;

	if (count < *room)
		return 0;
	if (count >= ctx->limits.max_items)
		return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "more than %zu items", count);
	if (!checked_mul(want, item_size, &bytes))
		return syb_fail(ctx, SYB_E_NOMEM, SYB_NO_OFFSET, "memory", "%zu items do not fit in memory", want);
	p = mem_realloc(ctx, *ptr, bytes);
	if (!p)
		return -SYB_E_NOMEM;
	*ptr = p;
	*room = want;
	return 0;
}
