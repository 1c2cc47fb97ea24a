/* ir/module/values.c — lists of values; see values.h. */
#include "values.h"

size_t values_find(const struct values *v, const void *value)
{
	const size_t *known = hash_get(&v->index, &value, sizeof(value));

	return known ? *known : SIZE_MAX;
}

int values_add(struct syb_ctx *ctx, struct values *v, const void *value, size_t *out_index)
{
	size_t index = values_find(v, value), *stored;
	const void **key;
	bool found;

	if (index == SIZE_MAX) {
		v->from = allocator_of(ctx);
		key = arena_alloc(ctx, &v->arena, sizeof(*key));
		if (!key)
			return -SYB_E_NOMEM;
		*key = value;
		TRY(VEC_PUSH(ctx, v->items, v->count, v->room));
		TRY(hash_put(ctx, &v->index, key, sizeof(*key), v->count, &stored, &found));
		index = v->count++;
		v->items[index] = (LLVMValueRef)(uintptr_t)value;
	}
	if (out_index)
		*out_index = index;
	return 0;
}

void values_free(struct values *v)
{
	hash_free(&v->index);
	arena_free(&v->arena);
	if (v->items)
		allocator_free(v->from, v->items);
	*v = (struct values){ 0 };
}
