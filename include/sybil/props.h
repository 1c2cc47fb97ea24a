/* sybil/props.h — property sets: the text that describes device images (sycl-property-sets(5)).
 *
 * Reader and writer. Order is kept; unknown sets, keys and types are kept. A read object is immutable and may be
 * shared between threads. Strings and bytes belong to the object. */
#ifndef SYBIL_PROPS_H
#define SYBIL_PROPS_H

#include <sybil/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Spelling and encoding of written properties. Since: 0.1 */
enum syb_dialect {
	SYB_DIALECT_KEEP = 0,  /* as it was read */
	SYB_DIALECT_DPCPP = 1, /* as current DPC++ tools read it */
	SYB_DIALECT_SPEC = 2,  /* as the documents specify */
};

/* Value types of the text form. Others may be read and are kept as text. Since: 0.1 */
enum syb_prop_type {
	SYB_PROP_U32 = 1,
	SYB_PROP_BYTES = 2,
};

struct syb_props;
struct syb_set;
struct syb_prop;

/* Since: 0.1 */
struct syb_props_read_opts {
	size_t size;
	const char *name; /* file name for diagnostics */
	uint64_t at;      /* absolute offset of the text in its file (for notes) */
	bool embedded;    /* the text is part of a binary file: diagnostics also name the offset */
	/* The aspect numbering that the container states; DEFAULT: the text states it, or the context decides. */
	enum syb_aspect_numbers aspect_numbers;
};

/* Read property text; bytes are not needed afterwards. opts may be NULL. Fails: FORMAT, LIMIT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_props_read(struct syb_ctx *ctx, struct syb_bytes text, const struct syb_props_read_opts *opts,
				    struct syb_props **out_props);
/* Free the sets; NULL is allowed. Since: 0.1 */
SYB_API void syb_props_free(struct syb_props *props);

SYB_API size_t syb_props_count(const struct syb_props *props);
SYB_API const struct syb_set *syb_props_at(const struct syb_props *props, size_t i);
/* NULL when absent. "SYCLBIN/native device code image metadata" finds its other spelling too. Since: 0.1 */
SYB_API const struct syb_set *syb_props_find(const struct syb_props *props, const char *set_name);
/* Shorthand: the property, NULL when set or key is absent. Since: 0.1 */
SYB_API const struct syb_prop *syb_props_get(const struct syb_props *props, const char *set_name, const char *key);

/* The numbering of the aspects in the sets: 2025, 2026, or UNKNOWN if they state another. *out_stated, when not NULL,
 * is true if the text or its container states it, and false if the context decided. Since: 0.1 */
SYB_API enum syb_aspect_numbers syb_props_aspect_numbers(const struct syb_props *props, bool *out_stated);
/* The same as text, "2026 (assumed)", "2025 (given)", "2025 (stated)", "unknown (stated)"; NULL if the sets have no
 * aspects, or only aspects with the same number in both. Since: 0.1 */
SYB_API const char *syb_props_aspect_numbers_text(const struct syb_props *props);
/* The same for one aspect of the sets, by its name or number: NULL if its number is the same in both. Since: 0.1 */
SYB_API const char *syb_props_aspect_numbers_of(const struct syb_props *props, const char *aspect);

SYB_API const char *syb_set_name(const struct syb_set *set);
SYB_API size_t syb_set_count(const struct syb_set *set);
SYB_API const struct syb_prop *syb_set_at(const struct syb_set *set, size_t i);

SYB_API const char *syb_prop_key(const struct syb_prop *prop);
SYB_API uint32_t syb_prop_type(const struct syb_prop *prop);
SYB_API uint32_t syb_prop_u32(const struct syb_prop *prop);
SYB_API struct syb_bytes syb_prop_bytes(const struct syb_prop *prop);
/* Number of bits of a byte array (bit masks need not be whole bytes). Since: 0.1 */
SYB_API uint64_t syb_prop_bits(const struct syb_prop *prop);

/* ---- writing ---- */
struct syb_props_writer;

SYB_API SYB_MUST int syb_props_writer_new(struct syb_ctx *ctx, struct syb_props_writer **out_writer);
SYB_API void syb_props_writer_free(struct syb_props_writer *writer);
/* Begin or continue a set. Fails: ARG when the name cannot be written. Since: 0.1 */
SYB_API SYB_MUST int syb_props_writer_set(struct syb_ctx *ctx, struct syb_props_writer *writer, const char *set_name);
/* Add to the current set. Fails: ARG, STATE without a set, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_props_writer_u32(struct syb_ctx *ctx, struct syb_props_writer *writer, const char *key,
					  uint32_t value);
/* Aspects among the bytes have the numbers of syb_ctx_aspect_numbers(ctx). */
SYB_API SYB_MUST int syb_props_writer_bytes(struct syb_ctx *ctx, struct syb_props_writer *writer, const char *key,
					    struct syb_bytes bytes);
/* bits ≤ 8 × bytes.len. Since: 0.1 */
SYB_API SYB_MUST int syb_props_writer_bits(struct syb_ctx *ctx, struct syb_props_writer *writer, const char *key,
					   struct syb_bytes bytes, uint64_t bits);
/* Add one read property to the current set, or all sets of a registry. Since: 0.1 */
SYB_API SYB_MUST int syb_props_writer_prop(struct syb_ctx *ctx, struct syb_props_writer *writer,
					   const struct syb_prop *prop);
SYB_API SYB_MUST int syb_props_writer_add(struct syb_ctx *ctx, struct syb_props_writer *writer,
					  const struct syb_props *props);
/* The text in a dialect (KEEP means DPCPP for new properties); belongs to the writer until its next call. Aspects get
 * the numbering of syb_ctx_aspect_numbers(ctx); with KEEP and none set in the context, they keep the one that the sets
 * state, if it is the same in all. The text states the numbering unless it is 2026, which readers assume. Fails:
 * UNSUPPORTED when an aspect has no number in it, or an unknown numbering would have to change. Since: 0.1 */
SYB_API SYB_MUST int syb_props_writer_text(struct syb_ctx *ctx, struct syb_props_writer *writer,
					   enum syb_dialect dialect, struct syb_bytes *out_text);

SYB_API const char *syb_dialect_name(enum syb_dialect dialect);
SYB_API SYB_MUST int syb_dialect_parse(const char *name, enum syb_dialect *out_dialect);

#ifdef __cplusplus
}
#endif
#endif
