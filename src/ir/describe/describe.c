/* ir/describe/describe.c — the property sets of an image, in the order in which they are written.
 *
 * The table says which sets there are, who asks for them and which stand even without a property; each row has a writer
 * in the file of its subject. Values are handed over in one form, and the property writer gives them the form of the
 * dialect. */
#include "describe.h"

#include "base/order.h"
#include "ir/properties/properties.h"

enum { NUMBERS_MOST = ASPECTS_MOST };

enum asked {
	ALWAYS,
	SPEC_ONLY, /* sets that DPC++ has given up */
	PARAM_INFO,
	PROGRAM_METADATA,
	KERNEL_NAMES,
	EXPORTED_SYMBOLS,
	IMPORTED_SYMBOLS,
	DEVICE_GLOBALS,
};

static const struct {
	const char *set;
	enum asked asked;
	bool stands; /* without a property, too */
	int (*write)(struct describer *d);
} sets[] = {
	{ "SYCL/device requirements", ALWAYS, true, describe_requirements },
	{ "SYCL/specialization constants", ALWAYS, false, describe_spec_constants },
	{ "SYCL/specialization constants default values", ALWAYS, false, describe_spec_defaults },
	{ "SYCL/devicelib req mask", SPEC_ONLY, false, describe_devicelib },
	{ "SYCL/devicelib metadata", ALWAYS, false, describe_device_lib },
	{ "SYCL/kernel param opt", PARAM_INFO, true, describe_kernel_args },
	{ "SYCL/exported symbols", EXPORTED_SYMBOLS, false, describe_exports },
	{ "SYCL/kernel names", KERNEL_NAMES, false, describe_kernel_names },
	{ "SYCL/imported symbols", IMPORTED_SYMBOLS, false, describe_imports },
	{ "SYCL/program metadata", PROGRAM_METADATA, false, describe_program_metadata },
	{ "SYCL/misc properties", ALWAYS, false, describe_misc },
	{ "SYCL/assert used", SPEC_ONLY, false, describe_assert },
	{ "SYCL/implicit local arg", ALWAYS, false, describe_local_args },
	{ "SYCL/device globals", DEVICE_GLOBALS, false, describe_device_globals },
	{ "SYCL/host pipes", ALWAYS, false, describe_host_pipes },
	{ "SYCL/virtual functions", ALWAYS, false, describe_virtual_functions },
	{ "SYCL/registered kernels", ALWAYS, false, describe_registered_kernels },
};

static bool is_asked(const struct describer *d, enum asked asked)
{
	const struct syb_postlink_opts *o = d->opts;

	switch (asked) {
	case SPEC_ONLY:
		return d->spec;
	case PARAM_INFO:
		return o->emit_param_info || o->dead_args;
	case PROGRAM_METADATA:
		return o->emit_program_metadata;
	case KERNEL_NAMES:
		return o->emit_kernel_names;
	case EXPORTED_SYMBOLS:
		return o->emit_exported_symbols || d->image->lib != LIB_NONE;
	case IMPORTED_SYMBOLS:
		return o->emit_imported_symbols;
	case DEVICE_GLOBALS:
		return o->device_globals;
	default:
		return true;
	}
}

/* ---- numbers ---- */

bool number_set_has(const struct number_set *set, int64_t number)
{
	size_t at = order_place(set->list, set->count, number);

	return at < set->count && set->list[at] == number;
}

int number_set_add(struct syb_ctx *ctx, struct number_set *set, int64_t number)
{
	size_t at = order_place(set->list, set->count, number);

	if (at < set->count && set->list[at] == number)
		return 0;
	if (set->count == NUMBERS_MOST) /* of aspects and sub-group sizes: nobody has so many */
		return syb_fail(ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit",
				"an image has more than %d different aspects or sizes", NUMBERS_MOST);
	if (VEC_PUSH(ctx, set->list, set->count, set->room) < 0)
		return -SYB_E_NOMEM;
	memmove(&set->list[at + 1], &set->list[at], (set->count - at) * sizeof(*set->list));
	set->list[at] = number;
	set->count++;
	return 0;
}

/* ---- properties ---- */

static int begin(struct describer *d)
{
	if (d->begun)
		return 0;
	d->begun = true;
	return syb_props_writer_set(d->ctx, d->props, d->set);
}

int describe_u32(struct describer *d, const char *key, uint32_t value)
{
	TRY(begin(d));
	return syb_props_writer_u32(d->ctx, d->props, key, value);
}

int describe_bits(struct describer *d, const char *key, const void *bytes, uint64_t bits)
{
	struct syb_bytes value = { bytes, (size_t)(bits / 8 + (bits % 8 != 0)) };

	TRY(begin(d));
	return syb_props_writer_bits(d->ctx, d->props, key, value, bits);
}

