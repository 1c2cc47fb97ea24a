/* driver/pch.c — precompiled headers of programs.
 *
 * Most of the time of a compile goes into reading the headers of the SYCL runtime. With a cache folder they are kept in
 * precompiled form, for each pass and set of options, and used for sources that begin with them: macros that are
 * defined before would change their meaning. A precompiled header is valid as long as none of its files is newer; clang
 * itself refuses one whose files have another size or time. */
#include "base/path.h"
#include "driver/exec/jobs_headers.h"
#include "driver/exec/store.h"
#include "plan.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
	KEPT = 16,     /* precompiled headers in the cache, of about 35 MB each */
	IN_USE = 3600, /* seconds: a process that chose one may not have read it yet */
};

/* ---- sources ---- */

/* Behind blanks and comments. */
static const char *skip_comments(const char *p, const char *end)
{
	while (p < end) {
		if (isspace((unsigned char)*p)) {
			p++;
		} else if (end - p > 1 && p[0] == '/' && p[1] == '/') {
			while (p < end && *p != '\n')
				p++;
		} else if (end - p > 1 && p[0] == '/' && p[1] == '*') {
			for (p += 2; end - p > 1 && !(p[0] == '*' && p[1] == '/');)
				p++;
			p = end - p > 1 ? p + 2 : end;
		} else {
			break;
		}
	}
	return p;
}

/* The name in `#include <name>`; empty for other lines. */
static struct syb_bytes included(const char *p, const char *end)
{
	static const char word[] = "include";
	const char *name, *stop;

	if (p == end || *p != '#')
		return (struct syb_bytes){ 0 };
	for (p++; p < end && (*p == ' ' || *p == '\t');)
		p++;
	if ((size_t)(end - p) < strlen(word) || memcmp(p, word, strlen(word)) != 0)
		return (struct syb_bytes){ 0 };
	for (p += strlen(word); p < end && (*p == ' ' || *p == '\t');)
		p++;
	if (p == end || *p != '<')
		return (struct syb_bytes){ 0 };
	name = p + 1;
	stop = memchr(name, '>', (size_t)(end - name));
	return stop ? (struct syb_bytes){ (const uint8_t *)name, (size_t)(stop - name) } : (struct syb_bytes){ 0 };
}

static bool is_name(struct syb_bytes name, const char *text)
{
	return bytes_eq(name, (struct syb_bytes){ (const uint8_t *)text, strlen(text) });
}

/* Whether a source includes SYCL's header first, or after headers of the standard library only. */
static bool begins_with_sycl(struct plan *p, const char *path)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(p->ctx);
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes name;
	const char *at, *end;

	if (syb_file_open(p->ctx, path, &file) < 0)
		return false;
	at = (const char *)syb_file_bytes(file).ptr;
	end = at + syb_file_bytes(file).len;
	for (; at && at < end; at = memchr(at, '\n', (size_t)(end - at))) {
		at = skip_comments(at, end);
		name = included(at, end);
		if (is_name(name, "sycl/sycl.hpp") || is_name(name, "CL/sycl.hpp"))
			return true;
		if (name.len == 0 || memchr(name.ptr, '/', name.len))
			return false;
	}
	return false;
}

/* Whether an option for one pass begins with this text. */
static bool has_pass_option(const struct plan *p, const char *option)
{
	for (size_t i = 0; i < p->host.device_option_count; i++)
		if (str_starts(p->host.device_options[i], option))
			return true;
	for (size_t i = 0; i < p->host.option_count; i++)
		if (str_starts(p->host.options[i], option))
			return true;
	return false;
}

/* Options that put text before the headers. */
static bool has_text_before(const struct plan *p)
{
	static const char *const options[] = { "-include", "-imacros" };

	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		size_t at = 0;

		if (plan_clang_option(p, options[i], &at) || has_pass_option(p, options[i]))
			return true;
	}
	return false;
}

/* ---- the cache ---- */

/* Relative folders make the result depend on the current one. */
static bool has_relative(const struct plan *p)
{
	static const char *const options[] = { "-I", "-isystem", "-iquote", "-idirafter", "--sysroot=" };
	const char *folder;

	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		if (has_pass_option(p, options[i]))
			return true;
		for (size_t at = 0; (folder = plan_clang_option(p, options[i], &at));)
			if (*folder != '/')
				return true;
	}
	return false;
}

static void add_program(struct store_key *key, const char *path)
{
	struct stat st = { 0 };

	(void)!stat(path, &st);
	store_key_text(key, "program", path);
	store_key_add(key, "size", &st.st_size, sizeof(st.st_size));
	store_key_add(key, "time", &st.st_mtim, sizeof(st.st_mtim));
}

