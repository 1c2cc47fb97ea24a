/* package/link/link_read.c — packages → modules with their kernels, symbols and wanted images, each image with its
 * target.
 *
 * Properties are read here, and the code of IR images: for symbols and kernels that the properties do not state
 * (docs/linking.md, section 1), and to check the exports that they state. */
#include "link.h"

#include "term/nearest.h"
#include "format/spirv/spirv_info.h"
#include "package/judge/kernels.h"
#include <sybil/target.h>

#include <inttypes.h>

/* ---- states ---- */

/* All packages are checked, so that every executable one is named. */
static void check_state(struct link *l, const struct syb_bin *bin)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, syb_bin_name(bin));
	uint32_t state;
	int r = syb_bin_state(bin, &state);

	if (r == 0 && state == SYB_STATE_EXECUTABLE) {
		syb_report(l->ctx, SYB_SEVERITY_ERROR, SYB_NO_OFFSET, "link-state",
			   "SYCLBIN file '%s' is in executable state; only SYCLBIN files in input or object state can "
			   "be linked",
			   syb_bin_name(bin) ? syb_bin_name(bin) : "-");
		link_ok(l, -SYB_E_STATE);
		return;
	}
	link_ok(l, syb_bin_state_check(l->ctx, bin));
}

/* ---- targets ---- */

static size_t arch_length(const char *triple)
{
	return strcspn(triple, "-");
}

static bool same_arch(const char *a, const char *b)
{
	size_t len = arch_length(a);

	return len == arch_length(b) && memcmp(a, b, len) == 0;
}

static const char *usual_triple(uint32_t type)
{
	switch (type) {
	case SYB_IR_SPIRV:
		return "spir64-unknown-unknown";
	case SYB_IR_PTX:
		return "nvptx64-nvidia-cuda";
	case SYB_IR_AMDGCN:
		return "amdgcn-amd-amdhsa";
	default:
		return "unknown";
	}
}

static const char *stated_triple(const struct syb_image *image)
{
	const char *triple = syb_image_target(image);

	return triple && *triple ? triple : NULL;
}

static uint32_t ir_type(const struct syb_image *image)
{
	uint32_t type = SYB_IR_SPIRV;

	return syb_image_ir_type(image, &type) < 0 ? (uint32_t)SYB_IR_SPIRV : type;
}

/* A name of the list is a triple, its first part, an architecture, or a name of the target table. */
static bool is_for(const struct syb_image *image, const char *name)
{
	bool native = syb_image_kind(image) == SYB_IMAGE_NATIVE;
	const char *triple = stated_triple(image), *arch = native ? syb_image_arch(image) : NULL;
	const struct syb_target_info *target = syb_target_find(name);

	if (!triple && !native)
		triple = usual_triple(ir_type(image));
	if (triple && (str_eq(triple, name) || (!strchr(name, '-') && same_arch(triple, name))))
		return true;
	if (arch && str_eq(arch, name))
		return true;
	if (!target)
		return false;
	if (!native)
		return same_arch(triple, target->triple);
	if (!*target->arch)
		return triple && same_arch(triple, target->triple);
	return arch && (str_eq(arch, target->arch) || syb_target_find(arch) == target) &&
	       (!triple || same_arch(triple, target->triple));
}

static bool wanted(const struct link *l, const struct syb_image *image)
{
	for (size_t i = 0; i < l->opts.target_count; i++)
		if (is_for(image, l->opts.targets[i]))
			return true;
	return l->opts.target_count == 0;
}

static bool has_code_for(const struct syb_bin *bin, const char *name)
{
	for (size_t m = 0; m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);

		for (size_t i = 0; i < syb_module_image_count(module); i++)
			if (is_for(syb_module_image_at(module, i), name))
				return true;
	}
	return false;
}

/* Some package must have code for each target of the list. */
static void check_targets(struct link *l)
{
	for (size_t t = 0; t < l->opts.target_count; t++) {
		const char *name = l->opts.targets[t];
		struct nearest best = { NULL, SIZE_MAX };
		bool found = false;

		for (size_t b = 0; b < l->bin_count && !found; b++)
			found = has_code_for(l->bins[b], name);
		if (found)
			continue;
		for (size_t i = 0; i < syb_target_count() && !syb_target_find(name); i++)
			nearest_try(&best, name, syb_target_at(i)->name);
		syb_report(l->ctx, SYB_SEVERITY_ERROR, SYB_NO_OFFSET, "link-target",
			   "none of the packages has code for '%s'" NEAREST_HINT, name, NEAREST_ARGS(best.name));
		link_ok(l, -SYB_E_INCOMPATIBLE);
	}
}

/* The target of an image, created by its first image. Of several IR images of a module for the same target the first
 * one is linked; the others (again) are treated as native ones. Returns SIZE_MAX on failure. */
