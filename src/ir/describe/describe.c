/* ir/describe/describe.c — the property sets of an image, in the order in which they are written.
 *
 * The table lists the sets, the options that ask for them, and those that are written even without a property; each row
 * has a writer in the file of its subject. The property writer encodes values in the dialect. */
#include "describe.h"

#include "base/order.h"
#include "ir/properties/properties.h"

enum { NUMBERS_MOST = ASPECTS_MOST };

enum asked {
	ALWAYS,
	SPEC_ONLY, /* sets that DPC++ no longer has */
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
	bool always; /* write the set even without a property */
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

int number_set_add(struct describer *d, struct number_set *set, int64_t number)
{
	size_t at = order_place(set->list, set->count, number), room = 2 * set->count + 8;

	if (at < set->count && set->list[at] == number)
		return 0;
	if (set->count == NUMBERS_MOST)
		return syb_fail(d->ctx, SYB_E_LIMIT, SYB_NO_OFFSET, "limit",
				"the image has more than %d different aspects or sizes", NUMBERS_MOST);
	if (set->count == set->room) {
		int64_t *list = arena_array(d->ctx, &d->arena, room, sizeof(*list));

		if (!list)
			return -SYB_E_NOMEM;
		if (set->count)
			memcpy(list, set->list, set->count * sizeof(*list));
		set->list = list;
		set->room = room;
	}
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
	if (len == 0 || *name == '[' || memchr(name, '\0', len) || memchr(name, '=', len) || memchr(name, '\n', len))
		return syb_fail(d->ctx, SYB_E_FORMAT, SYB_NO_OFFSET, "props-unwritable",
				"'%.*s' cannot be the name of a property", len > 200 ? 200 : (int)len, name);
	d->key.len = 0;
	TRY(buf_add(d->ctx, &d->key, name, len));
	TRY(buf_printf(d->ctx, &d->key, "%s%c", suffix, '\0'));
	*out_key = (const char *)d->key.ptr;
	return 0;
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

/* ---- helpers of writers ---- */

int describe_need_aspects(struct describer *d)
{
	if (!d->has_aspects) {
		d->has_aspects = true;
		aspects_init(&d->aspects, d->ctx, d->run->ir);
	}
	return d->aspects.r;
}

int describe_name(struct describer *d, const struct requirer *from, const char **out_name)
{
	size_t len = 0;
	const char *text = requirer_name(from, &len), *readable;
	const char *name = arena_string(d->ctx, &d->arena, text ? text : "", len);

	if (!d->demangler)
		TRY(demangler_new(d->ctx, &d->demangler));
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

bool describe_read_number(struct describer *d, const char *what, LLVMValueRef value, const char *name, struct text text,
			  uint32_t *out_number)
{
	const struct subject subject = { .what = what, .value = value };
	int64_t number;

	if (!text.ptr)
		return false;
	if (!text_number(text, 0, UINT32_MAX, &number)) {
		complain_value(d->run, &subject, name, text, "a 32-bit number");
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
	_cleanup_(end_describer) struct describer d = { .run = run,
							.ctx = run->ctx,
							.opts = opts,
							.image = image,
							.constants = constants ? constants : &none,
							.target = target,
							.props = props,
							.spec = opts->dialect == SYB_DIALECT_SPEC };

	for (size_t i = 0; i < ARRAY_SIZE(sets); i++) {
		if (!is_asked(&d, sets[i].asked))
			continue;
		d.set = sets[i].set;
		d.begun = false;
		if (sets[i].always)
			TRY(begin(&d));
		TRY(sets[i].write(&d));
	}
	return 0;
}

int describe_needs(struct pass_run *run, const struct syb_postlink_opts *opts, const struct image *image,
		   struct syb_props_writer *props)
{
	struct image free = *image;
	_cleanup_(end_describer) struct describer d = { .run = run,
							.ctx = run->ctx,
							.opts = opts,
							.image = &free,
							.props = props,
							.set = "SYCL/device requirements",
							.spec = true };

	free.targets_differ = false;
	TRY(begin(&d));
	TRY(describe_needed(&d));
	d.set = "SYCL/imported symbols";
	d.begun = false;
	return describe_undefined(&d);
}
