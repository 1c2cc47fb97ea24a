/* report/ir.c — modules of LLVM IR: their kernels, and the calls that lead to their requirements.
 *
 * A child process explains the modules of a file, one after another, and writes a line of JSON for each. Modules are
 * untrusted and LLVM may crash on them: the next child then continues after the module that caused the crash, and the
 * document says why that one has no chains. Time, memory and the length of answers are limited. */
#define _GNU_SOURCE
#include "document.h"

#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/process.h"
#include "base/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

enum {
	MOST_MODULES = 4000, /* in a document */
	MOST_SECONDS = 30,   /* for all of them; in words below */
	MOST_MODULE = 64 * 1024 * 1024,
	MOST_ANSWERS = 64 * 1024 * 1024, /* bytes of all of them */
	LISTED = 3,                      /* modules that are named of those without an answer */
};
#define LABEL "modules of LLVM IR"

/* A module, however many places it is in. */
struct ir_answer {
	struct syb_bytes module; /* until it was explained */
	const char *text;        /* JSON; NULL: there is none */
	size_t length;
	const char *why; /* there is no answer */
	bool queued;
};

/* ---- the child ---- */

/* The first one about a module. */
struct ir_error {
	char text[4096];
	uint32_t line, column;
};

static void keep_error(void *user, const struct syb_diag *diag)
{
	struct ir_error *error = user;

	if (diag->severity != SYB_SEVERITY_ERROR || *error->text)
		return;
	snprintf(error->text, sizeof(error->text), "%s", diag->text ? diag->text : "");
	error->line = diag->line;
	error->column = diag->column;
}

static int write_line(struct syb_ctx *ctx, const struct syb_record *record)
{
	const struct syb_render_opts form = { .size = sizeof(form), .compact = true };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

	TRY(syb_out_open(ctx, "-", &out));
	TRY(syb_value_write_json(ctx, syb_record_root(record), &form, out));
	return syb_out_commit(ctx, out);
}

static int explain_one(const struct report *x, struct syb_bytes module)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct ir_error error = { 0 };
	int r, e;

	x->ctx->opts.sink = keep_error;
	x->ctx->opts.sink_user = &error;
	r = x->opts.ir->explain(x->opts.ir->user, x->ctx, module, &record);
	if (r == 0)
		return write_line(x->ctx, record);
	e = record_new(x->ctx, &record);
	if (e < 0)
		return e;
	value_string(record, record->root, "error", *error.text ? error.text : syb_code_name((enum syb_code) - r));
	value_bool(record, record->root, "refused", r == -SYB_E_FORMAT);
	value_uint(record, record->root, "line", error.line);
	value_uint(record, record->root, "column", error.column);
	e = record_finish(record);
	return e < 0 ? e : write_line(x->ctx, record);
}

static void work(const struct report *x, struct ir_answer *const *list, size_t count, int to)
{
	const int nowhere = open("/dev/null", O_RDWR);
	size_t largest = 0;

	if (nowhere < 0 || dup2(nowhere, STDIN_FILENO) < 0 || dup2(to, STDOUT_FILENO) < 0 ||
	    dup2(nowhere, STDERR_FILENO) < 0)
		_exit(1);
	for (size_t i = 0; i < count; i++)
		largest = list[i]->module.len > largest ? list[i]->module.len : largest;
	(void)process_limit_memory(largest); /* of this child, to its end */
	alarm(MOST_SECONDS + 1);             /* in case the parent is gone */
	for (size_t i = 0; i < count; i++)
		if (explain_one(x, list[i]->module) < 0)
			_exit(1);
	_exit(0);
}

/* ---- the parent ---- */

struct reading {
	struct report *x;
	struct ir_answer **list;
	size_t count, done;
	int64_t deadline;
	struct buf text; /* the beginning of a line */
};

/* Complete lines are answers, in the order of the modules. */
static void take_lines(struct reading *rd)
{
	struct report *x = rd->x;
	const char *at = (const char *)rd->text.ptr, *end;
	size_t left = rd->text.len;

	for (; rd->done < rd->count && left && (end = memchr(at, '\n', left)) != NULL; at = end + 1) {
		struct ir_answer *answer = rd->list[rd->done++];

		answer->length = (size_t)(end - at);
		answer->text = report_printf(x, "%.*s", (int)answer->length, at);
		left -= answer->length + 1;
		ctx_progress_count(x->ctx, LABEL, rd->done, rd->count);
	}
	if (left)
		memmove(rd->text.ptr, at, left);
	rd->text.len = left;
}

