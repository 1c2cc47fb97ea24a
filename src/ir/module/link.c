/* ir/module/link.c — links modules of LLVM IR, the translation units of a program, into one.
 *
 * All are read into one LLVM context, and their symbols are compared first: LLVM stops at the first problem, and users
 * want to see all. Archive members are linked when they define missing symbols. */
#include "ir/aspects/aspects.h"

#include "term/demangle.h"

#include <sybil/target.h>

struct unit {
	const struct syb_ir_input *input;
	LLVMModuleRef module;
	struct shim_type_names *types; /* those that the module has in its file, while other units are used */
	bool taken;
};

struct symbol {
	const char *name; /* LLVM's; not NUL-terminated */
	size_t len;
	size_t strong, weak; /* unit that defines it, SIZE_MAX for none; of weak ones the first */
	LLVMValueRef definition;
	size_t wanted_by; /* the first unit that was taken and uses it, SIZE_MAX for none */
};

struct linking {
	struct syb_ctx *ctx;
	struct syb_ir *ir;
	struct arena arena;
	struct unit *units;
	size_t count;
	struct hash names;
	struct symbol *symbols;
	size_t symbol_count, symbol_room;
	size_t *waiting; /* wanted symbols that are not resolved yet */
	size_t waiting_count, waiting_room;
	struct demangler *demangler;
	int result;
};

static void drop(struct linking *l)
{
	for (size_t i = 0; l->units && i < l->count; i++) {
		if (l->units[i].types)
			shim_type_names_give(l->units[i].types);
		if (l->units[i].module)
			LLVMDisposeModule(l->units[i].module);
	}
	hash_free(&l->names);
	allocator_free(allocator_of(l->ctx), l->symbols);
	allocator_free(allocator_of(l->ctx), l->waiting);
	demangler_free(l->demangler);
	arena_free(&l->arena);
}

/* ---- symbols ---- */

static int symbol_of(struct linking *l, LLVMValueRef value, size_t *out_index)
{
	size_t len, *stored;
	const char *name = LLVMGetValueName2(value, &len);
	bool found;

	TRY(VEC_PUSH(l->ctx, l->symbols, l->symbol_count, l->symbol_room));
	TRY(hash_put(l->ctx, &l->names, name, len, l->symbol_count, &stored, &found));
	if (!found)
		l->symbols[l->symbol_count++] = (struct symbol){
			.name = name, .len = len, .strong = SIZE_MAX, .weak = SIZE_MAX, .wanted_by = SIZE_MAX
		};
	*out_index = *stored;
	return 0;
}

static bool is_visible(LLVMValueRef value)
{
	LLVMLinkage linkage = LLVMGetLinkage(value);
	size_t len;
	const char *name = LLVMGetValueName2(value, &len);

	return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage && linkage != LLVMAppendingLinkage &&
	       !(len > 5 && memcmp(name, "llvm.", 5) == 0);
}

/* Whether the definition overrides weak ones. */
static bool is_strong(LLVMValueRef value)
{
	LLVMLinkage linkage = LLVMGetLinkage(value);

	return linkage == LLVMExternalLinkage || linkage == LLVMDLLExportLinkage;
}

static bool is_definition(LLVMValueRef value)
{
	return !LLVMIsDeclaration(value) && LLVMGetLinkage(value) != LLVMAvailableExternallyLinkage;
}

typedef int visit_fn(struct linking *l, size_t unit, LLVMValueRef value);

static int each_symbol(struct linking *l, size_t unit, visit_fn *visit)
{
	LLVMModuleRef module = l->units[unit].module;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (is_visible(f))
			TRY(visit(l, unit, f));
	for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
		if (is_visible(g))
			TRY(visit(l, unit, g));
	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a; a = LLVMGetNextGlobalAlias(a))
		if (is_visible(a))
			TRY(visit(l, unit, a));
	return 0;
}

/* "name (readable)" of a symbol, in the arena. */
static const char *shown(struct linking *l, const struct symbol *s)
{
	const char *raw = arena_string(l->ctx, &l->arena, s->name, s->len), *readable;

	if (!l->demangler && demangler_new(l->ctx, &l->demangler) < 0)
		return raw;
	readable = raw ? demangle(l->demangler, raw) : NULL;
	return readable ? arena_printf(l->ctx, &l->arena, "%s (%s)", raw, readable) : raw;
}

static const char *unit_name(const struct linking *l, size_t unit)
{
	return l->units[unit].input->name;
}

/* Note the defining unit: units that are always linked have priority over archive members, of which the first is used.
 */
