/* Files made to be expensive: small, mostly well-formed, and asking for work or memory that has nothing to do with
 * their size. Each is refused by a limit or read at a cost in proportion; what was quadratic shows as a timeout. */
#include "lib/hostile.h"
#include "lib/package.h"
#include "lib/render.h"
#include "lib/sample.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include "base/buf.h"
#include "base/codec.h"
#include "term/demangle.h"
#include "base/file.h"
#include "base/hash.h"
#include <sybil/package.h>

#include <pthread.h>
#include <unistd.h>

/* ---- offload binaries ---- */

static void add_header(struct syb_ctx *ctx, struct buf *b, uint64_t total, uint64_t entries)
{
	buf_add(ctx, b, "\x10\xff\x10\xad", 4);
	buf_u32(ctx, b, 2);
	buf_u64(ctx, b, total);
	buf_u64(ctx, b, 32);
	buf_u64(ctx, b, entries);
}

static void add_entry(struct syb_ctx *ctx, struct buf *b, uint64_t strings, uint64_t count, uint64_t at, uint64_t size)
{
	buf_u32(ctx, b, 1 | 1 << 16);
	buf_u32(ctx, b, 0);
	buf_u64(ctx, b, strings);
	buf_u64(ctx, b, count);
	buf_u64(ctx, b, at);
	buf_u64(ctx, b, size);
}

static void overlapping_entries(struct syb_ctx *ctx, char fill)
{
	const uint64_t n = 8000, size = 300000, at = 32 + 40 * n;
	struct buf b = { 0 };

	add_header(ctx, &b, at + size, n);
	for (uint64_t i = 0; i < n; i++)
		add_entry(ctx, &b, 0, 0, at, size);
	buf_fill(ctx, &b, (uint8_t)fill, size);
	judge("offload entries with the same image", &b, SYB_E_LIMIT, "limit");
}

/* Each binary of 4 KB would become most of a megabyte of strings. */
static void unfolding_strings(struct syb_ctx *ctx)
{
	const uint64_t n = 40, s = 12, records = 32 + 40 * n, text = records + 24 * s, total = text + 2000;
	struct buf b = { 0 };

	for (int k = 0; k < 200; k++) {
		add_header(ctx, &b, total, n);
		for (uint64_t i = 0; i < n; i++)
			add_entry(ctx, &b, records, s, text, 0);
		for (uint64_t i = 0; i < s; i++) {
			buf_u64(ctx, &b, text);
			buf_u64(ctx, &b, text);
			buf_u64(ctx, &b, 1999);
		}
		buf_fill(ctx, &b, 'k', 1999);
		buf_char(ctx, &b, '\0');
	}
	judge("many binaries whose entries share strings", &b, SYB_E_LIMIT, "limit");
}

/* ---- packages ---- */

static const char global[] = "[SYCLBIN/global metadata]\nstate=1|2\n"; /* 36 bytes, then padding */

struct v1 {
	uint64_t modules, images, metadata, bytes;
	uint64_t per_module; /* images each module claims, all from the first on */
};

static void package(struct syb_ctx *ctx, const char *what, struct v1 v)
{
	struct buf b = { 0 };

	buf_add(ctx, &b, "IBYS", 4);
	buf_u32(ctx, &b, 1);
	buf_u32(ctx, &b, (uint32_t)v.modules);
	buf_u32(ctx, &b, (uint32_t)v.images);
	buf_u64(ctx, &b, 0);
	buf_u64(ctx, &b, 40 + v.metadata);
	buf_u64(ctx, &b, v.bytes);
	buf_u64(ctx, &b, 0);
	buf_u64(ctx, &b, sizeof(global) - 1);
	for (uint64_t i = 0; i < v.modules; i++) {
		buf_u64(ctx, &b, 40);
		buf_u64(ctx, &b, v.metadata);
		buf_u32(ctx, &b, (uint32_t)v.per_module);
		buf_u32(ctx, &b, 0);
		buf_u64(ctx, &b, 0);
	}
	for (uint64_t i = 0; i < v.images; i++) {
		buf_u64(ctx, &b, 40);
		buf_u64(ctx, &b, v.metadata);
		buf_u64(ctx, &b, 0);
		buf_u64(ctx, &b, v.bytes);
	}
	buf_add(ctx, &b, global, sizeof(global));
	buf_fill(ctx, &b, '\n', 40 - sizeof(global));
	buf_fill(ctx, &b, '\n', v.metadata); /* property text may have empty lines */
	buf_fill(ctx, &b, 'x', v.bytes);
	judge(what, &b, SYB_E_LIMIT, "limit");
}

