/* Counting bytes: every byte once, in every form. */
#include "lib/tap.h"
#include "lib/torture.h"
#include "lib/render.h"
#include "lib/sample.h"

#include "base/value.h"

static uint64_t number(const struct syb_value *map, const char *key)
{
	const struct syb_value *v = map ? syb_value_get(map, key) : NULL;

	return v && syb_value_kind(v) == SYB_VALUE_UINT ? syb_value_uint(v) : UINT64_MAX;
}

static uint64_t part(const struct syb_value *root, const char *name)
{
	const struct syb_value *parts = syb_value_get(root, "parts");

	for (size_t i = 0; i < syb_value_count(parts); i++)
		if (str_eq(syb_value_string(syb_value_get(syb_value_at(parts, i), "part")), name))
			return number(syb_value_at(parts, i), "bytes");
	return UINT64_MAX;
}

static uint64_t sum(const struct syb_value *list)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < syb_value_count(list); i++)
		bytes += number(syb_value_at(list, i), "bytes");
	return bytes;
}

/* How long the file is when nothing in it is compressed. */
static uint64_t inflated_size(struct syb_ctx *ctx, struct syb_bin_write_opts opts)
{
	_cleanup_(sample_drop) struct sample s = { 0 };
	uint64_t size;

	opts.compress = SYB_COMPRESS_NONE;
	if (sample_new(ctx, &opts, &s) < 0)
		return 0;
	size = syb_file_bytes(s.file).len;
	return size;
}

static void every_byte_once(void)
{
	struct syb_ctx *ctx = test_ctx();

	for (size_t i = 0; i < ARRAY_SIZE(sample_forms); i++) {
		_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
		_cleanup_(sample_drop) struct sample s = { 0 };
		const struct syb_value *root;
		uint64_t images = 0, inflated = inflated_size(ctx, sample_forms[i].opts);

		if (!ok(sample_new(ctx, &sample_forms[i].opts, &s) == 0 && syb_size(ctx, s.bin, &rec) == 0, "%s",
			sample_forms[i].name))
			continue;
		root = syb_record_root(rec);
		is_int(sum(syb_value_get(root, "parts")), number(root, "total"));
		if (sample_forms[i].opts.compress == SYB_COMPRESS_NONE)
			is_int(number(root, "total"), inflated);
		else /* version 3 of the envelope has a longer header and string records */
			ok(number(root, "total") >= inflated && number(root, "total") <= inflated + 512);
		is_int(part(root, "IR images"), strlen("IR of a and b"
						       "IR of vadd"
						       ".version 7.4"));
		images = part(root, "IR images") + part(root, "native images");
		is_int(sum(syb_value_get(root, "archs")), images);
		is_int(number(root, "payloads"), images);
		is_int(number(root, "distinct"), images - strlen("PVC of a and b"));
		is_int(part(root, "headers"), syb_bin_format_version(s.bin) == 1 ? 56 + 32 * (4 + 3 + 4) : 0);
		if (syb_bin_container(s.bin) == SYB_CONTAINER_NONE)
			is_int(part(root, "container"), 0);
	}
	syb_ctx_free(ctx);
}

static void repeated_payloads(void)
{
	struct syb_ctx *ctx = test_ctx();
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	_cleanup_(sample_drop) struct sample s = { 0 };
	const struct syb_value *repeated, *images;

	if (ok(sample_new(ctx, NULL, &s) == 0 && syb_size(ctx, s.bin, &rec) == 0, "size")) {
		repeated = syb_value_get(syb_record_root(rec), "repeated");
		is_int(syb_value_count(repeated), 1);
		is_int(number(syb_value_at(repeated, 0), "copies"), 2);
		is_int(number(syb_value_at(repeated, 0), "size"), strlen("PVC of a and b"));
		images = syb_value_get(syb_value_at(repeated, 0), "images");
		is_int(syb_value_count(images), 2);
		is_str(syb_value_string(syb_value_at(images, 0)), "module 0 image 1");
		is_str(syb_value_string(syb_value_at(images, 1)), "module 1 image 1");
		images = syb_value_get(syb_value_at(syb_value_get(syb_record_root(rec), "modules"), 1), "images");
		is_str(syb_value_string(syb_value_get(syb_value_at(images, 1), "same_as")), "module 0 image 1");
	}
	syb_ctx_free(ctx);
}

/* Two headers that name the same bytes: counted once, named twice. */
static void shared_bytes(void)
{
	struct syb_ctx *ctx = test_ctx();
	const struct syb_bin_write_opts bare = sample_forms[1].opts;
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	_cleanup_(sample_drop) struct sample s = { 0 };
	struct syb_bin *bin = NULL;
	uint8_t *copy = NULL;
	size_t len, native;

	if (sample_new(ctx, &bare, &s) == 0) {
		len = syb_file_bytes(s.file).len;
		copy = malloc(len);
		memcpy(copy, syb_file_bytes(s.file).ptr, len);
		/* native headers follow the file header, 4 modules and 3 IR headers: the third takes the first's range
		 */
		native = 56 + 32 * (4 + 3);
		memcpy(copy + native + 2 * 32 + 16, copy + native + 16, 16);
		if (ok(syb_bin_open(ctx, (struct syb_bytes){ copy, len }, NULL, &bin) == 0 &&
			       syb_size(ctx, bin, &rec) == 0,
		       "package with shared bytes")) {
			is_int(sum(syb_value_get(rec->root, "parts")), len);
			is_int(number(rec->root, "distinct"), number(rec->root, "payloads"));
			is_int(syb_value_count(syb_value_get(rec->root, "repeated")), 1);
		}
	}
	syb_bin_close(bin);
	free(copy);
	syb_ctx_free(ctx);
}

static int size_work(struct syb_ctx *ctx, void *arg)
{
	struct syb_record *rec = NULL;
	int r = syb_size(ctx, arg, &rec);

	syb_record_free(rec);
	return r;
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct sample s = { 0 };

	every_byte_once();
	repeated_payloads();
	shared_bytes();
	if (is_int(sample_new(ctx, NULL, &s), 0))
		torture(size_work, s.bin);
	sample_drop(&s);
	syb_ctx_free(ctx);
	return tap_done();
}
