/* format/syclbin/syclbin_write.c — model → SYCLBIN package, in any form. The layout is computed first, then
 * streamed: image bytes are copied directly to the output, so memory does not depend on their size. Reserved bytes
 * and padding are zero; equal input gives equal bytes. Format: docs/format-syclbin.md. */
#define _GNU_SOURCE /* memmem */
#include "syclbin.h"

#include "base/buf.h"
#include "base/file.h"
#include "format/props/props.h"
#include "format/offload/offload.h"

#include <inttypes.h>
#include <stdio.h>

struct out_image {
	enum syb_image_kind kind;
	struct syb_bytes text;
	struct image_facts facts; /* copied to the strings of version 2 */
	struct syb_bytes bytes;
	const struct syb_file *file;
	struct out_image *next;
};

struct out_module {
	struct syb_bytes text;
	struct out_image *first, *last;
	uint32_t counts[2]; /* by kind */
	struct out_module *next;
};

struct out_extra {
	const struct syb_offload_entry *entry;
	struct out_extra *next;
};

struct syb_bin_writer {
	struct allocator from;
	struct arena arena;
	struct syb_bin_write_opts opts;
	struct syb_bytes global;
	struct out_module *first, *last;
	uint64_t module_count;
	uint64_t image_counts[2];
	struct out_extra *extras, *last_extra;
};

int syb_bin_writer_new(struct syb_ctx *ctx, const struct syb_bin_write_opts *opts, struct syb_bin_writer **out_writer)
{
	struct syb_bin_write_opts o = { 0 };
	struct syb_bin_writer *w;

	OPTS_READ(ctx, &o, opts);
	if (o.format_version == 0)
		o.format_version = 1;
	if (o.format_version > 2)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"SYCLBIN version %" PRIu32 " cannot be written", o.format_version);
	if (o.container == SYB_CONTAINER_KEEP)
		o.container = o.dialect == SYB_DIALECT_SPEC && o.format_version == 1 && o.compress == SYB_COMPRESS_NONE
				      ? SYB_CONTAINER_NONE
				      : SYB_CONTAINER_OFFLOAD;
	if (o.container == SYB_CONTAINER_NONE && o.format_version == 2)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument",
				"version 2 is an offload binary; it has no form without one");
	if (o.container == SYB_CONTAINER_NONE && o.compress != SYB_COMPRESS_NONE)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "only offload binaries can be compressed");
	w = mem_zalloc(ctx, sizeof(*w));
	if (!w)
		return -SYB_E_NOMEM;
	w->from = allocator_of(ctx);
	w->opts = o;
	*out_writer = w;
	return 0;
}

void syb_bin_writer_free(struct syb_bin_writer *writer)
{
	if (!writer)
		return;
	arena_free(&writer->arena);
	allocator_free(writer->from, writer);
}

struct syb_bin_write_opts syb_bin_form(const struct syb_bin *bin)
{
	if (bin->wrapped) /* not a form of packages */
		return (struct syb_bin_write_opts){ .size = sizeof(struct syb_bin_write_opts) };
	return (struct syb_bin_write_opts){ .size = sizeof(struct syb_bin_write_opts),
					    .dialect = SYB_DIALECT_KEEP,
					    .format_version = bin->version,
					    .container = bin->container,
					    .compress = bin->compress };
}

static int keep_text(struct syb_ctx *ctx, struct syb_bin_writer *w, struct syb_bytes text, struct syb_bytes *out)
{
	const char *copy = arena_string(ctx, &w->arena, text.ptr, text.len);

	if (!copy)
		return -SYB_E_NOMEM;
	*out = (struct syb_bytes){ (const uint8_t *)copy, text.len };
	return 0;
}

static bool states_numbers(struct syb_bytes text)
{
	static const char set[] = "[" ASPECT_NUMBERS_SET "]";

	return text.len && memmem(text.ptr, text.len, set, sizeof(set) - 1);
}

/* Property text in the writer's dialect; with KEEP byte for byte, except for the numbers of aspects where the
 * context sets a numbering to write or to assume. */
