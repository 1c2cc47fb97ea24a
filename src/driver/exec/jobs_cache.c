/* driver/exec/jobs_cache.c — the cache of job outputs, found by everything that the outputs depend on.
 *
 * The key of a job is made of its arguments, the identity of its programs, environment variables that affect compilers,
 * and the content of its inputs; for a compile, the preprocessed source, which includes all headers, or else all files
 * of the make rule that it wrote the last time, which an entry of its own lists. Names of files in the temporary folder
 * are not part of it. If the outputs of a job name further files, one entry has all of them. */
#define _GNU_SOURCE
#include "jobs_cache.h"

#include "base/file.h"
#include "base/hash.h"
#include "jobs_graph.h"
#include "jobs_headers.h"
#include "base/sha256.h"
#include "store.h"

#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define FORMAT "sybil jobs 2"

struct jobs_cache {
	struct syb_ctx *ctx;
	const struct jobs_opts *opts;
	const char *temp; /* NULL: none, or a name that may occur in any text (".") */
	struct store store;
	struct arena arena;
	struct hash digests; /* path → index of a digest, for files that no job writes */
	uint8_t (*list)[STORE_HASH];
	size_t count, room;
	struct store_key loaded; /* the libraries of this process, which functions of jobs use */
	bool kept;               /* an entry was added: trim the store on close */
	bool warned;             /* a failed write was reported */
};

/* Identify a program by its path, size and time. */
static int add_tool(struct store_key *key, const char *program)
{
	char found[PATH_MAX], place[PATH_MAX];
	struct stat st;

	if (strchr(program, '/'))
		snprintf(found, sizeof(found), "%s", program); /* a plug-in, which need not be a program */
	else if (!process_find(program, found, sizeof(found)))
		return -SYB_E_NOTFOUND;
	if (!realpath(found, place) || stat(place, &st) < 0)
		return -SYB_E_NOTFOUND;
	store_key_text(key, "program", place);
	store_key_add(key, "size", &st.st_size, sizeof(st.st_size));
	store_key_add(key, "time", &st.st_mtim, sizeof(st.st_mtim));
	return 0;
}

static int add_library(struct dl_phdr_info *info, size_t size, void *user)
{
	(void)size;
	if (strchr(info->dlpi_name, '/'))
		(void)add_tool(user, info->dlpi_name);
	return 0;
}

int jobs_cache_open(struct syb_ctx *ctx, const struct jobs_opts *opts, struct jobs_cache **out_cache)
{
	const char *why = opts->cache_dir ? store_refuse(opts->cache_dir) : NULL;
	struct jobs_cache *cache;

	*out_cache = NULL;
	if (why)
		syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache", "%s: %s; nothing is kept",
			   opts->cache_dir, why);
	if (!opts->cache_dir || why)
		return 0;
	cache = mem_zalloc(ctx, sizeof(*cache));
	if (!cache)
		return -SYB_E_NOMEM;
	cache->ctx = ctx;
	cache->opts = opts;
	cache->temp = opts->temp && opts->temp[0] == '/' && opts->temp[1] ? opts->temp : NULL;
	cache->store = (struct store){ .dir = opts->cache_dir, .most = opts->cache_most };
	dl_iterate_phdr(add_library, &cache->loaded);
	*out_cache = cache;
	return 0;
}

void jobs_cache_close(struct jobs_cache *cache)
{
	struct allocator a;

	if (!cache)
		return;
	if (cache->kept)
		store_trim(cache->ctx, &cache->store);
	a = allocator_of(cache->ctx);
	hash_free(&cache->digests);
	allocator_free(a, cache->list);
	arena_free(&cache->arena);
	allocator_free(a, cache);
}

/* ---- keys ---- */

static bool in_temp(const struct jobs_cache *cache, const char *path)
{
	const char *temp = cache->temp;
	size_t len = temp ? strlen(temp) : 0;

	return len && strncmp(path, temp, len) == 0 && path[len] == '/';
}

/* Append text to out, with each `from` replaced by `to`. */
static int replace(struct syb_ctx *ctx, struct buf *out, struct syb_bytes text, const char *from, const char *to)
{
	size_t len = from ? strlen(from) : 0;
	const uint8_t *p = text.ptr, *end = text.ptr + text.len, *hit;
	int r = 0;

	while (r == 0 && len && p && (hit = memmem(p, (size_t)(end - p), from, len))) {
		r = buf_add(ctx, out, p, (size_t)(hit - p));
		if (r == 0)
			r = buf_text(ctx, out, to);
		p = hit + len;
	}
	return r < 0 || text.len == 0 ? r : buf_add(ctx, out, p, (size_t)(end - p));
}