/* ---- names ---- */

static void archive_names(struct syb_ctx *ctx)
{
	struct buf b = { 0 };
	const size_t size = 400000;

	buf_text(ctx, &b, "!<arch>\n");
	buf_printf(ctx, &b, "%-48s%-10zu`\n", "//", size);
	buf_fill(ctx, &b, 'n', size);
	for (int i = 0; i < 7000; i++)
		buf_printf(ctx, &b, "%-48s%-10d`\n", "/0", 0);
	judge("archive members with one long name", &b, SYB_E_FORMAT, "archive-name");
}

static void elf(struct syb_ctx *ctx, const char *what, const char *name, uint64_t fill, uint64_t sections,
		uint64_t section_size, int code, const char *check)
{
	struct buf b = { 0 };
	const uint64_t names = (1 + strlen(name) + fill + 7) / 8 * 8;

	add_elf(ctx, &b, 1, 0, 64 + names, sections + 2);
	buf_char(ctx, &b, '\0');
	buf_text(ctx, &b, name);
	buf_fill(ctx, &b, 'x', names - 1 - strlen(name));
	buf_fill(ctx, &b, 0, 64);
	add_section(ctx, &b, 3, 64, names);
	for (uint64_t i = 0; i < sections; i++)
		add_section(ctx, &b, 1, 64, section_size);
	judge(what, &b, code, check);
}

/* ---- bitcode ---- */

struct bit_writer {
	struct buf buf;
	uint64_t pending;
	unsigned used;
};

static void put(struct syb_ctx *ctx, struct bit_writer *w, uint32_t v, unsigned width)
{
	w->pending |= (uint64_t)v << w->used;
	for (w->used += width; w->used >= 8; w->used -= 8, w->pending >>= 8)
		buf_char(ctx, &w->buf, (char)w->pending);
}

static void put_vbr(struct syb_ctx *ctx, struct bit_writer *w, uint32_t v, unsigned width)
{
	const uint32_t more = 1u << (width - 1);

	for (; v >= more; v >>= width - 1)
		put(ctx, w, (v & (more - 1)) | more, width);
	put(ctx, w, v, width);
}

static void align(struct syb_ctx *ctx, struct bit_writer *w)
{
	put(ctx, w, 0, (8 - w->used) % 8);
	while (w->buf.len % 4)
		buf_char(ctx, &w->buf, '\0');
}

/* A block without a length yet; returns where its length is to be. */
static size_t begin(struct syb_ctx *ctx, struct bit_writer *w, uint32_t id, unsigned outer)
{
	put(ctx, w, 1, outer);
	put_vbr(ctx, w, id, 8);
	put_vbr(ctx, w, 3, 4);
	align(ctx, w);
	buf_u32(ctx, &w->buf, 0);
	return w->buf.len - 4;
}

static void end(struct syb_ctx *ctx, struct bit_writer *w, size_t at)
{
	uint32_t words;

	put(ctx, w, 0, 3);
	align(ctx, w);
	words = (uint32_t)((w->buf.len - at) / 4 - 1);
	for (int i = 0; i < 4; i++)
		w->buf.ptr[at + (size_t)i] = (uint8_t)(words >> 8 * i);
}

static void record(struct syb_ctx *ctx, struct bit_writer *w, uint32_t code, const uint32_t *ops, uint32_t count)
{
	put(ctx, w, 3, 3);
	put_vbr(ctx, w, code, 6);
	put_vbr(ctx, w, count, 6);
	for (uint32_t i = 0; i < count; i++)
		put_vbr(ctx, w, ops[i], 6);
}

