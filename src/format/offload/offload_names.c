/* format/offload/offload_names.c — names of the numbers in offload binaries, from offload.def. */
#include "offload.h"

struct named {
	int value;
	const char *name;
};

static const struct named images[] = {
#define SYB_OFFLOAD_IMAGE(id, value, name) { value, name },
#include "format/offload/offload.def"
#undef SYB_OFFLOAD_IMAGE
};

static const struct named kinds[] = {
#define SYB_OFFLOAD_KIND(id, value, old, name) { value, name },
#include "format/offload/offload.def"
#undef SYB_OFFLOAD_KIND
};

static const struct named methods[] = {
	{ SYB_COMPRESS_NONE, "none" },
	{ SYB_COMPRESS_ZSTD, "zstd" },
	{ SYB_COMPRESS_ZLIB, "zlib" },
};

static const char *name_of(const struct named *table, size_t count, int value)
{
	for (size_t i = 0; i < count; i++)
		if (table[i].value == value)
			return table[i].name;
	return NULL;
}

static const struct named *find(const struct named *table, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(table[i].name, name))
			return &table[i];
	return NULL;
}

const char *syb_offload_image_name(enum syb_offload_image image)
{
	return name_of(images, ARRAY_SIZE(images), (int)image);
}

const char *syb_offload_kind_name(enum syb_offload_kind kind)
{
	return name_of(kinds, ARRAY_SIZE(kinds), (int)kind);
}

const char *syb_compress_name(enum syb_compress compress)
{
	return name_of(methods, ARRAY_SIZE(methods), (int)compress);
}

int syb_offload_image_parse(const char *name, enum syb_offload_image *out_image)
{
	const struct named *n = find(images, ARRAY_SIZE(images), name);

	if (!n)
		return -SYB_E_NOTFOUND;
	*out_image = (enum syb_offload_image)n->value;
	return 0;
}

int syb_compress_parse(const char *name, enum syb_compress *out_compress)
{
	const struct named *n = find(methods, ARRAY_SIZE(methods), name);

	if (!n)
		return -SYB_E_NOTFOUND;
	*out_compress = (enum syb_compress)n->value;
	return 0;
}
