/* package/show/show_spirv.c — SPIR-V modules as records: declarations, entry points, and every decoration with its
 * target and operands. A number without a name is shown as a number. */
#include "format/spirv/spirv_info.h"
#include "show.h"

#include <stdio.h>

DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);

static void put_header(struct show *s, const struct spirv_header *h, struct syb_value *map)
{
	char version[16];

	snprintf(version, sizeof(version), "%u.%u", h->major, h->minor);
	value_words(s->rec, value_string(s->rec, map, "spirv_version", version));
	value_hint(value_uint(s->rec, map, "generator", h->generator), VALUE_OFFSET);
	value_uint(s->rec, map, "bound", h->bound);
	value_uint(s->rec, map, "schema", h->schema);
	value_string(s->rec, map, "endianness", h->big_endian ? "big" : "little");
}

/* An empty list appears in JSON only. */
static struct syb_value *list_of(struct show *s, struct syb_value *map, const char *key, size_t count,
				 enum value_hint hint)
{
	struct syb_value *list = value_words(s->rec, value_list(s->rec, map, key));

	return value_hint(list, count ? hint : VALUE_QUIET);
}

static const char *number_text(char text[16], uint32_t number)
{
	snprintf(text, 16, "%u", number);
	return text;
}

/* A number by its name, or as text where it has none. */
static struct syb_value *put_word(struct show *s, struct syb_value *map, const char *key, const char *const *names,
				  size_t count, uint32_t number)
{
	char text[16];

	return value_string(s->rec, map, key, number < count ? names[number] : number_text(text, number));
}

static void put_declared(struct show *s, const struct spirv_module *m, struct syb_value *map)
{
	static const char *const addressing[] = { "logical", "physical32", "physical64" };
	static const char *const memory[] = { "simple", "GLSL450", "OpenCL", "Vulkan" };
	struct syb_value *list;
	char text[16];

	if (m->has_memory_model) {
		put_word(s, map, "addressing", addressing, ARRAY_SIZE(addressing), m->addressing);
		value_words(s->rec, put_word(s, map, "memory_model", memory, ARRAY_SIZE(memory), m->memory));
	}
	list = list_of(s, map, "capabilities", m->capability_count, VALUE_PLAIN);
	for (size_t i = 0; i < m->capability_count; i++) {
		const char *name = spirv_capability_name(m->capabilities[i]);

		value_string(s->rec, list, NULL, name ? name : number_text(text, m->capabilities[i]));
	}
	list = list_of(s, map, "extensions", m->extension_count, VALUE_PLAIN);
	for (size_t i = 0; i < m->extension_count; i++)
		value_string(s->rec, list, NULL, m->extensions[i]);
	list = list_of(s, map, "instruction_sets", m->import_count, VALUE_PLAIN);
	for (size_t i = 0; i < m->import_count; i++)
		value_string(s->rec, list, NULL, m->imports[i]);
}

/* ---- entry points ---- */

static const char *const models[] = {
	"vertex", "tessellation control", "tessellation evaluation", "geometry", "fragment", "compute", "kernel"
};

static void put_numbers(struct show *s, struct syb_value *map, const char *key, const uint32_t *numbers, size_t count)
{
	struct syb_value *list = value_list(s->rec, map, key);

	for (size_t i = 0; i < count; i++)
		value_uint(s->rec, list, NULL, numbers[i]);
}

static void put_entry_points(struct show *s, const struct spirv_module *m, struct syb_value *map)
{
	struct syb_value *list = list_of(s, map, "entry_points", m->entry_point_count, VALUE_TABLE);

	for (size_t i = 0; i < m->entry_point_count; i++) {
		const struct spirv_entry_point *e = &m->entry_points[i];
		struct syb_value *entry = value_map(s->rec, list, NULL);
		struct syb_value *name = value_string(s->rec, entry, "name", e->name);
		const char *readable = show_readable(s, e->name, strlen(e->name));

		if (readable)
			value_label(s->rec, name, readable);
		put_word(s, entry, "model", models, ARRAY_SIZE(models), e->model);
		value_uint(s->rec, entry, "id", e->function);
	}
}

static void put_modes(struct show *s, const struct spirv_module *m, struct syb_value *map)
{
	struct syb_value *list = list_of(s, map, "execution_modes", m->mode_count, VALUE_PLAIN);

	for (size_t i = 0; i < m->mode_count; i++) {
		const struct spirv_mode *mode = &m->modes[i];
		struct syb_value *entry = value_map(s->rec, list, NULL);

		value_hint(value_string_or_null(s->rec, entry, "mode", spirv_mode_name(mode->mode)), VALUE_NAME);
		value_hint(value_uint(s->rec, entry, "number", mode->mode),
			   spirv_mode_name(mode->mode) ? VALUE_QUIET : VALUE_PLAIN);
		value_string_or_null(s->rec, entry, "function", spirv_function_name(m, mode->function));
		value_hint(value_uint(s->rec, entry, "id", mode->function), VALUE_QUIET);
		put_numbers(s, entry, "operands", mode->operands, mode->operand_count);
	}
}