static void bitcode_literals(struct syb_ctx *ctx)
{
	struct bit_writer w = { 0 };
	const uint32_t ops = 60000;
	size_t module;

	buf_text(ctx, &w.buf, "BC\xc0\xde");
	module = begin(ctx, &w, 8, 2);
	put(ctx, &w, 2, 3);
	put_vbr(ctx, &w, ops, 5);
	for (uint32_t i = 0; i < ops; i++)
		put(ctx, &w, 1 | 1 << 1, 9);
	for (int i = 0; i < 300000; i++)
		put(ctx, &w, 4, 3);
	end(ctx, &w, module);
	judge("bitcode records of literals", &w.buf, SYB_E_LIMIT, "limit");
}

/* Globals with the same initialiser, and blocks of constants behind them. */
static void bitcode_globals(struct syb_ctx *ctx, const char *what, uint32_t globals, uint32_t blocks, uint32_t bytes,
			    int code, const char *check)
{
	static const char section[] = ".llvm.offloading";
	struct bit_writer w = { 0 };
	const uint32_t global_ops[] = { 0, 0, globals + 1, 0, 0, 1 };
	uint32_t letters[sizeof(section) - 1], *data = calloc(bytes + 1, sizeof(*data));
	size_t module, constants;

	for (size_t i = 0; i < ARRAY_SIZE(letters); i++)
		letters[i] = (uint8_t)section[i];
	buf_text(ctx, &w.buf, "BC\xc0\xde");
	module = begin(ctx, &w, 8, 2);
	record(ctx, &w, 5, letters, ARRAY_SIZE(letters));
	for (uint32_t i = 0; i < globals; i++)
		record(ctx, &w, 7, global_ops, ARRAY_SIZE(global_ops));
	for (uint32_t i = 0; i < blocks; i++) {
		constants = begin(ctx, &w, 11, 3);
		if (bytes)
			record(ctx, &w, 8, data, bytes);
		end(ctx, &w, constants);
	}
	end(ctx, &w, module);
	free(data);
	judge(what, &w.buf, code, check);
}

/* ---- not files ---- */

/* Two pairs of words whose differences cancelled each other whatever the seed was. */
static void hash_collisions(void)
{
	static const char a[] = "AAAAAAAAAAAAAAAA", b[] = "AAAAAAA\xc1"
							  "AAA\xc1"
							  "AAA\xc1";
	size_t same = 0;

	for (uint64_t seed = 1; seed < 1000; seed += 2)
		same += hash_code(seed << 12, a, 16) == hash_code(seed << 12, b, 16);
	is_int((int)same, 0);
}

static void inflate_budget(struct syb_ctx *ctx)
{
	ok(ctx_inflate_most(ctx, 100) == 8 << 20, "a small file may not fill the memory");
	ok(ctx_inflate_most(ctx, 1 << 20) == 16 << 20, "others may inflate to 16 times their size");
	ok(ctx_inflate_most(ctx, UINT64_C(1) << 40) == 256 << 20, "and none to more than 256 MiB");
}

static int finish(struct syb_ctx *ctx, struct codec *codec, struct syb_out *out, struct buf *to)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	int r = codec_finish(ctx, codec);

	if (r == 0)
		r = out_scratch_file(ctx, out, &file);
	return r < 0 ? r : buf_add(ctx, to, syb_file_bytes(file).ptr, syb_file_bytes(file).len);
}

static int compress_to(struct syb_ctx *ctx, const char *magic, struct syb_bytes bytes, size_t times, struct buf *to)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(codec_free_p) struct codec *codec = NULL;
	int r = out_scratch(ctx, &out);

	if (r == 0)
		r = codec_new(ctx, SYB_COMPRESS_ZSTD, 1, strlen(magic) + times * bytes.len, out, &codec);
	if (r == 0)
		r = codec_write(ctx, codec, str_bytes(magic));
	for (size_t i = 0; i < times && r == 0; i++)
		r = codec_write(ctx, codec, bytes);
	return r < 0 ? r : finish(ctx, codec, out, to);
}

/* So many MiB of zeros behind a few bytes that say what it is. */
static void add_bomb(struct syb_ctx *ctx, const char *magic, size_t mebibytes, struct buf *to)
{
	uint8_t *zeros = calloc(1, 1 << 20);

	if (compress_to(ctx, magic, (struct syb_bytes){ zeros, 1 << 20 }, mebibytes, to) < 0)
		abort();
	free(zeros);
}

