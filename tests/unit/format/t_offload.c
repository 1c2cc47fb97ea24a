/* Offload binaries: reading, writing, what breaks them. */
#include "lib/offload.h"
#include "lib/torture.h"

static const struct sample_entry three[] = {
	{ SYB_OFFLOAD_IMAGE_OBJECT, SYB_OFFLOAD_KIND_OPENMP, "x86_64", NULL, "hello", 5 },
	{ SYB_OFFLOAD_IMAGE_SPIRV, SYB_OFFLOAD_KIND_SYCL, "spir64", NULL, "\x03\x02\x23\x07", 4 },
	{ SYB_OFFLOAD_IMAGE_NONE, SYB_OFFLOAD_KIND_NONE, NULL, NULL, "", 0 },
};

static int read_bytes(struct syb_ctx *ctx, struct syb_bytes bytes, struct syb_offload **out)
{
	const struct syb_offload_read_opts opts = { .size = sizeof(opts), .name = "sample", .at = 1000 };

	return syb_offload_read(ctx, bytes, &opts, out);
}

static bool same_entry(const struct syb_offload_entry *e, const struct sample_entry *want)
{
	struct syb_bytes bytes = syb_offload_entry_bytes(e);
	const char *triple = syb_offload_entry_get(e, "triple");

	return syb_offload_entry_image_raw(e) == want->image && syb_offload_entry_kind_raw(e) == want->kind &&
	       bytes.len == want->size && (!bytes.len || memcmp(bytes.ptr, want->bytes, bytes.len) == 0) &&
	       (want->triple ? triple && strcmp(triple, want->triple) == 0 : !triple);
}

/* ---- the golden file, byte by byte ---- */

static void packager_file(struct syb_ctx *ctx)
{
	struct syb_file *file = golden(ctx, "offload/packager");
	struct syb_offload *o = NULL;
	const struct syb_offload_entry *e;

	if (!ok(file && read_bytes(ctx, syb_file_bytes(file), &o) == 0, "the packager's file is read"))
		return;
	is_int(syb_offload_binary_count(o), 2);
	is_int(syb_offload_count(o), 2);
	is_int(syb_offload_binary_version(o, 1), 1);
	is_int(syb_offload_binary_compress(o, 1), SYB_COMPRESS_NONE);
	is_int(syb_offload_binary_size(o, 0), 160);
	is_int(syb_offload_binary_size(o, 2), 0);
	e = syb_offload_at(o, 0);
	is_int(syb_offload_entry_image(e), SYB_OFFLOAD_IMAGE_OBJECT);
	is_int(syb_offload_entry_kind(e), SYB_OFFLOAD_KIND_OPENMP);
	is_int(syb_offload_entry_offset(e), 1000 + 0x98);
	is_int(syb_offload_entry_flags(e), 0);
	is_int(syb_offload_entry_string_count(e), 2);
	is_str(syb_offload_entry_key(e, 0), "arch");
	is_str(syb_offload_entry_get(e, "triple"), "x86_64-unknown-linux-gnu");
	ok(!syb_offload_entry_get(e, "tripl"));
	ok(!syb_offload_entry_key(e, 2) && !syb_offload_entry_value(e, 2).ptr);
	e = syb_offload_at(o, 1);
	is_int(syb_offload_entry_binary(e), 1);
	is_str(syb_offload_entry_get(e, "arch"), "");
	is_int(syb_offload_entry_bytes(e).len, 20);
	ok(!syb_offload_at(o, 2));
	syb_offload_free(o);
	syb_file_close(file);
}

/* ---- round trips ---- */

static void round_trip(struct syb_ctx *ctx, const char *what, const struct syb_offload_write_opts *opts, size_t count,
		       uint32_t version, size_t binaries)
{
	_cleanup_(buf_free) struct buf bytes = { 0 };
	_cleanup_(syb_offload_free_p) struct syb_offload *o = NULL;
	size_t wrong = 0;

	if (!ok(offload_sample(ctx, opts, three, count, &bytes) == 0, "%s: written", what))
		return;
	is_int(bytes.len % 8, 0);
	if (!ok(read_bytes(ctx, buf_bytes(&bytes), &o) == 0, "%s: read", what))
		return;
	is_int(syb_offload_binary_count(o), binaries);
	is_int(syb_offload_count(o), count);
	is_int(syb_offload_binary_version(o, 0), version);
	is_int(syb_offload_binary_compress(o, 0), opts->compress);
	for (size_t i = 0; i < count; i++)
		wrong += !same_entry(syb_offload_at(o, i), &three[i]);
	is_int(wrong, 0);
}

