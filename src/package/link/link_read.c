/* package/link/link_read.c — packages → modules with their kernels, symbols and wanted images, each image under its
 * target.
 *
 * Properties alone are read here; the code of an image is looked at when a module says nothing about its symbols or
 * kernels (docs/linking.md, section 1), and for the exports that it states. */
#include "link.h"

#include "base/buf.h"
#include "term/nearest.h"
#include "package/judge/kernels.h"
#include <sybil/target.h>

#include <inttypes.h>

/* ---- states ---- */

static int check_state(struct link *l, const struct syb_bin *bin)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, syb_bin_name(bin));
	uint32_t state;
	int r = syb_bin_state(bin, &state);

	if (r == 0 && state == SYB_STATE_EXECUTABLE) {
		syb_report(l->ctx, SYB_SEVERITY_ERROR, SYB_NO_OFFSET, "link-state",
			   "SYCLBIN file '%s' is in executable state; only SYCLBIN files in input or object state can "
			   "be linked",
			   syb_bin_name(bin) ? syb_bin_name(bin) : "-");
		return -SYB_E_STATE;
	}
	if (r < 0)
		syb_report(l->ctx, SYB_SEVERITY_WARNING, SYB_NO_OFFSET, "link-state-unknown",
			   "no state is stated; the package is taken for one in input state");
	return syb_bin_state_check(l->ctx, bin);
}

/* All that are executable are named. */
static int check_states(struct link *l)
{
	int r = 0;

	for (size_t i = 0; i < l->bin_count; i++) {
		int refused = check_state(l, l->bins[i]);

		r = r ? r : refused;
	}
	return r;
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

/* Each member of the list must be good for something. */
static int check_targets(struct link *l)
{
	int r = 0;

	for (size_t t = 0; t < l->opts.target_count; t++) {
		struct nearest best = { NULL, SIZE_MAX };
		bool found = false;

		for (size_t b = 0; b < l->bin_count && !found; b++)
			for (size_t m = 0; m < syb_bin_module_count(l->bins[b]) && !found; m++) {
				const struct syb_module *module = syb_bin_module_at(l->bins[b], m);

				for (size_t i = 0; i < syb_module_image_count(module) && !found; i++)
					found = is_for(syb_module_image_at(module, i), l->opts.targets[t]);
			}
		if (found)
			continue;
		for (size_t i = 0; i < syb_target_count() && !syb_target_find(l->opts.targets[t]); i++)
			nearest_try(&best, l->opts.targets[t], syb_target_at(i)->name);
		syb_report(l->ctx, SYB_SEVERITY_ERROR, SYB_NO_OFFSET, "link-target",
			   "none of the packages has code for '%s'" NEAREST_HINT, l->opts.targets[t],
			   NEAREST_ARGS(best.name));
		r = -SYB_E_INCOMPATIBLE;
	}
	return r;
}

/* The target of an image, made when it is the first one. Of several IR images of a module for the same target the first
 * one is linked; the others go along as native ones do. */
static int find_target(struct link *l, struct hash *known, const struct syb_image *image, bool again, size_t *out)
{
	bool native = syb_image_kind(image) == SYB_IMAGE_NATIVE;
	uint32_t type = native ? 0 : ir_type(image);
	const char *triple = stated_triple(image), *arch = syb_image_arch(image);
	const char *usual = triple ? triple : native ? "" : usual_triple(type);
	_cleanup_(buf_free) struct buf key = { 0 };
	struct link_target *target;
	const char *copy;
	size_t *place;
	bool found;
	int r = buf_printf(l->ctx, &key, "%c%" PRIu32 ":%.*s:%s",
			   native  ? 'n'
			   : again ? 'a'
				   : 'i',
			   type, (int)arch_length(usual), usual, native && arch ? arch : "");

	if (r < 0)
		return r;
	copy = arena_string(l->ctx, &l->arena, key.ptr, key.len);
	if (!copy)
		return -SYB_E_NOMEM;
	r = hash_put(l->ctx, known, copy, key.len, l->target_count, &place, &found);
	if (r < 0)
		return r;
	target = &l->targets[*place];
	if (!found) {
		*target = (struct link_target){ .native = native || again, .type = type };
		target->name =
			native && arch && *arch ? arch : arena_string(l->ctx, &l->arena, usual, arch_length(usual));
		if (!target->name)
			return -SYB_E_NOMEM;
		l->target_count++;
	}
	if (!target->triple)
		target->triple = triple;
	*out = *place;
	return 0;
}

/* ---- modules ---- */

static int take_symbols(struct link *l, const struct link_module *m, const char *set_name, struct link_symbol **out,
			size_t *out_count, bool *out_stated)
{
	const struct syb_set *set = syb_props_find(m->props, set_name);
	struct link_symbol *list;
	size_t count = 0;

	*out_stated = set != NULL;
	if (!set)
		return 0;
	list = arena_array(l->ctx, &l->arena, set->count, sizeof(*list));
	if (!list)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < set->count; i++)
		if (syb_set_find(set, set->props[i].key) == &set->props[i])
			list[count++] =
				(struct link_symbol){ set->props[i].key, link_prop_place(m, &set->props[i]).at };
	*out = list;
	*out_count = count;
	return 0;
}