/* false: time or room is used up, or all answers are here; the child is not needed any more. */
static bool read_answers(struct reading *rd, int from)
{
	struct report *x = rd->x;
	struct pollfd poll_fd = { .fd = from, .events = POLLIN };

	while (!failed(x) && rd->done < rd->count && clock_ms() < rd->deadline && x->ir_bytes < MOST_ANSWERS) {
		uint8_t part[65536];
		ssize_t n;

		report_fail(x, ctx_cancelled(x->ctx));
		if (poll(&poll_fd, 1, 100) <= 0)
			continue;
		n = read(from, part, sizeof(part));
		if (n == 0 || (n < 0 && errno != EINTR))
			return true;
		x->ir_bytes += n > 0 ? (size_t)n : 0;
		report_fail(x, n > 0 ? buf_add(x->ctx, &rd->text, part, (size_t)n) : 0);
		if (n > 0 && memchr(part, '\n', (size_t)n))
			take_lines(rd);
	}
	return false;
}

/* One child; where it ends early, the first module without an answer is to blame. */
static void run_child(struct reading *rd)
{
	struct report *x = rd->x;
	int fds[2], status = 0;
	pid_t child = -1;
	bool ended;

	if (pipe2(fds, O_CLOEXEC) == 0 && (child = fork()) == 0)
		work(x, rd->list + rd->done, rd->count - rd->done, fds[1]);
	if (child < 0) {
		report_fail(x, syb_fail(x->ctx, SYB_E_IO, SYB_NO_OFFSET, "tool-start", "cannot start a process: %s",
					strerror(errno)));
		return;
	}
	close(fds[1]);
	rd->text.len = 0;
	ended = read_answers(rd, fds[0]);
	close(fds[0]);
	if (!ended)
		kill(child, SIGKILL);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (ended && rd->done < rd->count)
		rd->list[rd->done++]->why =
			report_printf(x, "LLVM ended with %s %d", WIFSIGNALED(status) ? "signal" : "exit code",
				      WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

/* Files share the time; the files behind this one get what it leaves. */
static void explain(struct report *x, const struct file *file, struct ir_answer **list, size_t count)
{
	const int64_t begin = clock_ms(), share = x->ir_left_ms / (int64_t)(x->file_count - file->index);
	struct reading rd = { .x = x, .list = list, .count = count, .deadline = begin + share };

	while (!failed(x) && rd.done < count && clock_ms() < rd.deadline && x->ir_bytes < MOST_ANSWERS)
		run_child(&rd);
	buf_free(&rd.text);
	x->ir_left_ms -= clock_ms() - begin < x->ir_left_ms ? clock_ms() - begin : x->ir_left_ms;
	ctx_progress_count(x->ctx, LABEL, 1, 1);
}

static const char *obstacle(const struct report *x, struct syb_bytes module)
{
	if (!x->opts.ir)
		return "this program has no LLVM";
	if (module.len > MOST_MODULE)
		return "a module of LLVM IR is too large";
	if (x->ir_count >= MOST_MODULES)
		return "there are too many modules of LLVM IR for one document";
	return x->ir_bytes < MOST_ANSWERS ? NULL : "the answers about LLVM IR are too long for one document";
}

/* Equal modules are explained once, also in several files. */
static struct ir_answer *answer_of(struct report *x, struct syb_bytes module)
{
	struct ir_answer *answer = arena_alloc(x->ctx, &x->arena, sizeof(*answer));
	uint8_t *hash = arena_bytes(x->ctx, &x->arena, SHA256_SIZE);
	size_t *stored;
	bool found;

	if (!answer || !hash) {
		report_fail(x, -SYB_E_NOMEM);
		return NULL;
	}
	*answer = (struct ir_answer){ 0 };
	sha256(module.ptr, module.len, hash);
	report_fail(x, hash_put(x->ctx, &x->ir_known, hash, SHA256_SIZE, (size_t)answer, &stored, &found));
	if (failed(x))
		return NULL;
	answer = (struct ir_answer *)*stored;
	answer->module = module;
	return answer;
}

/* ---- answers ---- */

struct missed {
	size_t count;
	const char *places; /* the first ones */
};

/* The first reason stays. */
static void give_up(struct report *x, struct file *file, const struct ir_place *at, const char *why,
		    struct missed *missed)
{
	if (!file->ir_missing)
		file->ir_missing = report_copy(x, why);
	if (missed->count++ >= LISTED)
		return;
	missed->places = report_printf(x, "%s%s", missed->places, missed->count > 1 ? ", " : "");
	if (at->module && file->package_count > 1)
		missed->places = report_printf(x, "%spackage %zu ", missed->places, at->module->package);
	missed->places = at->module ? report_printf(x, "%smodule %zu", missed->places, at->module->index)
				    : report_printf(x, "%sthe one at 0x%" PRIx64, missed->places, at->offset);
}

/* "file:line:column" → "file:line", as for SPIR-V; file names may have colons. */
static const char *source_of(struct report *x, const char *place)
{
	const char *last = strrchr(place, ':'), *before = last;

	while (before && before > place && before[-1] != ':')
		before--;
	if (before && before > place && before < last && strspn(before, "0123456789") == (size_t)(last - before))
		return report_printf(x, "%.*s", (int)(last - place), place);
	return place;
}

/* A record has the place of a call at the called function; the document has it at the caller. */
static void put_aspect(struct report *x, size_t kernel, const struct syb_value *aspect)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	const char *use = text_of(aspect, "use");
	/* double may be used in one function and computed with in another, farther one: that one is the reason */
	const struct syb_value *other = str_eq(use, "arithmetic") ? get(aspect, "arithmetic") : NULL;
	const struct syb_value *reason = get(other, "chain") ? other : aspect, *chain = get(reason, "chain");
	struct step *steps = arena_array(x->ctx, &arena, count_of(reason, "chain") + 1, sizeof(*steps));
	size_t count = 0;

	if (!*text_of(aspect, "aspect") || !chain || syb_value_kind(chain) != SYB_VALUE_LIST || !steps) {
		report_fail(x, steps ? 0 : -SYB_E_NOMEM);
		return;
	}
	EACH (call, chain) {
		const char *readable = text_of(call, "name");
		const char *place = call->next ? text_of(call->next, "called_at") : text_of(reason, "at");

		steps[count++] = (struct step){ *readable ? readable : text_of(call, "function"), source_of(x, place) };
	}
	if (!failed(x))
		blame_add(x, kernel, text_of(aspect, "aspect"), use, steps, count);
}

static void put_kernel(struct report *x, struct file *file, const struct ir_place *at, struct hash *names,
		       const struct syb_value *kernel)
{
	const char *raw = text_of(kernel, "kernel");
	const size_t *known = hash_get(names, raw, strlen(raw));
	size_t place = known ? *known : x->kernel_count, *stored;
	bool found;

	if (!*raw || !get(kernel, "aspects") || (known != NULL) == !at->module)
		return; /* another module of a file that has code for several devices had it before */
	if (!known) {
		struct kernel *k = kernels_add(x, file, 0, SIZE_MAX, raw, text_of(kernel, "name"));

		if (!k)
			return;
		kernels_image(x, k, "ir", "bitcode", at->offset, at->bytes.len);
		x->error = hash_put(x->ctx, names, k->name, strlen(k->name), place, &stored, &found);
	}
	EACH (aspect, get(kernel, "aspects"))
		if (!failed(x))
			put_aspect(x, place, aspect);
}

/* LLVM's own error, with its place in the text. */
static void put_parse_error(struct report *x, struct file *file, const struct syb_value *answer)
{
	const uint32_t line = (uint32_t)number_of(answer, "line"), column = (uint32_t)number_of(answer, "column");
	int r;

	quiet_begin(x);
	{
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(x->quiet, file->in->name);

		r = line ? syb_fail_text(x->quiet, SYB_E_FORMAT, line, column, "ir-parse", "%s",
					 text_of(answer, "error"))
			 : syb_fail(x->quiet, SYB_E_FORMAT, SYB_NO_OFFSET, "ir-parse", "%s", text_of(answer, "error"));
	}
	r = quiet_end(x, true, r);
	if (is_fatal(r))
		return;
	quiet_put_error(x, file->map, r);
	quiet_list(x, file->index);
}

static void put_answer(struct report *x, struct file *file, const struct ir_place *at, struct hash *bare,
		       struct missed *missed)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	_cleanup_(hash_free) struct hash names = { 0 };
	const struct syb_bytes text = { (const uint8_t *)at->answer->text, at->answer->length };
	const struct syb_value *root;
	int r;

	quiet_begin(x);
	r = syb_record_read_json(x->quiet, text, file->in->name, "ir-parse", &record);
	root = r == 0 ? syb_record_root(record) : NULL;
	if (is_fatal(r)) {
		report_fail(x, r);
	} else if (file->is_text && get(root, "refused") && syb_value_bool(get(root, "refused"))) {
		put_parse_error(x, file, root);
	} else if (get(root, "error")) {
		give_up(x, file, at, report_printf(x, "LLVM: %s", text_of(root, "error")), missed);
	} else if (!get(root, "kernels")) {
		give_up(x, file, at, "the answer about LLVM IR cannot be read", missed);
	} else {
		if (at->module)
			kernels_names(x, at->module->first_kernel, at->module->kernel_count, false, &names);
		EACH (kernel, get(root, "kernels"))
			if (!failed(x))
				put_kernel(x, file, at, at->module ? &names : bare, kernel);
	}
}