static int take_text(struct syb_ctx *ctx, struct syb_bin_writer *w, struct syb_bytes text, struct syb_bytes *out)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *pw = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	struct syb_bytes written;

	const bool same = w->opts.dialect == SYB_DIALECT_KEEP && !ctx->aspect_numbers && !ctx->assumed_numbers;

	if (same && !states_numbers(text))
		return keep_text(ctx, w, text, out);
	TRY(syb_props_read(ctx, text, NULL, &props));
	TRY(props_check_numbers(ctx, props));
	if (same)
		return keep_text(ctx, w, text, out);
	TRY(syb_props_writer_new(ctx, &pw));
	TRY(syb_props_writer_add(ctx, pw, props));
	TRY(syb_props_writer_text(ctx, pw, w->opts.dialect, &written));
	return keep_text(ctx, w, written, out);
}

int syb_bin_writer_global(struct syb_ctx *ctx, struct syb_bin_writer *writer, struct syb_bytes text)
{
	return take_text(ctx, writer, text, &writer->global);
}

/* Copy all properties, leaving out the state. */
static int copy_without_state(struct syb_ctx *ctx, const struct syb_props *props, struct syb_props_writer *pw)
{
	for (size_t i = 0; i < syb_props_count(props); i++) {
		const struct syb_set *set = syb_props_at(props, i);
		bool global = str_eq(syb_set_name(set), SYCLBIN_SET_GLOBAL);

		TRY(syb_props_writer_set(ctx, pw, syb_set_name(set)));
		for (size_t k = 0; k < syb_set_count(set); k++) {
			const struct syb_prop *prop = syb_set_at(set, k);

			if (!global || !str_eq(syb_prop_key(prop), "state"))
				TRY(syb_props_writer_prop(ctx, pw, prop));
		}
	}
	return 0;
}

int syb_bin_writer_state(struct syb_ctx *ctx, struct syb_bin_writer *writer, enum syb_state state)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *pw = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	struct syb_bytes text;

	if (!syb_state_name(state))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "unknown state %d", (int)state);
	TRY(syb_props_writer_new(ctx, &pw));
	TRY(syb_props_writer_set(ctx, pw, SYCLBIN_SET_GLOBAL));
	TRY(syb_props_writer_u32(ctx, pw, "state", state));
	TRY(syb_props_read(ctx, writer->global, NULL, &props));
	TRY(copy_without_state(ctx, props, pw));
	TRY(syb_props_writer_text(ctx, pw, writer->opts.dialect, &text));
	return keep_text(ctx, writer, text, &writer->global);
}

int syb_bin_writer_module(struct syb_ctx *ctx, struct syb_bin_writer *writer, struct syb_bytes text)
{
	struct out_module *m;
	int r;

	if (writer->module_count >= UINT32_MAX)
		return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too many modules");
	m = arena_alloc(ctx, &writer->arena, sizeof(*m));
	if (!m)
		return -SYB_E_NOMEM;
	r = take_text(ctx, writer, text, &m->text);
	if (r < 0)
		return syb_note(ctx, r, "in the properties of module %" PRIu64, writer->module_count);
	LIST_APPEND(writer->first, writer->last, m);
	writer->module_count++;
	return 0;
}

/* Whether the metadata of an image is in the coding of the documents. */
static int is_documents(struct syb_ctx *ctx, const struct syb_image *image, bool *out)
{
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;

	TRY(syb_image_props(ctx, image, &props));
	for (size_t s = 0; s < props->count; s++)
		for (size_t i = 0; i < props->sets[s].count; i++)
			*out |= props->sets[s].props[i].coding == SYB_PROP_CODING_RFC4648;
	return 0;
}

int syclbin_writer_aspects(struct syb_ctx *ctx, struct syb_bin_writer *writer, const struct syb_module *from)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *pw = NULL;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	struct syb_bytes text;
	bool documents = false;

	if (writer->opts.dialect != SYB_DIALECT_DPCPP || from->image_count == 0 || from->bin->wrapped)
		return 0;
	TRY(is_documents(ctx, &from->images[0], &documents));
	TRY(documents ? syb_props_read(ctx, writer->last->text, NULL, &props) : 0);
	if (!documents || syb_props_get(props, SET_REQUIREMENTS, "aspects"))
		return 0;
	TRY(syb_props_writer_new(ctx, &pw));
	TRY(syb_props_writer_set(ctx, pw, SET_REQUIREMENTS));
	TRY(syb_props_writer_bytes(ctx, pw, "aspects", (struct syb_bytes){ 0 }));
	TRY(syb_props_writer_add(ctx, pw, props));
	TRY(syb_props_writer_text(ctx, pw, SYB_DIALECT_DPCPP, &text));
	return keep_text(ctx, writer, text, &writer->last->text);
}

