/* base/ctx.c — contexts and diagnostics: an error is detected once, reported once to the sink, and returned as an
 * int. */
#include "ctx.h"

#include "buf.h"
#include "config.h"
#include "hash.h"

#include <stdarg.h>
#include <stdio.h>

enum {
	TEXT_SIZE = 4096, /* longer diagnostics are cut; mangled names can be long */
	DIAGS_KEPT = 10000,
	INFLATE_TIMES = 16, /* see ctx_inflate_most */
	INFLATE_LEAST = 8 << 20,
	INFLATE_MOST = 256 << 20,
};

static const struct syb_limits default_limits = {
	.size = sizeof(struct syb_limits),
	.max_items = UINT64_C(16) << 20,
	.max_depth = 16,
};

static const struct {
	int value;
	const char *name;
} codes[] = {
#define SYB_CODE(id, value, name, text) { value, name },
#include <sybil/codes.def>
#undef SYB_CODE
};

bool opts_unknown_tail(const void *opts, size_t caller_size, size_t our_size)
{
	const uint8_t *bytes = opts;

	if (caller_size < sizeof(size_t))
		return true;
	for (size_t i = our_size; i < caller_size; i++)
		if (bytes[i])
			return true;
	return false;
}

static int read_limits(const struct syb_limits *from, struct syb_limits *to)
{
	struct syb_limits given = { 0 };

	if (!from)
		return 0;
	if (opts_unknown_tail(from, from->size, sizeof(given)))
		return -SYB_E_ARG;
	memcpy(&given, from, from->size < sizeof(given) ? from->size : sizeof(given));
	if (given.max_inflated)
		to->max_inflated = given.max_inflated;
	if (given.max_items)
		to->max_items = given.max_items;
	if (given.max_depth)
		to->max_depth = given.max_depth;
	if (given.max_stream)
		to->max_stream = given.max_stream;
	return 0;
}

int syb_ctx_new(const struct syb_ctx_opts *opts, struct syb_ctx **out_ctx)
{
	struct syb_ctx local = { .limits = default_limits };
	struct syb_ctx *ctx;
	struct allocator a;

	if (opts) {
		if (opts_unknown_tail(opts, opts->size, sizeof(local.opts)))
			return -SYB_E_ARG;
		memcpy(&local.opts, opts, opts->size < sizeof(local.opts) ? opts->size : sizeof(local.opts));
		if (read_limits(local.opts.limits, &local.limits) < 0)
			return -SYB_E_ARG;
	}
	a = allocator_of(&local);
	ctx = a.fn(a.user, NULL, sizeof(*ctx));
	if (!ctx)
		return -SYB_E_NOMEM;
	*ctx = local;
	*out_ctx = ctx;
	return 0;
}

void syb_ctx_free(struct syb_ctx *ctx)
{
	struct allocator a;

	if (!ctx)
		return;
	a = allocator_of(ctx);
	arena_free(&ctx->arena);
	allocator_free(a, ctx->diags);
	allocator_free(a, ctx);
}

struct syb_ctx ctx_on_stack(void (*sink)(void *user, const struct syb_diag *diag), void *user)
{
	return (struct syb_ctx){
		.opts = { .size = sizeof(struct syb_ctx_opts), .sink = sink, .sink_user = user },
		.limits = default_limits,
	};
}

struct ctx_scope ctx_enter(struct syb_ctx *ctx, const char *file)
{
	struct ctx_scope scope = { ctx, ctx->file };

	if (file)
		ctx->file = file;
	return scope;
}

void ctx_leave(struct ctx_scope *scope)
{
	scope->ctx->file = scope->before;
}

uint64_t ctx_inflate_most(const struct syb_ctx *ctx, uint64_t bytes)
{
	if (ctx->limits.max_inflated)
		return ctx->limits.max_inflated;
	if (bytes >= INFLATE_MOST / INFLATE_TIMES)
		return INFLATE_MOST;
	return bytes <= INFLATE_LEAST / INFLATE_TIMES ? INFLATE_LEAST : bytes * INFLATE_TIMES;
}

