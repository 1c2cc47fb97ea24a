/* package/link/link_symbols.c — for each target, each import → the image that exports it (docs/linking.md, section 2).
 */
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

static bool is_weak(struct link *l, size_t image, const char *name)
{
	const struct link_code *code = link_code(l, &l->images[image]);

	return code && hash_get(&code->weak, name, strlen(name));
}

/* Another module's copy is used. */
static void lose(struct link *l, const struct definition *d)
{
	struct link_image *image = &l->images[d->image];

	if (!image->lost)
		image->lost = link_array(l, image->symbols->export_count, sizeof(*image->lost));
	if (image->lost)
		image->lost[d->symbol - image->symbols->exports] = true;
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

/* Two modules export a name: allowed when their code says that the copies are interchangeable, or when it is a variable
 * that images share through the program that loads them. */
static void resolve_twice(struct link *l, struct definition *have, struct definition more)
{
	const struct link_module *a = module_of(l, have->image), *b = module_of(l, more.image);
	const char *name = more.symbol->name;
	bool first, second;

	if (a == b)
		return;
	if (is_pair(a, b)) {
		l->images[have->image].paired = l->images[more.image].paired = true;
		return;
	}
	first = is_weak(l, have->image, name);
	second = is_weak(l, more.image, name);
	if (l->error < 0)
		return;
	if (!first && !second && !(is_device_global(a, name) && is_device_global(b, name))) {
		link_problem(l, "link-duplicate", name, (struct link_place){ b, more.symbol->at },
			     (struct link_place){ a, have->symbol->at }, "%s is defined twice", link_readable(l, name));
	} else if (!first || second) {
		lose(l, &more);
	} else {
		lose(l, have);
		*have = more;
	}
}

static void add_exports(struct scope *s, size_t image)
{
	struct link *l = s->l;
	const struct link_symbols *symbols = l->images[image].symbols;
	struct hash *exports = &s->exports[module_of(l, image)->defaults];

	for (size_t i = 0; i < symbols->export_count && l->error == 0; i++) {
		const struct definition definition = { image, &symbols->exports[i] };
		bool found;
		size_t *place = link_put_name(l, exports, definition.symbol->name, s->count, &found);

		if (!place)
			return;
		if (found)
			resolve_twice(l, &s->definitions[*place], definition);
		else if (link_ok(l, VEC_PUSH(l->ctx, s->definitions, s->count, s->room)))
			s->definitions[s->count++] = definition;
	}
}

static struct link_place kernel_place(const struct link_module *m, const char *kernel)
{
	const struct syb_prop *prop = syb_props_get(m->props, SET_KERNEL_NAMES, kernel);

	return prop ? link_prop_place(m, prop) : (struct link_place){ m, SYB_NO_OFFSET };
}

static void add_kernels(struct scope *s, size_t image)
{
	struct link *l = s->l;
	const struct link_module *m = module_of(l, image);

	for (size_t i = 0; i < m->kernel_count && l->error == 0; i++) {
		const char *name = m->kernels[i];
		const size_t *other = link_put_name(l, &s->kernels[m->defaults], name, image, NULL);

		if (other && module_of(l, *other) != m)
			link_problem(l, "link-kernel", name, kernel_place(m, name),
				     kernel_place(module_of(l, *other), name),
				     "Conflicting kernel definitions: %s is defined twice", link_readable(l, name));
	}
}

static const struct definition *find(const struct scope *s, bool defaults, const char *name)
{
	size_t len = strlen(name);
	const size_t *place = hash_get(&s->exports[defaults], name, len);

	if (!place && defaults)
		place = hash_get(&s->exports[0], name, len);
	return place ? &s->definitions[*place] : NULL;
}

static void resolve_imports(struct scope *s, size_t index)
{
	_cleanup_(hash_free) struct hash own = { 0 }; /* names that the image exports itself */
	struct link *l = s->l;
	struct link_image *image = &l->images[index];
	const struct link_module *m = module_of(l, index);
	const struct link_symbols *symbols = image->symbols;

	image->needs = link_array(l, symbols->import_count, sizeof(*image->needs));
	for (size_t i = 0; i < symbols->export_count && symbols->import_count && l->error == 0; i++)
		link_put_name(l, &own, symbols->exports[i].name, 0, NULL);
	for (size_t i = 0; i < symbols->import_count && l->error == 0; i++) {
		const struct link_symbol *import = &symbols->imports[i];
		const struct definition *found = find(s, m->defaults, import->name);

		if (hash_get(&own, import->name, strlen(import->name)))
			image->needs[i] = LINK_ITSELF;
		else if (found && !l->images[found->image].paired)
			image->needs[i] = (ptrdiff_t)found->image;
		else
			image->needs[i] = LINK_IMPORT;
		if (image->needs[i] == LINK_IMPORT && !found && !l->open && !str_starts(import->name, "__devicelib_"))
			link_problem(l, "link-unresolved", import->name, (struct link_place){ m, import->at },
				     (struct link_place){ 0 }, "%s is not defined in any package for %s",
				     link_readable(l, import->name), l->targets[image->target].name);
	}
}

/* Native code is not linked, but its symbols must not be defined twice either. Where a module has IR, the IR decides
 * which of its symbols may be. */
static void resolve_target(struct link *l, const struct link_target *target)
{
	_cleanup_(drop_scope) struct scope s = { .l = l };

	link_ok(l, ctx_cancelled(l->ctx));
	for (size_t i = 0; i < target->image_count && l->error == 0; i++) {
		if (!target->native || !module_of(l, target->images[i])->has_ir)
			add_exports(&s, target->images[i]);
		add_kernels(&s, target->images[i]);
	}
	for (size_t i = 0; i < target->image_count && l->error == 0 && !target->native; i++)
		resolve_imports(&s, target->images[i]);
}

void link_resolve(struct link *l)
{
	for (size_t t = 0; t < l->target_count && l->error == 0; t++)
		resolve_target(l, &l->targets[t]);
}