int syclbin_image_text(struct syb_ctx *ctx, enum syb_image_kind kind, const struct image_facts *facts,
		       enum syb_dialect dialect, struct syb_props_writer **out_writer, struct syb_bytes *out_text)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *pw = NULL;

	TRY(syb_props_writer_new(ctx, &pw));
	TRY(syb_props_writer_set(ctx, pw, kind == SYB_IMAGE_IR ? SYCLBIN_SET_IR : SYCLBIN_SET_NATIVE));
	if (facts->has_type)
		TRY(syb_props_writer_u32(ctx, pw, "type", facts->type));
	if (facts->arch)
		TRY(syb_props_writer_bytes(ctx, pw, "arch", str_bytes(facts->arch)));
	if (facts->target)
		TRY(syb_props_writer_bytes(ctx, pw, "target", str_bytes(facts->target)));
	TRY(syb_props_writer_text(ctx, pw, dialect, out_text));
	*out_writer = steal(pw);
	return 0;
}

/* Facts for the strings of version 2, copied into the writer. */
static int keep_facts(struct syb_ctx *ctx, struct syb_bin_writer *w, const struct image_facts *from,
		      struct image_facts *to)
{
	int r;

	*to = *from;
	r = from->arch ? arena_copy(ctx, &w->arena, from->arch, &to->arch) : 0;
	return r < 0 || !from->target ? r : arena_copy(ctx, &w->arena, from->target, &to->target);
}

static int add_image(struct syb_ctx *ctx, struct syb_bin_writer *w, const struct out_image *from)
{
	struct out_image *image;

	if (!w->last)
		return syb_fail(ctx, SYB_E_STATE, SYB_NO_OFFSET, "argument", "an image needs a module before it");
	if (w->image_counts[from->kind] >= UINT32_MAX)
		return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "too many images");
	image = arena_alloc(ctx, &w->arena, sizeof(*image));
	if (!image)
		return -SYB_E_NOMEM;
	*image = *from;
	LIST_APPEND(w->last->first, w->last->last, image);
	w->last->counts[from->kind]++;
	w->image_counts[from->kind]++;
	return 0;
}

/* Metadata given as text is copied; version 2 repeats the facts in its strings. */
static int add_with_text(struct syb_ctx *ctx, struct syb_bin_writer *w, struct out_image *image,
			 const struct image_facts *facts, struct syb_bytes text)
{
	TRY(keep_facts(ctx, w, facts, &image->facts));
	TRY(take_text(ctx, w, text, &image->text));
	return add_image(ctx, w, image);
}

int syb_bin_writer_image(struct syb_ctx *ctx, struct syb_bin_writer *writer, const struct syb_image_desc *desc)
{
	_cleanup_(syb_props_writer_free_p) struct syb_props_writer *pw = NULL;
	struct syb_image_desc d = { 0 };
	struct image_facts facts;
	struct out_image image;

	OPTS_READ(ctx, &d, desc);
	image = (struct out_image){ .kind = d.kind, .bytes = d.bytes, .file = d.file };
	facts = (struct image_facts){ .has_type = d.kind == SYB_IMAGE_IR,
				      .type = d.ir_type,
				      .arch = d.kind == SYB_IMAGE_NATIVE ? d.arch : NULL,
				      .target = d.target };
	if (d.kind != SYB_IMAGE_IR && d.kind != SYB_IMAGE_NATIVE)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "unknown image kind %d", (int)d.kind);
	if (d.kind == SYB_IMAGE_NATIVE && !d.arch && !d.metadata.len)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "argument", "a native image needs an architecture");
	if (!d.metadata.len) {
		TRY(syclbin_image_text(ctx, d.kind, &facts, writer->opts.dialect, &pw, &d.metadata));
	}
	return add_with_text(ctx, writer, &image, &facts, d.metadata);
}