/* The name of the precompiled header, by the words of the current command. */
static const char *name_of(struct plan *p)
{
	char clang[PATH_MAX] = "", here[PATH_MAX] = "", name[STORE_KEY];
	const char *plugin = "";
	struct store_key key = { { 0 } };

	(void)process_find(syb_clang_program(p->clang), clang, sizeof(clang));
	p->error = p->error ? p->error : syb_clang_plugin(p->ctx, p->clang, &plugin);
	store_key_text(&key, "version", syb_version());
	add_program(&key, clang);
	add_program(&key, plugin);
	if (has_relative(p) && getcwd(here, sizeof(here)))
		store_key_text(&key, "folder", here);
	for (size_t i = 0; i < p->word_count; i++)
		store_key_text(&key, "word", p->words[i]);
	store_key_name(&key, name);
	return plan_text(p, "%s/pch/%s.pch", p->o.cache_dir, name);
}

const char *plan_pch_rule(struct plan *p, const char *pch)
{
	return plan_text(p, "%s.d", pch);
}

static bool is_newer(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec > b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec > b->tv_nsec);
}

/* Whether a precompiled header exists and is not damaged, and none of its files is newer. */
static bool is_valid(struct plan *p, const char *pch)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(p->ctx);
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct header_names names = { 0 };
	struct stat made, st;
	bool valid = stat(pch, &made) == 0 && syb_file_open(p->ctx, plan_pch_rule(p, pch), &file) == 0 &&
		     headers_of_rule(p->ctx, &p->arena, syb_file_bytes(file), &names) == 0 && names.count > 0;

	for (size_t i = 0; i < names.count && valid; i++)
		valid = stat(names.list[i], &st) == 0 && !is_newer(&st.st_mtim, &made.st_mtim);
	headers_drop(&names, p->ctx);
	return valid && store_is_sealed(p->ctx, pch);
}

/* Whether a file is a precompiled header; clang's temporary files have longer names. */
static bool is_pch(const char *name)
{
	const char *dot = path_dot(name);

	return str_eq(dot, ".pch");
}

/* Remove the precompiled header that was not used for longest, if there are too many and no process uses it. */
static void trim(const char *dir)
{
	char oldest[PATH_MAX] = "", path[PATH_MAX];
	struct timespec when = { 0 };
	DIR *folder = opendir(dir);
	struct dirent *one;
	size_t count = 0;
	struct stat st;

	while (folder && (one = readdir(folder))) {
		if (!is_pch(one->d_name) ||
		    (size_t)snprintf(path, sizeof(path), "%s/%s", dir, one->d_name) >= sizeof(path) ||
		    stat(path, &st) < 0)
			continue;
		count++;
		if (!*oldest || is_newer(&when, &st.st_atim)) {
			when = st.st_atim;
			memcpy(oldest, path, sizeof(path));
		}
	}
	if (folder)
		closedir(folder);
	if (count >= KEPT && time(NULL) - when.tv_sec > IN_USE)
		(void)store_drop_sealed(oldest);
}

/* The use of a precompiled header is its time of access, whatever the file system does with that. */
static void mark_use(const char *pch)
{
	const struct timespec times[2] = { { .tv_nsec = UTIME_NOW }, { .tv_nsec = UTIME_OMIT } };

	(void)!utimensat(AT_FDCWD, pch, times, 0);
}

bool plan_wants_pch(struct plan *p, const struct plan_input *input)
{
	return p->root && p->o.cache_dir && !p->o.dry_run && !has_text_before(p) && plan_is_cpp(input) &&
	       (p->o.stop == SYB_COMPILE_OBJECT || plan_has_images(p)) && begins_with_sycl(p, input->file);
}

const char *plan_pch(struct plan *p, const char *label)
{
	const char *headers = "", *pch = name_of(p), *dir = plan_text(p, "%s/pch", p->o.cache_dir);
	struct job *job;

	for (size_t i = p->jobs_run; i < p->job_count; i++)
		if (p->jobs[i].outputs && p->jobs[i].outputs[0] && str_eq(p->jobs[i].outputs[0], pch))
			p->word_count = 0; /* another source makes it */
	if (p->error || p->word_count == 0 || is_valid(p, pch)) {
		mark_use(pch);
		p->word_count = 0;
		return pch;
	}
	if (mkdir(dir, 0700) < 0 && errno != EEXIST) {
		p->word_count = 0;
		return NULL;
	}
	trim(dir);
	p->error = p->error ? p->error : syb_clang_programs(p->ctx, p->clang, &headers);
	plan_word(p, "-MD");
	plan_word(p, "-MF");
	plan_word(p, plan_pch_rule(p, pch));
	plan_wordf(p, "%s/pch.hpp", headers);
	plan_word(p, "-o");
	plan_word(p, pch);
	job = plan_job(p, pch, JOB_OPTIONAL, "precompile headers for %s", label);
	return job ? pch : NULL;
}

const char *const *plan_without_pch(struct plan *p, const char *const *argv, const char *pch, const char *header)
{
	const char **words;
	size_t count = 0, n = 0;

	while (argv[count])
		count++;
	words = arena_array(p->ctx, &p->arena, count + 1, sizeof(*words));
	if (!words) {
		p->error = -SYB_E_NOMEM;
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		bool here = i + 3 < count && str_eq(argv[i + 1], "-include-pch") && str_eq(argv[i + 3], pch);

		words[n++] = here ? "-include" : argv[i];
		if (!here)
			continue;
		words[n++] = header;
		i += 3;
	}
	return words;
}