void ctx_inflate(struct syb_ctx *ctx, uint64_t bytes, struct ctx_inflate *inflate)
{
	*inflate = (struct ctx_inflate){ .left = ctx_inflate_most(ctx, bytes) };
	if (ctx->inflate_left)
		return;
	inflate->ctx = ctx;
	ctx->inflate_left = &inflate->left;
}

void ctx_inflate_end(struct ctx_inflate *inflate)
{
	if (inflate->ctx)
		inflate->ctx->inflate_left = NULL;
}

int ctx_cancelled(struct syb_ctx *ctx)
{
	if (ctx->opts.cancel && *ctx->opts.cancel)
		return syb_fail(ctx, SYB_E_CANCELLED, SYB_NO_OFFSET, "cancelled", "stopped on request");
	return 0;
}

void ctx_progress(struct syb_ctx *ctx, const char *what, uint64_t done, uint64_t total)
{
	if (ctx->opts.progress)
		ctx->opts.progress(ctx->opts.progress_user, what, done, total);
}

void ctx_progress_count(struct syb_ctx *ctx, const char *what, uint64_t done, uint64_t total)
{
	if (ctx->opts.progress_count)
		ctx->opts.progress_count(ctx->opts.progress_user, what, done, total);
}

static void drop_diag(void *user, const struct syb_diag *diag)
{
	(void)user;
	(void)diag;
}

static struct ctx_sink sink_swap(struct syb_ctx *ctx, struct ctx_sink sink)
{
	const struct ctx_sink before = { ctx->opts.sink, ctx->opts.sink_user, ctx->once };

	ctx->opts.sink = sink.fn;
	ctx->opts.sink_user = sink.user;
	ctx->once = sink.once;
	return before;
}

struct ctx_mute ctx_divert(struct syb_ctx *ctx, void (*fn)(void *user, const struct syb_diag *diag), void *user)
{
	struct ctx_mute mute = { .ctx = ctx, .memory_errors = ctx->memory_errors, .own = ctx->own };

	memcpy(mute.counts, ctx->counts, sizeof(mute.counts));
	mute.before = sink_swap(ctx, (struct ctx_sink){ fn, user, NULL }); /* not reported, so not remembered */
	if (ctx->diverted++ == 0)
		ctx->own = mute.before;
	ctx->dropped.code = SYB_OK;
	return mute;
}

struct ctx_mute ctx_mute(struct syb_ctx *ctx)
{
	return ctx_divert(ctx, drop_diag, NULL);
}

void ctx_unmute(struct ctx_mute *mute)
{
	struct syb_ctx *ctx = mute->ctx;

	if (!ctx)
		return;
	sink_swap(ctx, mute->before);
	memcpy(ctx->counts, mute->counts, sizeof(mute->counts));
	ctx->counts[SYB_SEVERITY_ERROR] += ctx->memory_errors - mute->memory_errors;
	ctx->own = mute->own;
	ctx->diverted--;
	mute->ctx = NULL;
}

int ctx_unmute_failed(struct ctx_mute *mute, int r)
{
	struct syb_ctx *ctx = mute->ctx;
	const struct ctx_dropped last = ctx->dropped;

	ctx_unmute(mute);
	if (r >= 0 || r == -SYB_E_NOMEM) /* reported in any case */
		return r;
	if (-r == (int)last.code)
		return syb_fail(ctx, last.code, last.at, last.check, "%s", last.text);
	return syb_fail(ctx, (enum syb_code) - r, SYB_NO_OFFSET, "argument", "%s", syb_code_name((enum syb_code) - r));
}

struct ctx_lower ctx_lower(struct syb_ctx *ctx, bool lower)
{
	struct ctx_lower scope = { ctx, ctx->lowered };

	ctx->lowered = lower || ctx->lowered;
	return scope;
}

void ctx_raise(struct ctx_lower *lower)
{
	lower->ctx->lowered = lower->before;
}