/* What syb_unpack() says of it, where so much may be inflated (0: the default), and how much memory that takes. */
static void bomb(const char *what, struct syb_bytes bytes, uint64_t limit, size_t most, int expected)
{
	struct meter meter = { 0 };
	const struct syb_limits limits = { .size = sizeof(limits), .max_inflated = limit };
	const struct syb_ctx_opts opts = {
		.size = sizeof(opts), .alloc = metered, .alloc_user = &meter, .limits = &limits
	};
	struct syb_tree *tree = NULL;
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(&opts, &ctx) < 0)
		abort();
	ok(syb_unpack(ctx, bytes, NULL, &tree) == -expected, "%s", what);
	if (expected)
		is_str(first_check(ctx), "limit");
	if (!ok(meter.peak < most, "%s: memory in proportion", what))
		printf("# %zu bytes for a file of %zu\n", meter.peak, bytes.len);
	syb_tree_free(tree);
	syb_ctx_free(ctx);
}

static void bombs(struct syb_ctx *ctx)
{
	static const char props[] = "[a/b]\n", member[] = "a.zst/          0           0     0     644     %-10zu`\n";
	_cleanup_(buf_free) struct buf big = { 0 }, junk = { 0 }, small = { 0 }, part = { 0 }, many = { 0 },
				       twice = { 0 };

	add_bomb(ctx, props, 256, &big);
	bomb("256 MiB of zeros", buf_bytes(&big), 0, 24 << 20, SYB_E_LIMIT);
	add_bomb(ctx, "of no known kind", 256, &junk);
	bomb("256 MiB that would not be opened", buf_bytes(&junk), 0, 1 << 20, 0);
	add_bomb(ctx, props, 7, &small);
	bomb("7 MiB of zeros", buf_bytes(&small), 0, 24 << 20, 0);
	bomb("7 MiB of zeros, where a caller allows 1", buf_bytes(&small), 1 << 20, 4 << 20, SYB_E_LIMIT);

	/* each is within the bounds, four together are not */
	add_bomb(ctx, props, 3, &part);
	buf_text(ctx, &many, "!<arch>\n");
	for (size_t i = 0; i < 4; i++) {
		buf_printf(ctx, &many, member, part.len);
		buf_add(ctx, &many, part.ptr, part.len);
		buf_fill(ctx, &many, '\n', part.len % 2);
	}
	bomb("an archive of four", buf_bytes(&many), 0, 24 << 20, SYB_E_LIMIT);
	bomb("an archive of four, where a caller allows 16 MiB", buf_bytes(&many), 16 << 20, 24 << 20, 0);
	if (compress_to(ctx, "", buf_bytes(&big), 1, &twice) < 0)
		abort();
	bomb("256 MiB of zeros, compressed twice", buf_bytes(&twice), 0, 24 << 20, SYB_E_LIMIT);
}

/* One long cell among many short ones, and a title that steers terminals. */
static void wide_table(struct syb_ctx *ctx)
{
	_cleanup_(syb_record_free_p) struct syb_record *record = NULL;
	struct buf b = { 0 };
	char *text;

	buf_text(ctx, &b, "[Co\033[31mde|B]\n");
	buf_fill(ctx, &b, 'x', 100000);
	buf_text(ctx, &b, "|y\n");
	for (int i = 0; i < 10000; i++)
		buf_text(ctx, &b, "a|b\n");
	ok(syb_show(ctx, buf_bytes(&b), NULL, &record) == 0);
	text = printed(ctx, syb_value_write_text, syb_record_root(record), NULL);
	ok(strlen(text) < 20 * b.len, "a long cell does not pad all others");
	ok(!strchr(text, '\033'), "titles are escaped");
	free(text);
	buf_free(&b);
}

