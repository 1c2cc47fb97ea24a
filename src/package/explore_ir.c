/* package/explore_ir.c — LLVM IR of packages and files: its kernels, and which calls lead from them to the function
 * that needs an aspect.
 *
 * This library cannot read LLVM IR. The program sybil-ir can (`sybil opt --explain-each`): it is given many modules at
 * a time, since its start takes longer than most modules do, with a limit for its time, its memory (its own) and its
 * words. Modules are untrusted and LLVM may crash on them: that ends the other process, and the document says why it
 * has no chains. Modules of a file are gathered, equal ones are asked about once, and what they say is told in their
 * order. */
#define _GNU_SOURCE
#include "explore.h"

#include "base/buf.h"
#include "base/clock.h"
#include "base/process.h"
#include "base/sha256.h"
#include "format/yaml/yaml.h"
#include <sybil/item.h>

#include <inttypes.h>
#include <stdlib.h>

enum {
	MOST_MODULES = 4000, /* that are asked about in a document */
	MOST_SECONDS = 30,   /* for all of them; SECONDS, in words */
	MOST_MODULE = 64 * 1024 * 1024,
	MOST_AT_ONCE = 32, /* modules, and bytes of them unless it is one: the progress is told in between */
	MOST_BYTES_AT_ONCE = 8 * 1024 * 1024,
	MOST_ANSWER = 32 * 1024 * 1024,
	MOST_ANSWERS = 128 * 1024 * 1024, /* all together */
	MOST_SAID = 64 * 1024,
	MOST_WHY = 300, /* letters of a reason */
	LISTED = 3,     /* modules that are named of those without an answer */
};

/* A module, however many places it is in. */
struct explore_ir_asked {
	uint8_t hash[SHA256_SIZE];
	struct syb_bytes module; /* until there is an answer */
	const char *answer;      /* a document in JSON; NULL: there is none */
	size_t length;
	const char *why; /* there is none; NULL while nobody was asked */
	bool refused;    /* LLVM's words, and where in the text */
	const char *error;
	uint32_t line, column;
	bool waits; /* its turn comes */
};

#define SECONDS "30"
#define LABEL "modules of LLVM IR"
#define NOT_UNDERSTOOD "what sybil-ir says is not understood"

/* ---- without an answer ---- */

/* Which module it is, for people: the first few are listed. */
static int add_place(struct explore *x, struct explore_file *file, const struct explore_ir_place *at)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = 0;

	if (file->ir.missed++ >= LISTED)
		return 0;
	if (file->ir.places)
		r = buf_printf(x->ctx, &text, "%s, ", file->ir.places);
	if (r == 0 && at->of && file->package_count > 1)
		r = buf_printf(x->ctx, &text, "package %zu ", at->of->package);
	if (r == 0 && at->of)
		r = buf_printf(x->ctx, &text, "module %zu", at->of->index);
	else if (r == 0)
		r = buf_printf(x->ctx, &text, "the one at 0x%" PRIx64, at->offset);
	if (r < 0)
		return r;
	file->ir.places = arena_string(x->ctx, &x->arena, text.ptr, text.len);
	return file->ir.places ? 0 : -SYB_E_NOMEM;
}

/* Nobody can be asked about this module, or any of the file's; the first reason stays. */
static int give_up(struct explore *x, struct explore_file *file, const struct explore_ir_place *at, const char *why)
{
	if (!file->not_explained)
		file->not_explained = why;
	return add_place(x, file, at);
}

static int put_missed(struct explore *x, struct explore_file *file)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	int r;

	if (!file->not_explained || (file->ir.text && file->ir.refused)) /* that is an error of the file */
		return 0;
	r = buf_text(x->ctx, &text, file->not_explained);
	if (r == 0 && file->ir.modules > 1)
		r = buf_printf(x->ctx, &text, "; of %zu modules of LLVM IR %zu %s not looked into: %s%s",
			       file->ir.modules, file->ir.missed, file->ir.missed == 1 ? "was" : "were",
			       file->ir.places, file->ir.missed > LISTED ? ", …" : "");
	if (r == 0)
		value_stringn(x->rec, file->map, "not_explained", text.ptr, text.len);
	return r < 0 || !x->rec->failed ? r : -SYB_E_NOMEM;
}