static void put_answers(struct report *x, struct file *file, struct ir_place *places, size_t count, struct hash *bare)
{
	struct missed missed = { .places = "" };
	const char *why;

	for (size_t i = 0; i < count && !failed(x); i++) {
		const struct ir_answer *answer = places[i].answer;

		why = answer->why ? answer->why : obstacle(x, places[i].bytes);
		if (!why)
			why = x->file_count > 1 ? "LLVM IR is read for at most 30 s, which all files share"
						: "LLVM IR is read for at most 30 s";
		if (answer->text)
			put_answer(x, file, &places[i], bare, &missed);
		else
			give_up(x, file, &places[i], why, &missed);
	}
	why = file->ir_missing;
	if (why && count > 1)
		why = report_printf(x, "%s; %zu of %zu modules of LLVM IR %s not read: %s%s", why, missed.count, count,
				    missed.count == 1 ? "was" : "were", missed.places,
				    missed.count > LISTED ? ", …" : "");
	if (why)
		value_string(x->rec, file->map, "not_explained", why);
}

void ir_explain(struct report *x, struct file *file, struct ir_place *places, size_t count, struct hash *bare)
{
	struct ir_answer **list = arena_array(x->ctx, &x->arena, count + 1, sizeof(struct ir_answer *));
	size_t waiting = 0;

	if (!list)
		report_fail(x, -SYB_E_NOMEM);
	if (!x->ir_count)
		x->ir_left_ms = MOST_SECONDS * 1000;
	for (size_t i = 0; i < count && !failed(x); i++) {
		struct ir_answer *answer = places[i].answer = answer_of(x, places[i].bytes);

		if (!answer || answer->text || answer->why || answer->queued || obstacle(x, answer->module))
			continue;
		answer->queued = true;
		x->ir_count++;
		list[waiting++] = answer;
	}
	if (waiting && !failed(x))
		explain(x, file, list, waiting);
	for (size_t i = 0; i < waiting; i++)
		list[i]->queued = false;
	if (!failed(x))
		put_answers(x, file, places, count, bare);
}