static int define(struct linking *l, size_t unit, LLVMValueRef value)
{
	size_t index;
	struct symbol *s;

	if (!is_definition(value))
		return 0;
	TRY(symbol_of(l, value, &index));
	s = &l->symbols[index];
	if (!is_strong(value)) {
		s->weak = s->weak == SIZE_MAX ? unit : s->weak;
	} else if (s->strong == SIZE_MAX || (l->units[s->strong].input->lazy && !l->units[unit].input->lazy)) {
		s->strong = unit;
		s->definition = value;
	}
	return 0;
}

static int want(struct linking *l, size_t unit, LLVMValueRef value)
{
	size_t index;

	if (is_definition(value))
		return 0;
	TRY(symbol_of(l, value, &index));
	if (l->symbols[index].wanted_by != SIZE_MAX)
		return 0;
	l->symbols[index].wanted_by = unit;
	TRY(VEC_PUSH(l->ctx, l->waiting, l->waiting_count, l->waiting_room));
	l->waiting[l->waiting_count++] = index;
	return 0;
}

static int take(struct linking *l, size_t unit)
{
	if (l->units[unit].taken)
		return 0;
	l->units[unit].taken = true;
	return each_symbol(l, unit, want);
}

/* Take the units that define wanted symbols; those of lazy members only when needed. */
static int take_members(struct linking *l)
{
	while (l->waiting_count) {
		const struct symbol *s = &l->symbols[l->waiting[--l->waiting_count]];
		size_t unit = s->strong != SIZE_MAX ? s->strong : s->weak;

		if (unit != SIZE_MAX)
			TRY(take(l, unit));
	}
	return 0;
}

/* ---- types ---- */

/* Types of two modules are different objects even where they mean the same, so only their outlines are compared. */
static bool same_outline(LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef x, y, one[64], other[64];
	unsigned count;

	if (!LLVMIsAFunction(a) || !LLVMIsAFunction(b))
		return !LLVMIsAFunction(a) == !LLVMIsAFunction(b);
	x = LLVMGlobalGetValueType(a);
	y = LLVMGlobalGetValueType(b);
	count = LLVMCountParamTypes(x);
	if (count != LLVMCountParamTypes(y) || LLVMIsFunctionVarArg(x) != LLVMIsFunctionVarArg(y) ||
	    LLVMGetTypeKind(LLVMGetReturnType(x)) != LLVMGetTypeKind(LLVMGetReturnType(y)))
		return false;
	if (count > ARRAY_SIZE(one))
		return true;
	LLVMGetParamTypes(x, one);
	LLVMGetParamTypes(y, other);
	for (unsigned i = 0; i < count; i++)
		if (LLVMGetTypeKind(one[i]) != LLVMGetTypeKind(other[i]) ||
		    (LLVMGetTypeKind(one[i]) == LLVMIntegerTypeKind &&
		     LLVMGetIntTypeWidth(one[i]) != LLVMGetIntTypeWidth(other[i])))
			return false;
	return true;
}

static int check_symbol(struct linking *l, size_t unit, LLVMValueRef value)
{
	size_t len, *index;
	const char *name = LLVMGetValueName2(value, &len);
	const struct symbol *s;

	index = hash_get(&l->names, name, len);
	s = index ? &l->symbols[*index] : NULL;
	if (!s || !s->definition || s->strong == unit || !l->units[s->strong].taken)
		return 0;
	if (is_definition(value) && is_strong(value))
		l->result = syb_fail(l->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "link-duplicate",
				     "%s is defined in %s and in %s", shown(l, s), unit_name(l, s->strong),
				     unit_name(l, unit));
	else if (!same_outline(value, s->definition))
		l->result = syb_fail(l->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "link-type",
				     "%s is used in %s with another type than its definition in %s has", shown(l, s),
				     unit_name(l, unit), unit_name(l, s->strong));
	return 0;
}

/* Functions have numbers of aspects, which mean something else in a module with another list of names. */
static void check_aspects(struct linking *l)
{
	enum syb_aspect_numbers first = SYB_ASPECT_NUMBERS_DEFAULT;
	size_t first_unit = 0;

	for (size_t i = 0; i < l->count; i++) {
		enum syb_aspect_numbers numbers =
			l->units[i].taken ? aspects_stated(l->units[i].module) : SYB_ASPECT_NUMBERS_DEFAULT;

		if (numbers && first && numbers != first) {
			l->result = syb_fail(l->ctx, SYB_E_INCOMPATIBLE, SYB_NO_OFFSET, "aspect-numbers-mixed",
					     "%s has the aspect numbers of %s, but %s has those of %s",
					     unit_name(l, first_unit), syb_aspect_numbers_name(first), unit_name(l, i),
					     syb_aspect_numbers_name(numbers));
			return;
		}
		if (numbers && !first) {
			first = numbers;
			first_unit = i;
		}
	}
}

