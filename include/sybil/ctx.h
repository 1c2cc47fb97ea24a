/* sybil/ctx.h — the context: result codes, diagnostics, limits, memory.
 *
 * The first argument of every function that can fail. Such a function returns 0 or a negative enum syb_code, after it
 * has reported the error to the context's sink once. A context belongs to one thread at a time; two threads use two
 * contexts. Objects opened with one context may be read through another. */
#ifndef SYBIL_CTX_H
#define SYBIL_CTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SYB_API __attribute__((visibility("default")))
#define SYB_MUST __attribute__((warn_unused_result))
#define SYB_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define SYB_API
#define SYB_MUST
#define SYB_PRINTF(fmt, args)
#endif

/* Why a call failed, grouped by cause: caller, environment, input, answer, library. Functions return the negative
 * value. Since: 0.1 */
enum syb_code {
#define SYB_CODE(id, value, name, text) SYB_##id = value,
#include <sybil/codes.def>
#undef SYB_CODE
};

/* Since: 0.1 */
enum syb_severity {
	SYB_SEVERITY_NOTE = 0, /* belongs to the diagnostic before it */
	SYB_SEVERITY_INFO = 1,
	SYB_SEVERITY_WARNING = 2,
	SYB_SEVERITY_ERROR = 3,
};

/* Borrowed bytes. Since: 0.1 */
struct syb_bytes {
	const uint8_t *ptr;
	size_t len;
};

#define SYB_NO_OFFSET UINT64_MAX

/* One finding. Everything it points to lives as long as the sink's call, or, when collected, as the context.
 * Since: 0.1 */
struct syb_diag {
	enum syb_severity severity;
	enum syb_code code;
	const char *check; /* stable name of the rule, "" for notes */
	const char *file;  /* NULL: no file */
	uint64_t at;       /* absolute offset in the (inflated) file, or SYB_NO_OFFSET */
	uint32_t line;     /* for text formats: counted from 1, else 0 */
	uint32_t column;
	const char *text;
};

/* Limits on untrusted input; 0 keeps the default. Since: 0.1 */
struct syb_limits {
	size_t size;
	uint64_t max_inflated; /* bytes that a file may inflate to, containers inside containers included; the default
				* is 16 times its size, but at least 8 MiB and at most 256 MiB */
	uint64_t max_items;    /* modules, images, entries, sets, keys, members of one file (16 Mi) */
	uint32_t max_depth;    /* containers inside containers (16) */
	uint64_t max_stream;   /* bytes read from a pipe or device (a quarter of the machine's memory) */
};

/* Since: 0.1 */
struct syb_ctx_opts {
	size_t size;
	/* Called for each diagnostic as it is found; NULL collects them (syb_ctx_diag_count). */
	void (*sink)(void *user, const struct syb_diag *diag);
	void *sink_user;
	/* realloc-like: size 0 frees and returns NULL; old NULL allocates. NULL = the C library's. Objects shared
	 * between threads may call it from any of them. */
	void *(*alloc)(void *user, void *old, size_t size);
	void *alloc_user;
	const struct syb_limits *limits;
	/* When this becomes non-zero, long operations stop with SYB_E_CANCELLED and leave no files behind. */
	const volatile int *cancel;
	/* Called during long operations with the bytes done so far and in total (0: unknown). */
	void (*progress)(void *user, const char *what, uint64_t done, uint64_t total);
	void *progress_user;
	/* The same for counts of images, kernels or entries. Both 0: `what`, such as a program, is running; both 1: it
	 * has ended. */
	void (*progress_count)(void *user, const char *what, uint64_t done, uint64_t total);
};

struct syb_ctx;

/* The numbering of aspects in a file: DPC++ 2026 renumbered them, and most files do not state which they use.
 * Since: 0.1 */
enum syb_aspect_numbers {
	SYB_ASPECT_NUMBERS_DEFAULT = 0, /* that of today's runtime: 2026 */
	SYB_ASPECT_NUMBERS_2025 = 1,    /* DPC++ up to 2025 */
	SYB_ASPECT_NUMBERS_2026 = 2,    /* DPC++ since 2026 */
	SYB_ASPECT_NUMBERS_UNKNOWN = 3, /* a file states an unknown one */
};

