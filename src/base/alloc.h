/* base/alloc.h — the only way to memory: the context's allocator, and arenas on top of it.
 *
 * Functions that return NULL have reported SYB_E_NOMEM (or SYB_E_LIMIT); callers return -SYB_E_NOMEM. */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct syb_ctx;

void *mem_alloc(struct syb_ctx *ctx, size_t size);
void *mem_zalloc(struct syb_ctx *ctx, size_t size);
void *mem_realloc(struct syb_ctx *ctx, void *old, size_t size);

/* The C library's realloc and free (size 0), for memory that other libraries own or get. */
void *libc_alloc(void *user, void *old, size_t size);

/* An allocator copied out of a context, for objects that outlive it. */
struct allocator {
	void *(*fn)(void *user, void *old, size_t size);
	void *user;
};
struct allocator allocator_of(const struct syb_ctx *ctx);
void allocator_free(struct allocator a, void *ptr);

/* Memory that is freed all at once. Begin with `{ 0 }`. */
struct arena {
	struct arena_block *blocks;
	struct allocator from; /* set by the first allocation */
	char *next;
	size_t room;
	size_t all; /* bytes of its blocks */
};

/* 8-byte aligned, zeroed. */
void *arena_alloc(struct syb_ctx *ctx, struct arena *arena, size_t size);
void *arena_array(struct syb_ctx *ctx, struct arena *arena, size_t count, size_t size);
/* Pointers to the items of an array. */
void *arena_pointers(struct syb_ctx *ctx, struct arena *arena, const void *items, size_t count, size_t size);
/* A NUL-terminated copy. */
char *arena_string(struct syb_ctx *ctx, struct arena *arena, const void *ptr, size_t len);
/* A copy of a string. Returns 0 or -SYB_E_NOMEM. */
int arena_copy(struct syb_ctx *ctx, struct arena *arena, const char *text, const char **out);
char *arena_printf(struct syb_ctx *ctx, struct arena *arena, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
char *arena_vprintf(struct syb_ctx *ctx, struct arena *arena, const char *fmt, va_list args)
	__attribute__((format(printf, 3, 0)));
/* Not aligned, not zeroed: for strings and bytes. */
void *arena_bytes(struct syb_ctx *ctx, struct arena *arena, size_t size);
void arena_free(struct arena *arena);

/* Grow a C array (`ptr`, `count` used, `room` allocated) from the context's allocator so that one more fits.
 * Returns 0 or -SYB_E_NOMEM / -SYB_E_LIMIT. Free with allocator_free. */
int vec_grow(struct syb_ctx *ctx, void **ptr, size_t count, size_t *room, size_t item_size);
#define VEC_PUSH(ctx, ptr, count, room) vec_grow((ctx), (void **)&(ptr), (count), &(room), sizeof(*(ptr)))
/* Append a value; 0 or the error of vec_grow. */
#define VEC_ADD(ctx, ptr, count, room, ...)                           \
	({                                                            \
		int vec_result = VEC_PUSH((ctx), ptr, (count), room); \
                                                                      \
		if (vec_result == 0)                                  \
			(ptr)[(count)++] = (__VA_ARGS__);             \
		vec_result;                                           \
	})

#endif