/* 1B<X, X> where X is the one before: every level doubles the name. */
static void doubling_names(struct syb_ctx *ctx, int levels, bool readable)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	struct demangler *d = NULL;
	struct buf name = { 0 };
	const char *text;

	buf_text(ctx, &name, "_Z1f1AIiiE");
	for (int i = 0; i < levels; i++) {
		int last = 2 * i; /* the number behind S, which counts from S_, S0_, S1_ … in base 36 */
		char two[2] = { digits[last / 36 % 36], digits[last % 36] };
		const char *from = last < 36 ? two + 1 : two;

		buf_printf(ctx, &name, "1BIS%.*s_S%.*s_E", last < 36 ? 1 : 2, from, last < 36 ? 1 : 2, from);
	}
	buf_char(ctx, &name, '\0');
	if (demangler_new(ctx, &d) < 0)
		abort();
	text = demangle(d, "_Z1fi");
	if (!text || !str_eq(text, "f(int)")) { /* no demangler here */
		tap_skip("a name that doubles", "no libstdc++");
	} else {
		text = demangle(d, (const char *)name.ptr);
		ok(readable ? text && strlen(text) > 1000 && strncmp(text, "f(A<int, int>, B<A<int, int>, ", 30) == 0
			    : !text,
		   "a name that doubles %d times", levels);
	}
	demangler_free(d);
	buf_free(&name);
}

/* Work on a package read with every allocation refused once: show, size, diff and prune have tests of their own. */
static int check_work(struct syb_ctx *ctx, void *arg)
{
	int r = syb_check(ctx, syb_file_bytes(arg), NULL);

	return r == -SYB_E_INCOMPATIBLE ? 0 : r; /* the images are no real code */
}

/* A table of two rows, from the disk to a package. */
static int table_work(struct syb_ctx *ctx, void *arg)
{
	const struct syb_pack_table_opts opts = { .size = sizeof(opts), .target = SPIR };
	struct syb_pack *pack = NULL;
	struct syb_table *table = NULL;
	struct syb_out *out = NULL;
	int r = syb_table_read(ctx, str_bytes(arg), "table", &table);

	if (r == 0)
		r = syb_pack_new(ctx, NULL, &pack);
	if (r == 0)
		r = syb_bin_writer_state(ctx, syb_pack_writer(pack), SYB_STATE_INPUT);
	if (r == 0)
		r = syb_pack_table(ctx, pack, table, &opts);
	if (r == 0)
		r = out_scratch(ctx, &out);
	if (r == 0)
		r = syb_bin_writer_write(ctx, syb_pack_writer(pack), out);
	syb_out_close(out);
	syb_pack_free(pack);
	syb_table_free(table);
	return r;
}

static void refuse_memory(struct syb_ctx *ctx)
{
	const struct syb_bin_write_opts forms[] = {
		{ .size = sizeof(forms[0]), .format_version = 1, .container = SYB_CONTAINER_NONE },
		{ .size = sizeof(forms[0]), .format_version = 1, .container = SYB_CONTAINER_OFFLOAD },
		{ .size = sizeof(forms[0]), .format_version = 2, .container = SYB_CONTAINER_OFFLOAD },
	};
	char dir[] = "/tmp/sybil-test-XXXXXX", text[256], code[64], prop[64];
	FILE *f;

	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		_cleanup_(sample_drop) struct sample s = { 0 };

		if (sample_new(ctx, &forms[i], &s) < 0)
			abort();
		torture(check_work, s.file);
	}
	if (!mkdtemp(dir))
		abort();
	snprintf(code, sizeof(code), "%s/a.spv", dir);
	snprintf(prop, sizeof(prop), "%s/a.prop", dir);
	f = fopen(code, "w");
	fputs("code", f);
	fclose(f);
	f = fopen(prop, "w");
	fputs("[SYCL/kernel names]\nk=1|1\n", f);
	fclose(f);
	snprintf(text, sizeof(text), "[Code|Properties]\n%s|%s\n%s|\n", code, prop, code);
	torture(table_work, text);
	remove(code);
	remove(prop);
	rmdir(dir);
}

/* ---- ZE Info ---- */

enum { ZE_ITEMS = 40000 };

static void ze_lines(struct syb_ctx *ctx, struct buf *b, const char *head, const char *item)
{
	buf_text(ctx, b, head);
	for (int i = 0; i < ZE_ITEMS; i++)
		buf_text(ctx, b, item);
}

static void ze_judge(const char *what, struct buf *b, const char *decoder, int code)
{
	const struct syb_check_opts opts = { .size = sizeof(opts), .decoder = decoder };
	struct syb_ctx *ctx;

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	ok(syb_check(ctx, buf_bytes(b), &opts) == -code, "%s", what);
	syb_ctx_free(ctx);
	buf_free(b);
}

