/* ir/properties/cache_controls.c — hints and assertions about caches.
 *
 * A value packs four bits for each mode of SYCL, from the low end: the levels that the mode is for (L1 = 1, L2 = 2,
 * L3 = 4, L4 = 8). SPIR-V has one decoration per level, and different mode numbers for loads and stores. A prefetch
 * names one level; its mode follows from the name of the property. */
#include "properties.h"

enum { LOAD = 6442, STORE = 6443, LEVELS = 4, NO_CONTROL = -1 };

/* Modes in the order of SYCL's enumeration: the number for loads, for stores. */
static const struct {
	int load, store;
} controls[] = {
	{ 0, 0 },          /* uncached */
	{ 1, NO_CONTROL }, /* cached */
	{ 2, 3 },          /* streaming */
	{ 3, NO_CONTROL }, /* invalidate */
	{ 4, NO_CONTROL }, /* constant */
	{ NO_CONTROL, 1 }, /* write_through */
	{ NO_CONTROL, 2 }, /* write_back */
};

bool cache_control_is(uint32_t number)
{
	return number == LOAD || number == STORE;
}

static size_t add(const struct property *property, int64_t level, int64_t control, struct decoration *out)
{
	*out = (struct decoration){ .number = property->number, .int_count = 2, .ints = { level, control } };
	return 1;
}

static size_t read_prefetch(struct pass_run *run, const struct subject *subject, const struct property *property,
			    struct text value, struct decoration *out)
{
	int64_t level;

	if (text_number(value, 0, LEVELS - 1, &level))
		return add(property, level, property->value == PROPERTY_PREFETCH ? controls[1].load : controls[3].load,
			   out);
	complain_value(run, subject, property->name, value, "a cache level from 0 to 3");
	return 0;
}

size_t cache_controls_read(struct pass_run *run, const struct subject *subject, const struct property *property,
			   struct text value, struct decoration out[DECORATIONS_MOST])
{
	size_t count = 0;
	int64_t packed;

	if (property->value == PROPERTY_PREFETCH || property->value == PROPERTY_PREFETCH_NT)
		return read_prefetch(run, subject, property, value, out);
	if (!text_number(value, 0, ((int64_t)1 << LEVELS * ARRAY_SIZE(controls)) - 1, &packed)) {
		complain_value(run, subject, property->name, value,
			       "a number with four bits for each of the seven modes");
		return 0;
	}
	for (size_t mode = 0; mode < ARRAY_SIZE(controls); mode++) {
		unsigned levels = (unsigned)(packed >> LEVELS * mode) & 0xf;
		int control = property->value == PROPERTY_CACHE_READ ? controls[mode].load : controls[mode].store;

		if (levels && control == NO_CONTROL) {
			complain_value(run, subject, property->name, value,
				       property->value == PROPERTY_CACHE_READ ? "levels of load modes only"
									      : "levels of store modes only");
			return 0;
		}
		for (unsigned level = 0; level < LEVELS; level++)
			if (levels & 1u << level)
				count += add(property, level, control, out + count);
	}
	return count;
}
