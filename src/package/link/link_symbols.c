/* package/link/link_symbols.c — who has what: each import of each target to the image that exports it (docs/linking.md,
 * section 2). Problems are reported, all of them; they do not stop the work here. */
#include "link.h"

struct definition {
	size_t image;
	const struct link_symbol *symbol;
};

/* Names of one target. Default copies have tables of their own. */
struct scope {
	struct link *l;
	struct hash exports[2], kernels[2]; /* name → place in definitions; name → image */
	struct definition *definitions;
	size_t count, room;
};

static void drop_scope(struct scope *s)
{
	for (size_t i = 0; i < 2; i++) {
		hash_free(&s->exports[i]);
		hash_free(&s->kernels[i]);
	}
	allocator_free(allocator_of(s->l->ctx), s->definitions);
}

static const struct link_module *module_of(const struct link *l, size_t image)
{
	return &l->modules[l->images[image].module];
}

static int is_weak(struct link *l, size_t image, const char *name, bool *out)
{
	const struct link_code *code;
	int r = link_code(l, &l->images[image], &code);

	if (r == 0)
		*out = hash_get(&code->weak, name, strlen(name)) != NULL;
	return r;
}

/* Another module's copy counts. */
static int lose(struct link *l, const struct definition *d)
{
	struct link_image *image = &l->images[d->image];

	if (!image->lost)
		image->lost = arena_array(l->ctx, &l->arena, image->symbols->export_count, sizeof(*image->lost));
	if (!image->lost)
		return -SYB_E_NOMEM;
	image->lost[d->symbol - image->symbols->exports] = true;
	return 0;
}

static bool is_device_global(const struct link_module *m, const char *name)
{
	return syb_props_get(m->props, "SYCL/device globals", name) != NULL;
}

/* Libraries of bfloat16 come in pairs: one for devices that have the conversions, one for all others. */
static bool is_pair(const struct link_module *a, const struct link_module *b)
{
	return a->info->has_bfloat16 && b->info->has_bfloat16 &&
	       (a->info->bfloat16_native == 1) != (b->info->bfloat16_native == 1);
}

/* Two modules export a name: fine when their code says that one is as good as the other, or when it is a variable that
 * images share through the program that loads them. */
static int settle(struct link *l, struct definition *have, struct definition more)
{
	const char *name = more.symbol->name;
	bool first = false, second = false;
	int r;

	if (l->images[have->image].module == l->images[more.image].module)
		return 0;
	if (is_pair(module_of(l, have->image), module_of(l, more.image))) {
		l->images[have->image].paired = l->images[more.image].paired = true;
		return 0;
	}
	r = is_weak(l, have->image, name, &first);
	if (r == 0)
		r = is_weak(l, more.image, name, &second);
	if (r < 0)
		return r;
	if (!first && !second && is_device_global(module_of(l, have->image), name) &&
	    is_device_global(module_of(l, more.image), name))
		return lose(l, &more);
	if (!first && !second)
		return link_problem(l, "link-duplicate", name,
				    (struct link_place){ module_of(l, more.image), more.symbol->at },
				    (struct link_place){ module_of(l, have->image), have->symbol->at },
				    "%s is defined twice", link_readable(l, name));
	if (!first || second)
		return lose(l, &more);
	r = lose(l, have);
	*have = more;
	return r;
}

static int add_exports(struct scope *s, size_t image)
{
	struct link *l = s->l;
	const struct link_symbols *symbols = l->images[image].symbols;
	struct hash *exports = &s->exports[module_of(l, image)->defaults];
	int r = 0;

	for (size_t i = 0; i < symbols->export_count && r == 0; i++) {
		const struct link_symbol *symbol = &symbols->exports[i];
		const struct definition definition = { image, symbol };
		size_t *place;
		bool found;

		r = hash_put(l->ctx, exports, symbol->name, strlen(symbol->name), s->count, &place, &found);
		if (r < 0)
			return r;
		if (found) {
			r = settle(l, &s->definitions[*place], definition);
			continue;
		}
		r = VEC_PUSH(l->ctx, s->definitions, s->count, s->room);
		if (r == 0)
			s->definitions[s->count++] = definition;
	}
	return r;
}

