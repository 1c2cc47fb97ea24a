/* runtime/spec.c — specialization constants by name: values that were set, and defaults of the package. */
#include "bundle.h"

/* The constant of a name in a module. */
static const struct syb_spec_const *find_in(const struct syb_module_info *info, const char *name)
{
	for (size_t i = 0; i < info->spec_const_count; i++)
		if (str_eq(info->spec_consts[i]->name, name))
			return info->spec_consts[i];
	return NULL;
}

static int find(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name, const struct syb_spec_const **out)
{
	const struct syb_module_info *info = NULL;

	for (size_t i = 0; i < bundle->module_count; i++) {

		if (!module_mentions(bundle->modules[i], name, strlen(name)))
			continue;
		TRY(module_info(ctx, bundle->modules[i], &info));
		*out = find_in(info, name);
		if (*out)
			return 0;
	}
	return syb_fail(ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "spec-constant", "no specialization constant is named %s",
			name);
}

/* Under the lock: whether a program that reads the constant was built. */
static bool is_built(const struct syb_bundle *bundle, const char *name)
{
	for (struct program *p = bundle->programs; p; p = p->next)
		for (size_t i = 0; i < p->code->part_count; i++)
			if (find_in(part_info(p->code->parts[i]), name))
				return true;
	return false;
}

static int set(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name, struct syb_bytes value)
{
	struct spec_value *v = bundle->specs;
	uint8_t *bytes;

	while (v && !str_eq(v->name, name))
		v = v->next;
	if (v && v->value.len == value.len) {
		memcpy((void *)(uintptr_t)v->value.ptr, value.ptr, value.len);
		return 0;
	}
	v = arena_alloc(ctx, &bundle->arena, sizeof(*v));
	bytes = v ? arena_bytes(ctx, &bundle->arena, value.len) : NULL;
	if (!bytes)
		return -SYB_E_NOMEM;
	memcpy(bytes, value.ptr, value.len);
	*v = (struct spec_value){ bundle->specs,
				  arena_string(ctx, &bundle->arena, name, strlen(name)),
				  { bytes, value.len } };
	if (!v->name)
		return -SYB_E_NOMEM;
	bundle->specs = v;
	return 0;
}

/* The size without padding up to the next constant, which emulated constants describe as a separate part: values are
 * accepted with and without it. */
static size_t size_without_padding(const struct syb_spec_const *c)
{
	size_t size = 0;

	for (size_t i = 0; i < c->leaf_count; i++)
		if (c->leaves[i].id != UINT32_MAX && (size_t)c->leaves[i].offset + c->leaves[i].size > size)
			size = (size_t)c->leaves[i].offset + c->leaves[i].size;
	return size ? size : program_spec_size(c);
}

int syb_bundle_spec_const(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name, struct syb_bytes value)
{
	const struct syb_spec_const *c;
	int r = find(ctx, bundle, name, &c);

	if (r < 0)
		return r;
	if (value.len < size_without_padding(c) || value.len > program_spec_size(c) || value.len == 0)
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "spec-constant",
				"%s has %zu bytes, but the value has %zu", name, program_spec_size(c), value.len);
	pthread_mutex_lock(&bundle->lock);
	if (is_built(bundle, name))
		r = syb_fail(ctx, SYB_E_STATE, SYB_NO_OFFSET, "spec-constant",
			     "%s is used by code that is already built: set it earlier", name);
	if (r == 0)
		r = set(ctx, bundle, name, value);
	pthread_mutex_unlock(&bundle->lock);
	return r;
}

int syb_bundle_spec_const_get(struct syb_ctx *ctx, struct syb_bundle *bundle, const char *name, void *out_value,
			      size_t *inout_size)
{
	const struct syb_spec_const *c;
	struct syb_bytes value;
	size_t room = *inout_size, size;

	TRY(find(ctx, bundle, name, &c));
	size = program_spec_size(c);
	*inout_size = size;
	if (room < size_without_padding(c))
		return syb_fail(ctx, SYB_E_ARG, SYB_NO_OFFSET, "spec-constant",
				"%s has %zu bytes, but the buffer has %zu", name, size, room);
	size = room < size ? room : size;
	pthread_mutex_lock(&bundle->lock);
	value = c->set_value.len ? c->set_value : c->default_value;
	for (struct spec_value *v = bundle->specs; v; v = v->next)
		if (str_eq(v->name, name))
			value = v->value;
	memset(out_value, 0, size);
	if (value.len)
		memcpy(out_value, value.ptr, value.len < size ? value.len : size);
	pthread_mutex_unlock(&bundle->lock);
	return 0;
}
