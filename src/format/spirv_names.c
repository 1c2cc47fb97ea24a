/* format/spirv_names.c — names of SPIR-V's numbers, and what its decorations take: spirv.def as arrays. */
#include "spirv.h"

struct number_name {
	uint32_t number;
	const char *name;
};

#define SPIRV_CAPABILITY(number, name)
#define SPIRV_MODE(number, name)
#define SPIRV_DECORATION(number, name, operands, capability, extension) \
	{ number, name, operands, capability, extension },
static const struct spirv_decoration_info decorations[] = {
#include "spirv.def"
};
#undef SPIRV_DECORATION
#undef SPIRV_CAPABILITY
#undef SPIRV_MODE

#define SPIRV_DECORATION(number, name, operands, capability, extension)
#define SPIRV_CAPABILITY(number, name) { number, name },
#define SPIRV_MODE(number, name)
static const struct number_name capabilities[] = {
#include "spirv.def"
};
#undef SPIRV_CAPABILITY
#undef SPIRV_MODE

#define SPIRV_CAPABILITY(number, name)
#define SPIRV_MODE(number, name) { number, name },
static const struct number_name modes[] = {
#include "spirv.def"
};

const struct spirv_decoration_info *spirv_decoration_info(uint32_t number)
{
	size_t lo = 0, hi = ARRAY_SIZE(decorations);

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (decorations[mid].number == number)
			return &decorations[mid];
		if (decorations[mid].number < number)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

static const char *name_of(const struct number_name *names, size_t count, uint32_t number)
{
	size_t lo = 0, hi = count;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (names[mid].number == number)
			return names[mid].name;
		if (names[mid].number < number)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

const char *spirv_capability_name(uint32_t number)
{
	return name_of(capabilities, ARRAY_SIZE(capabilities), number);
}

const char *spirv_mode_name(uint32_t number)
{
	return name_of(modes, ARRAY_SIZE(modes), number);
}