/* The hash of a file's current content. NOTFOUND, not reported, if it cannot be read. */
static int digest_now(struct jobs_cache *cache, const char *path, uint8_t out[STORE_HASH])
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(cache->ctx);
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes bytes;
	int r;

	r = syb_file_open(cache->ctx, path, &file);
	if (r < 0)
		return r == -SYB_E_NOMEM ? r : -SYB_E_NOTFOUND;
	bytes = syb_file_bytes(file);
	sha256(bytes.ptr ? (const void *)bytes.ptr : "", bytes.len, out);
	return 0;
}

/* The same, computed once per file: all sources read the same headers. */
static int digest_once(struct jobs_cache *cache, const char *path, uint8_t out[STORE_HASH])
{
	size_t *at = hash_get(&cache->digests, path, strlen(path));
	const char *copy;
	bool found;

	if (at) {
		memcpy(out, cache->list[*at], STORE_HASH);
		return 0;
	}
	TRY(digest_now(cache, path, out));
	copy = arena_string(cache->ctx, &cache->arena, path, strlen(path));
	TRY(copy ? VEC_PUSH(cache->ctx, cache->list, cache->count, cache->room) : -SYB_E_NOMEM);
	memcpy(cache->list[cache->count], out, STORE_HASH);
	return hash_put(cache->ctx, &cache->digests, copy, strlen(copy), cache->count++, &at, &found);
}

static int add_file(struct jobs_cache *cache, struct store_key *key, const char *path)
{
	uint8_t digest[STORE_HASH];

	TRY(in_temp(cache, path) ? digest_now(cache, path, digest) : digest_once(cache, path, digest));
	store_key_add(key, "content", digest, sizeof(digest));
	return 0;
}

/* The placeholder for a file of the job in the temporary folder; NULL for other words. */
static const char *placeholder(const struct jobs_cache *cache, const struct job *job, const char *path, char out[32])
{
	if (!in_temp(cache, path))
		return NULL;
	for (size_t i = 0; job->inputs && job->inputs[i]; i++)
		if (str_eq(path, job->inputs[i]))
			return snprintf(out, 32, "<input %zu>", i), out;
	/* if further files are named after an output, its name is part of the key */
	for (size_t i = 0; !job->files && job->outputs && job->outputs[i]; i++)
		if (str_eq(path, job->outputs[i]))
			return snprintf(out, 32, "<output %zu>", i), out;
	return job->depfile && str_eq(path, job->depfile) ? "<rule>" : NULL;
}

/* A path may be a whole argument or follow an option: -o=PATH, TARGET,PATH, -fplugin=PATH. */
static int add_argument(struct jobs_cache *cache, struct store_key *key, const struct job *job, const char *word)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	const char *path = cache->temp ? strstr(word, cache->temp) : NULL, *name;
	char room[32];

	name = path ? placeholder(cache, job, path, room) : NULL;
	if (!name) {
		TRY(replace(cache->ctx, &text, str_bytes(word), cache->temp, "<temp>"));
	} else {
		TRY(buf_add(cache->ctx, &text, word, (size_t)(path - word)));
		TRY(buf_text(cache->ctx, &text, name));
	}
	store_key_add(key, "argument", text.ptr, text.len);
	return 0;
}

static int add_tools(struct jobs_cache *cache, struct store_key *key, const struct job *job)
{
	int r = job->run ? 0 : add_tool(key, job->argv[0]);

	for (size_t i = 0; job->tools && job->tools[i] && r == 0; i++)
		if (add_tool(key, job->tools[i]) < 0)
			store_key_text(
				key, "missing",
				job->tools[i]); /* the job may work without it; the key changes when it is installed */
	if (job->run)
		store_key_add(key, "libraries", cache->loaded.hash, sizeof(cache->loaded.hash));
	return r;
}

/* Environment variables that affect compilers. */
static void add_environment(struct store_key *key)
{
	static const char *const prefixes[] = { "CPATH=",
						"C_INCLUDE_PATH=",
						"CPLUS_INCLUDE_PATH=",
						"CPLUS_",
						"CCC_",
						"CLANG_",
						"SOURCE_DATE_EPOCH=",
						"IGC_",
						"NEO",
						"POCL_",
						"OCL_ICD_",
						"SYBIL_",
						"LANG=",
						"LC_" };

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		for (char **word = environ; word && *word; word++)
			if (str_starts(*word, prefixes[i]) && !str_starts(*word, "SYBIL_CC_CACHE") &&
			    !str_starts(*word, "SYBIL_CACHE"))
				store_key_text(key, "environment", *word);
}