int describe_key(struct describer *d, const char *name, size_t len, const char *suffix, const char **out_key)
{
	int r;

	if (len == 0 || *name == '[' || memchr(name, '\0', len) || memchr(name, '=', len) || memchr(name, '\n', len))
		return syb_fail(d->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "props-unwritable",
				"no property can be named after '%.*s'", len > 200 ? 200 : (int)len, name);
	d->key.len = 0;
	r = buf_add(d->ctx, &d->key, name, len);
	if (r == 0)
		r = buf_text(d->ctx, &d->key, suffix);
	if (r == 0)
		r = buf_char(d->ctx, &d->key, '\0');
	*out_key = (const char *)d->key.ptr;
	return r;
}

int describe_value_key(struct describer *d, LLVMValueRef value, const char *suffix, const char **out_key)
{
	size_t len;
	const char *name = LLVMGetValueName2(value, &len);

	return describe_key(d, name, len, suffix, out_key);
}

int describe_flag(struct describer *d, LLVMValueRef value)
{
	const char *key = NULL;

	TRY(describe_value_key(d, value, "", &key));
	return describe_u32(d, key, 1);
}

/* ---- what writers want to know ---- */

int describe_need_aspects(struct describer *d)
{
	if (!d->has_aspects) {
		d->has_aspects = true;
		aspects_init(&d->aspects, d->ctx, d->run->ir);
	}
	return d->aspects.r; /* it sticks */
}

int describe_name(struct describer *d, const struct requirer *from, const char **out_name)
{
	size_t len = 0;
	const char *text = requirer_name(from, &len), *readable;
	const char *name = arena_string(d->ctx, &d->arena, text ? text : "", len);

	TRY(d->demangler ? 0 : demangler_new(d->ctx, &d->demangler));
	if (!name)
		return -SYB_E_NOMEM;
	readable = demangle(d->demangler, name);
	*out_name = readable ? readable : name;
	return 0;
}

LLVMMetadataRef describe_metadata(const struct describer *d, LLVMValueRef function, const char *kind)
{
	return shim_global_metadata(function, md_kind(d->run->ir, kind));
}

bool describe_attribute_number(struct describer *d, LLVMValueRef function, const char *name, uint32_t *out_number)
{
	struct text text;
	int64_t number;

	text.ptr = ir_attribute(function, name, &text.len);
	if (!text.ptr)
		return false;
	if (!text_number(text, 0, UINT32_MAX, &number)) {
		struct subject subject = { .what = "function" };

		subject.name = LLVMGetValueName2(function, &subject.name_len);
		complain_value(d->run, &subject, name, text, "a number of 32 bits");
		return false;
	}
	*out_number = (uint32_t)number;
	return true;
}

/* ---- all of them ---- */

static void end_describer(struct describer *d)
{
	if (d->has_aspects)
		aspects_free(&d->aspects);
	demangler_free(d->demangler);
	buf_free(&d->bytes);
	buf_free(&d->key);
	arena_free(&d->arena);
}

int describe_image(struct pass_run *run, const struct syb_postlink_opts *opts, const struct image *image,
		   const struct spec_constants *constants, const char *target, struct syb_props_writer *props)
{
	static const struct spec_constants none;
	struct describer d = { .run = run,
			       .ctx = run->ctx,
			       .opts = opts,
			       .image = image,
			       .constants = constants ? constants : &none,
			       .target = target,
			       .props = props,
			       .spec = opts->dialect == SYB_DIALECT_SPEC };
	int r = 0;

	for (size_t i = 0; i < ARRAY_SIZE(sets) && r == 0; i++) {
		if (!is_asked(&d, sets[i].asked))
			continue;
		d.set = sets[i].set;
		d.begun = false;
		if (sets[i].stands)
			r = begin(&d);
		if (r == 0)
			r = sets[i].write(&d);
	}
	end_describer(&d);
	return r;
}

int describe_needs(struct pass_run *run, const struct syb_postlink_opts *opts, const struct image *image,
		   struct syb_props_writer *props)
{
	struct image free = *image;
	struct describer d = { .run = run,
			       .ctx = run->ctx,
			       .opts = opts,
			       .image = &free,
			       .props = props,
			       .set = "SYCL/device requirements",
			       .spec = true };
	int r = begin(&d);

	free.targets_differ = false;
	if (r == 0)
		r = describe_needed(&d);
	d.set = "SYCL/imported symbols";
	d.begun = false;
	if (r == 0)
		r = describe_undefined(&d);
	end_describer(&d);
	return r;
}