static void round_trips(struct syb_ctx *ctx)
{
	struct syb_offload_write_opts opts = { .size = sizeof(opts) };

	round_trip(ctx, "one entry", &opts, 1, 1, 1);
	round_trip(ctx, "three entries", &opts, 3, 2, 1);
	opts.separate = true;
	round_trip(ctx, "separate", &opts, 3, 1, 3);
	opts.compress = SYB_COMPRESS_ZLIB;
	round_trip(ctx, "separate, zlib", &opts, 3, 3, 3);
	opts.separate = false;
	round_trip(ctx, "zlib", &opts, 3, 3, 1);
	opts.compress = SYB_COMPRESS_ZSTD;
	round_trip(ctx, "zstd", &opts, 3, 3, 1);
	opts.compress = SYB_COMPRESS_NONE;
	opts.version = 2;
	round_trip(ctx, "one entry as version 2", &opts, 1, 2, 1);
	opts.version = 3;
	round_trip(ctx, "version 3, not compressed", &opts, 3, 3, 1);
}

static void versions(struct syb_ctx *ctx)
{
	struct syb_offload_write_opts opts = { .size = sizeof(opts), .version = 1 };
	struct syb_offload_writer *w = NULL;
	_cleanup_(buf_free) struct buf bytes = { 0 };

	is_int(offload_sample(ctx, &opts, three, 2, &bytes), -SYB_E_ARG);
	opts.compress = SYB_COMPRESS_ZSTD;
	opts.version = 2;
	is_int(offload_sample(ctx, &opts, three, 2, &bytes), -SYB_E_ARG);
	is_int(offload_sample(ctx, NULL, three, 0, &bytes), -SYB_E_ARG);
	opts.version = 4;
	is_int(syb_offload_writer_new(ctx, &opts, &w), -SYB_E_ARG);
	opts.version = 0;
	opts.compress = (enum syb_compress)9;
	is_int(syb_offload_writer_new(ctx, &opts, &w), -SYB_E_ARG);
	ok(!w);
	is_int(bytes.len, 0);
	ok(syb_offload_writer_new(ctx, NULL, &w) == 0);
	is_int(syb_offload_writer_string(ctx, w, "k", str_bytes("v")), -SYB_E_STATE);
	is_int(syb_offload_writer_image(ctx, w, str_bytes("v"), NULL), -SYB_E_STATE);
	syb_offload_writer_free(w);
}

/* Values with NULs need version 2; images are chains of pieces. */
static void values_and_pieces(struct syb_ctx *ctx)
{
	_cleanup_(syb_offload_writer_free_p) struct syb_offload_writer *w = NULL;
	_cleanup_(buf_free) struct buf bytes = { 0 };
	_cleanup_(syb_offload_free_p) struct syb_offload *o = NULL;
	const struct syb_bytes nul = { (const uint8_t *)"a\0b", 3 };
	struct syb_bytes got;

	ok(syb_offload_writer_new(ctx, NULL, &w) == 0);
	ok(syb_offload_writer_entry(ctx, w, 99, 77, 0) == 0);
	ok(syb_offload_writer_string(ctx, w, "key", nul) == 0);
	ok(syb_offload_writer_string(ctx, w, "key", str_bytes("again")) == 0);
	ok(syb_offload_writer_image(ctx, w, str_bytes("one "), NULL) == 0);
	ok(syb_offload_writer_image(ctx, w, str_bytes(""), NULL) == 0);
	ok(syb_offload_writer_image(ctx, w, str_bytes("two"), NULL) == 0);
	ok(offload_bytes(ctx, w, &bytes) == 0 && read_bytes(ctx, buf_bytes(&bytes), &o) == 0);
	is_int(syb_offload_binary_version(o, 0), 2);
	got = syb_offload_entry_value(syb_offload_at(o, 0), 0);
	ok(got.len == 3 && memcmp(got.ptr, "a\0b", 4) == 0, "a value with a NUL, and one behind it");
	is_str(syb_offload_entry_get(syb_offload_at(o, 0), "key"), "again");
	got = syb_offload_entry_bytes(syb_offload_at(o, 0));
	ok(got.len == 7 && memcmp(got.ptr, "one two", 7) == 0);
	is_int(syb_offload_entry_image(syb_offload_at(o, 0)), 99);
	is_int(syb_offload_entry_kind(syb_offload_at(o, 0)), 77);
}