static const char *text_of(const struct syb_ze_node *map, const char *key)
{
	const struct syb_ze_node *node = map && map->kind == SYB_ZE_NODE_MAP ? yaml_get(map, key) : NULL;

	return node && node->kind == SYB_ZE_NODE_SCALAR ? node->text : NULL;
}

/* The first error among what the program said, a JSON object on each line; NULL: there is none. */
static int find_error(struct explore *x, struct arena *arena, struct buf *said, const struct syb_ze_node **out)
{
	int r = buf_char(x->ctx, said, '\0');

	*out = NULL;
	for (char *line = (char *)said->ptr, *next; r == 0 && !*out && line && *line; line = next) {
		struct syb_ze_node *root = NULL;
		const char *severity;

		next = strchrnul(line, '\n');
		if (*line == '{' && *next) {
			_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(x->ctx);

			r = yaml_read(x->ctx, arena, (struct syb_bytes){ (uint8_t *)line, (size_t)(next - line) },
				      (struct yaml_source){ 0 }, &root);
		}
		severity = text_of(root, "severity");
		if (severity && str_eq(severity, "error") && text_of(root, "message"))
			*out = root;
		r = r == -SYB_E_NOMEM ? r : 0;
		next += *next == '\n';
	}
	return r;
}

static uint32_t number_of(const struct syb_ze_node *map, const char *key)
{
	const char *text = text_of(map, key);
	const unsigned long number = text ? strtoul(text, NULL, 10) : 0;

	return number < UINT32_MAX ? (uint32_t)number : 0;
}

/* ---- asking ---- */

static int set_why(struct explore *x, struct explore_ir_asked *asked, const char *why)
{
	asked->why = arena_string(x->ctx, &x->arena, why, strlen(why) < MOST_WHY ? strlen(why) : MOST_WHY);
	return asked->why ? 0 : -SYB_E_NOMEM;
}

/* It failed: an error of its own, or how it ended. */
static int blame_program(struct explore *x, struct explore_ir_asked *asked, struct buf *said, struct process_end end)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	_cleanup_(buf_free) struct buf why = { 0 };
	const struct syb_ze_node *error;
	const char *text;
	int r = find_error(x, &arena, said, &error);

	if (r < 0)
		return r;
	if (!end.signalled && end.status == 0)
		return set_why(x, asked, NOT_UNDERSTOOD);
	text = error ? text_of(error, "message") : NULL;
	asked->refused = !end.signalled && end.status == syb_code_exit(-SYB_E_FORMAT);
	if (text) {
		asked->error = arena_string(x->ctx, &x->arena, text, strlen(text));
		if (!asked->error)
			return -SYB_E_NOMEM;
		asked->line = number_of(error, "line");
		asked->column = number_of(error, "column");
		r = buf_printf(x->ctx, &why, "sybil-ir: %s", text);
	} else {
		r = buf_printf(x->ctx, &why, "sybil-ir ended with %s %d", end.signalled ? "signal" : "exit code",
			       end.status);
	}
	if (r == 0)
		r = buf_char(x->ctx, &why, '\0');
	return r < 0 ? r : set_why(x, asked, (const char *)why.ptr);
}

/* Some modules of a file, for one process. */
struct batch {
	struct explore *x;
	struct explore_ir_asked **list;
	size_t count;
	size_t done, total; /* of the file's modules before it, and all */
	int64_t deadline;
	struct buf in, sizes, answers, said;
};

static void drop_batch(struct batch *b)
{
	buf_free(&b->in);
	buf_free(&b->sizes);
	buf_free(&b->answers);
	buf_free(&b->said);
}

/* Modules one behind another, and their sizes. At least one of them is taken. */
static int fill(struct batch *b, size_t most)
{
	struct syb_ctx *ctx = b->x->ctx;
	int r = buf_text(ctx, &b->sizes, "--explain-each=");

	for (; r == 0 && b->count < most && b->count < MOST_AT_ONCE; b->count++) {
		const struct syb_bytes module = b->list[b->count]->module;

		if (b->count && b->in.len + module.len > MOST_BYTES_AT_ONCE)
			break;
		r = buf_printf(ctx, &b->sizes, "%s%zu", b->count ? "," : "", module.len);
		if (r == 0)
			r = buf_add(ctx, &b->in, module.ptr, module.len);
	}
	return r < 0 ? r : buf_char(ctx, &b->sizes, '\0');
}

