/* format/spirv/spirv_names.c — names of SPIR-V's numbers, and operands and capabilities of decorations and modes, by
 * the grammar.
 */
#include "spirv.h"

#include "base/order.h"

#include <stdlib.h>

struct number_name {
	uint32_t number;
	const char *name;
};

#define SPIRV_OP(number, name, operands, least, fixed, rest, kinds)
#define SPIRV_OP_AT(number, row)
#define SPIRV_MASK(kind, bit, operands)
#define SPIRV_SET(name, number)
#define SPIRV_EXT_INST(set, number, name, operands)

#define SPIRV_CAPABILITY(number, name)
#define SPIRV_MODE(number, name, operands, capability, extension)
#define SPIRV_DECORATION(number, name, operands, capability, extension) \
	{ number, name, operands, capability, extension },
static const struct spirv_decoration_info decorations[] = {
#include "spirv_grammar.def"
	{ UINT32_MAX, NULL, "", 0, NULL },
};
#undef SPIRV_DECORATION
#undef SPIRV_MODE
#define SPIRV_DECORATION(number, name, operands, capability, extension)

#define SPIRV_MODE(number, name, operands, capability, extension) { number, name, operands, capability, extension },
static const struct spirv_decoration_info modes[] = {
#include "spirv_grammar.def"
};
#undef SPIRV_MODE
#undef SPIRV_CAPABILITY
#define SPIRV_MODE(number, name, operands, capability, extension)

#define SPIRV_CAPABILITY(number, name) { number, name },
static const struct number_name capabilities[] = {
#include "spirv_grammar.def"
};

/* By number; all rows begin with it. */
static int compare(const void *key, const void *row)
{
	const uint32_t *a = key, *b = row;

	return ORDER(*a, *b);
}

const struct spirv_decoration_info *spirv_decoration_info(uint32_t number)
{
	return bsearch(&number, decorations, ARRAY_SIZE(decorations) - 1, sizeof(*decorations), compare);
}

const struct spirv_decoration_info *spirv_decoration_rows(void)
{
	return decorations;
}

const struct spirv_decoration_info *spirv_mode_info(uint32_t number)
{
	return bsearch(&number, modes, ARRAY_SIZE(modes), sizeof(*modes), compare);
}

const char *spirv_mode_name(uint32_t number)
{
	const struct spirv_decoration_info *info = spirv_mode_info(number);

	return info ? info->name : NULL;
}

const char *spirv_capability_name(uint32_t number)
{
	const struct number_name *row =
		bsearch(&number, capabilities, ARRAY_SIZE(capabilities), sizeof(*capabilities), compare);

	return row ? row->name : NULL;
}