/* ---- old numbers ---- */

static void meanings(struct syb_ctx *ctx)
{
	static const struct {
		struct sample_entry e;
		int image, kind;
	} cases[] = {
		{ { 6, 8, NULL, NULL, "IBYS", 4 }, SYB_OFFLOAD_IMAGE_SYCLBIN, SYB_OFFLOAD_KIND_SYCL },
		{ { 6, 8, "spir64", NULL, "\x03\x02\x23\x07", 4 }, SYB_OFFLOAD_IMAGE_SPIRV, SYB_OFFLOAD_KIND_SYCL },
		{ { 6, 4, NULL, NULL, "IBYS", 4 }, SYB_OFFLOAD_IMAGE_SYCLBIN, SYB_OFFLOAD_KIND_SYCL },
		{ { 7, 4, NULL, NULL, "IBYS", 4 }, SYB_OFFLOAD_IMAGE_SYCLBIN, SYB_OFFLOAD_KIND_SYCL },
		{ { 7, 5, NULL, NULL, "IBYS", 4 }, SYB_OFFLOAD_IMAGE_SYCLBIN, SYB_OFFLOAD_KIND_SYCL },
		{ { 1, 5, "x", NULL, "\177ELF", 4 }, SYB_OFFLOAD_IMAGE_OBJECT, 5 },
		{ { 1, 3, "amdgcn", NULL, "\177ELF", 4 }, SYB_OFFLOAD_IMAGE_OBJECT, SYB_OFFLOAD_KIND_HIP },
		{ { 1, 4, "amdgcn", NULL, "\177ELF", 4 }, SYB_OFFLOAD_IMAGE_OBJECT, SYB_OFFLOAD_KIND_HIP },
		{ { 2, 4, "spir64", NULL, "BC", 2 }, SYB_OFFLOAD_IMAGE_BITCODE, SYB_OFFLOAD_KIND_SYCL },
		{ { 2, 4, "spirv64", NULL, "BC", 2 }, SYB_OFFLOAD_IMAGE_BITCODE, SYB_OFFLOAD_KIND_SYCL },
		{ { 0, 4, "t", NULL, "\x03\x02\x23\x07", 4 }, SYB_OFFLOAD_IMAGE_NONE, SYB_OFFLOAD_KIND_SYCL },
		{ { 0, 2, "t", NULL, "", 0 }, SYB_OFFLOAD_IMAGE_NONE, SYB_OFFLOAD_KIND_CUDA },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		_cleanup_(buf_free) struct buf bytes = { 0 };
		_cleanup_(syb_offload_free_p) struct syb_offload *o = NULL;

		if (!ok(offload_sample(ctx, NULL, &cases[i].e, 1, &bytes) == 0 &&
			read_bytes(ctx, buf_bytes(&bytes), &o) == 0))
			continue;
		ok((int)syb_offload_entry_image(syb_offload_at(o, 0)) == cases[i].image &&
			   (int)syb_offload_entry_kind(syb_offload_at(o, 0)) == cases[i].kind,
		   "image %u, kind %u, case %zu", cases[i].e.image, cases[i].e.kind, i);
	}
}

/* ---- several, padded ---- */

static void in_a_row(struct syb_ctx *ctx)
{
	_cleanup_(buf_free) struct buf bytes = { 0 };
	_cleanup_(syb_offload_free_p) struct syb_offload *o = NULL, *none = NULL;

	ok(offload_sample(ctx, NULL, three, 1, &bytes) == 0);
	ok(buf_fill(ctx, &bytes, 0, 13) == 0);
	ok(offload_sample(ctx, NULL, three, 3, &bytes) == 0);
	ok(buf_fill(ctx, &bytes, 0, 100) == 0);
	ok(read_bytes(ctx, buf_bytes(&bytes), &o) == 0);
	is_int(syb_offload_binary_count(o), 2);
	is_int(syb_offload_count(o), 4);
	is_int(syb_offload_entry_binary(syb_offload_at(o, 3)), 1);

	ok(buf_char(ctx, &bytes, 'x') == 0);
	syb_ctx_diag_clear(ctx);
	is_int(read_bytes(ctx, buf_bytes(&bytes), &none), -SYB_E_FORMAT);
	is_str(first_check(ctx), "offload-header");
	is_int(read_bytes(ctx, (struct syb_bytes){ 0 }, &none), -SYB_E_FORMAT);
	ok(!none);
}