/* A document on each line; returns how many modules have one, or an error. */
static int take_answers(struct batch *b)
{
	size_t i = 0;

	for (size_t at = 0; i < b->count && at < b->answers.len; i++) {
		struct explore_ir_asked *asked = b->list[i];
		const char *line = (const char *)b->answers.ptr + at, *end = memchr(line, '\n', b->answers.len - at);

		if (!end)
			break;
		asked->length = (size_t)(end - line);
		asked->answer = arena_string(b->x->ctx, &b->x->arena, line, asked->length);
		if (!asked->answer)
			return -SYB_E_NOMEM;
		b->x->ir.bytes += asked->length;
		at += asked->length + 1;
	}
	return (int)i;
}

/* Who is the first of a process and has no answer is to blame; those behind may only suffer from it, and are asked
 * about again. Returns how many modules are done, or an error. */
static int run_batch(struct batch *b)
{
	struct explore *x = b->x;
	const char *const argv[] = { x->opts.ir_program,          "opt", (const char *)b->sizes.ptr,
				     "--diagnostics-format=json", "-",   NULL };
	const int64_t left = b->deadline - clock_ms();
	const struct process_opts opts = { .argv = argv,
					   .in = buf_bytes(&b->in),
					   .out_text = &b->answers,
					   .err_text = &b->said,
					   .out_most = MOST_ANSWER,
					   .err_most = MOST_SAID,
					   .timeout_ms = left > 1 ? (unsigned)left : 1,
					   .label = LABEL,
					   .done = b->done,
					   .total = b->total };
	struct process_end end = { 0 };
	struct explore_found found;
	int r, answered;
	bool failed;

	explore_divert(x, &found);
	r = process_run(x->ctx, &opts, &end);
	r = explore_divert_end(&found, false, r);
	if (explore_fatal(r))
		return r;
	answered = take_answers(b);
	if (answered < 0)
		return answered;
	failed = r < 0 || end.signalled || end.status;
	if (failed && (size_t)answered == b->count)
		b->list[--answered]->answer = NULL;
	if (answered > 0 || (r < 0 && clock_ms() >= b->deadline))
		return answered;
	r = r < 0 ? set_why(x, b->list[0], explore_first_error(&found)) : blame_program(x, b->list[0], &b->said, end);
	return r < 0 ? r : 1;
}

/* What is in the way before anybody is asked; NULL: nothing. */
static const char *obstacle(struct explore *x, struct syb_bytes module)
{
	if (!x->opts.ir_program)
		return "the program sybil-ir, which reads LLVM IR, is not there";
	if (module.len > MOST_MODULE)
		return "a module of LLVM IR is too large";
	if (x->ir.count >= MOST_MODULES)
		return "there are too many modules of LLVM IR for one document";
	return x->ir.bytes < MOST_ANSWERS ? NULL : "there is too much to tell about LLVM IR for one document";
}

/* Files share the time: what one does not need is for those behind it. */
static int ask_in_time(struct explore *x, const struct explore_file *file, struct explore_ir_asked **list, size_t count)
{
	const int64_t begin = clock_ms(), share = x->ir.left_ms / (int64_t)(x->file_count - file->index);
	size_t done = 0;
	int r = 0;

	while (r >= 0 && done < count && clock_ms() < begin + share && x->ir.bytes < MOST_ANSWERS) {
		_cleanup_(drop_batch) struct batch b = {
			.x = x, .list = list + done, .done = done, .total = count, .deadline = begin + share
		};

		ctx_progress_count(x->ctx, LABEL, done, count);
		r = fill(&b, count - done);
		if (r == 0)
			r = run_batch(&b);
		done += r > 0 ? (size_t)r : 0;
	}
	x->ir.left_ms -= clock_ms() - begin < x->ir.left_ms ? clock_ms() - begin : x->ir.left_ms;
	ctx_progress_count(x->ctx, LABEL, 1, 1);
	return r < 0 ? r : 0;
}

