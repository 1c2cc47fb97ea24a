/* ir/describe/describe_misc.c — how the image was compiled, its virtual functions, its specialization constants. */
#include "describe.h"

#include "base/order.h"

#include <stdlib.h>

/* ---- misc properties ---- */

/* Explicit SIMD is a matter of whole images; one with both kinds of code (mixed) says nothing about it. */
static void find_esimd(const struct describer *d, bool *out_all, bool *out_mixed)
{
	size_t count = 0;

	for (size_t i = 0; i < d->image->entry_count; i++)
		count += describe_metadata(d, d->image->entries[i], "sycl_explicit_simd") != NULL;
	*out_all = count > 0 && count == d->image->entry_count;
	*out_mixed = count > 0 && !*out_all;
}

/* The first entry point with the attribute speaks for all: those of an image agree. */
static int write_attribute(struct describer *d, const char *attribute, const char *key)
{
	size_t len;
	uint32_t number;

	for (size_t i = 0; i < d->image->entry_count; i++) {
		if (!ir_attribute(d->image->entries[i], attribute, &len))
			continue;
		return describe_attribute_number(d, d->image->entries[i], attribute, &number)
			       ? describe_u32(d, key, number)
			       : 0;
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

struct names {
	struct hash index;
	const struct hash_slot **sorted;
};

/* Names of a comma list that are not there yet. */
static int add_names(struct describer *d, struct names *names, const char *text, size_t len)
{
	size_t *stored;
	bool found;
	int r = 0;

	while (len > 0 && r == 0) {
		const char *comma = memchr(text, ',', len);
		size_t one = comma ? (size_t)(comma - text) : len;

		if (one)
			r = hash_put(d->ctx, &names->index, text, one, 0, &stored, &found);
		text += one + (comma != NULL);
		len -= one + (comma != NULL);
	}
	return r;
}

static int compare(const void *a, const void *b)
{
	const struct hash_slot *x = *(const struct hash_slot *const *)a, *y = *(const struct hash_slot *const *)b;
	int order = memcmp(x->key, y->key, x->len < y->len ? x->len : y->len);

	return order ? order : ORDER(x->len, y->len);
}

static int write_names(struct describer *d, struct names *names, const char *key)
{
	size_t count = 0;

	if (names->index.count == 0)
		return 0;
	names->sorted = arena_array(d->ctx, &d->arena, names->index.count, sizeof(*names->sorted));
	if (!names->sorted)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < names->index.room; i++)
		if (names->index.slots[i].key)
			names->sorted[count++] = &names->index.slots[i];
	qsort(names->sorted, count, sizeof(*names->sorted), compare);
	d->bytes.len = 0;
	for (size_t i = 0; i < count; i++) {
		if (i)
			TRY(buf_char(d->ctx, &d->bytes, ','));
		TRY(buf_add(d->ctx, &d->bytes, names->sorted[i]->key, names->sorted[i]->len));
	}
	return describe_bytes(d, key, d->bytes.ptr, d->bytes.len);
}

int describe_virtual_functions(struct describer *d)
{
	struct names names = { 0 };
	const char *text;
	size_t len;
	int r = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(d->image->module); f && r == 0; f = LLVMGetNextFunction(f)) {
		text = LLVMIsDeclaration(f) ? NULL : ir_attribute(f, "indirectly-callable", &len);
		if (text) { /* an image of virtual functions; it does not say whom they call */
			hash_free(&names.index);
			return describe_bytes(d, "virtual-functions-set", text, len);
		}
		text = ir_attribute(f, "calls-indirectly", &len);
		if (text)
			r = add_names(d, &names, text, len);
	}
	if (r == 0)
		r = write_names(d, &names, "uses-virtual-functions-set");
	hash_free(&names.index);
	return r;
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
		TRY(describe_bytes(d, key, d->bytes.ptr, d->bytes.len));
	}
	return 0;
}

/* One value of all for DPC++; the documents have one for each constant. */
int describe_spec_defaults(struct describer *d)
{
	const struct spec_constants *c = d->constants;
	size_t at = 0;
	int r = 0;

	if (c->replaced || c->count == 0)
		return 0;
	if (!d->spec || !spec_constants_sizes_agree(c))
		return describe_bytes(d, "all", c->defaults.ptr, c->defaults.len);
	for (size_t i = 0; i < c->count && r == 0; i++) {
		size_t size = (size_t)spec_constant_size(&c->list[i]);
		const char *key = NULL;

		r = describe_key(d, c->list[i].name, strlen(c->list[i].name), "", &key);
		if (r == 0)
			r = describe_bytes(d, key, c->defaults.ptr + at, size);
		at += size;
	}
	return r;
}
