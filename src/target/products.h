/* target/products.h — Intel GPU products, inside of the library. */
#ifndef TARGET_PRODUCTS_H
#define TARGET_PRODUCTS_H

#include <sybil/zebin.h>

/* The device of a family that has several, by a stepping; NULL when it is ambiguous. */
const char *product_by_stepping(uint32_t family, uint32_t stepping);

/* A product config, taken apart. */
struct product_version {
	uint32_t arch, release, revision;
};
struct product_version product_version(uint32_t config);

#endif