static void ze_kernel(struct syb_ctx *ctx, struct buf *b)
{
	buf_text(ctx, b,
		 "---\nversion: '1.60'\nkernels:\n  - name: k\n    execution_env:\n"
		 "      grf_count: 128\n      simd_size: 16\n");
}

/* As many buffers as arguments, entries as arguments, ids as attributes: each pair was looked at once. */
static void zeinfo_pairs(struct syb_ctx *ctx)
{
	struct buf b = { 0 };

	ze_kernel(ctx, &b);
	ze_lines(ctx, &b, "    payload_arguments:\n",
		 "      - arg_type: local_size\n        offset: 0\n        size: 12\n");
	ze_lines(ctx, &b, "    per_thread_memory_buffers:\n",
		 "      - type: global\n        usage: private_space\n        size: 4\n");
	ze_judge("global buffers without a base among many arguments", &b, NULL, SYB_E_INCOMPATIBLE);
	ze_kernel(ctx, &b);
	ze_lines(ctx, &b, "    payload_arguments:\n",
		 "      - arg_type: arg_bypointer\n        offset: 0\n        size: 0\n        arg_index: 0\n"
		 "        addrmode: stateful\n        addrspace: global\n");
	ze_lines(ctx, &b, "    binding_table_indices:\n", "      - bti_value: 0\n        arg_index: 0\n");
	ze_judge("binding table entries of an argument that is passed often", &b, NULL, SYB_E_INCOMPATIBLE);
	ze_kernel(ctx, &b);
	ze_lines(ctx, &b, "", "      simd_size: 16\n");
	ze_lines(ctx, &b, "    per_thread_payload_arguments:\n",
		 "      - arg_type: local_id\n        offset: 0\n        size: 32\n");
	ze_judge("ids of threads in a large environment", &b, "1.15", 0);
}

/* ---- in a process with threads ---- */

static int forks;

static void count_fork(void)
{
	forks++;
}

static void *wait_for_end(void *lock)
{
	pthread_mutex_lock(lock);
	pthread_mutex_unlock(lock);
	return NULL;
}

/* A child has one thread, and the locks of all others: a name that needs one is not asked for among threads. */
static void threads_and_names(struct syb_ctx *ctx)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_t thread;

	pthread_atfork(count_fork, NULL, NULL);
	pthread_mutex_lock(&lock);
	if (pthread_create(&thread, NULL, wait_for_end, &lock) != 0)
		abort();
	doubling_names(ctx, 10, false);
	is_int(forks, 0);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	doubling_names(ctx, 10, true);
}

int main(void)
{
	struct syb_ctx *ctx;

	if (syb_ctx_new(NULL, &ctx) < 0)
		return 1;
	overlapping_entries(ctx, 0);
	overlapping_entries(ctx, ' ');
	unfolding_strings(ctx);
	package(ctx, "images with the same bytes", (struct v1){ 1, 8000, 0, 256000, 8000 });
	package(ctx, "modules with the same metadata", (struct v1){ 8000, 0, 256000, 0, 0 });
	package(ctx, "images with the same metadata", (struct v1){ 1, 8000, 256000, 8, 8000 });
	package(ctx, "modules with the same images", (struct v1){ 2000, 2000, 0, 8, 2000 });
	archive_names(ctx);
	elf(ctx, "sections with one long name", ".llvm.offloading", 400000, 8000, 0, 0, "");
	elf(ctx, "sections with a name that does not end", "", 4000000, 60000, 0, 0, "");
	elf(ctx, "sections with the same bytes", ".llvm.offloading", 200000, 8000, 200000, SYB_E_LIMIT, "limit");
	bitcode_literals(ctx);
	bitcode_globals(ctx, "many blocks of constants", 30000, 30000, 0, 0, "");
	bitcode_globals(ctx, "many globals with one initialiser", 20000, 1, 200000, SYB_E_LIMIT, "limit");
	hash_collisions();
	inflate_budget(ctx);
	bombs(ctx);
	wide_table(ctx);
	doubling_names(ctx, 10, true);
	doubling_names(ctx, 60, false);
	threads_and_names(ctx);
	refuse_memory(ctx);
	zeinfo_pairs(ctx);
	syb_ctx_free(ctx);
	return tap_done();
}
