/* target/aspects.c — the aspects table. The rows are in aspects.def, ascending by number. */
#include "base/util.h"

#include <sybil/target.h>

static const struct syb_aspect_info aspects[] = {
#define ASPECT(number, name, status, also) { number, name, SYB_ASPECT_##status, also },
#include "aspects.def"
#undef ASPECT
};

size_t syb_aspect_count(void)
{
	return ARRAY_SIZE(aspects);
}

const struct syb_aspect_info *syb_aspect_at(size_t i)
{
	return i < ARRAY_SIZE(aspects) ? &aspects[i] : NULL;
}

const struct syb_aspect_info *syb_aspect_find(uint32_t number)
{
	size_t low = 0, high = ARRAY_SIZE(aspects);

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (aspects[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < ARRAY_SIZE(aspects) && aspects[low].number == number ? &aspects[low] : NULL;
}

const struct syb_aspect_info *syb_aspect_parse(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(aspects); i++)
		if (str_eq(aspects[i].name, name) || (aspects[i].also && str_eq(aspects[i].also, name)))
			return &aspects[i];
	return NULL;
}