int syb_bin_writer_copy(struct syb_ctx *ctx, struct syb_bin_writer *writer, const struct syb_image *from)
{
	const struct syb_bin *bin = from->module->bin;
	struct out_image image = { .kind = from->kind, .bytes = span_bytes(from->bytes), .file = bin->file };

	if (bin->loose && from->kind == SYB_IMAGE_IR && !from->facts->has_type)
		return syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "other-kind",
				"LLVM IR for %s cannot be an image of a package: translate it to SPIR-V first",
				from->facts->target ? from->facts->target : "an unknown target");
	return add_with_text(ctx, writer, &image, from->facts, span_bytes(from->metadata));
}

int syclbin_writer_extras(struct syb_ctx *ctx, struct syb_bin_writer *writer, const struct syb_bin *bin)
{
	if (bin->extra_count && writer->opts.format_version != 2)
		return syb_fail(ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "syclbin-v2-role",
				"version 1 has no place for %zu entries of unknown role", bin->extra_count);
	for (size_t i = 0; i < bin->extra_count; i++) {
		struct out_extra *extra = arena_alloc(ctx, &writer->arena, sizeof(*extra));

		if (!extra)
			return -SYB_E_NOMEM;
		extra->entry = bin->extras[i];
		LIST_APPEND(writer->extras, writer->last_extra, extra);
	}
	return 0;
}

/* ---- version 1 ---- */

/* Everything before the images, and the sum of their sizes. */
struct v1_body {
	struct buf head; /* headers, metadata table, its padding */
	uint64_t binary_size;
};

static void v1_body_free(struct v1_body *body)
{
	buf_free(&body->head);
}

#define EACH_MODULE(w, m)                  \
	struct out_module *m = (w)->first; \
	m;                                 \
	m = m->next
#define EACH_IMAGE(m, i)                  \
	struct out_image *i = (m)->first; \
	i;                                \
	i = i->next

static uint64_t metadata_size(const struct syb_bin_writer *w)
{
	uint64_t size = w->global.len;

	for (EACH_MODULE(w, m)) {
		size += m->text.len;
		for (EACH_IMAGE(m, i))
			size += i->text.len;
	}
	return size;
}

static int v1_file_header(struct syb_ctx *ctx, const struct syb_bin_writer *w, struct v1_body *body)
{
	struct buf *b = &body->head;

	for (EACH_MODULE(w, m))
		for (EACH_IMAGE(m, i))
			if (!checked_add(body->binary_size, (uint64_t)i->bytes.len, &body->binary_size))
				return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit", "images are too large");
	buf_add(ctx, b, SYCLBIN_MAGIC_BYTES, 4);
	buf_u32(ctx, b, 1);
	buf_u32(ctx, b, (uint32_t)w->module_count);
	buf_u32(ctx, b, (uint32_t)w->image_counts[SYB_IMAGE_IR]);
	buf_u32(ctx, b, (uint32_t)w->image_counts[SYB_IMAGE_NATIVE]);
	buf_u32(ctx, b, 0);
	buf_u64(ctx, b, metadata_size(w));
	buf_u64(ctx, b, body->binary_size);
	buf_u64(ctx, b, 0);
	return buf_u64(ctx, b, w->global.len);
}

static void v1_module_headers(struct syb_ctx *ctx, const struct syb_bin_writer *w, struct buf *b, uint64_t *metadata_at)
{
	uint32_t first[2] = { 0 };

	for (EACH_MODULE(w, m)) {
		buf_u64(ctx, b, *metadata_at);
		buf_u64(ctx, b, m->text.len);
		for (int kind = SYB_IMAGE_IR; kind <= SYB_IMAGE_NATIVE; kind++) {
			buf_u32(ctx, b, m->counts[kind]);
			buf_u32(ctx, b, first[kind]);
			first[kind] += m->counts[kind];
		}
		*metadata_at += m->text.len;
	}
}

static void v1_image_headers(struct syb_ctx *ctx, const struct syb_bin_writer *w, struct buf *b, uint64_t metadata_at)
{
	uint64_t bytes_at = 0;

	for (int kind = SYB_IMAGE_IR; kind <= SYB_IMAGE_NATIVE; kind++)
		for (EACH_MODULE(w, m))
			for (EACH_IMAGE(m, i)) {
				if ((int)i->kind != kind)
					continue;
				buf_u64(ctx, b, metadata_at);
				buf_u64(ctx, b, i->text.len);
				buf_u64(ctx, b, bytes_at);
				buf_u64(ctx, b, i->bytes.len);
				metadata_at += i->text.len;
				bytes_at += i->bytes.len;
			}
}