/* The collector. Memory may be short: diagnostics that cannot be kept are only counted. */
static void collect(struct syb_ctx *ctx, const struct syb_diag *diag)
{
	struct allocator a = allocator_of(ctx);
	struct syb_diag kept = *diag;

	if (ctx->diag_count >= DIAGS_KEPT)
		return;
	if (ctx->diag_count == ctx->diag_room) {
		size_t room = ctx->diag_room ? ctx->diag_room * 2 : 8;
		void *p = a.fn(a.user, ctx->diags, room * sizeof(*ctx->diags));

		if (!p)
			return;
		ctx->diags = p;
		ctx->diag_room = room;
	}
	ctx->collecting = true; /* a failing arena must not report into this collector again */
	kept.text = arena_string(ctx, &ctx->arena, diag->text, strlen(diag->text));
	kept.check = kept.text ? arena_string(ctx, &ctx->arena, diag->check, strlen(diag->check)) : NULL;
	kept.file = diag->file ? arena_string(ctx, &ctx->arena, diag->file, strlen(diag->file)) : NULL;
	ctx->collecting = false;
	if (kept.text && kept.check)
		ctx->diags[ctx->diag_count++] = kept;
}

/* ---- each warning and error once ---- */

void ctx_once(struct syb_ctx *ctx, struct ctx_once *once)
{
	*once = (struct ctx_once){ .ctx = ctx, .before = ctx->once };
	ctx->once = once;
}

void ctx_once_end(struct ctx_once *once)
{
	if (!once->ctx)
		return;
	once->ctx->once = once->before;
	if (once->seen)
		hash_free(once->seen);
	arena_free(&once->arena);
	once->ctx = NULL;
}

/* Whether it was reported before; false when memory is too short to know. */
static bool was_reported(struct ctx_once *once, const struct syb_diag *diag)
{
	struct syb_ctx *ctx = once->ctx;
	_cleanup_(buf_free) struct buf key = { 0 };
	bool found = false;
	size_t *stored;
	char *kept;

	if (!once->seen)
		once->seen = arena_alloc(ctx, &once->arena, sizeof(*once->seen));
	if (!once->seen || buf_printf(ctx, &key, "%s:%u:%u:%llx:%s:%s", diag->file ? diag->file : "", diag->line,
				      diag->column, (unsigned long long)diag->at, diag->check, diag->text) < 0)
		return false;
	if (hash_get(once->seen, key.ptr, key.len))
		return true;
	kept = arena_string(ctx, &once->arena, key.ptr, key.len);
	return kept && hash_put(ctx, once->seen, kept, key.len, 0, &stored, &found) == 0 && found;
}

static bool is_repeated(struct syb_ctx *ctx, const struct syb_diag *diag)
{
	struct ctx_once *once = ctx->once;

	if (!once)
		return false;
	if (diag->severity == SYB_SEVERITY_NOTE)
		return once->hiding;
	ctx->once = NULL; /* its notes are not reported */
	once->hiding = (diag->severity == SYB_SEVERITY_WARNING || diag->severity == SYB_SEVERITY_ERROR) &&
		       was_reported(once, diag);
	ctx->once = once;
	return once->hiding;
}

/* ---- reporting ---- */

static void keep_dropped(struct syb_ctx *ctx, const struct syb_diag *diag)
{
	ctx->dropped.code = diag->code;
	ctx->dropped.at = diag->at;
	snprintf(ctx->dropped.check, sizeof(ctx->dropped.check), "%s", diag->check ? diag->check : "");
	snprintf(ctx->dropped.text, sizeof(ctx->dropped.text), "%s", diag->text);
}

/* A failed allocation of ours. A driver that has no memory reports another one. */
static bool is_memory_error(const struct syb_diag *diag)
{
	return diag->code == SYB_E_NOMEM && str_eq(diag->check, "memory");
}

void ctx_tell(struct syb_ctx *ctx, const struct syb_diag *diag)
{
	const bool pass = ctx->diverted && is_memory_error(diag);
	const struct ctx_sink before = pass ? sink_swap(ctx, ctx->own) : (struct ctx_sink){ 0 };

	if (!ctx->collecting && !is_repeated(ctx, diag)) {
		if (ctx->diverted && diag->severity == SYB_SEVERITY_ERROR)
			keep_dropped(ctx, diag);
		ctx->counts[diag->severity]++;
		ctx->memory_errors += pass;
		if (ctx->opts.sink)
			ctx->opts.sink(ctx->opts.sink_user, diag);
		else
			collect(ctx, diag);
	}
	if (pass)
		sink_swap(ctx, before);
}