/* About those modules of the file that nobody was asked about. */
static int ask(struct explore *x, const struct explore_file *file)
{
	struct explore_ir_asked **list;
	size_t count = 0;

	list = arena_array(x->ctx, &x->arena, x->ir.queue_count + 1, sizeof(struct explore_ir_asked *));
	if (!list)
		return -SYB_E_NOMEM;
	if (!x->ir.count)
		x->ir.left_ms = MOST_SECONDS * 1000;
	for (size_t i = 0; i < x->ir.queue_count; i++) {
		struct explore_ir_asked *asked = x->ir.queue[i].asked;

		if (asked->answer || asked->why || asked->waits)
			continue;
		asked->why = obstacle(x, asked->module);
		if (asked->why)
			continue;
		asked->waits = true;
		x->ir.count++;
		list[count++] = asked;
	}
	for (size_t i = 0; i < count; i++)
		list[i]->waits = false;
	return count ? ask_in_time(x, file, list, count) : 0;
}

/* ---- the answer ---- */

/* "file:line:column" → "file:line", as SPIR-V has it; names of files may have colons. *out NULL: not known */
static int find_source(struct explore *x, struct arena *arena, const char *place, const char **out)
{
	const char *last = place ? strrchr(place, ':') : NULL, *before = last;
	size_t len = place ? strlen(place) : 0;

	while (before && before > place && before[-1] != ':')
		before--;
	if (before && before > place && before < last && strspn(before, "0123456789") == (size_t)(last - before))
		len = (size_t)(last - place);
	*out = place ? arena_string(x->ctx, arena, place, len) : NULL;
	return place && !*out ? -SYB_E_NOMEM : 0;
}

/* Double may be met in one function and computed with in another, farther one: that one is the reason. */
static const struct syb_ze_node *reason_of(const struct syb_ze_node *aspect)
{
	const char *use = text_of(aspect, "use");
	const struct syb_ze_node *other = use && str_eq(use, "arithmetic") ? yaml_get(aspect, "arithmetic") : NULL;

	if (!other || other->kind != SYB_ZE_NODE_MAP || !yaml_get(other, "chain"))
		return aspect;
	return other;
}

/* The place of a call stands with the function that is called; the document has it with the one that calls. */
static int put_aspect(struct explore *x, size_t kernel, const struct syb_ze_node *aspect)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	const struct syb_ze_node *reason = aspect->kind == SYB_ZE_NODE_MAP ? reason_of(aspect) : NULL;
	const struct syb_ze_node *chain = reason ? yaml_get(reason, "chain") : NULL;
	const struct explore_need need = { kernel, text_of(aspect, "aspect"), text_of(aspect, "use") };
	struct explore_step *steps;
	int r = 0;

	if (!need.aspect || !chain || chain->kind != SYB_ZE_NODE_LIST)
		return 0;
	steps = arena_array(x->ctx, &arena, chain->count + 1, sizeof(*steps));
	if (!steps)
		return -SYB_E_NOMEM;
	for (uint32_t i = 0; r == 0 && i < chain->count; i++) {
		const char *readable = text_of(&chain->items[i], "name"), *raw = text_of(&chain->items[i], "function");
		const bool last = i + 1 == chain->count;

		steps[i].function = readable ? readable : raw ? raw : "";
		r = find_source(x, &arena, last ? text_of(reason, "at") : text_of(&chain->items[i + 1], "called_at"),
				&steps[i].source);
	}
	return r < 0 ? r : explore_blame(x, &need, steps, chain->count);
}

/* A kernel of a module that is in no package is one of the document from now on. */
static int add_bare(struct explore *x, struct explore_file *file, struct hash *known, const char *raw,
		    const char *readable, const struct explore_ir_place *at, size_t *out_place)
{
	struct explore_kernel *k;
	struct syb_value *image;
	size_t *stored;
	bool found;
	int r = explore_new_kernel(x, file, SIZE_MAX, SIZE_MAX, raw, readable, &k);

	if (r < 0)
		return r;
	k->images = value_list(x->rec, k->map, "images");
	image = value_map(x->rec, k->images, NULL);
	value_string(x->rec, image, "ir", "bitcode");
	value_uint(x->rec, image, "offset", at->offset);
	value_uint(x->rec, image, "bytes", at->module.len);
	*out_place = x->kernel_count - 1;
	file->kernel_count++;
	return hash_put(x->ctx, known, k->name, strlen(k->name), *out_place, &stored, &found);
}