/* The keys of SYCL/kernel names, or the names that other sets mention; repeated keys count once. */
static int take_kernels(struct link *l, struct link_module *m)
{
	const struct syb_set *set = syb_props_find(m->props, SET_KERNEL_NAMES);
	const char **names;

	m->kernels = m->info->kernels;
	m->kernel_count = m->info->kernel_count;
	if (!set)
		return 0;
	names = arena_array(l->ctx, &l->arena, set->count, sizeof(*names));
	if (!names)
		return -SYB_E_NOMEM;
	m->kernels = names;
	m->kernel_count = 0;
	for (size_t i = 0; i < set->count; i++)
		if (syb_set_find(set, set->props[i].key) == &set->props[i])
			names[m->kernel_count++] = set->props[i].key;
	return 0;
}

static int read_module(struct link *l, struct link_module *m)
{
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(l->ctx, m->file);
	int r = syb_module_props(l->ctx, m->module, &m->props);

	if (r == 0)
		r = syb_view_new(l->ctx, m->props, &m->view);
	if (r < 0)
		return r;
	m->info = syb_view_info(m->view);
	m->defaults = m->info->spec_consts_replaced == 1;
	r = take_kernels(l, m);
	if (r == 0)
		r = take_symbols(l, m, SET_EXPORTS, &m->symbols.exports, &m->symbols.export_count, &m->states_exports);
	if (r == 0)
		r = take_symbols(l, m, SET_IMPORTS, &m->symbols.imports, &m->symbols.import_count, &m->states_imports);
	return r;
}

/* Exports that the module states and its code does not have. Device globals are found by the program that loads them,
 * whether their code shows them to others or not. */
static int check_exports(struct link *l, const struct link_module *m, const struct link_code *code)
{
	struct hash defined = { 0 };
	int r = 0;

	for (size_t i = 0; i < code->symbols.export_count && m->symbols.export_count && r == 0; i++) {
		const char *name = code->symbols.exports[i].name;
		size_t *value;
		bool found;

		r = hash_put(l->ctx, &defined, name, strlen(name), 0, &value, &found);
	}
	for (size_t i = 0; i < m->symbols.export_count && code->readable && r == 0; i++) {
		const struct link_symbol *symbol = &m->symbols.exports[i];

		if (!hash_get(&defined, symbol->name, strlen(symbol->name)) &&
		    !syb_props_get(m->props, "SYCL/device globals", symbol->name))
			r = link_problem(l, "link-unresolved", symbol->name, (struct link_place){ m, symbol->at },
					 (struct link_place){ 0 },
					 "%s is not defined in the code of the module that exports it",
					 link_readable(l, symbol->name));
	}
	hash_free(&defined);
	return r;
}

/* What the module states; without stated imports, those of its code; without any set, all that the code has. */
static int choose_symbols(struct link *l, const struct link_module *m, const struct link_code *code,
			  const struct link_symbols **out)
{
	struct link_symbols *symbols = arena_alloc(l->ctx, &l->arena, sizeof(*symbols));

	if (!symbols)
		return -SYB_E_NOMEM;
	*symbols = code->symbols;
	if (m->states_exports || m->states_imports) {
		symbols->exports = m->symbols.exports;
		symbols->export_count = m->symbols.export_count;
	}
	if (m->states_imports) {
		symbols->imports = m->symbols.imports;
		symbols->import_count = m->symbols.import_count;
	}
	*out = symbols;
	return 0;
}

