/* tools/run/run_names.c — finds kernels, specialization constants and device globals of a package by name. */
#include "run.h"

#include "term/nearest.h"
#include "base/number.h"

#include <sybil/spirv.h>

DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_spirv *, syb_spirv_close);
DEFINE_CLEANUP(struct syb_view *, syb_view_free);

/* Called for each module until it returns something other than NOTFOUND. */
typedef int module_fn(struct run *run, const struct syb_module *module, const struct syb_module_info *info, void *user);

static int each_module(struct run *run, module_fn *fn, void *user)
{
	struct syb_ctx *ctx = run->tool->ctx;
	const struct syb_bin_open_opts only = { .size = sizeof(only), .only = true };
	int r = run->bin ? 0 : syb_bin_open_file(ctx, run->file, &only, &run->bin);

	if (r < 0)
		return r;
	r = -SYB_E_NOTFOUND;
	for (size_t i = 0; r == -SYB_E_NOTFOUND && i < syb_bin_module_count(run->bin); i++) {
		const struct syb_module *module = syb_bin_module_at(run->bin, i);
		_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
		_cleanup_(syb_view_free_p) struct syb_view *view = NULL;

		r = syb_module_props(ctx, module, &props);
		if (r == 0)
			r = syb_module_view(ctx, module, props, &view);
		if (r == 0)
			r = fn(run, module, syb_view_info(view), user);
	}
	return r;
}

/* ---- kernels ---- */

struct listing {
	struct syb_value *list;
	struct buf text;
};

static int add_kernels(struct run *run, const struct syb_module *module, const struct syb_module_info *info, void *user)
{
	struct listing *l = user;

	(void)module;
	for (size_t i = 0; i < info->kernel_count; i++) {
		value_string(run->record, l->list, NULL, info->kernels[i]);
		TRY(buf_escaped(run->tool->ctx, &l->text, info->kernels[i], strlen(info->kernels[i])));
		TRY(buf_char(run->tool->ctx, &l->text, '\n'));
	}
	return -SYB_E_NOTFOUND;
}

int run_list(struct run *run)
{
	struct listing l = { .list = value_list(run->record, run->record->root, "kernels") };
	int r = each_module(run, add_kernels, &l);

	if (r == -SYB_E_NOTFOUND) /* all modules were seen */
		r = run->tool->json ? answer(run->tool, NULL, SIZE_MAX, steal(run->record))
				    : answer_text(run->tool, buf_bytes(&l.text));
	buf_free(&l.text);
	return r;
}

/* ---- specialization constants ---- */

struct setting {
	const char *name, *value;
	struct nearest best;
};

/* The size of a constant: the end of its last part. */
static size_t size_of(const struct syb_spec_const *c)
{
	size_t size = c->default_value.len;

	for (size_t i = 0; i < c->leaf_count; i++)
		if ((size_t)c->leaves[i].offset + c->leaves[i].size > size)
			size = (size_t)c->leaves[i].offset + c->leaves[i].size;
	return size;
}

/* Property sets give the offsets and sizes of a constant's parts, but not their types: those are in the code.
 * Damaged code is ignored here; building the module reports it. */
static int read_code(struct run *run, const struct syb_module *module, struct syb_spirv **out)
{
	for (size_t i = 0; i < syb_module_image_count(module); i++) {
		const struct syb_image *image = syb_module_image_at(module, i);
		uint32_t type;
		int r;

		if (syb_image_kind(image) != SYB_IMAGE_IR || syb_image_ir_type(image, &type) < 0 ||
		    type != SYB_IR_SPIRV)
			continue;
		_cleanup_(ctx_unmute) struct ctx_mute mute = ctx_mute(run->tool->ctx);
		r = syb_spirv_open(run->tool->ctx, syb_image_bytes(image), NULL, out);
		return r == -SYB_E_NOMEM ? r : 0;
	}
	return 0;
}

/* false if the code has no such constant. */
static bool find_class(const struct syb_spirv *code, uint32_t id, enum element_class *out_class)
{
	const struct syb_spirv_info *info = code ? syb_spirv_info(code) : NULL;

	for (size_t i = 0; info && i < info->spec_const_count; i++) {
		const char *type = info->spec_consts[i]->type;

		if (info->spec_consts[i]->id != id)
			continue;
		*out_class = str_eq(type, "bool") ? ELEMENT_BOOL : ELEMENT_INT;
		if (str_starts(type, "float") || str_eq(type, "double") || str_eq(type, "half") ||
		    str_eq(type, "bfloat16"))
			*out_class = ELEMENT_REAL;
		return true;
	}
	return false;
}