static void v1_metadata(struct syb_ctx *ctx, const struct syb_bin_writer *w, struct buf *b)
{
	buf_add(ctx, b, w->global.ptr, w->global.len);
	for (struct out_module *m = w->first; m; m = m->next)
		buf_add(ctx, b, m->text.ptr, m->text.len);
	for (int kind = SYB_IMAGE_IR; kind <= SYB_IMAGE_NATIVE; kind++)
		for (EACH_MODULE(w, m))
			for (struct out_image *i = m->first; i; i = i->next)
				if ((int)i->kind == kind)
					buf_add(ctx, b, i->text.ptr, i->text.len);
	buf_fill(ctx, b, 0, align8(b->len) - b->len);
}

static int v1_head(struct syb_ctx *ctx, const struct syb_bin_writer *w, struct v1_body *body)
{
	uint64_t metadata_at = w->global.len;

	TRY(v1_file_header(ctx, w, body));
	v1_module_headers(ctx, w, &body->head, &metadata_at);
	v1_image_headers(ctx, w, &body->head, metadata_at);
	v1_metadata(ctx, w, &body->head);
	return body->head.failed;
}

/* The pieces of a body go either to the output or into an offload binary's image. */
struct piece_sink {
	struct syb_out *out;
	struct syb_offload_writer *envelope;
};

static int put_piece(struct syb_ctx *ctx, const struct piece_sink *sink, struct syb_bytes bytes,
		     const struct syb_file *file)
{
	return sink->envelope ? syb_offload_writer_image(ctx, sink->envelope, bytes, file)
			      : syb_out_copy(ctx, sink->out, file, bytes);
}

static int v1_pieces(struct syb_ctx *ctx, const struct syb_bin_writer *w, const struct v1_body *body,
		     const struct piece_sink *sink)
{
	static const uint8_t zeros[8];
	int r = put_piece(ctx, sink, buf_bytes(&body->head), NULL);

	for (int kind = SYB_IMAGE_IR; kind <= SYB_IMAGE_NATIVE; kind++)
		for (EACH_MODULE(w, m))
			for (struct out_image *i = m->first; i && r == 0; i = i->next)
				if ((int)i->kind == kind)
					r = put_piece(ctx, sink, i->bytes, i->file);
	if (r == 0)
		r = put_piece(ctx, sink,
			      (struct syb_bytes){ zeros, (size_t)(align8(body->binary_size) - body->binary_size) },
			      NULL);
	return r;
}

static int envelope_new(struct syb_ctx *ctx, const struct syb_bin_writer *w, struct syb_offload_writer **out)
{
	const struct syb_offload_write_opts opts = {
		.size = sizeof(opts),
		.version = w->opts.format_version == 2 && w->opts.compress == SYB_COMPRESS_NONE ? 2 : 0,
		.compress = w->opts.compress,
		.level = w->opts.level
	};

	return syb_offload_writer_new(ctx, &opts, out);
}

static int write_v1(struct syb_ctx *ctx, const struct syb_bin_writer *w, struct syb_out *out)
{
	_cleanup_(syb_offload_writer_free_p) struct syb_offload_writer *envelope = NULL;
	_cleanup_(v1_body_free) struct v1_body body = { 0 };

	TRY(v1_head(ctx, w, &body));
	if (w->opts.container == SYB_CONTAINER_NONE) {
		out_expect(out, body.head.len + body.binary_size);
		return v1_pieces(ctx, w, &body, &(struct piece_sink){ .out = out });
	}
	TRY(envelope_new(ctx, w, &envelope));
	TRY(syb_offload_writer_entry(ctx, envelope, SYB_OFFLOAD_IMAGE_SYCLBIN, SYB_OFFLOAD_KIND_SYCL, 0));
	TRY(v1_pieces(ctx, w, &body, &(struct piece_sink){ .envelope = envelope }));
	return syb_offload_writer_write(ctx, envelope, out);
}

/* ---- version 2 ---- */

static int put_string(struct syb_ctx *ctx, struct syb_offload_writer *e, const char *key, const char *value)
{
	return syb_offload_writer_string(ctx, e, key, str_bytes(value));
}