static int put_kernel(struct explore *x, struct explore_file *file, const struct explore_ir_place *at,
		      struct hash *kernels, const struct syb_ze_node *kernel)
{
	const struct syb_ze_node *aspects = kernel->kind == SYB_ZE_NODE_MAP ? yaml_get(kernel, "aspects") : NULL;
	const char *raw = text_of(kernel, "kernel");
	const size_t *known = raw ? hash_get(kernels, raw, strlen(raw)) : NULL;
	size_t place = known ? *known : 0;
	int r = 0;

	if (!raw || !aspects || aspects->kind != SYB_ZE_NODE_LIST || (known != NULL) == at->bare)
		return 0; /* another module of a file that has code for several devices told about it before */
	if (at->bare)
		r = add_bare(x, file, kernels, raw, text_of(kernel, "name"), at, &place);
	for (uint32_t i = 0; r == 0 && i < aspects->count; i++)
		r = put_aspect(x, place, &aspects->items[i]);
	return r < 0 || !x->rec->failed ? r : -SYB_E_NOMEM;
}

static int put_answer(struct explore *x, struct explore_file *file, const struct explore_ir_place *at,
		      struct hash *names)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	const struct syb_bytes answer = { (const uint8_t *)at->asked->answer, at->asked->length };
	const struct syb_ze_node *kernels = NULL;
	struct syb_ze_node *root = NULL;
	int r;

	{
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(x->ctx);

		r = yaml_read(x->ctx, &arena, answer, (struct yaml_source){ 0 }, &root);
	}
	if (r < 0)
		return r == -SYB_E_NOMEM ? r : give_up(x, file, at, NOT_UNDERSTOOD);
	if (root && root->kind == SYB_ZE_NODE_MAP)
		kernels = yaml_get(root, "kernels");
	if (!kernels || kernels->kind != SYB_ZE_NODE_LIST)
		return give_up(x, file, at, NOT_UNDERSTOOD);
	for (uint32_t i = 0; r == 0 && i < kernels->count; i++)
		r = put_kernel(x, file, at, names, &kernels->items[i]);
	return r;
}

/* The time is what was in the way of those that were never asked about. */
static int put_why(struct explore *x, struct explore_file *file, const struct explore_ir_place *at)
{
	const struct explore_ir_asked *asked = at->asked;

	file->ir.refused = asked->refused;
	file->ir.error = asked->error;
	file->ir.line = asked->line;
	file->ir.column = asked->column;
	if (asked->why)
		return give_up(x, file, at, asked->why);
	if (x->ir.bytes >= MOST_ANSWERS)
		return give_up(x, file, at, obstacle(x, asked->module));
	return give_up(x, file, at,
		       x->file_count > 1 ? "LLVM IR is looked into for " SECONDS " s at most, which all files share"
					 : "LLVM IR is looked into for " SECONDS " s at most");
}

static int put_place(struct explore *x, struct explore_file *file, const struct explore_ir_place *at, struct hash *bare)
{
	_cleanup_(hash_free) struct hash names = { 0 };
	int r = 0;

	if (!at->asked->answer)
		return put_why(x, file, at);
	if (at->of)
		r = explore_name_kernels(x, at->of->first_kernel, at->of->kernel_count, false, &names);
	return r < 0 ? r : put_answer(x, file, at, at->of ? &names : bare);
}

/* ---- the modules of a file ---- */

int explore_ir(struct explore *x, struct explore_file *file, const struct explore_ir_place *at)
{
	struct explore_ir_asked *asked = arena_array(x->ctx, &x->arena, 1, sizeof(*asked));
	size_t *stored;
	bool found;
	int r = asked ? VEC_PUSH(x->ctx, x->ir.queue, x->ir.queue_count, x->ir.queue_room) : -SYB_E_NOMEM;

	if (r < 0)
		return r;
	*asked = (struct explore_ir_asked){ .module = at->module };
	sha256(at->module.ptr, at->module.len, asked->hash);
	r = hash_put(x->ctx, &x->ir.known, asked->hash, sizeof(asked->hash), (size_t)(uintptr_t)asked, &stored, &found);
	if (r < 0)
		return r;
	asked = (struct explore_ir_asked *)(uintptr_t)*stored;
	asked->module = at->module; /* that of a file before this one may be gone */
	x->ir.queue[x->ir.queue_count] = *at;
	x->ir.queue[x->ir.queue_count++].asked = asked;
	file->ir.modules++;
	return 0;
}

