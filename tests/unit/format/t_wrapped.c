/* Wrapped images. The files of tests/golden/wrapped have the same images in every form of host file. */
#include "base/elf_walk.h"
#include "format/item/item.h"
#include "format/props/props.h"
#include "format/syclbin/syclbin.h"
#include "format/wrapped/wrapped.h"
#include "lib/offload.h"
#include "lib/torture.h"

#include <sybil/propsets.h>
#include <sybil/target.h>

DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);

static const char *const forms[] = {
	"shared", "stripped", "packed", "aarch64", "executable", "object", "object-named", "dll", "dll-fixed",
};

static const char *const content[] = {
	"0: version 2, none, ir, spir64, '-O2', '-cl-fast', 256 bytes, _ZTS5saxpy _ZTS5scale, exports helper, atomic64",
	"0: version 2, native, native, amdgcn, '', '', 520 bytes, _ZTS10TestKernel, exports, ",
	"1: version 1, spirv, ir, spir64, '', '', 196 bytes, _ZTS5daxpy, exports worker, atomic64",
	"1: version 1, none, ir, spir64, '', '', 136 bytes,, exports, ",
	"2: version 3, zstd, ir, spir64, '', '', 136 bytes, _ZTS5dgemm, exports, atomic64",
	"2: version 3, bitcode, ir, spir64, '', '', 212 bytes,, exports, ",
};

static struct syb_file *golden_form(struct syb_ctx *ctx, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "wrapped/%s", name);
	return golden(ctx, path);
}

/* ---- what is read ---- */

/* The wrapped images of a file, which must be its only item; NOTFOUND: it has no items. */
static int open_bin(struct syb_ctx *ctx, struct syb_bytes bytes, struct syb_tree **out_tree, struct syb_bin **out_bin)
{
	const struct syb_item *item;

	TRY(syb_unpack(ctx, bytes, NULL, out_tree));
	item = syb_item_at(syb_tree_root(*out_tree), 0);
	return item && syb_item_is_package(item) ? syb_bin_open_item(ctx, item, NULL, out_bin) : -SYB_E_NOTFOUND;
}

static int put_list(struct syb_ctx *ctx, struct buf *out, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		TRY(buf_printf(ctx, out, " %s", list[i]));
	return buf_text(ctx, out, ", ");
}

static int describe_module(struct syb_ctx *ctx, const struct syb_module *module, struct buf *out)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	_cleanup_(syb_view_free_p) struct syb_view *view = NULL;
	const struct syb_image *image = syb_module_image_at(module, 0);
	const struct wrapped_facts *w = image->wrapped;
	const struct syb_module_info *info;

	TRY(syb_module_props(ctx, module, &props));
	TRY(syb_view_new(ctx, props, &view));
	info = syb_view_info(view);
	TRY(buf_printf(ctx, out, "%zu: version %u, %s, %s, %s, '%s', '%s', %zu bytes,", w->descriptor, w->version,
		       wrapped_format_name(w->format), syb_image_kind(image) == SYB_IMAGE_IR ? "ir" : "native",
		       w->target, w->compile_options, w->link_options, syb_image_bytes(image).len));
	TRY(put_list(ctx, out, info->kernels, info->kernel_count));
	TRY(buf_text(ctx, out, "exports"));
	TRY(put_list(ctx, out, w->exports, w->export_count));
	for (size_t i = 0; info->requirements && i < info->requirements->aspect_count; i++) {
		const struct syb_aspect_info *aspect = syb_aspect_find(info->requirements->aspects[i]);

		TRY(buf_text(ctx, out, aspect ? aspect->name : "unknown"));
	}
	return buf_char(ctx, out, '\0');
}

static void read_form(struct syb_ctx *ctx, const char *name)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden_form(ctx, name);
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	_cleanup_(buf_free) struct buf line = { 0 };

	if (!ok(file && open_bin(ctx, syb_file_bytes(file), &tree, &bin) == 0, "%s is read", name))
		return;
	is_int(syb_item_count(syb_tree_root(tree)), 1);
	is_int(bin->wrapped->count, 3);
	is_int(syb_bin_module_count(bin), ARRAY_SIZE(content));
	for (size_t i = 0; i < ARRAY_SIZE(content); i++, line.len = 0)
		if (ok(describe_module(ctx, syb_bin_module_at(bin, i), &line) == 0))
			is_str((const char *)line.ptr, content[i]);
	is_int(syb_ctx_diag_count(ctx), 0);
}

/* ---- what is read of damaged files ---- */