/* One part: by the type given in its text, else by the type in the code, else by how the number is written. */
static int set_leaf(struct run *run, const struct setting *s, const struct syb_spec_leaf *leaf,
		    const struct element *given, const struct syb_spirv *code, const char *text, size_t len,
		    uint8_t *bytes)
{
	struct tool *tool = run->tool;
	enum element_class class = ELEMENT_INT;
	const struct element *element = given, *other = NULL;

	if (given && given->size != leaf->size)
		return usage(tool, "--spec %s=%s: %s has %zu bytes, but the part of the constant has %u", s->name,
			     s->value, given->name, given->size, (unsigned)leaf->size);
	if (!given && find_class(code, leaf->id, &class)) {
		element = element_of(class, leaf->size);
		other = class == ELEMENT_INT ? element_of(ELEMENT_UINT, leaf->size) : NULL;
	} else if (!given) {
		bool real = memchr(text, '.', len) != NULL;

		if (!real)
			return usage(tool, "--spec %s=%s: the package does not state the type; give it: %s=i%u:%.*s",
				     s->name, s->value, s->name, 8 * (unsigned)leaf->size, (int)len, text);
		element = element_of(ELEMENT_REAL, leaf->size);
	}
	if (!element)
		return usage(tool, "--spec %s=%s: a part has %u bytes: give the constant as a file, %s=@FILE", s->name,
			     s->value, (unsigned)leaf->size, s->name);
	if (element_parse(element, text, len, bytes + leaf->offset) ||
	    (other && element_parse(other, text, len, bytes + leaf->offset)))
		return 0;
	return usage(tool, "--spec %s=%s: '%.*s' is not a number of type %s", s->name, s->value, (int)len, text,
		     element->name);
}

static int set_text(struct run *run, const struct setting *s, const struct syb_spec_const *c,
		    const struct syb_module *module, uint8_t *bytes)
{
	_cleanup_(syb_spirv_close_p) struct syb_spirv *code = NULL;
	size_t prefix = strcspn(s->value, ":");
	const struct element *given = s->value[prefix] ? element_find(s->value, prefix) : NULL;
	const char *p = given ? s->value + prefix + 1 : s->value;
	size_t parts = 0;
	int r = read_code(run, module, &code);

	for (size_t i = 0; i < c->leaf_count; i++)
		parts += c->leaves[i].id != UINT32_MAX;
	for (size_t i = 0; r == 0 && i < c->leaf_count; i++) {
		size_t len;

		if (c->leaves[i].id == UINT32_MAX)
			continue;
		if (!p)
			return usage(run->tool, "--spec %s=%s: expected %zu part%s, got fewer", s->name, s->value,
				     parts, PLURAL(parts));
		len = strcspn(p, ",");
		r = set_leaf(run, s, &c->leaves[i], given, code, p, len, bytes);
		p = p[len] ? p + len + 1 : NULL;
	}
	return r == 0 && p ? usage(run->tool, "--spec %s=%s: expected %zu part%s, got more", s->name, s->value, parts,
				   PLURAL(parts))
			   : r;
}

enum { SPEC_FILE_MOST = 1 << 20, SPEC_FILE_TIMES = 64 }; /* bytes of a pipe; numbers may be written as text */

static int set_spec(struct run *run, const struct syb_module *module, const struct syb_module_info *info, void *user)
{
	struct setting *s = user;
	struct tool *tool = run->tool;
	_cleanup_(syb_props_free_p) struct syb_props *props = NULL;
	const struct syb_spec_const *c = NULL;
	struct numbers file;
	uint8_t *bytes;
	size_t size;
	int r;

	for (size_t i = 0; i < info->spec_const_count && !c; i++) {
		nearest_try(&s->best, s->name, info->spec_consts[i]->name);
		if (str_eq(info->spec_consts[i]->name, s->name))
			c = info->spec_consts[i];
	}
	if (!c) {
		if (s->best.name) /* the names belong to the module */
			s->best.name = arena_string(tool->ctx, &tool->arena, s->best.name, strlen(s->best.name));
		return -SYB_E_NOTFOUND;
	}
	r = syb_module_props(tool->ctx, module, &props);
	r = r < 0 ? r : syb_spec_consts_check(tool->ctx, props, NULL); /* else the size may be anything */
	if (r < 0)
		return r;
	size = size_of(c);
	if (s->value[0] == '@') {
		const uint64_t before = tool->ctx->limits.max_stream;

		tool->ctx->limits.max_stream = SPEC_FILE_MOST + (uint64_t)size * SPEC_FILE_TIMES;
		r = numbers_read(tool, s->value + 1, NULL, &file);
		tool->ctx->limits.max_stream = before;
		return r < 0 ? r
			     : syb_bundle_spec_const(tool->ctx, run->bundle, s->name,
						     (struct syb_bytes){ file.ptr, file.bytes });
	}
	bytes = arena_alloc(tool->ctx, &tool->arena, size + 1);
	if (!bytes)
		return -SYB_E_NOMEM;
	r = set_text(run, s, c, module, bytes);
	return r < 0 ? r : syb_bundle_spec_const(tool->ctx, run->bundle, s->name, (struct syb_bytes){ bytes, size });
}

