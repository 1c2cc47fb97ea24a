/* package/pack/packager.c — images named as for clang-offload-packager → entries of an offload binary.
 *
 * `file=F,triple=T,arch=A,kind=K,KEY=VALUE…`: a key given again adds ",VALUE"; each file makes an entry of its own with
 * the same strings. For what that tool takes the result has its bytes, key order included; what it takes by accident
 * (empty keys, kinds it does not know) is refused. */
#include "format/offload/offload.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/hash.h"
#include "packager_order.h"

#include <stdio.h>

struct argument {
	struct syb_bytes key;
	struct buf value;
};

struct arguments {
	struct allocator from;
	struct argument *list; /* in order of first mention */
	size_t count, room;
	struct hash index;
	size_t *order; /* in which they are written */
	uint16_t kind;
	bool today;
};

static void arguments_free(struct arguments *args)
{
	for (size_t i = 0; i < args->count; i++)
		buf_free(&args->list[i].value);
	allocator_free(args->from, args->list);
	allocator_free(args->from, args->order);
	hash_free(&args->index);
}

static const struct argument *find(const struct arguments *args, const char *key)
{
	const size_t *i = hash_get(&args->index, key, strlen(key));

	return i ? &args->list[*i] : NULL;
}

static int add_argument(struct syb_ctx *ctx, struct arguments *args, struct syb_bytes key, struct syb_bytes value)
{
	struct argument *arg;
	size_t *i;
	bool found;

	TRY(VEC_PUSH(ctx, args->list, args->count, args->room));
	TRY(hash_put(ctx, &args->index, key.ptr, key.len, args->count, &i, &found));
	arg = &args->list[*i];
	if (!found) {
		*arg = (struct argument){ .key = key };
		args->count++;
	} else {
		TRY(buf_char(ctx, &arg->value, ','));
	}
	return buf_add(ctx, &arg->value, value.ptr, value.len);
}

static int parse(struct syb_ctx *ctx, const char *spec, struct arguments *args)
{
	const char *p = spec;

	for (;; p++) {
		size_t len = strcspn(p, ",");
		size_t key_len = strcspn(p, ",=");
		size_t skip = key_len < len ? key_len + 1 : key_len;

		if (key_len == 0)
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "packager-argument",
					"'%s': an argument without a name at character %zu", spec, (size_t)(p - spec));
		TRY(add_argument(ctx, args, (struct syb_bytes){ (const uint8_t *)p, key_len },
				 (struct syb_bytes){ (const uint8_t *)p + skip, len - skip }));
		p += len;
		if (!*p)
			return 0;
	}
}

/* The number of a kind: today's, or LLVM 19's, which counted and knew no SYCL. */
static int read_kind(struct syb_ctx *ctx, struct arguments *args)
{
	static const struct {
		const char *name;
		uint16_t today, llvm19;
	} kinds[] = {
#define SYB_OFFLOAD_KIND(id, value, old, name) { name, value, old },
#include "format/offload/offload.def"
#undef SYB_OFFLOAD_KIND
	};
	const struct argument *arg = find(args, "kind");
	const char *value = arg ? (const char *)arg->value.ptr : NULL;
	size_t len = arg ? arg->value.len : 0;

	if (len == 0)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (strlen(kinds[i].name) != len || memcmp(kinds[i].name, value, len) != 0)
			continue;
		if (!args->today && kinds[i].today == SYB_OFFLOAD_KIND_SYCL) {
			syb_report(ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "packager-kind-lost",
				   "LLVM 19 has no number for kind=sycl: written as none");
			return 0;
		}
		args->kind = args->today ? kinds[i].today : kinds[i].llvm19;
		return 0;
	}
	return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "packager-kind",
			"kind '%.*s' is not one of openmp, cuda, hip, sycl, none", (int)len, value);
}