/* ---- damage ---- */

static void put_u64(uint8_t *p, uint64_t v)
{
	for (int i = 0; i < 8; i++)
		p[i] = (uint8_t)(v >> (8 * i));
}

/* Everything a reader hands out can be touched; sanitizers see what is out of range. */
static size_t walk(const struct syb_offload *o)
{
	size_t sum = 0;

	for (size_t i = 0; i < syb_offload_count(o); i++) {
		const struct syb_offload_entry *e = syb_offload_at(o, i);
		struct syb_bytes bytes = syb_offload_entry_bytes(e);

		for (size_t k = 0; k < bytes.len; k++)
			sum += bytes.ptr[k];
		for (size_t k = 0; k < syb_offload_entry_string_count(e); k++)
			sum += strlen(syb_offload_entry_key(e, k)) + syb_offload_entry_value(e, k).len;
	}
	return sum;
}

static int read_exact(struct syb_ctx *ctx, const uint8_t *ptr, size_t len)
{
	_cleanup_(syb_offload_free_p) struct syb_offload *o = NULL;
	uint8_t *copy = malloc(len ? len : 1); /* so that reading behind the end is seen */
	int r;

	if (len)
		memcpy(copy, ptr, len);
	r = read_bytes(ctx, (struct syb_bytes){ copy, len }, &o);
	if (r == 0)
		walk(o);
	else if (o)
		r = -SYB_E_INTERNAL; /* the output was touched */
	free(copy);
	syb_ctx_diag_clear(ctx);
	return r;
}

static void damage(struct syb_ctx *ctx, const char *what, const struct syb_offload_write_opts *opts, size_t count,
		   size_t header_size)
{
	static const uint64_t values[] = { 0, 1, 7, 39, 40, 41, UINT32_MAX, INT64_MAX, UINT64_MAX - 7, UINT64_MAX };
	_cleanup_(buf_free) struct buf bytes = { 0 };
	size_t accepted = 0, odd = 0, fields;

	if (!ok(offload_sample(ctx, opts, three, count, &bytes) == 0, "%s", what))
		return;
	for (size_t cut = 0; cut < bytes.len; cut++) {
		int r = read_exact(ctx, bytes.ptr, cut);

		accepted += r == 0;
		odd += r != 0 && r != -SYB_E_FORMAT;
	}
	is_int(accepted, 0);
	is_int(odd, 0);

	/* every 64-bit field of header, entries and string records; reading must end well or be refused */
	fields = opts->compress ? header_size / 8 : header_size / 8 + count * 5 + 6;
	for (size_t f = 0; f < fields; f++) {
		uint64_t old = span_u64(span_of(buf_bytes(&bytes), 0), f * 8);
		uint8_t *p = bytes.ptr + f * 8;

		for (size_t v = 0; v < ARRAY_SIZE(values) + 2; v++) {
			int r;

			put_u64(p, v < ARRAY_SIZE(values) ? values[v] : v == ARRAY_SIZE(values) ? old + 1 : old - 1);
			r = read_exact(ctx, bytes.ptr, bytes.len);
			odd += r != 0 && r != -SYB_E_FORMAT && r != -SYB_E_VERSION && r != -SYB_E_LIMIT;
		}
		put_u64(p, old);
	}
	is_int(odd, 0);
	is_int(read_exact(ctx, bytes.ptr, bytes.len), 0);
}

struct named_damage {
	const char *what;
	size_t at;
	uint64_t value;
	int code;
	const char *check;
};

