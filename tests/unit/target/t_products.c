/* The table of Intel GPU products. */
#include "lib/tap.h"
#include "target/products.h"

#include "base/util.h"
#include <sybil/target.h>

static const char *name_of(enum syb_zebin_product_kind kind, uint32_t value)
{
	const struct syb_zebin_product *p = syb_zebin_product_find(kind, value);

	return p ? p->name : "none";
}

/* Devices are the names of the table of targets, with '-' for '_'; two are older or samples. */
static bool is_target(const char *device)
{
	char name[32] = "";

	if (str_eq(device, "lkf") || str_eq(device, "pvc-sdv"))
		return true;
	for (size_t i = 0; device[i] && i < sizeof(name) - 1; i++)
		name[i] = device[i] == '-' ? '_' : device[i];
	return syb_target_by_arch(name, NULL) != NULL;
}

int main(void)
{
	struct product_version v = product_version(0x030dc008);
	size_t wrong = 0;

	is_int(syb_zebin_product_count(), 106);
	ok(!syb_zebin_product_at(106));
	is_str(name_of(SYB_ZEBIN_PRODUCT_FAMILY, 1270), "IGFX_DG2");
	is_str(name_of(SYB_ZEBIN_PRODUCT_FAMILY, 28), "IGFX_JASPERLAKE"); /* the first of two */
	is_str(name_of(SYB_ZEBIN_CORE_FAMILY, 3079), "IGFX_XE_HPG_CORE");
	is_str(name_of(SYB_ZEBIN_PRODUCT_CONFIG, 0x030dc008), "DG2_G10_C0");
	is_str(name_of(SYB_ZEBIN_PRODUCT_CONFIG, 0x08c2c000), "CRI_A0");
	is_str(name_of(SYB_ZEBIN_PRODUCT_CONFIG, 12), "none");
	is_str(syb_zebin_product_find(SYB_ZEBIN_PRODUCT_CONFIG, 0x030f0007)->device, "pvc");
	ok(v.arch == 12 && v.release == 55 && v.revision == 8);
	is_str(product_by_stepping(1270, 5), "acm-g11");
	ok(!product_by_stepping(1270, 3) && !product_by_stepping(1271, 8));
	for (size_t i = 0; i < syb_zebin_product_count(); i++) {
		const char *device = syb_zebin_product_at(i)->device;

		if (*device && !is_target(device)) {
			printf("# %s\n", device);
			wrong++;
		}
	}
	ok(wrong == 0, "devices are targets");
	return tap_done();
}