/* Create a context; opts may be NULL. Free with syb_ctx_free. Fails: ARG, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_ctx_new(const struct syb_ctx_opts *opts, struct syb_ctx **out_ctx);
/* Free a context; NULL is allowed. Since: 0.1 */
SYB_API void syb_ctx_free(struct syb_ctx *ctx);

/* Set the numbering of aspects in files that are written through this context: 2025, 2026 or DEFAULT. Since: 0.1 */
SYB_API void syb_ctx_set_aspect_numbers(struct syb_ctx *ctx, enum syb_aspect_numbers numbers);
/* 2025 or 2026. Since: 0.1 */
SYB_API enum syb_aspect_numbers syb_ctx_aspect_numbers(const struct syb_ctx *ctx);
/* Set the numbering of aspects in files that are read through this context and do not state theirs: 2025, 2026 or
 * DEFAULT. Since: 0.1 */
SYB_API void syb_ctx_assume_aspect_numbers(struct syb_ctx *ctx, enum syb_aspect_numbers numbers);
/* 2025 or 2026. Since: 0.1 */
SYB_API enum syb_aspect_numbers syb_ctx_assumed_aspect_numbers(const struct syb_ctx *ctx);

/* Diagnostics collected so far (only without a sink). Since: 0.1 */
SYB_API size_t syb_ctx_diag_count(const struct syb_ctx *ctx);
SYB_API const struct syb_diag *syb_ctx_diag_at(const struct syb_ctx *ctx, size_t i);
/* Forget the collected diagnostics and set the counters to zero. Since: 0.1 */
SYB_API void syb_ctx_diag_clear(struct syb_ctx *ctx);
/* The number of diagnostics of a severity, with or without a sink. Since: 0.1 */
SYB_API size_t syb_ctx_count(const struct syb_ctx *ctx, enum syb_severity severity);

/* Report an error and return -code: `return syb_fail(ctx, SYB_E_FORMAT, at, "check-name", "…")`. Since: 0.1 */
SYB_API int syb_fail(struct syb_ctx *ctx, enum syb_code code, uint64_t at, const char *check, const char *fmt, ...)
	SYB_PRINTF(5, 6);
/* The same for text formats. Since: 0.1 */
SYB_API int syb_fail_text(struct syb_ctx *ctx, enum syb_code code, uint32_t line, uint32_t column, const char *check,
			  const char *fmt, ...) SYB_PRINTF(6, 7);
/* Report a finding and go on. Since: 0.1 */
SYB_API void syb_report(struct syb_ctx *ctx, enum syb_severity severity, uint64_t at, const char *check,
			const char *fmt, ...) SYB_PRINTF(5, 6);
SYB_API void syb_report_text(struct syb_ctx *ctx, enum syb_severity severity, uint32_t line, uint32_t column,
			     const char *check, const char *fmt, ...) SYB_PRINTF(6, 7);
/* Add a note to the last diagnostic and return r. Since: 0.1 */
SYB_API int syb_note(struct syb_ctx *ctx, int r, const char *fmt, ...) SYB_PRINTF(3, 4);

/* "SYB_E_FORMAT" → "format"; "unknown" for other numbers. Since: 0.1 */
SYB_API const char *syb_code_name(enum syb_code code);
/* Exit code of a tool for a returned value: 0 done; 1 the answer is no; 2 usage; 3 input, also of a wrong kind or
 * state; 4 environment; 5 a bug in Sybil. Since: 0.1 */
SYB_API int syb_code_exit(int r);
SYB_API const char *syb_severity_name(enum syb_severity severity);

/* The version as "MAJOR.MINOR.PATCH". Since: 0.1 */
SYB_API const char *syb_version(void);
/* Space-separated list of built-in features ("zstd zlib elf …"). Since: 0.1 */
SYB_API const char *syb_features(void);

#ifdef __cplusplus
}
#endif
#endif