/* All that a package states, and its code. */
static int digest(struct syb_ctx *ctx, struct syb_bytes bytes, struct buf *out)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;

	out->len = 0;
	TRY(open_bin(ctx, bytes, &tree, &bin));
	for (size_t i = 0; i < bin->module_count; i++) {
		const struct syb_module *m = &bin->modules[i];
		const struct syb_bytes code = syb_image_bytes(&m->images[0]);

		TRY(describe_module(ctx, m, out));
		TRY(buf_add(ctx, out, m->metadata.ptr, m->metadata.len));
		TRY(buf_add(ctx, out, code.ptr, code.len));
	}
	return 0;
}

/* An error has a name that belongs to the format and a place in the file. */
static bool is_fair(const struct syb_ctx *ctx, size_t len)
{
	static const char *const prefixes[] = { "wrapped-", "limit", "elf", "pe", "compressed", "prop-" };
	const char *check = first_check(ctx);

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (strncmp(check, prefixes[i], strlen(prefixes[i])) == 0)
			return syb_ctx_diag_at(ctx, 0)->at < len;
	return false;
}

enum outcome { SAME, OTHER, LOST, REFUSED, ODD };

struct torn {
	struct syb_ctx *ctx;
	struct syb_bytes good;
	uint8_t *bytes; /* a copy of it to damage */
	struct wrapped *wrapped;
	struct buf want;
	const char *form;
	size_t counts[ODD + 1];
};

/* Images that are missing are a finding, if the file lists its images. */
static bool is_silent_loss(struct torn *t, const uint8_t *ptr, size_t len)
{
	const struct syb_bytes bytes = { ptr, len };
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;

	if (open_bin(t->ctx, bytes, &tree, &bin) < 0)
		return true;
	return bin->wrapped->listed && bin->module_count != ARRAY_SIZE(content) && syb_check(t->ctx, bytes, NULL) == 0;
}

/* In memory of just that size, so that sanitizers see an access behind the end. */
static enum outcome outcome_of(struct torn *t, size_t len)
{
	_cleanup_(buf_free) struct buf got = { 0 };
	uint8_t *copy = malloc(len ? len : 1);
	enum outcome o = ODD;
	int r;

	if (!copy)
		abort();
	memcpy(copy, t->bytes, len);
	syb_ctx_diag_clear(t->ctx);
	r = digest(t->ctx, (struct syb_bytes){ copy, len }, &got);
	if (r == 0)
		o = bytes_eq(buf_bytes(&got), buf_bytes(&t->want)) ? SAME : is_silent_loss(t, copy, len) ? ODD : OTHER;
	else if (r == -SYB_E_NOTFOUND)
		o = LOST;
	else if ((r == -SYB_E_FORMAT || r == -SYB_E_VERSION || r == -SYB_E_LIMIT) && is_fair(t->ctx, len))
		o = REFUSED;
	else
		printf("# %s: %d %s\n", t->form, r, first_check(t->ctx));
	free(copy);
	t->counts[o]++;
	return o;
}

static void torn_drop(struct torn *t)
{
	free(t->bytes);
	wrapped_free(t->wrapped);
	buf_free(&t->want);
}

static bool torn_open(struct torn *t, struct syb_ctx *ctx, struct syb_file *file, const char *form)
{
	const bool pe = strncmp(form, "dll", 3) == 0;

	if (!file)
		return false;
	*t = (struct torn){ .ctx = ctx, .good = syb_file_bytes(file), .form = form };
	t->bytes = malloc(t->good.len);
	if (!t->bytes)
		abort();
	memcpy(t->bytes, t->good.ptr, t->good.len);
	return wrapped_find(ctx, pe ? SYB_KIND_PE : SYB_KIND_ELF, span_of(t->good, 0), &t->wrapped) == 0 &&
	       digest(ctx, t->good, &t->want) == 0 && outcome_of(t, t->good.len) == SAME;
}

/* ---- every field of every record ---- */

enum use { IGNORED, NUMBER, POINTER };

struct field {
	const char *name;
	size_t at, size;
	enum use use;
};

