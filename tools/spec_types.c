/* tools/spec_types.c — types of specialization constants, out of a SPIR-V module.
 *
 * Property sets say where the parts of a constant are and how long, not what they are: that is in the code. One walk up
 * to the first function. What is damaged is not looked at: whoever builds the module complains. */
#include "run.h"

#include "base/hash.h"
#include "base/span.h"

enum {
	HEADER = 5 * 4,
	OP_TYPE_BOOL = 20,
	OP_TYPE_INT = 21,
	OP_TYPE_FLOAT = 22,
	OP_SPEC_TRUE = 48,
	OP_SPEC_FALSE = 49,
	OP_SPEC = 50,
	OP_FUNCTION = 54,
	OP_DECORATE = 71,
	DECORATION_SPEC_ID = 1,
};

/* Keys are words of the module, borrowed. */
struct spec_types {
	struct allocator from;
	struct hash targets; /* SpecId → id */
	struct hash types;   /* id → its type's id */
	struct hash classes; /* a type's id → class */
};

static int put(struct syb_ctx *ctx, struct hash *hash, struct span op, size_t word, uint64_t value)
{
	size_t *stored;
	bool found;

	return hash_put(ctx, hash, op.ptr + 4 * word, 4, (size_t)value, &stored, &found);
}

static int read_op(struct syb_ctx *ctx, struct spec_types *t, unsigned code, struct span op)
{
	size_t words = op.len / 4;

	switch (code) {
	case OP_TYPE_BOOL:
		return words >= 2 ? put(ctx, &t->classes, op, 1, ELEMENT_BOOL) : 0;
	case OP_TYPE_INT:
		return words >= 2 ? put(ctx, &t->classes, op, 1, ELEMENT_INT) : 0;
	case OP_TYPE_FLOAT:
		return words >= 2 ? put(ctx, &t->classes, op, 1, ELEMENT_REAL) : 0;
	case OP_SPEC_TRUE:
	case OP_SPEC_FALSE:
	case OP_SPEC:
		return words >= 3 ? put(ctx, &t->types, op, 2, span_u32(op, 4)) : 0;
	case OP_DECORATE:
		return words >= 4 && span_u32(op, 8) == DECORATION_SPEC_ID
			       ? put(ctx, &t->targets, op, 3, span_u32(op, 4))
			       : 0;
	default:
		return 0;
	}
}

int spec_types_new(struct syb_ctx *ctx, struct syb_bytes spirv, struct spec_types **out_types)
{
	_cleanup_(spec_types_free_p) struct spec_types *t = mem_zalloc(ctx, sizeof(*t));
	struct span rest = span_of(spirv, 0);
	int r = 0;

	if (!t)
		return -SYB_E_NOMEM;
	t->from = allocator_of(ctx);
	rest = rest.len > HEADER && span_u32(rest, 0) == 0x07230203 ? span_skip(rest, HEADER) : (struct span){ 0 };
	while (r == 0 && rest.len >= 4) {
		uint32_t first = span_u32(rest, 0);
		size_t len = (size_t)(first >> 16) * 4;

		if (len == 0 || len > rest.len || (first & 0xffff) == OP_FUNCTION)
			break;
		r = read_op(ctx, t, first & 0xffff, (struct span){ rest.ptr, len, rest.at });
		rest = span_skip(rest, len);
	}
	if (r == 0)
		*out_types = steal(t);
	return r;
}

void spec_types_free(struct spec_types *types)
{
	hash_free(&types->targets);
	hash_free(&types->types);
	hash_free(&types->classes);
	allocator_free(types->from, types);
}

static const size_t *get(const struct hash *hash, const size_t *id)
{
	uint8_t word[4];

	if (!id)
		return NULL;
	for (unsigned i = 0; i < 4; i++)
		word[i] = (uint8_t)(*id >> 8 * i);
	return hash_get(hash, word, sizeof(word));
}

bool spec_types_find(const struct spec_types *types, uint32_t id, enum element_class *out_class)
{
	size_t number = id;
	const size_t *class = get(&types->classes, get(&types->types, get(&types->targets, &number)));

	if (class)
		*out_class = (enum element_class) * class;
	return class != NULL;
}
