/* package/show/show_spirv_kernels.c — the kernels of a SPIR-V module as records: arguments, sizes, specialization
 * constants, symbols, and the device aspects that they need. */
#include "show.h"

#include <sybil/target.h>

#include <stdio.h>

static void put_aspects(struct show *s, struct syb_value *map, const uint32_t *aspects, size_t count)
{
	struct syb_value *list = value_hint(value_list(s->rec, map, "aspects"), count ? VALUE_PLAIN : VALUE_QUIET);

	for (size_t i = 0; i < count; i++) {
		const struct syb_aspect_info *info = syb_aspect_find(aspects[i]);
		char text[16];

		snprintf(text, sizeof(text), "%u", syb_aspect_stated(aspects[i]));
		value_string(s->rec, list, NULL, info ? info->name : text);
	}
}

/* ---- kernels ---- */

static void put_size(struct show *s, struct syb_value *map, const char *key, const uint64_t size[3], uint32_t dims)
{
	struct syb_value *list = value_words(s->rec, value_list(s->rec, map, key));

	value_hint(list, dims ? VALUE_PLAIN : VALUE_QUIET);
	for (uint32_t i = 0; i < dims; i++)
		value_uint(s->rec, list, NULL, size[i]);
}

/* null, and only in JSON, where it is not stated. */
static void put_number(struct show *s, struct syb_value *map, const char *key, uint64_t number)
{
	struct syb_value *v = number ? value_uint(s->rec, map, key, number) : value_null(s->rec, map, key);

	value_words(s->rec, value_hint(v, number ? VALUE_PLAIN : VALUE_QUIET));
}

static void put_arguments(struct show *s, struct syb_value *map, const struct syb_spirv_kernel *k)
{
	struct syb_value *list = value_list(s->rec, map, "arguments");

	value_hint(list, k->param_count ? VALUE_TABLE : VALUE_QUIET);
	for (size_t i = 0; i < k->param_count; i++) {
		const struct syb_spirv_param *p = k->params[i];
		struct syb_value *arg = value_map(s->rec, list, NULL);

		value_uint(s->rec, arg, "index", i);
		value_string_or_null(s->rec, arg, "name", p->name);
		value_string(s->rec, arg, "type", p->type);
		value_hint(value_string_or_null(s->rec, arg, "address", p->address), VALUE_QUIET);
		if (p->bytes)
			value_uint(s->rec, arg, "size", p->bytes);
		else
			value_null(s->rec, arg, "size");
	}
}

static void put_kernels(struct show *s, struct syb_value *map, const struct syb_spirv_info *info)
{
	struct syb_value *list = value_list(s->rec, map, "kernels");

	value_hint(list, info->kernel_count ? VALUE_PLAIN : VALUE_QUIET);
	for (size_t i = 0; i < info->kernel_count; i++) {
		const struct syb_spirv_kernel *k = info->kernels[i];
		struct syb_value *one = value_map(s->rec, list, NULL);

		show_name(s, one, k->name);
		put_size(s, one, "required_work_group_size", k->work_group_size, k->work_group_dims);
		put_size(s, one, "work_group_size_hint", k->work_group_hint, k->work_group_hint_dims);
		put_number(s, one, "required_sub_group_size", k->sub_group_size);
		put_number(s, one, "sub_groups_per_work_group", k->sub_groups_per_work_group);
		put_aspects(s, one, k->aspects, k->aspect_count);
		put_arguments(s, one, k);
	}
}

/* ---- constants and symbols ---- */

static double half_to_double(uint16_t bits)
{
	const int exponent = bits >> 10 & 31, mantissa = bits & 0x3ff;
	double value = exponent ? 1 + mantissa / 1024.0 : mantissa / 1024.0;

	for (int e = exponent ? exponent : 1; e < 15; e++)
		value /= 2;
	for (int e = exponent; e > 15; e--)
		value *= 2;
	return bits & 0x8000 ? -value : value;
}

static void put_real(struct show *s, struct syb_value *map, struct syb_bytes value)
{
	uint16_t half;
	float f;
	double d;

	if (value.len == 2) {
		memcpy(&half, value.ptr, 2);
		d = half_to_double(half);
	} else if (value.len == 4) {
		memcpy(&f, value.ptr, 4);
		d = f;
	} else {
		memcpy(&d, value.ptr, 8);
	}
	value_real(s->rec, map, "default", d);
}

static void put_default(struct show *s, struct syb_value *map, const struct syb_spirv_spec_const *c)
{
	const char *type = c->type;
	uint64_t number = 0;

	if (str_eq(type, "bool")) {
		value_bool(s->rec, map, "default", c->value.len && c->value.ptr[0]);
		return;
	}
	if (str_eq(type, "float") || str_eq(type, "double") || str_eq(type, "half")) {
		put_real(s, map, c->value);
		return;
	}
	for (size_t i = 0; i < c->value.len; i++) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		number = number << 8 | c->value.ptr[i];
#else
		number |= (uint64_t)c->value.ptr[i] << 8 * i;
#endif
	}
	if (*type != 'u' && c->value.len && number >> (8 * c->value.len - 1)) {
		if (c->value.len < 8)
			number |= ~UINT64_C(0) << 8 * c->value.len;
		value_int(s->rec, map, "default", (int64_t)number);
		return;
	}
	value_uint(s->rec, map, "default", number);
}

static void put_spec_consts(struct show *s, struct syb_value *map, const struct syb_spirv_info *info)
{
	struct syb_value *list = value_words(s->rec, value_list(s->rec, map, "specialization_constants"));

	value_hint(list, info->spec_const_count ? VALUE_TABLE : VALUE_QUIET);
	for (size_t i = 0; i < info->spec_const_count; i++) {
		const struct syb_spirv_spec_const *c = info->spec_consts[i];
		struct syb_value *one = value_map(s->rec, list, NULL);

		value_uint(s->rec, one, "id", c->id);
		value_string_or_null(s->rec, one, "name", c->name);
		value_string(s->rec, one, "type", c->type);
		value_uint(s->rec, one, "size", c->value.len);
		put_default(s, one, c);
	}
}

static void put_symbols(struct show *s, struct syb_value *map, const char *key,
			const struct syb_spirv_symbol *const *symbols, size_t count)
{
	struct syb_value *list = value_hint(value_list(s->rec, map, key), count ? VALUE_NAMES : VALUE_QUIET);

	for (size_t i = 0; i < count; i++) {
		struct syb_value *one = value_map(s->rec, list, NULL);

		show_name(s, one, symbols[i]->name);
		value_string(s->rec, one, "kind", symbols[i]->variable ? "variable" : "function");
		value_bool(s->rec, one, "link_once", symbols[i]->link_once);
	}
}

void show_spirv_kernels(struct show *s, const struct syb_spirv_info *info, struct syb_value *map)
{
	put_aspects(s, map, info->aspects, info->aspect_count);
	put_kernels(s, map, info);
	put_spec_consts(s, map, info);
	put_symbols(s, map, "exports", info->exports, info->export_count);
	put_symbols(s, map, "imports", info->imports, info->import_count);
}