/* Options that do not affect the output. */
static bool is_irrelevant(const struct job *job, const char *word)
{
	return job->run && str_starts(word, "--jobs=");
}

/* The preprocessed source, in which __TIME__ and the like are expanded. */
static int add_preprocessed(struct jobs_cache *cache, struct store_key *key, const struct job *job)
{
	_cleanup_(buf_free) struct buf text = { 0 }, said = { 0 };
	const struct process_opts opts = { .argv = job->preprocess, .out_text = &text, .err_text = &said };
	struct process_end end;
	int r = process_run(cache->ctx, &opts, &end);

	if (r < 0 || end.signalled || end.status)
		return r == -SYB_E_NOMEM || r == -SYB_E_CANCELLED ? r : -SYB_E_NOTFOUND;
	store_key_add(key, "source", text.ptr, text.len);
	return 0;
}

static bool changed_since(const char *path, const struct timespec *when)
{
	struct stat st;

	return stat(path, &st) < 0 || st.st_mtim.tv_sec > when->tv_sec ||
	       (st.st_mtim.tv_sec == when->tv_sec && st.st_mtim.tv_nsec > when->tv_nsec);
}

/* ---- headers by make rules ---- */

/* Whether headers are found by the rule that the job writes. */
static bool has_rule(const struct job *job)
{
	return job->depfile && !job->preprocess;
}

/* A precompiled header is represented by the files in it. */
static bool is_precompiled(const char *path)
{
	size_t len = strlen(path);

	return len > 4 && str_eq(path + len - 4, ".pch");
}

static int read_rule(struct jobs_cache *cache, struct arena *arena, const char *path, struct header_names *out)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(syb_file_open(cache->ctx, path, &file));
	return headers_of_rule(cache->ctx, arena, syb_file_bytes(file), out);
}

/* Files with such macros differ each time they are read, or depend on files that do not exist; the headers of systems
 * ask for those of the system. */
static bool may_differ(struct jobs_cache *cache, const struct job *job, const char *path)
{
	static const char *const macros[] = { "__TIME__", "__DATE__", "__TIMESTAMP__", "__has_include" };
	size_t count = ARRAY_SIZE(macros) - headers_system(job->argv, path);
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_bytes text;

	if (syb_file_open(cache->ctx, path, &file) < 0)
		return true;
	text = syb_file_bytes(file);
	for (size_t i = 0; i < count && text.len; i++)
		if (memmem(text.ptr, text.len, macros[i], strlen(macros[i])))
			return true;
	return false;
}

/* The paths of all files that the finished job has read, each ended by a line break. STATE: one has changed since the
 * job began, or may differ each time. */
static int list_headers(struct jobs_cache *cache, const struct job *job, struct buf *out)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	struct header_names names = { 0 };
	int r = read_rule(cache, &arena, job->depfile, &names);

	for (size_t i = 0; job->more_rules && job->more_rules[i] && r == 0; i++)
		r = read_rule(cache, &arena, job->more_rules[i], &names);
	for (size_t i = 0; i < names.count && r == 0; i++) {
		if (is_precompiled(names.list[i]))
			continue;
		if (changed_since(names.list[i], &job->began) || may_differ(cache, job, names.list[i]) ||
		    strchr(names.list[i], '\n'))
			r = -SYB_E_STATE;
		if (r == 0)
			r = buf_printf(cache->ctx, out, "%s\n", names.list[i]);
	}
	headers_drop(&names, cache->ctx);
	return r;
}

/* Add the contents of listed files to a key. NOTFOUND: another file would be read instead of one of them. */
static int add_headers(struct jobs_cache *cache, const struct job *job, struct store_key *key, struct syb_bytes list)
{
	_cleanup_(buf_free) struct buf path = { 0 };
	struct header_names dirs = { 0 };
	int r = headers_folders(cache->ctx, job->argv, &dirs);
	const uint8_t *end = list.ptr + list.len, *p = list.ptr;

	for (const uint8_t *stop; r == 0 && p < end && (stop = memchr(p, '\n', (size_t)(end - p))); p = stop + 1) {
		path.len = 0;
		r = buf_add(cache->ctx, &path, p, (size_t)(stop - p));
		if (r == 0)
			r = buf_char(cache->ctx, &path, '\0');
		if (r == 0 && headers_shadowed(&dirs, (const char *)path.ptr, list))
			r = -SYB_E_NOTFOUND;
		if (r < 0)
			break;
		store_key_text(key, "header", (const char *)path.ptr);
		r = add_file(cache, key, (const char *)path.ptr);
	}
	headers_drop(&dirs, cache->ctx);
	return r;
}