static int v2_entry(struct syb_ctx *ctx, struct syb_offload_writer *e, enum syclbin_role role, uint64_t module)
{
	char number[24];
	int r = syb_offload_writer_entry(ctx, e, SYB_OFFLOAD_IMAGE_SYCLBIN, SYB_OFFLOAD_KIND_SYCL, 0);

	if (r == 0)
		r = put_string(ctx, e, "sycl_format_version", "2");
	if (r == 0)
		r = put_string(ctx, e, "role", syclbin_role_name(role));
	if (r < 0 || role == ROLE_GLOBAL)
		return r;
	snprintf(number, sizeof(number), "%" PRIu64, module);
	return put_string(ctx, e, "am_index", number);
}

static int v2_image(struct syb_ctx *ctx, struct syb_bin_writer *w, struct syb_offload_writer *e, uint64_t module,
		    const struct out_image *image)
{
	char number[16];
	uint8_t *size = arena_bytes(ctx, &w->arena, 8);
	int r;

	if (!size)
		return -SYB_E_NOMEM;
	for (int i = 0; i < 8; i++)
		size[i] = (uint8_t)((uint64_t)image->text.len >> 8 * i);
	r = v2_entry(ctx, e, image->kind == SYB_IMAGE_IR ? ROLE_IR : ROLE_NATIVE, module);
	snprintf(number, sizeof(number), "%" PRIu32, image->facts.type);
	if (r == 0 && image->kind == SYB_IMAGE_IR)
		r = put_string(ctx, e, "ir_type", number);
	if (r == 0 && image->kind == SYB_IMAGE_NATIVE)
		r = put_string(ctx, e, "arch", image->facts.arch ? image->facts.arch : "");
	if (r == 0)
		r = put_string(ctx, e, "triple", image->facts.target ? image->facts.target : "");
	if (r == 0)
		r = syb_offload_writer_image(ctx, e, (struct syb_bytes){ size, 8 }, NULL);
	if (r == 0)
		r = syb_offload_writer_image(ctx, e, image->text, NULL);
	if (r == 0)
		r = syb_offload_writer_image(ctx, e, image->bytes, image->file);
	return r;
}

static int v2_extra(struct syb_ctx *ctx, struct syb_offload_writer *e, const struct syb_offload_entry *from)
{
	TRY(syb_offload_writer_entry(ctx, e, syb_offload_entry_image_raw(from), syb_offload_entry_kind_raw(from),
				     syb_offload_entry_flags(from)));
	for (size_t i = 0; i < syb_offload_entry_string_count(from); i++)
		TRY(syb_offload_writer_string(ctx, e, syb_offload_entry_key(from, i),
					      syb_offload_entry_value(from, i)));
	return syb_offload_writer_image(ctx, e, syb_offload_entry_bytes(from), NULL);
}

static int write_v2(struct syb_ctx *ctx, struct syb_bin_writer *w, struct syb_out *out)
{
	_cleanup_(syb_offload_writer_free_p) struct syb_offload_writer *e = NULL;
	uint64_t index = 0;
	int r = envelope_new(ctx, w, &e);

	if (r == 0)
		r = v2_entry(ctx, e, ROLE_GLOBAL, 0);
	if (r == 0)
		r = syb_offload_writer_image(ctx, e, w->global, NULL);
	for (struct out_module *m = w->first; m && r == 0; m = m->next, index++) {
		r = v2_entry(ctx, e, ROLE_MODULE, index);
		if (r == 0)
			r = syb_offload_writer_image(ctx, e, m->text, NULL);
		for (int kind = SYB_IMAGE_IR; kind <= SYB_IMAGE_NATIVE; kind++)
			for (struct out_image *i = m->first; i && r == 0; i = i->next)
				if ((int)i->kind == kind)
					r = v2_image(ctx, w, e, index, i);
	}
	for (struct out_extra *x = w->extras; x && r == 0; x = x->next)
		r = v2_extra(ctx, e, x->entry);
	return r < 0 ? r : syb_offload_writer_write(ctx, e, out);
}

int syb_bin_writer_write(struct syb_ctx *ctx, struct syb_bin_writer *writer, struct syb_out *out)
{
	return writer->opts.format_version == 2 ? write_v2(ctx, writer, out) : write_v1(ctx, writer, out);
}