static const struct field descriptor_fields[] = {
	{ "version", 0, 2, NUMBER },
	{ "count", 2, 2, NUMBER },
	{ "padding", 4, 4, NUMBER },
	{ "images", 8, 8, POINTER },
	{ "null", 16, 8, NUMBER },
	{ "null", 24, 8, NUMBER },
	{ 0 },
};
static const struct field image_fields[] = {
	{ "version", 0, 2, NUMBER },        { "kind", 2, 1, NUMBER },
	{ "format", 3, 1, NUMBER },         { "padding", 4, 4, IGNORED },
	{ "target", 8, 8, POINTER },        { "compile options", 16, 8, POINTER },
	{ "link options", 24, 8, POINTER }, { "manifest begin", 32, 8, IGNORED },
	{ "manifest end", 40, 8, IGNORED }, { "begin", 48, 8, POINTER },
	{ "end", 56, 8, POINTER },          { "entries begin", 64, 8, POINTER },
	{ "entries end", 72, 8, POINTER },  { "sets begin", 80, 8, POINTER },
	{ "sets end", 88, 8, POINTER },     { 0 },
};
static const struct field image_3_fields[] = {
	{ "version", 0, 2, NUMBER },        { "kind", 2, 1, NUMBER },
	{ "format", 3, 1, NUMBER },         { "padding", 4, 4, IGNORED },
	{ "target", 8, 8, POINTER },        { "compile options", 16, 8, POINTER },
	{ "link options", 24, 8, POINTER }, { "begin", 32, 8, POINTER },
	{ "end", 40, 8, POINTER },          { "entries begin", 48, 8, POINTER },
	{ "entries end", 56, 8, POINTER },  { "sets begin", 64, 8, POINTER },
	{ "sets end", 72, 8, POINTER },     { 0 },
};
static const struct field entry_fields[] = {
	{ "address", 0, 8, IGNORED }, { "name", 8, 8, POINTER },      { "size", 16, 8, IGNORED },
	{ "flags", 24, 4, IGNORED },  { "reserved", 28, 4, IGNORED }, { 0 },
};
static const struct field wide_entry_fields[] = {
	{ "zero", 0, 8, NUMBER },      { "version", 8, 2, NUMBER },
	{ "kind", 10, 2, NUMBER },     { "zero", 12, 4, NUMBER },
	{ "address", 16, 8, IGNORED }, { "name", 24, 8, POINTER },
	{ "size", 32, 8, IGNORED },    { "data", 40, 8, IGNORED },
	{ "aux", 48, 8, IGNORED },     { 0 },
};
static const struct field set_fields[] = {
	{ "name", 0, 8, POINTER },
	{ "begin", 8, 8, POINTER },
	{ "end", 16, 8, POINTER },
	{ 0 },
};
static const struct field prop_fields[] = {
	{ "name", 0, 8, POINTER },     { "value", 8, 8, POINTER }, { "type", 16, 4, NUMBER },
	{ "padding", 20, 4, IGNORED }, { "size", 24, 8, NUMBER },  { 0 },
};

static uint64_t address_of(const struct torn *t, uint64_t at)
{
	const struct host *host = &t->wrapped->host;

	for (size_t i = 0; i < host->segment_count; i++) {
		const struct host_segment *s = &host->segments[i];

		if (at >= s->bytes.at && at - s->bytes.at < s->bytes.len)
			return s->address + (at - s->bytes.at);
	}
	abort();
}

/* Where the value of the pointer at an offset of the file is stored: in a relocation RELA, or in its place. */
static size_t stored_at(const struct torn *t, uint64_t at)
{
	const uint64_t address = address_of(t, at);
	const struct span file = span_of(t->good, 0);

	for (size_t i = 0; i + 24 <= file.len; i += 8)
		if (span_u64(file, i) == address && (span_u64(file, i + 8) == 8 || span_u64(file, i + 8) == 1027))
			return i + 16;
	return (size_t)at;
}

static void put(struct torn *t, uint64_t at, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		t->bytes[at + i] = (uint8_t)(value >> 8 * i);
}

static enum outcome with(struct torn *t, uint64_t at, uint64_t value, size_t size)
{
	enum outcome o;

	put(t, at, value, size);
	o = outcome_of(t, t->good.len);
	memcpy(t->bytes + at, t->good.ptr + at, size);
	return o;
}

static void is_one_of(struct torn *t, const char *record, const struct field *f, uint64_t value, enum outcome got,
		      unsigned wanted)
{
	if (!(wanted >> got & 1))
		ok(false, "%s: %s.%s = %#llx: outcome %d, %s", t->form, record, f->name, (unsigned long long)value, got,
		   first_check(t->ctx));
}

static void tear_number(struct torn *t, const char *record, uint64_t at, const struct field *f)
{
	const uint64_t old = elf_get(&(struct elf_walk){ 0 }, span_of(t->good, 0), at + f->at, f->size);
	const uint64_t values[] = { 0,          1,       2,          3,         4,          0x7f,
				    0xff,       0x100,   UINT16_MAX, INT32_MAX, UINT32_MAX, INT64_MAX,
				    UINT64_MAX, old + 1, old - 1,    old << 1,  t->good.len };
	const unsigned any = 1 << SAME | 1 << OTHER | 1 << REFUSED | (record[0] == 'd' ? 1 << LOST : 0);

	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		is_one_of(t, record, f, values[i], with(t, at + f->at, values[i], f->size),
			  f->use == IGNORED ? 1 << SAME : any);
}