/* The key of the entry that lists the headers. */
static struct store_key list_key(const struct store_key *key)
{
	struct store_key list = *key;

	store_key_text(&list, "list", "headers");
	return list;
}

/* Extend the key by the headers of the last run. NOTFOUND: there was none. */
static int add_listed(struct jobs_cache *cache, const struct job *job, struct store_key *key)
{
	_cleanup_(buf_free) struct buf list = { 0 };
	struct store_key where = list_key(key);
	int r = store_get(cache->ctx, &cache->store, &where, &list);

	return r < 0 ? r : r == 0 ? -SYB_E_NOTFOUND : add_headers(cache, job, key, buf_bytes(&list));
}

/* The key, from everything that is known before the job runs. NOTFOUND: it cannot be computed. */
static int key_of(struct jobs_cache *cache, const struct job *job, struct store_key *out)
{
	struct store_key key = { { 0 } };
	char folder[PATH_MAX];

	store_key_text(&key, "format", FORMAT);
	store_key_text(&key, "identity", cache->opts->identity ? cache->opts->identity : "");
	add_environment(&key);
	if ((job->preprocess || has_rule(job)) &&
	    getcwd(folder, sizeof(folder))) /* a compile: debug information names the folder */
		store_key_text(&key, "folder", folder);
	TRY(add_tools(cache, &key, job));
	for (size_t i = 0; job->argv[i]; i++)
		if (!is_irrelevant(job, job->argv[i]))
			TRY(add_argument(cache, &key, job, job->argv[i]));
	for (size_t i = 0; job->inputs && job->inputs[i] && !job->preprocess; i++)
		TRY(add_file(cache, &key, job->inputs[i]));
	if (job->preprocess)
		TRY(add_preprocessed(cache, &key, job));
	*out = key;
	return 0;
}

/* ---- results: messages, report, outputs, then names and contents of further files; each a length and bytes ---- */

#define TEMP_MARK "\001sybil-temp\001"

static int add_part(struct jobs_cache *cache, struct buf *out, struct syb_bytes bytes)
{
	TRY(buf_u64(cache->ctx, out, bytes.len));
	return buf_add(cache->ctx, out, bytes.ptr, bytes.len);
}

/* Text that may name the temporary folder, which is replaced by a mark: its name differs in each build. */
static int add_text(struct jobs_cache *cache, struct buf *out, struct syb_bytes bytes)
{
	_cleanup_(buf_free) struct buf text = { 0 };

	TRY(replace(cache->ctx, &text, bytes, cache->temp, TEMP_MARK));
	return add_part(cache, out, buf_bytes(&text));
}

static int add_output(struct jobs_cache *cache, struct buf *out, const char *path, bool text)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;

	TRY(syb_file_open(cache->ctx, path, &file));
	return text ? add_text(cache, out, syb_file_bytes(file)) : add_part(cache, out, syb_file_bytes(file));
}

/* The files that outputs name, each after its name. */
static int add_named(struct jobs_cache *cache, struct buf *out, const struct job *job)
{
	_cleanup_(arena_free) struct arena arena = { 0 };
	const char *const *paths = NULL;

	TRY(job->files ? job->files(cache->ctx, job, &arena, &paths) : 0);
	for (; paths && *paths; paths++) {
		TRY(add_text(cache, out, (struct syb_bytes){ (const uint8_t *)*paths, strlen(*paths) }));
		TRY(add_output(cache, out, *paths, false));
	}
	return 0;
}

static int take_part(struct syb_bytes *from, struct syb_bytes *out)
{
	uint64_t len = 0;

	for (size_t i = 0; i < 8 && from->len >= 8; i++)
		len |= (uint64_t)from->ptr[i] << (8 * i);
	if (from->len < 8 || len > from->len - 8)
		return -SYB_E_NOTFOUND;
	*out = (struct syb_bytes){ from->ptr + 8, (size_t)len };
	*from = (struct syb_bytes){ from->ptr + 8 + len, from->len - 8 - (size_t)len };
	return 0;
}

static int take_text(struct jobs_cache *cache, struct syb_bytes *from, struct buf *out)
{
	struct syb_bytes part;
	int r = take_part(from, &part);

	out->len = 0;
	return r < 0 ? r : replace(cache->ctx, out, part, TEMP_MARK, cache->temp ? cache->temp : "");
}

/* A file in the folder of another one. */
static bool is_beside(const char *path, const char *other)
{
	const char *slash = strrchr(other, '/');
	size_t len = slash ? (size_t)(slash - other) + 1 : 0;

	return strncmp(path, other, len) == 0 && path[len] && !strchr(path + len, '/');
}

