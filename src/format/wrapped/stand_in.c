/* format/wrapped/stand_in.c — the code of images that stand in for code that is missing: modules without functions.
 *
 * The runtime refuses such an image because of its requirements, so this code is never built. */
#include "wrapped.h"

static const uint8_t spirv[] = {
	0x03, 0x02, 0x23, 0x07, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, /* version 1.0, no ids */
	0x11, 0x00, 0x02, 0x00, 4, 0, 0, 0,                                     /* OpCapability Addresses */
	0x11, 0x00, 0x02, 0x00, 6, 0, 0, 0,                                     /* OpCapability Kernel */
	0x0e, 0x00, 0x03, 0x00, 2, 0, 0, 0, 2, 0, 0, 0,                         /* OpMemoryModel Physical64 OpenCL */
};
static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n";

struct syb_bytes wrapped_stand_in(bool cuda)
{
	return cuda ? str_bytes(ptx) : (struct syb_bytes){ spirv, sizeof(spirv) };
}

bool wrapped_is_stand_in(struct span code)
{
	const struct syb_bytes bytes = span_bytes(code);

	return bytes_eq(bytes, wrapped_stand_in(false)) || bytes_eq(bytes, wrapped_stand_in(true));
}