/* Pointers to nowhere are refused; others may lead to other records, or to the record itself. */
static void tear_pointer(struct torn *t, const char *record, uint64_t at, const struct field *f)
{
	const struct host *host = &t->wrapped->host;
	const uint64_t nowhere[] = { UINT64_MAX, UINT64_MAX - 7, INT64_MAX, UINT64_C(1) << 32, UINT64_MAX - 4096 };
	const uint64_t somewhere[] = { 0, 1, address_of(t, at), address_of(t, at + f->at),
				       address_of(t, t->wrapped->descriptors[0].at) };
	const size_t stored = stored_at(t, at + f->at);
	const unsigned lost = record[0] == 'd' ? 1 << LOST | 1 << OTHER : 0; /* descriptors are found by their shape */
	uint64_t old;

	if (!host_pointer(host, address_of(t, at + f->at), &old) || old == 0)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(nowhere); i++)
		is_one_of(t, record, f, nowhere[i], with(t, stored, nowhere[i] + host->base, 8), 1 << REFUSED | lost);
	for (size_t i = 0; i < ARRAY_SIZE(somewhere); i++)
		is_one_of(t, record, f, somewhere[i], with(t, stored, somewhere[i] + host->base, 8),
			  1 << SAME | 1 << OTHER | 1 << REFUSED | lost);
	for (uint64_t i = 1; i <= 64; i += i)
		for (int back = 0; back < 2; back++)
			is_one_of(t, record, f, old + (back ? -i : i),
				  with(t, stored, (back ? old - i : old + i) + host->base, 8),
				  1 << SAME | 1 << OTHER | 1 << REFUSED | lost);
}

static void tear_record(struct torn *t, const char *record, uint64_t at, const struct field *fields)
{
	for (; fields->size; fields++) {
		if (fields->use != POINTER)
			tear_number(t, record, at, fields);
		else if (strncmp(t->form, "object", 6) != 0) /* whose relocations are damaged byte by byte */
			tear_pointer(t, record, at, fields);
	}
}

static void tear_sets(struct torn *t, struct wrapped_reader *r, struct wrapped_range rest)
{
	struct wrapped_set set;
	struct wrapped_prop prop;
	uint64_t at = rest.bytes.at;

	for (; wrapped_next_set(r, &rest, &set) > 0; at = rest.bytes.at) {
		tear_record(t, "set", at, set_fields);
		while (wrapped_next_prop(r, &set.props, &prop) > 0) {
			tear_record(t, "property", prop.at, prop_fields);
			if (prop.type == SYB_PROP_BYTES)
				tear_number(t, "value", prop.bytes.at - 8, &(struct field){ "bits", 0, 8, NUMBER });
		}
	}
}

static void tear_image(struct torn *t, struct wrapped_reader *r, uint64_t *address)
{
	struct wrapped_image image;
	struct wrapped_range rest;
	struct span name;
	uint64_t at;

	if (!ok(wrapped_image(r, address, &image) == 0))
		return;
	tear_record(t, "image", image.at, image.version < 3 ? image_fields : image_3_fields);
	rest = image.entries;
	for (at = rest.bytes.at; wrapped_next_entry(r, &rest, &name) > 0; at = rest.bytes.at) {
		if (image.version < 3)
			tear_record(t, "entry", at, entry_fields);
		else
			tear_record(t, "wide entry", at, wide_entry_fields);
	}
	tear_sets(t, r, image.sets);
}

static void tear_all(struct syb_ctx *ctx, const char *form)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden_form(ctx, form);
	_cleanup_(torn_drop) struct torn t = { 0 };
	struct wrapped_reader r;

	if (!ok(torn_open(&t, ctx, file, form), "%s", form))
		return;
	r = wrapped_read(ctx, t.wrapped);
	for (size_t i = 0; i < t.wrapped->count; i++) {
		const struct wrapped_descriptor *d = &t.wrapped->descriptors[i];
		uint64_t address = d->images;

		tear_record(&t, "descriptor", d->at, descriptor_fields);
		for (size_t k = 0; k < d->count; k++)
			tear_image(&t, &r, &address);
	}
	ok(t.counts[ODD] == 0, "%s: every field of every record", form);
	printf("# %zu same, %zu other, %zu lost, %zu refused\n", t.counts[SAME], t.counts[OTHER], t.counts[LOST],
	       t.counts[REFUSED]);
}

/* ---- every byte ---- */