static size_t find_target(struct link *l, struct hash *known, const struct syb_image *image, bool again)
{
	bool native = syb_image_kind(image) == SYB_IMAGE_NATIVE, found;
	uint32_t type = native ? 0 : ir_type(image);
	const char *triple = stated_triple(image), *arch = syb_image_arch(image);
	const char *usual = triple ? triple : native ? "" : usual_triple(type);
	const char *key = arena_printf(l->ctx, &l->arena, "%c%" PRIu32 ":%.*s:%s",
				       native  ? 'n'
				       : again ? 'a'
					       : 'i',
				       type, (int)arch_length(usual), usual, native && arch ? arch : "");
	const size_t *place = key ? link_put_name(l, known, key, l->target_count, &found) : NULL;
	struct link_target *target;

	if (!place) {
		link_ok(l, -SYB_E_NOMEM);
		return SIZE_MAX;
	}
	target = &l->targets[*place];
	if (!found) {
		*target = (struct link_target){ .native = native || again, .type = type };
		target->name = native && arch && *arch ? arch : link_string(l, usual, arch_length(usual));
		l->target_count++;
	}
	if (!target->triple)
		target->triple = triple;
	return l->error < 0 ? SIZE_MAX : *place;
}

/* ---- modules ---- */

static void take_symbols(struct link *l, const struct link_module *m, const char *set_name, struct link_symbol **out,
			 size_t *out_count, bool *out_stated)
{
	const struct syb_set *set = syb_props_find(m->props, set_name);

	*out_stated = set != NULL;
	*out = set ? link_array(l, set->count, sizeof(**out)) : NULL;
	for (size_t i = 0; *out && i < set->count; i++)
		if (syb_set_find(set, set->props[i].key) == &set->props[i])
			(*out)[(*out_count)++] =
				(struct link_symbol){ set->props[i].key, link_prop_place(m, &set->props[i]).at };
}

/* The keys of SYCL/kernel names, or the names that other sets mention; repeated keys count once. */
static void take_kernels(struct link *l, struct link_module *m)
{
	const struct syb_set *set = syb_props_find(m->props, SET_KERNEL_NAMES);
	const char **names = set ? link_array(l, set->count, sizeof(*names)) : NULL;

	m->kernels = set ? names : m->info->kernels;
	m->kernel_count = set ? 0 : m->info->kernel_count;
	for (size_t i = 0; names && i < set->count; i++)
		if (syb_set_find(set, set->props[i].key) == &set->props[i])
			names[m->kernel_count++] = set->props[i].key;
}

static void read_module(struct link *l, struct link_module *m)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->file);

	if (!link_ok(l, syb_module_props(l->ctx, m->module, &m->props)) ||
	    !link_ok(l, syb_view_new(l->ctx, m->props, &m->view)))
		return;
	m->info = syb_view_info(m->view);
	m->defaults = m->info->spec_consts_replaced == 1;
	take_kernels(l, m);
	take_symbols(l, m, SET_EXPORTS, &m->symbols.exports, &m->symbols.export_count, &m->states_exports);
	take_symbols(l, m, SET_IMPORTS, &m->symbols.imports, &m->symbols.import_count, &m->states_imports);
}

/* Report exports that the module states and its code does not have. Device globals are found by the program that loads
 * them, whether or not their code exports them. */
static void check_exports(struct link *l, const struct link_module *m, const struct link_code *code)
{
	_cleanup_(hash_free) struct hash defined = { 0 };

	for (size_t i = 0; i < code->symbols.export_count && m->symbols.export_count && l->error == 0; i++)
		link_put_name(l, &defined, code->symbols.exports[i].name, 0, NULL);
	for (size_t i = 0; i < m->symbols.export_count && code->readable && l->error == 0; i++) {
		const struct link_symbol *symbol = &m->symbols.exports[i];

		if (!hash_get(&defined, symbol->name, strlen(symbol->name)) &&
		    !syb_props_get(m->props, "SYCL/device globals", symbol->name))
			link_problem(l, "link-unresolved", symbol->name, (struct link_place){ m, symbol->at },
				     (struct link_place){ 0 },
				     "%s is not defined in the code of the module that exports it",
				     link_readable(l, symbol->name));
	}
}

/* The imports that the module states, and those of its code that it does not state: writers leave out what they
 * consider the driver's, and what they overlook. */
static void unite_imports(struct link *l, const struct link_module *m, const struct link_symbols *code,
			  struct link_symbols *out)
{
	_cleanup_(hash_free) struct hash stated = { 0 };

	out->import_count = m->symbols.import_count;
	out->imports = link_array(l, m->symbols.import_count + code->import_count, sizeof(*out->imports));
	for (size_t i = 0; i < m->symbols.import_count && l->error == 0; i++) {
		out->imports[i] = m->symbols.imports[i];
		link_put_name(l, &stated, out->imports[i].name, 0, NULL);
	}
	for (size_t i = 0; i < code->import_count && l->error == 0; i++) {
		const char *name = code->imports[i].name;

		if (spirv_is_import(name) && !hash_get(&stated, name, strlen(name)))
			out->imports[out->import_count++] = code->imports[i];
	}
}