static struct link_place kernel_place(const struct link_module *m, const char *kernel)
{
	const struct syb_prop *prop = syb_props_get(m->props, "SYCL/kernel names", kernel);

	return prop ? link_prop_place(m, prop) : (struct link_place){ m, SYB_NO_OFFSET };
}

static int add_kernels(struct scope *s, size_t image)
{
	struct link *l = s->l;
	const struct link_module *m = module_of(l, image);
	int r = 0;

	for (size_t i = 0; i < m->kernel_count && r == 0; i++) {
		const char *name = m->kernels[i];
		size_t *other;
		bool found;

		r = hash_put(l->ctx, &s->kernels[m->defaults], name, strlen(name), image, &other, &found);
		if (r == 0 && found && module_of(l, *other) != m)
			r = link_problem(l, "link-kernel", name, kernel_place(m, name),
					 kernel_place(module_of(l, *other), name),
					 "Conflicting kernel definitions: %s is defined twice", link_readable(l, name));
	}
	return r;
}

static const struct definition *find(const struct scope *s, bool defaults, const char *name)
{
	size_t len = strlen(name);
	const size_t *place = hash_get(&s->exports[defaults], name, len);

	if (!place && defaults)
		place = hash_get(&s->exports[0], name, len);
	return place ? &s->definitions[*place] : NULL;
}

static bool exports(const struct link_symbols *symbols, struct hash *own, const char *name)
{
	return symbols->export_count && hash_get(own, name, strlen(name));
}

/* Names that an image both imports and exports are its own. */
static int list_own(struct link *l, const struct link_symbols *symbols, struct hash *own)
{
	int r = 0;

	for (size_t i = 0; i < symbols->export_count && symbols->import_count && r == 0; i++) {
		const char *name = symbols->exports[i].name;
		size_t *value;
		bool found;

		r = hash_put(l->ctx, own, name, strlen(name), 0, &value, &found);
	}
	return r;
}

static int resolve_imports(struct scope *s, size_t index)
{
	struct link *l = s->l;
	struct link_image *image = &l->images[index];
	const struct link_module *m = module_of(l, index);
	const struct link_symbols *symbols = image->symbols;
	struct hash own = { 0 };
	int r = list_own(l, symbols, &own);

	image->needs = arena_array(l->ctx, &l->arena, symbols->import_count, sizeof(*image->needs));
	if (!image->needs)
		r = -SYB_E_NOMEM;
	for (size_t i = 0; i < symbols->import_count && r == 0; i++) {
		const struct link_symbol *import = &symbols->imports[i];
		const struct definition *found = find(s, m->defaults, import->name);

		if (exports(symbols, &own, import->name))
			image->needs[i] = LINK_ITSELF;
		else if (found && !l->images[found->image].paired)
			image->needs[i] = (ptrdiff_t)found->image;
		else
			image->needs[i] = LINK_NOBODY;
		if (image->needs[i] == LINK_NOBODY && !found && !l->open && !str_starts(import->name, "__devicelib_"))
			r = link_problem(l, "link-unresolved", import->name, (struct link_place){ m, import->at },
					 (struct link_place){ 0 }, "%s is not defined in any package for %s",
					 link_readable(l, import->name), l->targets[image->target].name);
	}
	hash_free(&own);
	return r;
}

/* Native code is not linked, but what it defines must not be there twice either. Where a module has IR, that tells
 * which of its symbols may be. */
static int resolve_target(struct link *l, const struct link_target *target)
{
	_cleanup_(drop_scope) struct scope s = { .l = l };
	int r = ctx_cancelled(l->ctx);

	for (size_t i = 0; i < target->image_count && r == 0; i++) {
		if (!target->native || !module_of(l, target->images[i])->has_ir)
			r = add_exports(&s, target->images[i]);
		if (r == 0)
			r = add_kernels(&s, target->images[i]);
	}
	for (size_t i = 0; i < target->image_count && r == 0 && !target->native; i++)
		r = resolve_imports(&s, target->images[i]);
	return r;
}

int link_resolve(struct link *l)
{
	int r = 0;

	for (size_t t = 0; t < l->target_count && r == 0; t++)
		r = resolve_target(l, &l->targets[t]);
	return r;
}
