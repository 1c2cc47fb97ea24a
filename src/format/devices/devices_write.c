/* format/devices/devices_write.c — the device configuration as YAML: keys in a fixed order, aspects by name, without
 * keys that have their default. Reading the text gives the same records. */
#include "devices.h"

#include "base/buf.h"
#include "format/zeinfo/zeinfo.h"

#include <inttypes.h>
#include <stdio.h>
#include <sybil/target.h>

enum { WIDTH = 100 };

/* A list in brackets, broken between its items where a line is full. */
struct line {
	struct syb_ctx *ctx;
	struct buf *out;
	size_t column;
	bool any;
	struct arena arena;
};

static void begin_list(struct line *line, const char *key)
{
	line->column = strlen(key) + 5;
	line->any = false;
	buf_printf(line->ctx, line->out, "  %s: [", key);
}

/* Make room for an item of so many characters. */
static void next_item(struct line *line, size_t len)
{
	bool wrap = line->any && line->column + len + 3 > WIDTH;

	if (line->any)
		buf_text(line->ctx, line->out, wrap ? ",\n    " : ", ");
	line->column = (wrap ? 4 : line->column + (line->any ? 2 : 0)) + len;
	line->any = true;
}

static void end_list(struct line *line)
{
	buf_text(line->ctx, line->out, "]\n");
}

static void print_aliases(struct line *line, const char *aliases)
{
	_cleanup_(buf_free) struct buf alias = { 0 };
	const char *word;
	size_t len;

	begin_list(line, "aliases");
	while ((word = words_next(&aliases, &len))) {
		next_item(line, len);
		alias.len = 0;
		buf_add(line->ctx, &alias, word, len);
		if (buf_char(line->ctx, &alias, '\0') < 0) {
			line->out->failed = alias.failed;
			return;
		}
		zeinfo_print_text(line->ctx, (const char *)alias.ptr, line->out);
	}
	end_list(line);
}

static void print_numbers(struct line *line, const char *key, const uint32_t *numbers, size_t count, bool aspects)
{
	begin_list(line, key);
	for (size_t i = 0; i < count; i++) {
		const struct syb_aspect_info *aspect = aspects ? syb_aspect_find(numbers[i]) : NULL;
		char digits[16];

		snprintf(digits, sizeof(digits), "%" PRIu32, aspects ? syb_aspect_stated(numbers[i]) : numbers[i]);
		next_item(line, strlen(aspect ? aspect->name : digits));
		buf_text(line->ctx, line->out, aspect ? aspect->name : digits);
	}
	end_list(line);
}

static void print_text(struct line *line, const char *key, const char *text)
{
	if (!*text)
		return;
	buf_printf(line->ctx, line->out, "  %s: ", key);
	zeinfo_print_text(line->ctx, text, line->out);
	buf_char(line->ctx, line->out, '\n');
}

/* Types are short words; sizes are "8" or "<=8". */
static void print_shapes(struct line *line, const struct syb_device *device)
{
	begin_list(line, "joint-matrix");
	for (size_t i = 0; i < device->matrix_shape_count; i++) {
		const struct syb_matrix_shape *s = &device->matrix_shapes[i];
		char *text = arena_printf(line->ctx, &line->arena,
					  "\"%s,%s,%s,%s,%s%" PRIu64 ",%s%" PRIu64 ",%s%" PRIu64 "\"", s->type_a,
					  s->type_b, s->type_c, s->type_d, s->m_most ? "<=" : "", s->m,
					  s->k_most ? "<=" : "", s->k, s->n_most ? "<=" : "", s->n);

		if (!text) {
			line->out->failed = -SYB_E_NOMEM;
			return;
		}
		next_item(line, strlen(text));
		buf_text(line->ctx, line->out, text);
	}
	end_list(line);
}

/* Limits that only live devices know. */
static void print_limits(struct line *line, const struct syb_device *device)
{
	const uint64_t *sizes = device->max_work_item_sizes;

	if (device->max_work_group_size)
		buf_printf(line->ctx, line->out, "  max-work-group-size: %" PRIu64 "\n", device->max_work_group_size);
	if (sizes[0] || sizes[1] || sizes[2])
		buf_printf(line->ctx, line->out, "  max-work-item-sizes: [%" PRIu64 ", %" PRIu64 ", %" PRIu64 "]\n",
			   sizes[0], sizes[1], sizes[2]);
	if (device->no_sub_groups)
		buf_text(line->ctx, line->out, "  no-sub-groups: true\n");
	if (device->unknown_aspects)
		print_numbers(line, "unknown-aspects", device->unknown_aspects, device->unknown_aspect_count, true);
	if (device->matrix_shape_count)
		print_shapes(line, device);
}

static void print_device(struct line *line, const struct syb_device *device)
{
	zeinfo_print_text(line->ctx, device->name, line->out);
	buf_text(line->ctx, line->out, ":\n");
	if (*device->aliases)
		print_aliases(line, device->aliases);
	print_numbers(line, "aspects", device->aspects, device->aspect_count, true);
	print_numbers(line, "sub-group-sizes", device->sub_group_sizes, device->sub_group_size_count, false);
	print_limits(line, device);
	if (device->may_support_other_aspects)
		buf_text(line->ctx, line->out, "  may_support_other_aspects: true\n");
	print_text(line, "aot-toolchain", device->aot_toolchain);
	print_text(line, "aot-toolchain-options", device->aot_toolchain_options);
}

/* Devices of a list, or of a configuration. */
static int write_all(struct syb_ctx *ctx, const struct syb_device *const *list, const struct syb_devices *devices,
		     size_t count, struct syb_out *out)
{
	_cleanup_(buf_free) struct buf text = { 0 };
	struct line line = { .ctx = ctx, .out = &text };

	buf_text(ctx, &text, "# Device configuration: the abilities of each target; see sybil-devices(5).\n");
	for (size_t i = 0; i < count; i++)
		print_device(&line, list ? list[i] : syb_devices_at(devices, i));
	arena_free(&line.arena);
	return text.failed ? text.failed : syb_out_write(ctx, out, buf_bytes(&text));
}

int syb_device_write(struct syb_ctx *ctx, const struct syb_device *const *devices, size_t count, struct syb_out *out)
{
	return write_all(ctx, devices, NULL, count, out);
}

int syb_devices_write(struct syb_ctx *ctx, const struct syb_devices *devices, struct syb_out *out)
{
	return write_all(ctx, NULL, devices, syb_devices_count(devices), out);
}