void ctx_emit(struct syb_ctx *ctx, struct syb_diag *diag, const char *fmt, va_list args)
{
	char text[TEXT_SIZE];

	vsnprintf(text, sizeof(text), fmt, args);
	diag->text = text;
	diag->file = ctx->file;
	if (ctx->lowered && diag->severity > SYB_SEVERITY_INFO && !is_memory_error(diag))
		diag->severity = SYB_SEVERITY_INFO;
	ctx_tell(ctx, diag);
}

int syb_fail(struct syb_ctx *ctx, enum syb_code code, uint64_t at, const char *check, const char *fmt, ...)
{
	CTX_EMIT(ctx, fmt, .severity = SYB_SEVERITY_ERROR, .code = code, .check = check, .at = at);
	return -(int)code;
}

int syb_fail_text(struct syb_ctx *ctx, enum syb_code code, uint32_t line, uint32_t column, const char *check,
		  const char *fmt, ...)
{
	CTX_EMIT(ctx, fmt, .severity = SYB_SEVERITY_ERROR, .code = code, .check = check, .at = SYB_NO_OFFSET,
		 .line = line, .column = column);
	return -(int)code;
}

void syb_report(struct syb_ctx *ctx, enum syb_severity severity, uint64_t at, const char *check, const char *fmt, ...)
{
	CTX_EMIT(ctx, fmt, .severity = severity, .code = SYB_E_FORMAT, .check = check, .at = at);
}

void syb_report_text(struct syb_ctx *ctx, enum syb_severity severity, uint32_t line, uint32_t column, const char *check,
		     const char *fmt, ...)
{
	CTX_EMIT(ctx, fmt, .severity = severity, .code = SYB_E_FORMAT, .check = check, .at = SYB_NO_OFFSET,
		 .line = line, .column = column);
}

int syb_note(struct syb_ctx *ctx, int r, const char *fmt, ...)
{
	CTX_EMIT(ctx, fmt, .severity = SYB_SEVERITY_NOTE, .code = (enum syb_code) - r, .check = "",
		 .at = SYB_NO_OFFSET);
	return r;
}

int ctx_note_lines(struct syb_ctx *ctx, int r, const char *text)
{
	enum { MOST = 40 };

	for (int n = 0; *text && n < MOST; n++) {
		size_t len = strcspn(text, "\n");

		if (len)
			syb_note(ctx, r, "%.*s", (int)len, text);
		text += len + (text[len] == '\n');
	}
	return r;
}

size_t syb_ctx_diag_count(const struct syb_ctx *ctx)
{
	return ctx->diag_count;
}

const struct syb_diag *syb_ctx_diag_at(const struct syb_ctx *ctx, size_t i)
{
	return i < ctx->diag_count ? &ctx->diags[i] : NULL;
}

void syb_ctx_diag_clear(struct syb_ctx *ctx)
{
	ctx->diag_count = 0;
	memset(ctx->counts, 0, sizeof(ctx->counts));
	arena_free(&ctx->arena);
}

size_t syb_ctx_count(const struct syb_ctx *ctx, enum syb_severity severity)
{
	return (size_t)severity < ARRAY_SIZE(ctx->counts) ? ctx->counts[severity] : 0;
}

const char *syb_code_name(enum syb_code code)
{
	for (size_t i = 0; i < ARRAY_SIZE(codes); i++)
		if (codes[i].value == (int)code)
			return codes[i].name;
	return "unknown";
}

int syb_code_exit(int r)
{
	switch (-r / 10) {
	case 0: /* the tools call in the right order, so a wrong state comes from a file of the user */
		return r == 0 ? 0 : r == -SYB_E_CANCELLED ? 4 : r == -SYB_E_STATE ? 3 : 2;
	case 1:
		return 4;
	case 2:
		return 3;
	case 3:
		return 1;
	default:
		return 5;
	}
}

const char *syb_severity_name(enum syb_severity severity)
{
	static const char *const names[] = { "note", "info", "warning", "error" };

	return (size_t)severity < ARRAY_SIZE(names) ? names[severity] : "unknown";
}

const char *syb_version(void)
{
	return SYBIL_VERSION;
}

const char *syb_features(void)
{
	return "zstd zlib elf";
}
