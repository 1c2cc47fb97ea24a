/* package/check/check.c — file → broken rules: the table of rules, and the walk over a file that runs the rules of each
 * kind. Rules that readers check while reading are in the table, too. */
#include "check.h"

#include "decoder.h"
#include "format/item/item.h"
#include "format/spirv/spirv_info.h"
#include "format/syclbin/syclbin.h"
#include "format/zebin/zebin.h"
#include "format/zeinfo/zeinfo.h"
#include "target/propsets.h"
#include <sybil/package.h>

#include <stdarg.h>
#include <stdio.h>

DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_tree *, syb_tree_free);

static const struct syb_check_info rules[] = {
#define CHECK(name, severity, kinds, fatal, text) { name, SYB_SEVERITY_##severity, kinds, fatal, text },
#include "checks.def"
#undef CHECK
};

size_t syb_check_count(void)
{
	return ARRAY_SIZE(rules);
}

const struct syb_check_info *syb_check_at(size_t i)
{
	return i < ARRAY_SIZE(rules) ? &rules[i] : NULL;
}

const struct syb_check_info *syb_check_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++)
		if (str_eq(rules[i].name, name))
			return &rules[i];
	return NULL;
}

enum syb_severity check_severity(const char *name)
{
	const struct syb_check_info *rule = syb_check_find(name);

	return rule ? rule->severity : SYB_SEVERITY_ERROR; /* tests/api/checks keeps the table complete */
}

void check_vtext(char *text, size_t room, const char *fmt, va_list args)
{
	vsnprintf(text, room, fmt, args);
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

void check_hit(struct syb_ctx *ctx, uint64_t at, const char *name, const char *fmt, ...)
{
	CTX_EMIT(ctx, fmt, .severity = check_severity(name), .code = SYB_E_FORMAT, .check = name, .at = at);
}

void check_hit_text(struct syb_ctx *ctx, uint32_t line, uint32_t column, const char *name, const char *fmt, ...)
{
	CTX_EMIT(ctx, fmt, .severity = check_severity(name), .code = SYB_E_FORMAT, .check = name, .at = SYB_NO_OFFSET,
		 .line = line, .column = column);
}

static int check_property_file(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name)
{
	const struct syb_props_read_opts opts = { .size = sizeof(opts), .name = name };
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;

	TRY(syb_props_read(ctx, bytes, &opts, &props));
	return check_props(ctx, props, SYB_PLACE_MODULE, SYB_NO_OFFSET);
}

static int check_table_file(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name)
{
	struct syb_table *table = NULL;
	int r = syb_table_read(ctx, bytes, name, &table);

	syb_table_free(table);
	return r;
}

static int check_zeinfo_file(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name)
{
	const struct syb_zeinfo_read_opts opts = { .size = sizeof(opts), .name = name };
	_cleanup_(syb_zeinfo_free_p) struct syb_zeinfo *zeinfo = NULL;

	TRY(syb_zeinfo_read(ctx, bytes, &opts, &zeinfo));
	return check_zeinfo(ctx, zeinfo, false);
}

/* member: its name in a fat archive, or NULL. props: of the module whose image it is, or NULL. */
static int check_zebin_file(struct syb_ctx *ctx, struct span bytes, const char *name, const char *member,
			    const struct syb_props *props)
{
	const struct syb_zebin_read_opts opts = { .size = sizeof(opts), .name = name, .at = bytes.at };
	_cleanup_(syb_zebin_free_p) struct syb_zebin *zebin = NULL;

	TRY(syb_zebin_read(ctx, span_bytes(bytes), &opts, &zebin));
	if (member)
		check_fat_member(ctx, zebin, member);
	return check_zebin(ctx, zebin, props);
}

/* A check while it runs. */
struct checking {
	struct syb_ctx *ctx;
	const char *name;
	bool strict, decide; /* decide: a decoder gives the verdict */
	struct syb_ze_version decoder;
	int (*validate)(struct syb_ctx *ctx, struct syb_bytes module, uint64_t at);
	size_t judged;  /* files that the decoder was applied to */
	uint64_t size;  /* of the file */
	uint64_t allow; /* bytes of images that may be read: images of hostile packages overlap */
};

/* The verdict of the driver on a kind of file that drivers load. */
static int check_decoder(struct checking *c, enum syb_kind kind, struct span bytes)
{
	switch (kind) {
	case SYB_KIND_ZEINFO:
		c->judged++;
		return decoder_check_text(c->ctx, bytes, c->decoder);
	case SYB_KIND_ZEBIN:
	case SYB_KIND_ELF: /* old zebins look like objects for the host */
		c->judged++;
		return decoder_check_zebin(c->ctx, bytes, c->decoder);
	default:
		return 0;
	}
}

/* Read once for all images of a module; NULL when they cannot be read, which was reported. */
static int read_props(struct syb_ctx *ctx, const struct syb_module *module, struct syb_props **out_props)
{
	_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(ctx);
	int r = *out_props ? 0 : syb_module_props(ctx, module, out_props);

	return r == -SYB_E_NOMEM ? r : 0;
}

static int check_spirv(const struct checking *c, struct span bytes)
{
	TRY(spirv_verify(c->ctx, bytes));
	return c->validate ? c->validate(c->ctx, span_bytes(bytes), bytes.at) : 0;
}

/* A zebin or SPIR-V within a package: its errors do not make the package unreadable. */
static int check_image(struct checking *c, const struct syb_module *module, const struct syb_image *image,
		       struct syb_props **props)
{
	struct span bytes = span_of(syb_image_bytes(image), syb_image_offset(image));
	const bool ir = syb_image_kind(image) == SYB_IMAGE_IR;
	int r = 0;

	ctx_progress(c->ctx, c->name ? c->name : "check", bytes.at < c->size ? bytes.at : c->size, c->size);
	if (bytes.len > c->allow || syb_identify(span_bytes(bytes)) != (ir ? SYB_KIND_SPIRV : SYB_KIND_ZEBIN))
		return 0;
	c->allow -= bytes.len;
	if (ir) {
		r = check_spirv(c, bytes);
		if (r < 0)
			syb_note(c->ctx, r, "in image %zu of module %zu", image->index, module->index);
		return r == -SYB_E_FORMAT ? 0 : r;
	}
	if (c->decide) {
		bool lowered = c->ctx->lowered;

		c->ctx->lowered = false;
		r = check_decoder(c, SYB_KIND_ZEBIN, bytes);
		c->ctx->lowered = lowered;
	}
	if (r == 0)
		r = read_props(c->ctx, module, props);
	if (r == 0)
		r = check_zebin_file(c->ctx, bytes, c->name, NULL, *props);
	return r == -SYB_E_FORMAT ? 0 : r;
}

static int check_package(struct checking *c, const struct syb_item *item)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;

	TRY(syb_bin_open_item(c->ctx, item, c->name, &bin));
	TRY(check_syclbin(c->ctx, bin));
	for (size_t m = 0; m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);
		_cleanup_(syb_props_free_p) struct syb_props *props = NULL;

		for (size_t i = 0; i < syb_module_image_count(module); i++)
			TRY(check_image(c, module, syb_module_image_at(module, i), &props));
		module_read_past(c->ctx, module);
	}
	return 0;
}