static void cut(struct syb_ctx *ctx, const char *form)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden_form(ctx, form);
	_cleanup_(torn_drop) struct torn t = { 0 };

	if (!torn_open(&t, ctx, file, form))
		return;
	for (size_t i = 0; i < t.good.len; i++)
		outcome_of(&t, i);
	ok(t.counts[ODD] == 0 && t.counts[OTHER] == 0, "%s cut at every byte", form);
	printf("# %zu same, %zu lost, %zu refused\n", t.counts[SAME], t.counts[LOST], t.counts[REFUSED]);
}

/* Whether a byte is part of an image; its readers have their own tests. */
static bool is_code(const struct torn *t, uint64_t at)
{
	struct wrapped_reader r = wrapped_read(t->ctx, t->wrapped);
	struct wrapped_image image;

	for (size_t i = 0; i < t->wrapped->count; i++) {
		uint64_t address = t->wrapped->descriptors[i].images;

		for (size_t k = 0; k < t->wrapped->descriptors[i].count; k++)
			if (wrapped_image(&r, &address, &image) == 0 && at - image.bytes.at < image.bytes.len)
				return true;
	}
	return false;
}

static void change(struct syb_ctx *ctx, const char *form)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden_form(ctx, form);
	_cleanup_(torn_drop) struct torn t = { 0 };

	if (!torn_open(&t, ctx, file, form))
		return;
	for (size_t i = 0; i < t.good.len; i++) {
		if (is_code(&t, i))
			continue;
		with(&t, i, 0, 1);
		with(&t, i, 0xff, 1);
		with(&t, i, t.good.ptr[i] + 1u, 1);
	}
	ok(t.counts[ODD] == 0, "%s changed at every byte", form);
	printf("# %zu same, %zu other, %zu lost, %zu refused\n", t.counts[SAME], t.counts[OTHER], t.counts[LOST],
	       t.counts[REFUSED]);
}

/* ---- other damage ---- */

/* The relocation of .init_array, which no record needs, becomes a second one of a record's pointer. */
static void relocate_twice(struct syb_ctx *ctx)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden_form(ctx, "stripped");
	_cleanup_(torn_drop) struct torn t = { 0 };
	struct wrapped_reader r;
	struct wrapped_image image;
	uint64_t address;
	size_t first, of_target, of_images;

	if (!ok(torn_open(&t, ctx, file, "stripped")))
		return;
	r = wrapped_read(ctx, t.wrapped);
	address = t.wrapped->descriptors[0].images;
	ok(wrapped_image(&r, &address, &image) == 0);
	of_target = stored_at(&t, image.at + 8) - 16;
	of_images = stored_at(&t, t.wrapped->descriptors[0].at + 8) - 16;
	first = (of_target < of_images ? of_target : of_images) % 24;
	while (span_u64(span_of(t.good, 0), first + 8) != 8)
		first += 24;

	memcpy(t.bytes + first, t.good.ptr + of_target, 24);
	is_int(outcome_of(&t, t.good.len), SAME);
	t.bytes[first + 16]++;
	is_int(outcome_of(&t, t.good.len), REFUSED);
	is_str(first_check(ctx), "wrapped-pointer");
	is_int(syb_ctx_diag_at(ctx, 0)->at, image.at + 8);

	memcpy(t.bytes + first, t.good.ptr + of_images, 24);
	is_int(outcome_of(&t, t.good.len), SAME);
	put(&t, first + 16, UINT64_MAX, 8);
	is_int(outcome_of(&t, t.good.len), REFUSED);
	is_str(first_check(ctx), "wrapped-relocation");
	is_int(syb_ctx_diag_at(ctx, 0)->at, t.wrapped->descriptors[0].at + 8);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(buf_free) struct buf out = { 0 };

	return digest(ctx, *(struct syb_bytes *)arg, &out);
}

static void starve(struct syb_ctx *ctx, const char *form)
{
	_cleanup_(syb_file_close_p) struct syb_file *file = golden_form(ctx, form);
	struct syb_bytes bytes;

	if (!file)
		return;
	bytes = syb_file_bytes(file);
	torture(work, &bytes);
}

int main(void)
{
	/* RELA, RELR, relocations of an object and of a DLL, none */
	static const char *const kinds[] = { "stripped", "packed", "object", "dll", "dll-fixed" };
	struct syb_ctx *ctx = test_ctx();

	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		read_form(ctx, forms[i]);
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		starve(ctx, forms[i]);
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		tear_all(ctx, kinds[i]);
		cut(ctx, kinds[i]);
		change(ctx, kinds[i]);
	}
	relocate_twice(ctx);
	syb_ctx_free(ctx);
	return tap_done();
}
