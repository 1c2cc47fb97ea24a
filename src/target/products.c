/* target/products.c — the table of Intel GPU products. The rows are in products.def; a hundred rows, looked up once
 * per file, so a linear search is enough. */
#include "products.h"

#include "base/util.h"

enum {
	CONFIG_RELEASE_SHIFT = 14,
	CONFIG_ARCH_SHIFT = 22,
};

static const struct syb_zebin_product products[] = {
#define FAMILY(name, value, device) { SYB_ZEBIN_PRODUCT_FAMILY, name, value, device },
#define CORE(name, value) { SYB_ZEBIN_CORE_FAMILY, name, value, "" },
#define CONFIG(name, arch, release, revision, device) \
	{ SYB_ZEBIN_PRODUCT_CONFIG, name,             \
	  (uint32_t)(arch) << CONFIG_ARCH_SHIFT | (uint32_t)(release) << CONFIG_RELEASE_SHIFT | (revision), device },
#define STEPPING(family, stepping, device)
#include "products.def"
#undef FAMILY
#undef CORE
#undef CONFIG
#undef STEPPING
};

static const struct {
	uint32_t family, stepping;
	const char *device;
} steppings[] = {
#define FAMILY(name, value, device)
#define CORE(name, value)
#define CONFIG(name, arch, release, revision, device)
#define STEPPING(family, stepping, device) { family, stepping, device },
#include "products.def"
#undef FAMILY
#undef CORE
#undef CONFIG
#undef STEPPING
};

size_t syb_zebin_product_count(void)
{
	return ARRAY_SIZE(products);
}

const struct syb_zebin_product *syb_zebin_product_at(size_t i)
{
	return i < ARRAY_SIZE(products) ? &products[i] : NULL;
}

const struct syb_zebin_product *syb_zebin_product_find(enum syb_zebin_product_kind kind, uint32_t value)
{
	for (size_t i = 0; i < ARRAY_SIZE(products); i++)
		if (products[i].kind == kind && products[i].value == value)
			return &products[i];
	return NULL;
}

const char *product_by_stepping(uint32_t family, uint32_t stepping)
{
	for (size_t i = 0; i < ARRAY_SIZE(steppings); i++)
		if (steppings[i].family == family && steppings[i].stepping == stepping)
			return steppings[i].device;
	return NULL;
}

struct product_version product_version(uint32_t config)
{
	return (struct product_version){
		.arch = config >> CONFIG_ARCH_SHIFT,
		.release = config >> CONFIG_RELEASE_SHIFT & 0xff,
		.revision = config & 0x3f,
	};
}