static int put_named(struct jobs_cache *cache, const struct job *job, struct syb_bytes result)
{
	_cleanup_(buf_free) struct buf path = { 0 };
	struct syb_bytes part;

	while (result.len) {
		TRY(take_text(cache, &result, &path));
		TRY(buf_char(cache->ctx, &path, '\0'));
		TRY(take_part(&result, &part));
		if ((strlen((const char *)path.ptr) + 1 != path.len ||
		     !is_beside((const char *)path.ptr, job->outputs[0])))
			TRY(-SYB_E_NOTFOUND);
		TRY(out_put(cache->ctx, (const char *)path.ptr, part));
	}
	return 0;
}

static int put_result(struct jobs_cache *cache, struct job *job, struct syb_bytes result)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	struct syb_bytes part = { 0 };
	int r = take_text(cache, &result, &job->said);

	job->report.len = 0;
	if (r == 0)
		r = take_part(&result, &part);
	if (r == 0)
		r = buf_add(cache->ctx, &job->report, part.ptr, part.len);
	for (size_t i = 0; job->outputs && job->outputs[i] && r == 0; i++) {
		r = job->files ? take_text(cache, &result, &text) : take_part(&result, &part);
		if (r == 0)
			r = out_put(cache->ctx, job->outputs[i], job->files ? buf_bytes(&text) : part);
	}
	return r < 0 || !job->files ? r : put_named(cache, job, result);
}

/* ---- lookup and storage ---- */

int jobs_cache_get(struct jobs_cache *cache, struct job *job)
{
	_cleanup_(buf_free) struct buf result = { 0 };
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(cache->ctx);
	struct store_key key;
	int r;

	clock_gettime(CLOCK_REALTIME, &job->began);
	memset(job->key, 0, sizeof(job->key));
	r = key_of(cache, job, &key);
	if (r == 0)
		memcpy(job->key, key.hash, sizeof(job->key));
	if (r == 0 && has_rule(job))
		r = add_listed(cache, job, &key);
	if (r == 0)
		r = store_get(cache->ctx, &cache->store, &key, &result);
	if (r == 1)
		r = put_result(cache, job, buf_bytes(&result)) < 0 ? 0 : 1;
	if (r != 1)
		job->said.len = job->report.len = 0;
	return r == -SYB_E_NOMEM || r == -SYB_E_CANCELLED || r == 1 ? r : 0;
}

/* 0, or the errno of a failed write. */
static int put(struct jobs_cache *cache, const struct job *job)
{
	_cleanup_(buf_free) struct buf result = { 0 };
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(cache->ctx);
	_cleanup_(buf_free) struct buf headers = { 0 };
	struct store_key key, where;
	int r = key_of(cache, job, &key);

	/* if an input changed while the job ran, it is unknown which version it has read */
	for (size_t i = 0; job->inputs && job->inputs[i] && r == 0; i++)
		if (!job->early || !str_eq(job->inputs[i], job->early)) /* another job wrote it meanwhile */
			r = changed_since(job->inputs[i], &job->began) ? -SYB_E_STATE : 0;
	if (r == 0 && !job->early && memcmp(key.hash, job->key, sizeof(key.hash)) != 0)
		r = -SYB_E_STATE;
	if (r == 0 && has_rule(job)) {
		where = list_key(&key);
		r = list_headers(cache, job, &headers);
		if (r == 0)
			r = add_headers(cache, job, &key, buf_bytes(&headers));
		if (r == 0 && !store_put(&cache->store, &where, buf_bytes(&headers)))
			return errno;
	}
	if (r == 0)
		r = add_text(cache, &result, buf_bytes(&job->said));
	if (r == 0)
		r = add_part(cache, &result, buf_bytes(&job->report));
	for (size_t i = 0; job->outputs && job->outputs[i] && r == 0; i++)
		r = add_output(cache, &result, job->outputs[i], job->files != NULL);
	if (r == 0)
		r = add_named(cache, &result, job);
	if (r < 0)
		return 0;
	if (!store_put(&cache->store, &key, buf_bytes(&result)))
		return errno;
	cache->kept = true;
	return 0;
}

void jobs_cache_put(struct jobs_cache *cache, const struct job *job)
{
	bool *warned = cache->opts->cache_warned ? cache->opts->cache_warned : &cache->warned;
	int why = put(cache, job);

	if (why && !*warned)
		syb_report(cache->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "cache",
			   "%s: an entry cannot be written: %s; not everything is kept", cache->store.dir,
			   strerror(why));
	*warned |= why != 0;
}
