/* driver/exec/jobs_headers.c — which files a compiler has read, and which it would have read had they been there.
 *
 * A Make rule says which files were read. A header that is put into a folder which is searched earlier changes the
 * result as well, and no rule can name it. So the names behind every #include and __has_include are looked up once
 * more, as the compiler does, and what was not found on the way is noted. Lines that the preprocessor leaves out are
 * looked at, too: that notes more than is needed, never less. */
#define _GNU_SOURCE
#include "jobs_headers.h"
#include "base/shell.h"

#include "base/file.h"
#include "base/hash.h"
#include "jobs_graph.h"

#include <stdio.h>
#include <unistd.h>

void headers_drop(struct header_names *names, const struct syb_ctx *ctx)
{
	allocator_free(allocator_of(ctx), names->list);
	*names = (struct header_names){ 0 };
}

static int add_name(struct syb_ctx *ctx, struct header_names *names, const char *name)
{
	int r = name ? VEC_PUSH(ctx, names->list, names->count, names->room) : -SYB_E_NOMEM;

	if (r == 0)
		names->list[names->count++] = name;
	return r;
}

/* ---- Make rules ---- */

/* A word: "\ " is a blank, "\#" and "$$" stand for one character, a backslash before the end of a line for nothing. */
static size_t take_word(const char *p, const char *end, char *out)
{
	const char *from = p;

	while (p < end && !strchr(" \t\r\n", *p)) {
		if (*p == '\\' && p + 1 < end && (p[1] == '\n' || (p[1] == '\r' && p + 2 < end && p[2] == '\n')))
			break;
		if ((*p == '\\' && p + 1 < end && strchr(" #", p[1])) || (*p == '$' && p + 1 < end && p[1] == '$'))
			p++;
		*out++ = *p++;
	}
	*out = '\0';
	return (size_t)(p - from);
}

/* Blanks, and ends of lines behind a backslash. */
static const char *skip_gap(const char *p, const char *end)
{
	while (p < end) {
		size_t left = (size_t)(end - p);

		if (strchr(" \t\r", *p))
			p++;
		else if (*p == '\\' && (left == 1 || p[1] == '\n'))
			p += left == 1 ? 1 : 2;
		else if (left > 2 && memcmp(p, "\\\r\n", 3) == 0)
			p += 3;
		else
			break;
	}
	return p;
}

int headers_of_rule(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes rule, struct header_names *out)
{
	const char *p = (const char *)rule.ptr, *end = p + rule.len, *colon;
	int r = 0;

	/* the target may have colons in its name, but no blank behind one */
	for (colon = p; colon && colon + 1 < end && !strchr(" \t\r\n\\", colon[1]);)
		colon = memchr(colon + 1, ':', (size_t)(end - colon - 1));
	if (rule.len == 0 || !colon || *colon != ':')
		return 0;
	for (p = colon + 1; p < end && r == 0;) {
		char *word;

		p = skip_gap(p, end);
		if (p >= end || *p == '\n') /* the end of the rule: -MP adds others, for the same files */
			break;
		word = arena_bytes(ctx, arena, (size_t)(end - p) < 4096 ? (size_t)(end - p) + 1 : 4097);
		if (!word)
			return -SYB_E_NOMEM;
		p += take_word(p, end - p > 4096 ? p + 4096 : end, word);
		if (*word)
			r = add_name(ctx, out, word);
	}
	return r;
}

/* ---- folders ---- */

/* What clang -### prints: words in quotes, with backslashes; the ones behind these name folders. */
static bool names_folder(const char *word)
{
	static const char *const options[] = {
		"-I",         "-iquote",      "-isystem",  "-internal-isystem", "-internal-externc-isystem",
		"-idirafter", "-cxx-isystem", "-c-isystem"
	};

	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		if (str_eq(word, options[i]))
			return true;
	return false;
}

static const char *join(struct syb_ctx *ctx, struct arena *arena, const char *dir, const char *name)
{
	return arena_printf(ctx, arena, "%s/%s", dir, name);
}

static int folders_of(struct syb_ctx *ctx, struct arena *arena, const char *text, struct header_names *out)
{
	const char **words, *resource = NULL;
	size_t count = 0;
	int r = shell_split(ctx, arena, text, &words, &count);

	for (size_t i = 0; i + 1 < count && r == 0; i++) {
		if (names_folder(words[i]))
			r = add_name(ctx, out, words[i + 1]);
		else if (str_eq(words[i], "-resource-dir"))
			resource = words[i + 1];
	}
	/* for some targets clang does not say what it adds itself */
	if (r == 0)
		r = add_name(ctx, out, "/usr/local/include");
	if (r == 0 && resource)
		r = add_name(ctx, out, join(ctx, arena, resource, "include"));
	return r < 0 ? r : add_name(ctx, out, "/usr/include");
}