/* Split text at the first mark. */
static int split(struct tool *tool, const char *text, char mark, enum option_id id, const char **out_name,
		 const char **out_rest)
{
	const char *at = strchr(text, mark);

	if (!at || at == text || !at[1])
		return usage(tool, "--%s '%s': expected %s", options[id].name, text, options[id].argument);
	*out_name = arena_string(tool->ctx, &tool->arena, text, (size_t)(at - text));
	*out_rest = at + 1;
	return *out_name ? 0 : -SYB_E_NOMEM;
}

int run_specs(struct run *run)
{
	const char *const *list;
	size_t count;
	int r = args_list(run->tool, OPT_run_spec, &list, &count);

	for (size_t i = 0; r == 0 && i < count; i++) {
		struct setting s = { .best = { NULL, SIZE_MAX } };

		r = split(run->tool, list[i], '=', OPT_run_spec, &s.name, &s.value);
		if (r == 0)
			r = each_module(run, set_spec, &s);
		if (r == -SYB_E_NOTFOUND)
			r = syb_fail(run->tool->ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "spec-constant",
				     "unknown specialization constant %s" NEAREST_HINT, s.name,
				     NEAREST_ARGS(s.best.name));
	}
	return r;
}

/* ---- device globals ---- */

static int read_value(struct run *run, const char *text, const char *value, struct numbers *out)
{
	size_t prefix = strcspn(value, ":");
	const struct element *element = value[prefix] ? element_find(value, prefix) : NULL;

	if (value[0] == '@')
		return numbers_read(run->tool, value + 1, NULL, out);
	if (!element)
		return usage(run->tool, "--set-global '%s': expected TYPE:VALUE or @FILE after =; TYPE: %s", text,
			     ELEMENT_NAMES);
	if (value[prefix + 1] == '@')
		return numbers_read(run->tool, value + prefix + 2, element, out);
	return numbers_parse(run->tool, "--set-global", value + prefix + 1, element, out);
}

int run_set_globals(struct run *run)
{
	const char *const *list, *name = "", *value = "";
	struct numbers numbers;
	size_t count;

	TRY(args_list(run->tool, OPT_run_set_global, &list, &count));
	for (size_t i = 0; i < count; i++) {
		TRY(split(run->tool, list[i], '=', OPT_run_set_global, &name, &value));
		TRY(read_value(run, list[i], value, &numbers));
		TRY(syb_global_write(run->tool->ctx, run->queue, run->bundle, run->kernel, name, 0, numbers.ptr,
				     numbers.bytes));
	}
	return 0;
}

/* NAME[:TYPE]: with a type if given, otherwise bytes. */
static const struct element *split_type(const char *name, size_t *out_len)
{
	const char *colon = strrchr(name, ':');
	const struct element *element = colon ? element_find(colon + 1, strlen(colon + 1)) : NULL;

	*out_len = element ? (size_t)(colon - name) : strlen(name);
	return element ? element : element_of(ELEMENT_UINT, 1);
}

static int get_global(struct run *run, const char *text)
{
	struct tool *tool = run->tool;
	const char *name = "", *file = "";
	struct numbers out = { .dims = 1 };
	size_t len;
	int r = split(tool, text, '>', OPT_run_get_global, &name, &file);

	if (r < 0)
		return r;
	out.element = split_type(name, &len);
	name = arena_string(tool->ctx, &tool->arena, name, len);
	r = name ? syb_global_size(tool->ctx, run->queue, run->bundle, run->kernel, name, &out.bytes) : -SYB_E_NOMEM;
	if (r == 0 && out.bytes % out.element->size)
		return usage(tool, "--get-global '%s': its %zu bytes are not a multiple of %zu", text, out.bytes,
			     out.element->size);
	if (r < 0)
		return r;
	out.count = out.shape[0] = out.bytes / out.element->size;
	out.ptr = arena_bytes(tool->ctx, &tool->arena, out.bytes + 1);
	if (!out.ptr)
		return -SYB_E_NOMEM;
	r = syb_global_read(tool->ctx, run->queue, run->bundle, run->kernel, name, 0, out.ptr, out.bytes);
	return r < 0 ? r : run_write(run, file, &out);
}

int run_get_globals(struct run *run)
{
	const char *const *list;
	size_t count;

	TRY(args_list(run->tool, OPT_run_get_global, &list, &count));
	for (size_t i = 0; i < count; i++)
		TRY(get_global(run, list[i]));
	return 0;
}