/* ---- decorations ---- */

/* The string that begins at operand i and uses *out_words operands; false where there is none. */
static bool put_string(struct show *s, struct syb_value *to, const char *key, const struct spirv_decoration *d,
		       size_t i, size_t *out_words)
{
	int64_t len = spirv_operand_string(d, i, out_words);
	char *text;

	if (len < 0)
		return false;
	text = arena_bytes(s->ctx, &s->rec->arena, (size_t)len + 1);
	if (!text) {
		s->rec->failed = true;
		return true;
	}
	spirv_get_text(d->operands + i, (size_t)len, text);
	value_stringn(s->rec, to, key, text, (size_t)len);
	return true;
}

/* The operands of an unknown decoration: words that read as text are shown as text, too. */
static void put_text(struct show *s, struct syb_value *map, const struct spirv_decoration *d)
{
	size_t words;
	int64_t len = spirv_operand_string(d, 0, &words);

	if (len <= 0 || words != d->operand_count)
		return;
	for (int64_t i = 0; i < len; i++) {
		uint32_t c = d->operands[i / 4] >> i % 4 * 8 & 0xff;

		if (c < 0x20 || c >= 0x7f)
			return;
	}
	put_string(s, map, "text", d, 0, &words);
}

static void put_operands(struct show *s, struct syb_value *map, const struct spirv_decoration *d,
			 const struct spirv_decoration_info *info)
{
	const bool text_only = d->op == SPIRV_OP_DECORATE_STRING || d->op == SPIRV_OP_MEMBER_DECORATE_STRING;
	const char *kinds = info ? info->operands : "";
	struct syb_value *list =
		value_hint(value_list(s->rec, map, "operands"), d->operand_count ? VALUE_PLAIN : VALUE_QUIET);

	for (size_t i = 0, used; i < d->operand_count; i += used) {
		used = 1;
		if (!(*kinds == 's' || text_only) || !put_string(s, list, NULL, d, i, &used))
			value_uint(s->rec, list, NULL, d->operands[i]);
		if (*kinds && kinds[1] != '*')
			kinds++;
	}
}

static void put_decorations(struct show *s, const struct spirv_module *m, struct syb_value *map)
{
	struct syb_value *list = list_of(s, map, "decorations", m->decoration_count, VALUE_PLAIN);

	for (size_t i = 0; i < m->decoration_count; i++) {
		const struct spirv_decoration *d = &m->decorations[i];
		const struct spirv_decoration_info *info = spirv_decoration_info(d->number);
		struct syb_value *entry = value_map(s->rec, list, NULL);
		const char *target = spirv_function_name(m, d->target);

		value_hint(value_string_or_null(s->rec, entry, "decoration", info ? info->name : NULL), VALUE_NAME);
		value_hint(value_uint(s->rec, entry, "number", d->number), info ? VALUE_QUIET : VALUE_PLAIN);
		value_hint(value_uint(s->rec, entry, "id", d->target), target ? VALUE_QUIET : VALUE_PLAIN);
		value_hint(value_string_or_null(s->rec, entry, "target", target), target ? VALUE_PLAIN : VALUE_QUIET);
		if (d->member != SPIRV_NO_MEMBER) {
			value_uint(s->rec, entry, "member", d->member);
			value_words(s->rec, value_string_or_null(s->rec, entry, "member_name",
								 spirv_name_of(m, d->target, d->member)));
		}
		put_operands(s, entry, d, info);
		if (!info)
			put_text(s, entry, d);
	}
}

/* The declarations of a module, and its kernels. */
static void put_module(struct show *s, const struct syb_spirv *spirv, struct syb_value *map)
{
	put_header(s, &spirv->module->header, map);
	put_declared(s, spirv->module, map);
	show_spirv_kernels(s, syb_spirv_info(spirv), map);
}

int show_spirv(struct show *s, struct span bytes, struct syb_value *map)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;

	TRY(spirv_open(s->ctx, bytes, &spirv));
	put_module(s, spirv, map);
	put_entry_points(s, spirv->module, map);
	put_modes(s, spirv->module, map);
	put_decorations(s, spirv->module, map);
	return s->opts.code ? show_spirv_calls(s, spirv, bytes, map) : 0;
}

/* A module within a package: without its decorations. A damaged one does not keep the package from being shown. */
int show_spirv_image(struct show *s, struct span bytes, struct syb_value *map)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *spirv = NULL;
	struct syb_value *content;
	int r;

	{
		_cleanup_(ctx_raise) struct ctx_lower scope = ctx_lower(s->ctx, true);

		r = spirv_open(s->ctx, bytes, &spirv);
	}
	if (r < 0)
		return r == -SYB_E_NOMEM ? r : 0;
	content = value_map(s->rec, map, "content");
	value_string(s->rec, content, "kind", syb_kind_name(SYB_KIND_SPIRV));
	put_module(s, spirv, content);
	return s->opts.code ? show_spirv_calls(s, spirv, bytes, content) : 0;
}
