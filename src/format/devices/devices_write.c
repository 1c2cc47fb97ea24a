/* format/devices/devices_write.c — the device configuration as YAML: keys in one order, aspects by name, what says
 * nothing left out. Reading the text gives the same records. */
#include "devices.h"

#include "base/buf.h"
#include "format/zeinfo/zeinfo.h"

#include <inttypes.h>
#include <stdio.h>
#include <sybil/target.h>

enum { WIDTH = 100 };

/* A list in brackets, broken between its items where the line is full. */
struct line {
	struct syb_ctx *ctx;
	struct buf *out;
	size_t column;
	bool any;
};

static int begin_list(struct line *line, const char *key)
{
	line->column = strlen(key) + 5;
	line->any = false;
	return buf_printf(line->ctx, line->out, "  %s: [", key);
}

/* Make room for an item of so many characters. */
static int next_item(struct line *line, size_t len)
{
	bool wrap = line->any && line->column + len + 3 > WIDTH;
	int r = !line->any ? 0 : buf_text(line->ctx, line->out, wrap ? ",\n    " : ", ");

	line->column = (wrap ? 4 : line->column + (line->any ? 2 : 0)) + len;
	line->any = true;
	return r;
}

static int end_list(struct line *line)
{
	return buf_text(line->ctx, line->out, "]\n");
}

static int print_aliases(struct line *line, const char *aliases)
{
	const char *word;
	size_t len;
	int r = begin_list(line, "aliases");

	while (r == 0 && (word = words_next(&aliases, &len))) {
		_cleanup_(buf_free) struct buf alias = { 0 };

		r = next_item(line, len);
		if (r == 0)
			r = buf_add(line->ctx, &alias, word, len);
		if (r == 0)
			r = buf_char(line->ctx, &alias, '\0');
		if (r == 0)
			r = zeinfo_print_text(line->ctx, (const char *)alias.ptr, line->out);
	}
	return r < 0 ? r : end_list(line);
}

static int print_numbers(struct line *line, const char *key, const uint32_t *numbers, size_t count, bool aspects)
{
	int r = begin_list(line, key);

	for (size_t i = 0; r == 0 && i < count; i++) {
		const struct syb_aspect_info *aspect = aspects ? syb_aspect_find(numbers[i]) : NULL;
		char digits[16];

		snprintf(digits, sizeof(digits), "%" PRIu32, aspects ? syb_aspect_stated(numbers[i]) : numbers[i]);
		r = next_item(line, strlen(aspect ? aspect->name : digits));
		if (r == 0)
			r = buf_text(line->ctx, line->out, aspect ? aspect->name : digits);
	}
	return r < 0 ? r : end_list(line);
}

static int print_text(struct syb_ctx *ctx, struct buf *out, const char *key, const char *text)
{
	int r = *text ? buf_printf(ctx, out, "  %s: ", key) : 0;

	if (r < 0 || !*text)
		return r;
	r = zeinfo_print_text(ctx, text, out);
	return r < 0 ? r : buf_char(ctx, out, '\n');
}

/* "8" or "<=8" */
static int print_shape_size(struct syb_ctx *ctx, struct buf *out, uint64_t size, bool most)
{
	return buf_printf(ctx, out, ",%s%" PRIu64, most ? "<=" : "", size);
}

static int print_shapes(struct line *line, const struct syb_device *device)
{
	int r = begin_list(line, "joint-matrix");

	for (size_t i = 0; r == 0 && i < device->matrix_shape_count; i++) {
		_cleanup_(buf_free) struct buf text = { 0 };
		const struct syb_matrix_shape *s = &device->matrix_shapes[i];

		r = buf_printf(line->ctx, &text, "%s,%s,%s,%s", s->type_a, s->type_b, s->type_c, s->type_d);
		if (r == 0)
			r = print_shape_size(line->ctx, &text, s->m, s->m_most);
		if (r == 0)
			r = print_shape_size(line->ctx, &text, s->k, s->k_most);
		if (r == 0)
			r = print_shape_size(line->ctx, &text, s->n, s->n_most);
		if (r == 0)
			r = next_item(line, text.len + 2);
		if (r == 0)
			r = buf_printf(line->ctx, line->out, "\"%.*s\"", (int)text.len, (const char *)text.ptr);
	}
	return r < 0 ? r : end_list(line);
}

/* What only live devices know. */
static int print_limits(struct line *line, const struct syb_device *device)
{
	const uint64_t *sizes = device->max_work_item_sizes;
	int r = 0;

	if (device->max_work_group_size)
		r = buf_printf(line->ctx, line->out, "  max-work-group-size: %" PRIu64 "\n",
			       device->max_work_group_size);
	if (r == 0 && (sizes[0] || sizes[1] || sizes[2]))
		r = buf_printf(line->ctx, line->out, "  max-work-item-sizes: [%" PRIu64 ", %" PRIu64 ", %" PRIu64 "]\n",
			       sizes[0], sizes[1], sizes[2]);
	if (r == 0 && device->no_sub_groups)
		r = buf_text(line->ctx, line->out, "  no-sub-groups: true\n");
	if (r == 0 && device->unknown_aspects)
		r = print_numbers(line, "unknown-aspects", device->unknown_aspects, device->unknown_aspect_count, true);
	if (r == 0 && device->matrix_shape_count)
		r = print_shapes(line, device);
	return r;
}

static int print_device(struct syb_ctx *ctx, struct buf *out, const struct syb_device *device)
{
	struct line line = { .ctx = ctx, .out = out };
	int r = zeinfo_print_text(ctx, device->name, out);

	if (r == 0)
		r = buf_text(ctx, out, ":\n");
	if (r == 0 && *device->aliases)
		r = print_aliases(&line, device->aliases);
	if (r == 0)
		r = print_numbers(&line, "aspects", device->aspects, device->aspect_count, true);
	if (r == 0)
		r = print_numbers(&line, "sub-group-sizes", device->sub_group_sizes, device->sub_group_size_count,
				  false);
	if (r == 0)
		r = print_limits(&line, device);
	if (r == 0 && device->may_support_other_aspects)
		r = buf_text(ctx, out, "  may_support_other_aspects: true\n");
	if (r == 0)
		r = print_text(ctx, out, "aot-toolchain", device->aot_toolchain);
	return r < 0 ? r : print_text(ctx, out, "aot-toolchain-options", device->aot_toolchain_options);
}

static const char opening[] = "# Device configuration: what each target can do; see sybil-devices(5).\n";

int syb_device_write(struct syb_ctx *ctx, const struct syb_device *const *devices, size_t count, struct syb_out *out)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = buf_text(ctx, &text, opening);

	for (size_t i = 0; r == 0 && i < count; i++)
		r = print_device(ctx, &text, devices[i]);
	return r < 0 ? r : syb_out_write(ctx, out, buf_bytes(&text));
}

int syb_devices_write(struct syb_ctx *ctx, const struct syb_devices *devices, struct syb_out *out)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	int r = buf_text(ctx, &text, opening);

	for (size_t i = 0; r == 0 && i < syb_devices_count(devices); i++)
		r = print_device(ctx, &text, syb_devices_at(devices, i));
	return r < 0 ? r : syb_out_write(ctx, out, buf_bytes(&text));
}