int explore_ir_end(struct explore *x, struct explore_file *file, struct hash *bare)
{
	int r = ask(x, file);

	for (size_t i = 0; r == 0 && i < x->ir.queue_count; i++)
		r = put_place(x, file, &x->ir.queue[i], bare);
	x->ir.queue_count = 0;
	return r < 0 ? r : put_missed(x, file);
}

/* ---- text ---- */

/* "define void @name(": shells declare things as well. */
static bool names_function(const char *at, const char *end)
{
	for (const char *name; (name = memchr(at, '@', (size_t)(end - at))) != NULL; at = name + 1)
		if ((name[-1] == ' ' || name[-1] == '*') && memchr(name, '(', (size_t)(end - name)))
			return true;
	return false;
}

/* Lines that no file of another kind has. */
static bool is_text(struct syb_bytes bytes)
{
	static const struct {
		const char *begin;
		bool function;
	} lines[] = {
		{ "; ModuleID = '", false },
		{ "source_filename = \"", false },
		{ "target datalayout = \"", false },
		{ "target triple = \"", false },
		{ "define ", true },
		{ "declare ", true },
	};
	enum { LOOK = 16 * 1024 };
	const char *at = (const char *)bytes.ptr, *end = at + (bytes.len < LOOK ? bytes.len : LOOK);

	if (syb_identify(bytes) != SYB_KIND_UNKNOWN || memchr(at, '\0', (size_t)(end - at)))
		return false;
	for (const char *next; at < end; at = next) {
		next = memchr(at, '\n', (size_t)(end - at));
		next = next ? next + 1 : end;
		for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
			const size_t len = strlen(lines[i].begin);

			if ((size_t)(next - at) > len && memcmp(at, lines[i].begin, len) == 0 &&
			    (!lines[i].function || names_function(at + len, next)))
				return true;
		}
	}
	return false;
}

/* LLVM's own words, and its place in the file. */
static int put_parse_error(struct explore *x, struct explore_file *file)
{
	const char *text = file->ir.error ? file->ir.error : "LLVM cannot read it";
	struct explore_found found;
	int r;

	explore_divert(x, &found);
	{
		_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(x->ctx, file->in->name);

		if (file->ir.line)
			r = syb_fail_text(x->ctx, SYB_E_FORMAT, file->ir.line, file->ir.column, "ir-parse", "%s", text);
		else
			r = syb_fail(x->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "ir-parse", "%s", text);
	}
	r = explore_divert_end(&found, true, r);
	if (explore_fatal(r))
		return r;
	explore_put_error(x, file->map, &found, r);
	explore_checks(x, file->index, &found);
	return x->rec->failed ? -SYB_E_NOMEM : 0;
}

int explore_ir_text(struct explore *x, struct explore_file *file, bool *out_taken)
{
	struct hash known = { 0 };
	const struct explore_ir_place at = { .module = file->in->bytes, .bare = true };
	int r = 0;

	*out_taken = false;
	if (!file->in->bytes.len || !is_text(file->in->bytes))
		return 0;
	*out_taken = file->ir.text = true;
	file->first_kernel = x->kernel_count;
	file->first_module = x->module_count;
	r = explore_ir(x, file, &at);
	if (r == 0)
		r = explore_ir_end(x, file, &known);
	hash_free(&known);
	value_string(x->rec, file->map, "kind", "llvm");
	if (r == 0 && file->ir.refused)
		r = put_parse_error(x, file);
	if (r < 0 || file->ir.refused)
		return r;
	file->summary = value_map(x->rec, file->map, "summary");
	if (file->not_explained)
		value_string(x->rec, file->summary, "not_decoded", "LLVM IR");
	else
		value_uint(x->rec, file->summary, "kernels", file->kernel_count);
	if (file->kernel_count && x->opts.device_count)
		value_string(x->rec, file->map, "not_asked", EXPLORE_IR_NOT_ASKED);
	return x->rec->failed ? -SYB_E_NOMEM : 0;
}