/* Fields of a version 2 binary of three entries, by name. */
static void named(struct syb_ctx *ctx)
{
	static const struct named_damage cases[] = {
		{ "header.magic", 0, 0, SYB_E_FORMAT, "offload-magic" },
		{ "header.version = 9", 0, UINT64_C(0x9ad10ff10), SYB_E_VERSION, "offload-version" },
		{ "header.version = 0", 0, UINT64_C(0x0ad10ff10), SYB_E_VERSION, "offload-version" },
		{ "header.size = 31", 8, 31, SYB_E_FORMAT, "offload-size" },
		{ "header.size = max", 8, UINT64_MAX, SYB_E_FORMAT, "offload-size" },
		{ "header.entries = max", 16, UINT64_MAX, SYB_E_FORMAT, "offload-entries" },
		{ "header.count = max", 24, UINT64_MAX, SYB_E_FORMAT, "offload-entries" },
		{ "header.count = 2^61", 24, UINT64_C(1) << 61, SYB_E_FORMAT, "offload-entries" },
		{ "entry[0].strings = max", 40, UINT64_MAX, SYB_E_FORMAT, "offload-strings" },
		{ "entry[0].string_count = 2^60", 48, UINT64_C(1) << 60, SYB_E_FORMAT, "offload-strings" },
		{ "entry[0].image = max", 56, UINT64_MAX, SYB_E_FORMAT, "offload-image" },
		{ "entry[0].image_size = max", 64, UINT64_MAX, SYB_E_FORMAT, "offload-image" },
		{ "string[0].key = max", 152, UINT64_MAX, SYB_E_FORMAT, "offload-string" },
		{ "string[0].value = max", 160, UINT64_MAX, SYB_E_FORMAT, "offload-string" },
		{ "string[0].value_size = max", 168, UINT64_MAX, SYB_E_FORMAT, "offload-string" },
	};
	_cleanup_(buf_free) struct buf bytes = { 0 };
	struct syb_offload *o = NULL;

	ok(offload_sample(ctx, NULL, three, 3, &bytes) == 0);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t old = span_u64(span_of(buf_bytes(&bytes), 0), cases[i].at);

		put_u64(bytes.ptr + cases[i].at, cases[i].value);
		syb_ctx_diag_clear(ctx);
		ok(read_bytes(ctx, buf_bytes(&bytes), &o) == -cases[i].code && !o, "%s", cases[i].what);
		is_str(first_check(ctx), cases[i].check);
		ok(syb_ctx_diag_at(ctx, 0)->at >= 1000 && syb_ctx_diag_at(ctx, 0)->at < 1000 + bytes.len);
		put_u64(bytes.ptr + cases[i].at, old);
	}
}

/* A string record array shared by many entries, each with a long value: small file, large object. */
static void sharing(struct syb_ctx *ctx)
{
	enum { ENTRIES = 3000, LONG = 100000 };
	_cleanup_(buf_free) struct buf bytes = { 0 };
	struct syb_offload *o = NULL;
	size_t failed = 0;
	uint64_t strings = 32 + ENTRIES * 40, text = strings + 24, size = text + LONG;

	ok(buf_add(ctx, &bytes, OFFLOAD_MAGIC "\x02\0\0\0", 8) == 0 && buf_u64(ctx, &bytes, size) == 0 &&
	   buf_u64(ctx, &bytes, 32) == 0 && buf_u64(ctx, &bytes, ENTRIES) == 0);
	for (size_t i = 0; i < ENTRIES * 5; i++)
		failed += buf_u64(ctx, &bytes, i % 5 == 1 ? strings : i % 5 == 2 ? 1 : 0) < 0;
	is_int(failed, 0);
	ok(buf_u64(ctx, &bytes, 3) == 0 && buf_u64(ctx, &bytes, text) == 0 && buf_u64(ctx, &bytes, LONG) == 0 &&
	   buf_fill(ctx, &bytes, 'x', LONG) == 0);
	syb_ctx_diag_clear(ctx);
	ok(read_bytes(ctx, buf_bytes(&bytes), &o) < 0 && !o, "strings shared beyond measure are refused");
}

/* ---- compressed ones ---- */