static int ask_folders(struct syb_ctx *ctx, struct arena *arena, const struct job *job, struct header_names *out)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	size_t n = list_length(job->argv);
	const char **argv = arena_array(ctx, arena, n + 2, sizeof(*argv)), *line;
	const struct process_opts opts = { .argv = argv, .err_text = &text, .timeout_ms = 60000 };
	struct process_end end;
	int r;

	if (!argv)
		return -SYB_E_NOMEM;
	memcpy(argv, job->argv, n * sizeof(*argv));
	argv[n] = "-###";
	r = process_run(ctx, &opts, &end);
	if (r == 0)
		r = buf_char(ctx, &text, '\0');
	if (r < 0)
		return r;
	line = strstr((const char *)text.ptr, "\"-cc1\"");
	return line && end.status == 0 && !end.signalled ? folders_of(ctx, arena, line, out) : -SYB_E_TOOL;
}

/* ---- lookups ---- */

struct lookup {
	struct syb_ctx *ctx;
	struct arena *arena;
	struct header_names folders;
	struct header_names *absent;
	struct hash seen; /* what was looked up: folder of the file for quotes, and name */
	struct hash noted;
};

static int note_absent(struct lookup *l, const char *path)
{
	size_t *at;
	bool found;
	int r = hash_put(l->ctx, &l->noted, path, strlen(path), 0, &at, &found);

	return r < 0 || found ? r : add_name(l->ctx, l->absent, path);
}

/* 1: it is there. Where its folder is not there either, the first folder that is missing is enough to note. */
static int try_path(struct lookup *l, const char *dir, const char *name)
{
	const char *path = join(l->ctx, l->arena, dir, name);
	char *cut;

	if (!path)
		return -SYB_E_NOMEM;
	if (access(path, F_OK) == 0)
		return 1;
	cut = arena_string(l->ctx, l->arena, path, strlen(path));
	for (char *p = cut ? cut + strlen(dir) + 1 : NULL; p && (p = strchr(p, '/')); p++) {
		*p = '\0';
		if (access(cut, F_OK) < 0)
			return note_absent(l, cut);
		*p = '/';
	}
	return cut ? note_absent(l, path) : -SYB_E_NOMEM;
}

/* dir: of the file that asks, for quotes; next: the search goes on behind what it finds. */
static int look_up(struct lookup *l, const char *dir, const char *name, size_t len, bool next)
{
	char *copy = arena_string(l->ctx, l->arena, name, len);
	const char *key = copy ? join(l->ctx, l->arena, dir ? dir : "", copy) : NULL;
	size_t *at;
	bool found;
	int r = key ? hash_put(l->ctx, &l->seen, key, strlen(key), 0, &at, &found) : -SYB_E_NOMEM;

	if (r < 0 || (found && !next) || *copy == '/')
		return r;
	if (dir)
		r = try_path(l, dir, copy);
	for (size_t i = 0; i < l->folders.count && (r == 0 || (r == 1 && next)); i++)
		r = try_path(l, l->folders.list[i], copy);
	return r < 0 ? r : 0;
}

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

/* All of: #include <a>, #include_next "a", __has_include(<a>), __has_include_next ( "a" ). */
static int scan(struct lookup *l, const char *dir, struct syb_bytes text)
{
	const char *p = (const char *)text.ptr, *end = p + text.len;
	int r = 0;

	while (r == 0 && p && (p = memmem(p, (size_t)(end - p), "include", 7))) {
		const char *close;
		bool next;

		p += 7;
		next = end - p >= 5 && memcmp(p, "_next", 5) == 0;
		p = skip_blanks(next ? p + 5 : p, end);
		if (p < end && *p == '(')
			p = skip_blanks(p + 1, end);
		if (p >= end || (*p != '<' && *p != '"'))
			continue;
		close = memchr(p + 1, *p == '<' ? '>' : '"', (size_t)(end - p - 1));
		if (close && close > p + 1 && close - p < 1024 && !memchr(p, '\n', (size_t)(close - p)))
			r = look_up(l, *p == '"' ? dir : NULL, p + 1, (size_t)(close - p - 1), next);
	}
	return r;
}

static bool asks_time(struct syb_bytes text)
{
	static const char *const words[] = { "__TIME__", "__DATE__", "__TIMESTAMP__" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (memmem(text.ptr, text.len, words[i], strlen(words[i])))
			return true;
	return false;
}

static int scan_file(struct lookup *l, const char *path, bool *timed)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	const char *slash = strrchr(path, '/');
	const char *dir = slash ? arena_string(l->ctx, l->arena, path, (size_t)(slash - path)) : ".";
	struct syb_bytes text;
	int r = dir ? syb_file_open(l->ctx, path, &file) : -SYB_E_NOMEM;

	if (r < 0)
		return r;
	text = syb_file_bytes(file);
	if (text.len == 0)
		return 0;
	*timed |= asks_time(text);
	return scan(l, dir, text);
}

int headers_absent(struct syb_ctx *ctx, struct arena *arena, const struct job *job, const struct header_names *files,
		   struct header_names *out, bool *out_timed)
{
	struct lookup l = { .ctx = ctx, .arena = arena, .absent = out };
	int r = ask_folders(ctx, arena, job, &l.folders);

	*out_timed = false;
	for (size_t i = 0; i < files->count && r == 0; i++)
		r = scan_file(&l, files->list[i], out_timed);
	headers_drop(&l.folders, ctx);
	hash_free(&l.seen);
	hash_free(&l.noted);
	return r;
}