static int check_rules(struct checking *c, const struct syb_item *item, const struct syb_item *parent)
{
	bool fat = parent && syb_item_kind(parent) == SYB_KIND_ARCHIVE;

	switch (syb_item_kind(item)) {
	case SYB_KIND_SYCLBIN:
	case SYB_KIND_WRAPPED:
		return check_package(c, item);
	case SYB_KIND_PROPERTIES:
		return check_property_file(c->ctx, syb_item_bytes(item), c->name);
	case SYB_KIND_TABLE:
		return check_table_file(c->ctx, syb_item_bytes(item), c->name);
	case SYB_KIND_SPIRV:
		return check_spirv(c, item_span(item));
	case SYB_KIND_ZEINFO:
		return check_zeinfo_file(c->ctx, syb_item_bytes(item), c->name);
	case SYB_KIND_ZEBIN:
		return check_zebin_file(c->ctx, item_span(item), c->name, fat ? syb_item_name(item) : NULL, NULL);
	case SYB_KIND_OFFLOAD:
		if (syb_item_offload(item))
			check_offload(c->ctx, syb_item_offload(item));
		return 0;
	default:
		return 0;
	}
}

/* Run the rules of one item and of the items in it; syb_unpack bounds the depth. When a part cannot be opened, the
 * others are still checked. Where a decoder decides, other findings are remarks. */
static int check_item(struct checking *c, const struct syb_item *item, const struct syb_item *parent)
{
	int worst = c->decide ? check_decoder(c, syb_item_kind(item), item_span(item)) : 0, r;
	uint64_t at = item_span(item).at;

	ctx_progress(c->ctx, c->name ? c->name : "check", at < c->size ? at : c->size, c->size);
	if (worst == 0) {
		_cleanup_(ctx_raise) struct ctx_lower scope = ctx_lower(c->ctx, c->decide && !c->strict);

		worst = check_rules(c, item, parent);
		if (c->ctx->lowered && (worst == -SYB_E_FORMAT || worst == -SYB_E_VERSION))
			worst = 0;
	}
	for (size_t i = 0; i < syb_item_count(item); i++) {
		r = check_item(c, syb_item_at(item, i), item);
		if (worst == 0)
			worst = r;
	}
	return worst;
}

int syb_check(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_check_opts *opts)
{
	_cleanup_(ctx_inflate_end) struct ctx_inflate inflate = { 0 };
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	struct syb_check_opts o = { 0 };
	struct checking c = { .ctx = ctx };
	size_t errors, warnings;

	OPTS_READ(ctx, &o, opts);
	c.name = o.name;
	c.allow = (uint64_t)bytes.len * 4;
	c.size = bytes.len;
	c.strict = o.strict;
	c.validate = o.validate;
	c.decide = o.decoder != NULL;
	TRY(c.decide ? decoder_version(ctx, o.decoder, &c.decoder) : 0);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, o.name);
	errors = syb_ctx_count(ctx, SYB_SEVERITY_ERROR);
	warnings = syb_ctx_count(ctx, SYB_SEVERITY_WARNING);
	ctx_inflate(ctx, bytes.len, &inflate);
	TRY(item_unpack(ctx, bytes, o.name, SYB_SEVERITY_ERROR, &tree));
	if (syb_item_kind(syb_tree_root(tree)) == SYB_KIND_UNKNOWN)
		return item_unknown(ctx, bytes);
	TRY(check_item(&c, syb_tree_root(tree), NULL));
	if (c.decide && !c.judged)
		check_hit(ctx, 0, "decoder-format", "the file contains nothing that a decoder loads");
	errors = syb_ctx_count(ctx, SYB_SEVERITY_ERROR) - errors;
	warnings = syb_ctx_count(ctx, SYB_SEVERITY_WARNING) - warnings;
	return errors || (o.strict && warnings) ? -SYB_E_INCOMPATIBLE : 0;
}