static void compressed(struct syb_ctx *ctx)
{
	const struct syb_offload_write_opts opts = { .size = sizeof(opts), .compress = SYB_COMPRESS_ZSTD };
	_cleanup_(buf_free) struct buf bytes = { 0 };
	_cleanup_(syb_offload_free_p) struct syb_offload *o = NULL;
	struct syb_offload *none = NULL;
	uint64_t inflated;

	ok(offload_sample(ctx, &opts, three, 2, &bytes) == 0);
	ok(read_bytes(ctx, buf_bytes(&bytes), &o) == 0);
	ok(syb_offload_entry_offset(syb_offload_at(o, 1)) == syb_offload_entry_offset(syb_offload_at(o, 0)) + 5,
	   "offsets are those of the inflated binary");
	is_int(syb_offload_binary_size(o, 0), bytes.len);

	inflated = span_u64(span_of(buf_bytes(&bytes), 0), OFFLOAD_HDR_INFLATED);
	put_u64(bytes.ptr + OFFLOAD_HDR_INFLATED, inflated + 1);
	syb_ctx_diag_clear(ctx);
	is_int(read_bytes(ctx, buf_bytes(&bytes), &none), -SYB_E_FORMAT);
	is_str(first_check(ctx), "compressed-size");
	put_u64(bytes.ptr + OFFLOAD_HDR_INFLATED, UINT64_C(1) << 60);
	syb_ctx_diag_clear(ctx);
	is_int(read_bytes(ctx, buf_bytes(&bytes), &none), -SYB_E_LIMIT);
	put_u64(bytes.ptr + OFFLOAD_HDR_INFLATED, 39);
	is_int(read_bytes(ctx, buf_bytes(&bytes), &none), -SYB_E_FORMAT);
	put_u64(bytes.ptr + OFFLOAD_HDR_INFLATED, inflated);

	/* a size that is not padded, as another version of the tool may write it */
	while (bytes.ptr[bytes.len - 1] == 0)
		bytes.len--;
	put_u64(bytes.ptr + OFFLOAD_HDR_TOTAL, bytes.len);
	ok(read_bytes(ctx, buf_bytes(&bytes), &none) == 0, "an unpadded compressed binary");
	syb_offload_free(none);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(buf_free) struct buf bytes = { 0 };
	_cleanup_(syb_offload_free_p) struct syb_offload *o = NULL;
	int r = offload_sample(ctx, arg, three, 3, &bytes);

	if (r == 0)
		r = read_bytes(ctx, buf_bytes(&bytes), &o);
	if (r < 0 && o)
		abort();
	return r;
}

static void names(void)
{
	enum syb_offload_image image;
	enum syb_compress compress;

	is_str(syb_offload_image_name(SYB_OFFLOAD_IMAGE_SPIRV), "spv");
	is_str(syb_offload_image_name(SYB_OFFLOAD_IMAGE_NONE), "");
	is_str(syb_offload_kind_name(SYB_OFFLOAD_KIND_SYCL), "sycl");
	is_str(syb_compress_name(SYB_COMPRESS_ZSTD), "zstd");
	ok(!syb_offload_image_name((enum syb_offload_image)8) && !syb_offload_kind_name((enum syb_offload_kind)3));
	ok(syb_offload_image_parse("syclbin", &image) == 0 && image == SYB_OFFLOAD_IMAGE_SYCLBIN);
	ok(syb_compress_parse("zlib", &compress) == 0 && compress == SYB_COMPRESS_ZLIB);
	is_int(syb_offload_image_parse("x", &image), -SYB_E_NOTFOUND);
	is_int(syb_compress_parse("lz4", &compress), -SYB_E_NOTFOUND);
}

int main(void)
{
	struct syb_offload_write_opts opts = { .size = sizeof(opts) };
	struct syb_ctx *ctx = test_ctx();

	packager_file(ctx);
	round_trips(ctx);
	versions(ctx);
	values_and_pieces(ctx);
	meanings(ctx);
	in_a_row(ctx);
	named(ctx);
	sharing(ctx);
	compressed(ctx);
	names();

	damage(ctx, "version 1", &opts, 1, 32);
	damage(ctx, "version 2", &opts, 3, 32);
	torture(work, &opts);
	opts.compress = SYB_COMPRESS_ZLIB;
	damage(ctx, "version 3, zlib", &opts, 2, 40);
	torture(work, &opts);
	opts.compress = SYB_COMPRESS_ZSTD;
	damage(ctx, "version 3, zstd", &opts, 2, 40);
	syb_ctx_free(ctx);
	return tap_done();
}
