/* package/show/show.h — shared by the files that decode one kind of content each. */
#ifndef PACKAGE_SHOW_H
#define PACKAGE_SHOW_H

#include "term/demangle.h"
#include "base/hash.h"
#include "base/span.h"
#include "base/value.h"
#include "format/item/item.h"
#include <sybil/package.h>
#include <sybil/spirv.h>

struct show {
	struct syb_ctx *ctx;
	struct syb_show_opts opts;
	struct syb_record *rec;
	struct demangler *demangler;
	struct hash readable; /* raw name → readable name in the record's arena, 0 = none */
	uint64_t steps;       /* left for all searches of show_spirv_calls.c */
	size_t calls;         /* left for its chains */
	bool in_image;        /* packages inside of images are not shown deeply: hostile ones nest without an end */
};

/* The readable form of a mangled name, NULL when there is none or none is wanted. */
const char *show_readable(struct show *s, const char *name, size_t len);
/* Add "name", shown in its readable form, and "demangled" where that differs. */
void show_name(struct show *s, struct syb_value *map, const char *name);
/* The size of bytes that are not a container, and their hash when asked for. */
void show_payload(struct show *s, struct syb_value *map, struct syb_bytes bytes);
/* Property sets as {SET: {KEY: decoded}} under "properties" of map, and undecoded under "raw" when asked for; keys
 * that are kernel names get readable labels. */
int show_props(struct show *s, struct syb_value *map, const struct syb_props *props);

/* Building never fails: record_finish() returns its first failure. Functions that return int read something.
 *
 * Fill map with the kind and the contents of an item (show.c). */
int show_item(struct show *s, const struct syb_item *item, struct syb_value *map);
/* … a SYCLBIN package (show_syclbin.c). */
int show_syclbin(struct show *s, const struct syb_item *item, struct syb_value *map);
/* … a zebin, which may be part of a package; ZE Info text (show_zebin.c). */
int show_zebin(struct show *s, struct span bytes, struct syb_value *map);
int show_zeinfo_text(struct show *s, const struct syb_item *item, struct syb_value *map);
/* … a SPIR-V module; the "content" of one in a package, unless it is damaged (show_spirv.c). */
int show_spirv(struct show *s, struct span bytes, struct syb_value *map);
int show_spirv_image(struct show *s, struct span bytes, struct syb_value *map);
/* Aspects, kernels, specialization constants and symbols (show_spirv_kernels.c). */
void show_spirv_kernels(struct show *s, const struct syb_spirv_info *info, struct syb_value *map);
/* Bytes of functions, and the calls that lead to aspects, for the kernels in map (show_spirv_calls.c). */
int show_spirv_calls(struct show *s, const struct syb_spirv *spirv, struct span bytes, struct syb_value *map);
/* … a file without other files in it (show_kinds.c). */
int show_properties(struct show *s, const struct syb_item *item, struct syb_value *map);
int show_table(struct show *s, const struct syb_item *item, struct syb_value *map);
void show_elf(struct show *s, const struct syb_item *item, struct syb_value *map);
int show_ptx(struct show *s, const struct syb_item *item, struct syb_value *map);
#endif