static int ask_code(struct link *l, struct link_module *m, struct link_image *image)
{
	bool silent = m->kernel_count == 0 && !syb_props_find(m->props, SET_KERNEL_NAMES);
	const struct link_code *code;
	int r;

	image->symbols = &m->symbols;
	if (l->targets[image->target].native || (m->states_imports && !m->states_exports && !silent))
		return 0;
	r = link_code(l, image, &code);
	if (r == 0)
		r = check_exports(l, m, code);
	if (r == 0)
		r = choose_symbols(l, m, code, &image->symbols);
	if (r < 0)
		return r;
	if (silent && code->kernel_count) {
		m->kernels = code->kernels;
		m->kernel_count = code->kernel_count;
		m->silent = true;
	}
	return 0;
}

static int read_images(struct link *l, struct hash *known, size_t index)
{
	struct link_module *m = &l->modules[index];
	struct hash here = { 0 }; /* IR targets of this module */
	int r = 0;

	m->first_image = l->image_count;
	for (size_t i = 0; i < syb_module_image_count(m->module) && r == 0; i++) {
		const struct syb_image *image = syb_module_image_at(m->module, i);
		struct link_image *out = &l->images[l->image_count];
		size_t *place;
		bool again;

		if (!wanted(l, image)) {
			m->unwanted++;
			continue;
		}
		*out = (struct link_image){ .image = image, .module = index };
		r = find_target(l, known, image, false, &out->target);
		if (r < 0)
			break;
		r = hash_put(l->ctx, &here, &l->targets[out->target].name, sizeof(char *), 0, &place, &again);
		if (r == 0 && again)
			r = find_target(l, known, image, true, &out->target);
		if (r < 0)
			break;
		l->image_count++;
		m->image_count++;
		l->targets[out->target].image_count++;
		m->has_ir = m->has_ir || !l->targets[out->target].native;
		r = ask_code(l, m, out);
	}
	hash_free(&here);
	return r;
}

struct link_image *link_image_of(const struct link *l, size_t module, size_t target)
{
	const size_t key[2] = { module, target };
	const size_t *place = hash_get(&l->by_target, key, sizeof(key));

	return place ? &l->images[*place] : NULL;
}

/* Images of each target, in the order of the inputs. */
static int list_images(struct link *l)
{
	int r = 0;

	for (size_t t = 0; t < l->target_count; t++) {
		struct link_target *target = &l->targets[t];

		target->images = arena_array(l->ctx, &l->arena, target->image_count, sizeof(*target->images));
		if (!target->images)
			return -SYB_E_NOMEM;
		target->image_count = 0;
	}
	for (size_t i = 0; i < l->image_count && r == 0; i++) {
		struct link_target *target = &l->targets[l->images[i].target];
		size_t *place;
		bool found;

		target->images[target->image_count++] = i;
		r = hash_put(l->ctx, &l->by_target, &l->images[i].module, 2 * sizeof(size_t), i, &place, &found);
	}
	return r;
}

static int make_room(struct link *l)
{
	size_t modules = 0, images = 0;

	for (size_t b = 0; b < l->bin_count; b++) {
		size_t count = syb_bin_module_count(l->bins[b]);

		modules += count;
		for (size_t m = 0; m < count; m++)
			images += syb_module_image_count(syb_bin_module_at(l->bins[b], m));
	}
	l->modules = arena_array(l->ctx, &l->arena, modules, sizeof(*l->modules));
	l->images = arena_array(l->ctx, &l->arena, images, sizeof(*l->images));
	l->targets = arena_array(l->ctx, &l->arena, images, sizeof(*l->targets));
	return l->modules && l->images && l->targets ? 0 : -SYB_E_NOMEM;
}

int link_read(struct link *l)
{
	struct hash known = { 0 };
	int r = check_states(l);

	if (r == 0)
		r = check_targets(l);
	if (r == 0)
		r = make_room(l);
	for (size_t b = 0; b < l->bin_count && r == 0; b++)
		for (size_t i = 0; i < syb_bin_module_count(l->bins[b]) && r == 0; i++) {
			const char *name = syb_bin_name(l->bins[b]);
			struct link_module *m = &l->modules[l->module_count++];

			*m = (struct link_module){ .bin = l->bins[b],
						   .module = syb_bin_module_at(l->bins[b], i),
						   .file = name ? name : "-" };
			ctx_progress_count(l->ctx, "read modules", i, syb_bin_module_count(l->bins[b]));
			r = ctx_cancelled(l->ctx);
			if (r == 0)
				r = read_module(l, m);
			if (r == 0)
				r = read_images(l, &known, l->module_count - 1);
		}
	hash_free(&known);
	return r < 0 ? r : list_images(l);
}