/* ---- text ---- */

/* "define void @name(": shell scripts declare things as well. */
static bool names_function(const char *at, const char *end)
{
	for (const char *name; (name = memchr(at, '@', (size_t)(end - at))) != NULL; at = name + 1)
		if ((name[-1] == ' ' || name[-1] == '*') && memchr(name, '(', (size_t)(end - name)))
			return true;
	return false;
}

/* Whether one of the first lines is one that only LLVM IR has. */
bool ir_is_text(struct syb_bytes bytes)
{
	static const char *const lines[] = {
		"; ModuleID = '", "source_filename = \"", "target datalayout = \"", "target triple = \"", "define ",
		"declare "
	};
	enum { LOOK = 16 * 1024, FUNCTIONS = 4 };
	const char *at = bytes.len ? (const char *)bytes.ptr : "", *end = at + (bytes.len < LOOK ? bytes.len : LOOK);

	if (!bytes.len || syb_identify(bytes) != SYB_KIND_UNKNOWN || memchr(at, '\0', (size_t)(end - at)))
		return false;
	for (const char *next; at < end; at = next) {
		next = memchr(at, '\n', (size_t)(end - at));
		next = next ? next + 1 : end;
		for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
			const size_t len = strlen(lines[i]);

			if ((size_t)(next - at) > len && memcmp(at, lines[i], len) == 0 &&
			    (i < FUNCTIONS || names_function(at + len, next)))
				return true;
		}
	}
	return false;
}