/* By content for bitcode, which clang also calls .o; else by the name's extension. */
static uint16_t image_kind(struct span bytes, const char *path, bool today)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');
	enum syb_offload_image image;

	if (span_starts(bytes, "BC\xc0\xde", 4) || span_starts(bytes, "\xde\xc0\x17\x0b", 4))
		return SYB_OFFLOAD_IMAGE_BITCODE;
	if (!dot || syb_offload_image_parse(dot + 1, &image) < 0)
		return SYB_OFFLOAD_IMAGE_NONE;
	if (!today && image > SYB_OFFLOAD_IMAGE_PTX)
		return SYB_OFFLOAD_IMAGE_NONE; /* LLVM 19 knows no more */
	return (uint16_t)image;
}

static int add_strings(struct syb_ctx *ctx, struct syb_offload_writer *writer, const struct arguments *args)
{
	_cleanup_(buf_free) struct buf key = { 0 };

	for (size_t i = 0; i < args->count; i++) {
		const struct argument *arg = &args->list[args->order[i]];

		key.len = 0;
		TRY(buf_add(ctx, &key, arg->key.ptr, arg->key.len));
		TRY(buf_char(ctx, &key, '\0'));
		if (!str_eq((char *)key.ptr, "file") && !str_eq((char *)key.ptr, "kind"))
			TRY(syb_offload_writer_string(ctx, writer, (char *)key.ptr, buf_bytes(&arg->value)));
	}
	return 0;
}

static int add_file(struct syb_ctx *ctx, struct syb_offload_writer *writer, const struct arguments *args,
		    const char *path)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	const struct syb_file *kept;
	uint16_t image;

	TRY(syb_file_open(ctx, path, &file));
	TRY(offload_writer_keep(ctx, writer, file));
	kept = steal(file);
	image = image_kind(span_of(syb_file_bytes(kept), 0), path, args->today);
	TRY(syb_offload_writer_entry(ctx, writer, image, args->kind, 0));
	TRY(add_strings(ctx, writer, args));
	return syb_offload_writer_image(ctx, writer, syb_file_bytes(kept), kept);
}

static int add_files(struct syb_ctx *ctx, struct syb_offload_writer *writer, const struct arguments *args)
{
	const struct argument *files = find(args, "file");
	_cleanup_(buf_free) struct buf paths = { 0 };
	char *path, *end;

	TRY(buf_add(ctx, &paths, files->value.ptr, files->value.len));
	TRY(buf_char(ctx, &paths, '\0'));
	end = (char *)paths.ptr + paths.len - 1;
	for (path = (char *)paths.ptr; path <= end; path += strlen(path) + 1) {
		path[strcspn(path, ",")] = '\0';
		if (*path == '\0')
			return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "packager-argument", "file= needs a name");
		TRY(add_file(ctx, writer, args, path));
	}
	return 0;
}

static int sort_arguments(struct syb_ctx *ctx, struct arguments *args)
{
	struct syb_bytes *keys = mem_alloc(ctx, args->count * sizeof(*keys));
	int r = -SYB_E_NOMEM;

	args->order = mem_alloc(ctx, args->count * sizeof(*args->order));
	for (size_t i = 0; keys && i < args->count; i++)
		keys[i] = args->list[i].key;
	if (keys && args->order)
		r = packager_order(ctx, keys, args->count, args->order);
	allocator_free(args->from, keys);
	return r;
}

int syb_offload_writer_add(struct syb_ctx *ctx, struct syb_offload_writer *writer, const char *spec,
			   const struct syb_offload_add_opts *opts)
{
	struct syb_offload_add_opts o = { .size = sizeof(o) };
	_cleanup_(arguments_free) struct arguments args = { .from = allocator_of(ctx) };

	OPTS_READ(ctx, &o, opts);
	args.today = o.today;
	TRY(parse(ctx, spec, &args));
	if (!find(&args, "file") || !find(&args, "triple"))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "packager-argument",
				"'%s': file= and triple= are needed", spec);
	TRY(read_kind(ctx, &args));
	TRY(sort_arguments(ctx, &args));
	return add_files(ctx, writer, &args);
}