/* The exports that the module states, united with the imports of its code; without any set, all symbols of the code. */
static void choose_symbols(struct link *l, const struct link_module *m, const struct link_code *code,
			   struct link_image *image)
{
	struct link_symbols *symbols = link_array(l, 1, sizeof(*symbols));

	if (!symbols)
		return;
	*symbols = code->symbols;
	if (m->states_exports || m->states_imports) {
		symbols->exports = m->symbols.exports;
		symbols->export_count = m->symbols.export_count;
	}
	if (m->states_imports)
		unite_imports(l, m, &code->symbols, symbols);
	image->symbols = symbols;
}

static void read_code(struct link *l, struct link_module *m, struct link_image *image)
{
	bool silent = m->kernel_count == 0 && !syb_props_find(m->props, SET_KERNEL_NAMES);
	const struct link_code *code;

	image->symbols = &m->symbols;
	if (l->targets[image->target].native)
		return;
	code = link_code(l, image);
	if (!code)
		return;
	check_exports(l, m, code);
	choose_symbols(l, m, code, image);
	if (silent && code->kernel_count) {
		m->kernels = code->kernels;
		m->kernel_count = code->kernel_count;
		m->silent = true;
	}
}

static void read_images(struct link *l, struct hash *known, size_t index)
{
	_cleanup_(hash_free) struct hash here = { 0 }; /* IR targets of this module */
	struct link_module *m = &l->modules[index];

	m->first_image = l->image_count;
	for (size_t i = 0; i < syb_module_image_count(m->module) && l->error == 0; i++) {
		const struct syb_image *image = syb_module_image_at(m->module, i);
		struct link_image *out = &l->images[l->image_count];
		bool again = false;

		if (!wanted(l, image))
			continue;
		*out = (struct link_image){ .image = image, .module = index };
		out->target = find_target(l, known, image, false);
		if (out->target != SIZE_MAX)
			link_put(l, &here, &l->targets[out->target].name, sizeof(char *), 0, &again);
		if (again)
			out->target = find_target(l, known, image, true);
		if (l->error < 0)
			return;
		l->image_count++;
		m->image_count++;
		l->targets[out->target].image_count++;
		m->has_ir = m->has_ir || !l->targets[out->target].native;
		read_code(l, m, out);
	}
}

struct link_image *link_image_of(const struct link *l, size_t module, size_t target)
{
	const size_t key[2] = { module, target };
	const size_t *place = hash_get(&l->by_target, key, sizeof(key));

	return place ? &l->images[*place] : NULL;
}

/* Images of each target, in the order of the inputs. */
static void list_images(struct link *l)
{
	for (size_t t = 0; t < l->target_count && l->error == 0; t++) {
		struct link_target *target = &l->targets[t];

		target->images = link_array(l, target->image_count, sizeof(*target->images));
		target->image_count = 0;
	}
	for (size_t i = 0; i < l->image_count && l->error == 0; i++) {
		struct link_target *target = &l->targets[l->images[i].target];

		target->images[target->image_count++] = i;
		link_put(l, &l->by_target, &l->images[i].module, 2 * sizeof(size_t), i, NULL);
	}
}

static void make_room(struct link *l)
{
	size_t modules = 0, images = 0;

	for (size_t b = 0; b < l->bin_count; b++) {
		size_t count = syb_bin_module_count(l->bins[b]);

		modules += count;
		for (size_t m = 0; m < count; m++)
			images += syb_module_image_count(syb_bin_module_at(l->bins[b], m));
	}
	l->modules = link_array(l, modules, sizeof(*l->modules));
	l->images = link_array(l, images, sizeof(*l->images));
	l->targets = link_array(l, images, sizeof(*l->targets));
}

void link_read(struct link *l)
{
	_cleanup_(hash_free) struct hash known = { 0 };

	for (size_t i = 0; i < l->bin_count; i++)
		check_state(l, l->bins[i]);
	if (l->error < 0)
		return;
	check_targets(l);
	make_room(l);
	for (size_t b = 0; b < l->bin_count; b++)
		for (size_t i = 0; i < syb_bin_module_count(l->bins[b]) && link_ok(l, ctx_cancelled(l->ctx)); i++) {
			const char *name = syb_bin_name(l->bins[b]);
			struct link_module *m = &l->modules[l->module_count++];

			*m = (struct link_module){ .bin = l->bins[b],
						   .module = syb_bin_module_at(l->bins[b], i),
						   .file = name ? name : "-" };
			ctx_progress_count(l->ctx, "read modules", i, syb_bin_module_count(l->bins[b]));
			read_module(l, m);
			if (l->error == 0)
				read_images(l, &known, l->module_count - 1);
		}
	list_images(l);
}
