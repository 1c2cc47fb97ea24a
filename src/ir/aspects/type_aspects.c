/* ir/aspects/type_aspects.c — types → aspects; see type_aspects.h.
 *
 * Types may be nested to any depth, so they are walked with an explicit stack. A type is entered before its parts: a
 * type that contains itself then ends the walk. */
#include "type_aspects.h"

struct type_entry {
	LLVMTypeRef type;
	aspect_set listed; /* aspects of the struct in the module's list */
	struct aspect_use use;
	bool done;
};

struct type_frame {
	size_t entry;
	unsigned next, count; /* parts */
};

static const char *const type_lists[] = { "sycl_types_that_use_aspects", "intel_types_that_use_aspects" };

static void stick(struct type_aspects *t)
{
	if (t->aspects->r == 0)
		t->aspects->r = -SYB_E_NOMEM;
}

static unsigned part_count(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		return LLVMCountStructElementTypes(type);
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind:
	case LLVMScalableVectorTypeKind:
		return 1;
	default:
		return 0;
	}
}

/* The entry of a type, new or existing; SIZE_MAX without memory. */
static size_t enter(struct type_aspects *t, LLVMTypeRef type)
{
	struct syb_ctx *ctx = t->aspects->ctx;
	size_t index;

	if (values_add(ctx, &t->types, type, &index) < 0 ||
	    (index == t->count && VEC_PUSH(ctx, t->entries, t->count, t->room) < 0)) {
		stick(t);
		return SIZE_MAX;
	}
	if (index == t->count)
		t->entries[t->count++] = (struct type_entry){ .type = type };
	return index;
}

/* Types without aspects, and double and half, need no entry. */
static bool is_plain(const struct type_aspects *t, LLVMTypeRef type, struct aspect_use *out_use)
{
	*out_use = (struct aspect_use){ 0, 0 };
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind:
	case LLVMScalableVectorTypeKind:
		return false;
	case LLVMDoubleTypeKind:
		out_use->all = t->aspects->fp64;
		return true;
	case LLVMHalfTypeKind:
		out_use->all = out_use->hard = t->aspects->fp16;
		return true;
	default:
		return true;
	}
}

static bool push(struct type_aspects *t, size_t entry)
{
	struct type_entry *e = &t->entries[entry];

	if (VEC_PUSH(t->aspects->ctx, t->stack, t->depth, t->stack_room) < 0) {
		stick(t);
		return false;
	}
	e->done = true;
	e->use = (struct aspect_use){ e->listed, e->listed };
	t->stack[t->depth++] = (struct type_frame){ entry, 0, part_count(e->type) };
	return true;
}

static void resolve(struct type_aspects *t, size_t root)
{
	t->depth = 0;
	if (!push(t, root))
		return;
	while (t->depth > 0 && t->aspects->r == 0) {
		struct type_frame *top = &t->stack[t->depth - 1];
		struct type_entry *e = &t->entries[top->entry];
		struct aspect_use use;
		LLVMTypeRef part;
		size_t entry;

		if (top->next == top->count) {
			t->depth--;
			continue;
		}
		part = ir_part_type(e->type, top->next);
		if (!is_plain(t, part, &use)) {
			entry = enter(t, part);
			if (entry == SIZE_MAX)
				return;
			if (!t->entries[entry].done) { /* its parts first; this one is visited again */
				(void)push(t, entry);
				continue;
			}
			use = t->entries[entry].use;
		}
		e = &t->entries[top->entry];
		e->use = aspect_use_add(t->aspects, e->use, use);
		top->next++;
	}
}

struct aspect_use type_aspects_get(struct type_aspects *t, LLVMTypeRef type)
{
	struct aspect_use use;
	size_t entry;

	if (is_plain(t, type, &use))
		return use;
	if (type == t->last)
		return t->last_use;
	entry = enter(t, type);
	if (entry == SIZE_MAX)
		return use;
	if (!t->entries[entry].done)
		resolve(t, entry);
	t->last = type;
	t->last_use = t->entries[entry].use;
	return t->last_use;
}

/* Descends into the first part that has the aspect. The step count ends walks through a type that contains itself. */
LLVMTypeRef type_aspects_origin(struct type_aspects *t, LLVMTypeRef type, size_t aspect)
{
	if (!aspects_in(t->aspects, type_aspects_get(t, type).all, aspect))
		return NULL;
	for (size_t steps = 0; steps <= t->count; steps++) {
		size_t entry = values_find(&t->types, type);
		unsigned count = part_count(type), i = 0;

		if (entry == SIZE_MAX || aspects_in(t->aspects, t->entries[entry].listed, aspect))
			return type;
		while (i < count && !aspects_in(t->aspects, type_aspects_get(t, ir_part_type(type, i)).all, aspect))
			i++;
		if (i == count)
			return type;
		type = ir_part_type(type, i);
	}
	return type;
}

/* {"struct name", aspects…} */
static int read_type(struct type_aspects *t, LLVMMetadataRef node)
{
	_cleanup_(arena_free) struct arena scratch = { 0 };
	aspect_set set = 0;
	const char *name;
	LLVMTypeRef type;
	char *text;
	size_t len, entry;

	name = shim_string(shim_node_at(node, 0), &len);
	if (!name)
		return 0;
	text = arena_string(t->aspects->ctx, &scratch, name, len);
	if (!text)
		return -SYB_E_NOMEM;
	type = LLVMGetTypeByName2(t->aspects->ir->context, text);
	if (!type)
		return 0;
	for (size_t i = 1; i < shim_node_count(node); i++) {
		int64_t number;

		if (aspects_of_operand(t->aspects, shim_node_at(node, i), &number))
			set = aspects_union(t->aspects, set, aspects_one(t->aspects, number));
	}
	entry = enter(t, type);
	if (entry == SIZE_MAX)
		return -SYB_E_NOMEM;
	t->entries[entry].listed = aspects_union(t->aspects, t->entries[entry].listed, set);
	return t->aspects->r;
}

int type_aspects_init(struct type_aspects *t, struct aspects *aspects)
{
	int r = 0;

	*t = (struct type_aspects){ .aspects = aspects };
	for (size_t l = 0; l < ARRAY_SIZE(type_lists) && r == 0; l++) {
		size_t count = shim_named_count(aspects->ir->module, type_lists[l]);

		for (size_t i = 0; i < count && r == 0; i++)
			r = read_type(t, shim_named_at(aspects->ir->module, type_lists[l], i));
	}
	if (r < 0 && aspects->r == 0)
		aspects->r = r;
	return r;
}

void type_aspects_free(struct type_aspects *t)
{
	values_free(&t->types);
	if (t->aspects) {
		allocator_free(allocator_of(t->aspects->ctx), t->entries);
		allocator_free(allocator_of(t->aspects->ctx), t->stack);
	}
}
