/* base/ctx.h — the inside of a context. */
#ifndef BASE_CTX_H
#define BASE_CTX_H

#include "alloc.h"
#include "util.h"

#include <stdarg.h>
#include <sybil/ctx.h>

static inline struct syb_bytes str_bytes(const char *text)
{
	return (struct syb_bytes){ (const uint8_t *)text, strlen(text) };
}

static inline bool bytes_eq(struct syb_bytes a, struct syb_bytes b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

struct ctx_sink {
	void (*fn)(void *user, const struct syb_diag *diag);
	void *user;
	struct ctx_once *once;
};

struct syb_ctx {
	struct syb_ctx_opts opts;
	struct syb_limits limits;
	const char *file;   /* named in diagnostics; see ctx_enter */
	struct arena arena; /* collected diagnostics */
	struct syb_diag *diags;
	size_t diag_count;
	size_t diag_room;
	size_t counts[4]; /* by severity */
	bool lowered;     /* see ctx_lower */
	struct ctx_once *once;
	bool collecting;      /* see collect */
	unsigned diverted;    /* scopes of ctx_divert */
	struct ctx_sink own;  /* the sink outside of these scopes */
	size_t memory_errors; /* reported to it inside of them */
	struct ctx_dropped {
		enum syb_code code;
		uint64_t at;
		char check[40], text[512];
	} dropped;                               /* the last error inside of these scopes */
	struct syb_file *streams;                /* see file_read_past */
	uint64_t *inflate_left;                  /* see ctx_inflate; NULL outside of such a scope */
	enum syb_aspect_numbers aspect_numbers;  /* to write; DEFAULT: not set */
	enum syb_aspect_numbers assumed_numbers; /* assumed for files that do not state them; DEFAULT: not set */
};

/* A context on the caller's stack, for one call: it owns nothing, so nothing is to be freed. */
struct syb_ctx ctx_on_stack(void (*sink)(void *user, const struct syb_diag *diag), void *user);

/* Name the file that diagnostics are about until the scope is left:
 * `_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, name);` name NULL keeps the current one. */
struct ctx_scope {
	struct syb_ctx *ctx;
	const char *before;
};
struct ctx_scope ctx_enter(struct syb_ctx *ctx, const char *file);
void ctx_leave(struct ctx_scope *scope);

/* SYB_E_CANCELLED after the caller cancelled the work, else 0. */
int ctx_cancelled(struct syb_ctx *ctx);
void ctx_progress(struct syb_ctx *ctx, const char *what, uint64_t done, uint64_t total);
void ctx_progress_count(struct syb_ctx *ctx, const char *what, uint64_t done, uint64_t total);

/* Drop diagnostics for a while (to try a reader on a guess), or give them to another sink: returns the state for
 * ctx_unmute. They are not counted, and ctx_once() does not remember them. A failed allocation is reported all the
 * same: without memory, no guess is reliable. */
struct ctx_mute {
	struct syb_ctx *ctx;
	struct ctx_sink before, own;
	size_t counts[4];
	size_t memory_errors;
};
struct ctx_mute ctx_mute(struct syb_ctx *ctx);
struct ctx_mute ctx_divert(struct syb_ctx *ctx, void (*fn)(void *user, const struct syb_diag *diag), void *user);
void ctx_unmute(struct ctx_mute *mute);
/* Leave the scope with an error that the caller returns: its diagnostic, which was dropped, is reported. Returns r. */
int ctx_unmute_failed(struct ctx_mute *mute, int r);

/* Until the scope is left, errors and warnings are remarks: their rules do not affect the result. */
struct ctx_lower {
	struct syb_ctx *ctx;
	bool before;
};
struct ctx_lower ctx_lower(struct syb_ctx *ctx, bool lower);
void ctx_raise(struct ctx_lower *lower);

/* Until the scope is left, each warning and error is reported once, with its notes: `_cleanup_(ctx_once_end) struct
 * ctx_once once; ctx_once(ctx, &once);` */
struct ctx_once {
	struct syb_ctx *ctx;
	struct hash *seen; /* place, name and text */
	struct arena arena;
	struct ctx_once *before;
	bool hiding; /* the last one, and so its notes */
};
void ctx_once(struct syb_ctx *ctx, struct ctx_once *once);
void ctx_once_end(struct ctx_once *once);

/* The size that a file of that many bytes may inflate to: limits.max_inflated if the caller set it, else 16 times
 * its size, between 8 MiB (device code of a few kernels compresses well) and 256 MiB. */
uint64_t ctx_inflate_most(const struct syb_ctx *ctx, uint64_t bytes);

/* Until the scope is left, all inflated bytes count for one file of that many bytes. Inside another such scope they
 * count for the outer one: images of a package belong to the file of the package. `_cleanup_(ctx_inflate_end) struct
 * ctx_inflate inflate = { 0 }; ctx_inflate(ctx, bytes, &inflate);` */
struct ctx_inflate {
	struct syb_ctx *ctx; /* NULL inside another scope */
	uint64_t left;
};
void ctx_inflate(struct syb_ctx *ctx, uint64_t bytes, struct ctx_inflate *inflate);
void ctx_inflate_end(struct ctx_inflate *inflate);

/* syb_note() for output of other programs: one note per line that is not empty. */
int ctx_note_lines(struct syb_ctx *ctx, int r, const char *text);

/* Report a diagnostic of another process unchanged. */
void ctx_tell(struct syb_ctx *ctx, const struct syb_diag *diag);

/* Report a diagnostic about the current file, with this text. */
void ctx_emit(struct syb_ctx *ctx, struct syb_diag *diag, const char *fmt, va_list args) SYB_PRINTF(3, 0);
/* The same in a function whose last parameters are `fmt, ...`; the other arguments are fields of the diagnostic. */
#define CTX_EMIT(ctx, fmt, ...)                              \
	do {                                                 \
		struct syb_diag emitted = { __VA_ARGS__ };   \
		va_list emit_args;                           \
                                                             \
		va_start(emit_args, fmt);                    \
		ctx_emit((ctx), &emitted, (fmt), emit_args); \
		va_end(emit_args);                           \
	} while (0)

#endif
