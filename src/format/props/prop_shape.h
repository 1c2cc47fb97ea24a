/* format/props/prop_shape.h — whether a value has the shape of its row, and the parts of the value. Shared by
 * reading (to distinguish the codings), decoding, views, writing and checks. */
#ifndef FORMAT_PROP_SHAPE_H
#define FORMAT_PROP_SHAPE_H

#include "props.h"
#include "target/propsets.h"

/* true when the value can be split according to the shape; the meaning of numbers is not checked. */
bool shape_fits(enum syb_shape shape, const struct syb_prop *prop);
/* true when values of that type may have the shape. */
bool shape_takes(enum syb_shape shape, uint32_t type);

static inline uint32_t shape_u32(const struct syb_prop *prop, size_t i)
{
	const uint8_t *p = prop->bytes + 4 * i;

	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t shape_u64(const struct syb_prop *prop, size_t i)
{
	return (uint64_t)shape_u32(prop, 2 * i) | (uint64_t)shape_u32(prop, 2 * i + 1) << 32;
}

/* Take the text up to the separator (or the end) off the front of *rest; false when nothing is left. */
bool shape_next(struct syb_bytes *rest, char separator, struct syb_bytes *out);

/* fixed_target: names where every byte is printable, 32-bit numbers otherwise (no aspect looks like text). */
bool shape_target_names(const struct syb_prop *prop);

/* The three historic forms of a required work-group size. */
enum wg_form {
	WG_BAD,
	WG_U64,     /* 64-bit sizes */
	WG_U32,     /* 32-bit sizes */
	WG_COUNTED, /* 32 bits: a number of dimensions and as many sizes, repeated */
};
/* Two numbers that begin with 1 and three that begin with 2 are valid in both 32-bit forms: they have a count in RFC
 * 4648 texts, where the document with the counts applies, and none in DPC++'s. */
enum wg_form shape_wg_form(const struct syb_prop *prop, enum syb_shape shape);
/* Take the size that begins at 32-bit word *pos; false at the end. */
bool shape_wg_next(const struct syb_prop *prop, enum wg_form form, size_t *pos, struct syb_work_group_size *out);

/* format/props/prop_sizes.c */

/* How many dimensions of a work-group size a module's requirements state; 0: none. */
size_t prop_stated_dims(const struct syb_prop *props, size_t count);
/* Convert a required work-group size in RFC 4648 text between the order of the documents and the order in memory. Other
 * properties stay as they are. `dims`: those that its set states. */
enum size_order { SIZE_FROM_DOCUMENT, SIZE_TO_DOCUMENT };
int prop_order_size(struct syb_ctx *ctx, struct arena *arena, size_t dims, enum size_order order,
		    struct syb_prop *prop);

/* The next matrix of a joint_matrix (4 fields) or joint_matrix_mad (7 fields) text. */
struct matrix_fields {
	struct syb_bytes names[4];
	uint64_t numbers[3];
};
enum { MATRIX_NAMES = 2, MATRIX_NUMBERS = 2, MAD_NAMES = 4, MAD_NUMBERS = 3 };
/* 1 = *out is filled, 0 = the end, -1 = malformed. */
int shape_matrix_next(struct syb_bytes *rest, size_t names, size_t numbers, struct matrix_fields *out);

#endif