/* ---- all together ---- */

/* The passes of one unit, when all units could be read: another try would repeat their warnings. */
static int run_passes(struct linking *l, struct unit *unit)
{
	struct syb_ir ir = { .from = l->ir->from, .context = l->ir->context, .module = unit->module };
	const char *rest = unit->input->passes;
	bool stated = false;
	int r = 0;

	ir.name = unit->input->name ? arena_string(l->ctx, &l->arena, unit->input->name, strlen(unit->input->name))
				    : l->ir->name;
	while (rest && *rest && r == 0) {
		size_t len = strcspn(rest, ",");
		char *pass = arena_string(l->ctx, &l->arena, rest, len);

		r = pass && ir.name ? syb_ir_run(l->ctx, &ir, pass, unit->input->opts) : -SYB_E_NOMEM;
		if (r == 0)
			stated |= str_eq(pass, "propagate-aspects");
		rest += len + (rest[len] == ',');
	}
	return r == 0 && l->count > 1 ? aspects_state_types(l->ctx, &ir, stated) : r;
}

/* Types have the names of their files while their unit is read and its passes run: lists of types name them. */
static void enter_types(struct linking *l, size_t unit)
{
	if (l->units[unit].types)
		shim_type_names_give(steal(l->units[unit].types));
}

static void leave_types(struct linking *l, size_t unit)
{
	if (l->count > 1)
		l->units[unit].types = shim_type_names_take(l->units[unit].module);
}

static int read_units(struct linking *l, const struct syb_ir_input *inputs)
{
	for (size_t i = 0; i < l->count; i++) {
		l->units[i].input = &inputs[i];
		TRY(ir_parse(l->ctx, l->ir->context, inputs[i].bytes, inputs[i].name, &l->units[i].module));
		leave_types(l, i);
		TRY(ctx_cancelled(l->ctx));
	}
	for (size_t i = 0; i < l->count; i++) {
		enter_types(l, i);
		TRY(run_passes(l, &l->units[i]));
		leave_types(l, i);
	}
	for (size_t i = 0; i < l->count; i++)
		enter_types(l, i);
	return 0;
}

static int resolve(struct linking *l)
{
	for (size_t i = 0; i < l->count; i++)
		TRY(each_symbol(l, i, define));
	for (size_t i = 0; i < l->count; i++)
		TRY(l->units[i].input->lazy ? 0 : take(l, i));
	TRY(take_members(l));
	for (size_t i = 0; i < l->count; i++)
		if (l->units[i].taken)
			TRY(each_symbol(l, i, check_symbol));
	check_aspects(l);
	return l->result;
}

/* The first unit that is taken becomes the module, the others are linked into it. */
static int combine(struct linking *l)
{
	LLVMModuleRef *sources = arena_array(l->ctx, &l->arena, l->count + 1, sizeof(*sources));
	size_t count = 0;

	if (!sources)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < l->count; i++)
		if (l->units[i].taken)
			sources[count++] = steal(l->units[i].module);
	if (count == 0)
		return syb_fail(l->ctx, SYB_E_NOTFOUND, SYB_NO_OFFSET, "link-input", "no module to link");
	l->ir->module = sources[0];
	return ir_combine(l->ctx, l->ir, sources + 1, count - 1);
}

/* opaque: give all modules opaque pointers, because some have them. */
static int link_all(struct syb_ctx *ctx, const struct syb_ir_input *inputs, size_t count, bool opaque,
		    struct syb_ir **out_ir)
{
	_cleanup_(syb_ir_free_p) struct syb_ir *ir = NULL; /* freed after the modules in its context */
	_cleanup_(drop) struct linking l = { .ctx = ctx, .count = count };

	l.units = arena_array(ctx, &l.arena, count + 1, sizeof(*l.units));
	if (!l.units)
		return -SYB_E_NOMEM;
	TRY(ir_new(ctx, count ? inputs[0].name : "<ir>", &ir));
	l.ir = ir;
	if (opaque)
		ir_use_opaque_pointers(ir);
	TRY(read_units(&l, inputs));
	if (count == 1) { /* a single module is used unchanged, even if it is lazy */
		ir->module = steal(l.units[0].module);
	} else {
		TRY(resolve(&l));
		TRY(combine(&l));
		TRY(ir_verify(ctx, ir, SYB_E_INCOMPATIBLE));
	}
	*out_ir = steal(ir);
	return 0;
}

int syb_ir_link(struct syb_ctx *ctx, const struct syb_ir_input *inputs, size_t count, struct syb_ir **out_ir)
{
	int r = link_all(ctx, inputs, count, false, out_ir);

	return r == IR_OTHER_POINTERS ? link_all(ctx, inputs, count, true, out_ir) : r;
}
