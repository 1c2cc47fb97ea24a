/* ir/describe/describe_misc.c — how the image was compiled, its virtual functions, its specialization constants. */
#include "describe.h"

#include "base/order.h"

#include <stdlib.h>

/* ---- misc properties ---- */

/* Only an image whose entry points are all explicit SIMD code states that; one with both kinds of code is mixed. */
static void find_esimd(const struct describer *d, bool *out_all, bool *out_mixed)
{
	size_t count = 0;

	for (size_t i = 0; i < d->image->entry_count; i++)
		count += describe_metadata(d, d->image->entries[i], "sycl_explicit_simd") != NULL;
	*out_all = count > 0 && count == d->image->entry_count;
	*out_mixed = count > 0 && !*out_all;
}

/* Of the first entry point with the attribute: those of an image agree. */
static int write_attribute(struct describer *d, const char *attribute, const char *key)
{
	uint32_t number;

	for (size_t i = 0; i < d->image->entry_count; i++) {
		struct text text = { NULL, 0 };

		text.ptr = ir_attribute(d->image->entries[i], attribute, &text.len);
		if (!text.ptr)
			continue;
		if (!describe_read_number(d, "function", d->image->entries[i], attribute, text, &number))
			return 0;
		return describe_u32(d, key, number);
	}
	return 0;
}

static int write_sanitizer(struct describer *d)
{
	static const struct {
		const char *variable, *name;
	} sanitizers[] = {
		{ "__AsanKernelMetadata", "asan" },
		{ "__MsanKernelMetadata", "msan" },
		{ "__TsanKernelMetadata", "tsan" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(sanitizers); i++)
		if (LLVMGetNamedGlobal(d->image->module, sanitizers[i].variable))
			return describe_bytes(d, "sanUsed", sanitizers[i].name, strlen(sanitizers[i].name));
	return 0;
}

int describe_misc(struct describer *d)
{
	bool esimd, mixed;

	find_esimd(d, &esimd, &mixed);
	if (esimd)
		TRY(describe_u32(d, "isEsimdImage", 1));
	if (d->spec)
		TRY(write_attribute(d, "sycl-register-alloc-mode", "sycl-register-alloc-mode"));
	TRY(write_attribute(d, "sycl-grf-size", "sycl-grf-size"));
	if (!mixed)
		TRY(write_attribute(d, "sycl-optlevel", "optLevel"));
	if (d->opts->id_queries_range)
		TRY(describe_u32(d, "idQueriesRange", d->opts->id_queries_range));
	TRY(write_sanitizer(d));
	if (d->constants->replaced)
		TRY(describe_u32(d, "specConstsReplacedWithDefault", 1));
	return 0;
}

/* ---- virtual functions ---- */

/* Add the names of a comma list. */
static int add_names(struct describer *d, struct hash *names, struct text list)
{
	size_t *stored;
	bool found;

	while (list.len) {
		struct text name = text_cut(&list, ',');

		if (name.len)
			TRY(hash_put(d->ctx, names, name.ptr, name.len, 0, &stored, &found));
	}
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct hash_slot *x = *(const struct hash_slot *const *)a, *y = *(const struct hash_slot *const *)b;
	int order = memcmp(x->key, y->key, x->len < y->len ? x->len : y->len);

	return order ? order : ORDER(x->len, y->len);
}

static int write_names(struct describer *d, const struct hash *names, const char *key)
{
	const struct hash_slot **sorted = arena_array(d->ctx, &d->arena, names->count + 1, sizeof(*sorted));
	size_t count = 0;

	if (!sorted)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < names->room; i++)
		if (names->slots[i].key)
			sorted[count++] = &names->slots[i];
	qsort(sorted, count, sizeof(*sorted), compare);
	d->bytes.len = 0;
	for (size_t i = 0; i < count; i++) {
		if (i)
			TRY(buf_char(d->ctx, &d->bytes, ','));
		TRY(buf_add(d->ctx, &d->bytes, sorted[i]->key, sorted[i]->len));
	}
	return count ? describe_buffer(d, key) : 0;
}

int describe_virtual_functions(struct describer *d)
{
	_cleanup_(hash_free) struct hash names = { 0 };

	for (LLVMValueRef f = LLVMGetFirstFunction(d->image->module); f; f = LLVMGetNextFunction(f)) {
		struct text set = { NULL, 0 }, called = { NULL, 0 };

		set.ptr = LLVMIsDeclaration(f) ? NULL : ir_attribute(f, "indirectly-callable", &set.len);
		if (set.ptr) /* an image of virtual functions does not state its calls */
			return describe_bytes(d, "virtual-functions-set", set.ptr, set.len);
		called.ptr = ir_attribute(f, "calls-indirectly", &called.len);
		TRY(add_names(d, &names, called));
	}
	return write_names(d, &names, "uses-virtual-functions-set");
}

/* ---- specialization constants ---- */

int describe_spec_constants(struct describer *d)
{
	const struct spec_constants *c = d->constants;

	for (size_t i = 0; i < c->count && !c->replaced; i++) {
		const char *key = NULL;

		d->bytes.len = 0;
		for (size_t n = 0; n < c->list[i].triple_count * 3; n++)
			TRY(buf_u32(d->ctx, &d->bytes, c->list[i].triples[n]));
		TRY(describe_key(d, c->list[i].name, strlen(c->list[i].name), "", &key));
		TRY(describe_buffer(d, key));
	}
	return 0;
}

/* DPC++ has one value for all constants, the documents one for each. */
int describe_spec_defaults(struct describer *d)
{
	const struct spec_constants *c = d->constants;
	size_t at = 0;

	if (c->replaced || c->count == 0)
		return 0;
	if (!d->spec || !spec_constants_sizes_agree(c))
		return describe_bytes(d, "all", c->defaults.ptr, c->defaults.len);
	for (size_t i = 0; i < c->count; i++) {
		size_t size = (size_t)spec_constant_size(&c->list[i]);
		const char *key = NULL;

		TRY(describe_key(d, c->list[i].name, strlen(c->list[i].name), "", &key));
		TRY(describe_bytes(d, key, c->defaults.ptr + at, size));
		at += size;
	}
	return 0;
}
