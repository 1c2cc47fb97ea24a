/* format/offload/offload_names.c — names of the numbers in offload binaries, from offload.def. */
#include "base/names.h"
#include "offload.h"

static const char *const images[] = {
#define SYB_OFFLOAD_IMAGE(id, value, name) [value] = name,
#include "offload.def"
#undef SYB_OFFLOAD_IMAGE
};

static const char *const kinds[] = {
#define SYB_OFFLOAD_KIND(id, value, old, name) [value] = name,
#include "offload.def"
#undef SYB_OFFLOAD_KIND
};

static const char *const methods[] = {
	[SYB_COMPRESS_NONE] = "none",
	[SYB_COMPRESS_ZSTD] = "zstd",
	[SYB_COMPRESS_ZLIB] = "zlib",
};

const char *syb_offload_image_name(enum syb_offload_image image)
{
	return NAMES_AT(images, image);
}

const char *syb_offload_kind_name(enum syb_offload_kind kind)
{
	return NAMES_AT(kinds, kind);
}

const char *syb_compress_name(enum syb_compress compress)
{
	return NAMES_AT(methods, compress);
}

int syb_offload_image_parse(const char *name, enum syb_offload_image *out_image)
{
	return NAMES_PARSE(images, name, out_image);
}

int syb_compress_parse(const char *name, enum syb_compress *out_compress)
{
	return NAMES_PARSE(methods, name, out_compress);
}
