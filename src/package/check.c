/* package/check.c — file → broken rules. The table of rules, and the walk over a file that runs those of each kind. A
 * rule that a reader finds while reading is in the table too, without code here. */
#include "check.h"

#include "format/item.h"
#include "format/spirv.h"
#include "format/syclbin.h"
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

static enum syb_severity severity_of(const char *name)
{
	const struct syb_check_info *rule = syb_check_find(name);

	return rule ? rule->severity : SYB_SEVERITY_ERROR; /* tests/api/checks keeps the table complete */
}

enum { TEXT_SIZE = 2048 };

void check_hit(struct syb_ctx *ctx, uint64_t at, const char *name, const char *fmt, ...)
{
	char text[TEXT_SIZE];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	syb_report(ctx, severity_of(name), at, name, "%s", text);
}

void check_hit_text(struct syb_ctx *ctx, uint32_t line, uint32_t column, const char *name, const char *fmt, ...)
{
	char text[TEXT_SIZE];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	syb_report_text(ctx, severity_of(name), line, column, name, "%s", text);
}

static int check_package(struct syb_ctx *ctx, const struct syb_item *item, const char *name)
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	int r = syb_bin_open_item(ctx, item, name, &bin);

	return r < 0 ? r : check_syclbin(ctx, bin);
}

static int check_property_file(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name)
{
	const struct syb_props_read_opts opts = { .size = sizeof(opts), .name = name };
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	int r = syb_props_read(ctx, bytes, &opts, &props);

	if (r < 0)
		return r;
	check_props(ctx, props, SYB_PLACE_MODULE, SYB_NO_OFFSET);
	return 0;
}

static int check_table_file(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name)
{
	struct syb_table *table = NULL;
	int r = syb_table_read(ctx, bytes, name, &table);

	syb_table_free(table);
	return r;
}

/* Run the rules of one item and of what lies inside it; syb_unpack bounds the depth. A part that cannot be opened does
 * not keep the others from being checked. */
static int check_item(struct syb_ctx *ctx, const struct syb_item *item, const char *name)
{
	struct spirv_header spirv;
	int worst = 0, r = 0;

	switch (syb_item_kind(item)) {
	case SYB_KIND_SYCLBIN:
		worst = check_package(ctx, item, name);
		break;
	case SYB_KIND_PROPERTIES:
		worst = check_property_file(ctx, syb_item_bytes(item), name);
		break;
	case SYB_KIND_TABLE:
		worst = check_table_file(ctx, syb_item_bytes(item), name);
		break;
	case SYB_KIND_SPIRV:
		worst = spirv_read_header(ctx, item_span(item), &spirv);
		break;
	default:
		break;
	}
	if (syb_item_kind(item) == SYB_KIND_OFFLOAD && syb_item_offload(item))
		check_offload(ctx, syb_item_offload(item));
	for (size_t i = 0; i < syb_item_count(item); i++) {
		r = check_item(ctx, syb_item_at(item, i), name);
		if (worst == 0)
			worst = r;
	}
	return worst;
}

int syb_check(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_check_opts *opts)
{
	_cleanup_(syb_tree_free_p) struct syb_tree *tree = NULL;
	struct syb_check_opts o = { 0 };
	size_t errors, warnings;
	int r;

	OPTS_READ(ctx, &o, opts);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, o.name);
	errors = syb_ctx_count(ctx, SYB_SEVERITY_ERROR);
	warnings = syb_ctx_count(ctx, SYB_SEVERITY_WARNING);
	r = item_unpack(ctx, bytes, o.name, SYB_SEVERITY_ERROR, &tree);
	if (r < 0)
		return r;
	if (syb_item_kind(syb_tree_root(tree)) == SYB_KIND_UNKNOWN)
		return syb_fail(ctx, SYB_E_FORMAT, 0, "unknown-kind", "not a file of a known kind");
	r = check_item(ctx, syb_tree_root(tree), o.name);
	if (r < 0)
		return r;
	errors = syb_ctx_count(ctx, SYB_SEVERITY_ERROR) - errors;
	warnings = syb_ctx_count(ctx, SYB_SEVERITY_WARNING) - warnings;
	return errors || (o.strict && warnings) ? -SYB_E_INCOMPATIBLE : 0;
}
