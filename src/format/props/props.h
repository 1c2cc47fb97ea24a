/* format/props/props.h — the inside of property sets that were read.
 *
 * Keys, set names and raw values point into one private copy of the text (`text`), whose separators became NULs, so
 * that the distance from its start is also the place in the file. */
#ifndef FORMAT_PROPS_H
#define FORMAT_PROPS_H

#include "base/buf.h"
#include "base/hash.h"
#include "base/value.h"
#include "target/propsets.h"

#include <sybil/propsets.h>

/* How a byte array was written. */
enum syb_prop_coding {
	SYB_PROP_CODING_NONE = 0,
	SYB_PROP_CODING_LSB = 1,     /* DPC++: bit count, six bits at a time from the low end */
	SYB_PROP_CODING_RFC4648 = 2, /* the documents: base64 */
};

struct syb_prop {
	const char *key;
	const char *raw;      /* text after '|'; NULL when made by a program */
	const uint8_t *bytes; /* byte arrays */
	size_t len;
	uint64_t bits;
	uint32_t u32;
	uint32_t type;
	uint32_t line;
	uint8_t coding;  /* enum syb_prop_coding */
	uint8_t numbers; /* enum syb_aspect_numbers: of the aspects in it */
	bool wide;       /* the number did not fit 32 bits */
};

struct syb_set {
	const char *name;
	const struct syb_key_info *rows; /* of the table; NULL when the set is not known */
	size_t row_count;
	struct syb_prop *props;
	size_t count;
	struct key_index *_Atomic index; /* key → last place; made by the first search in a set with many keys */
	struct allocator from;           /* of the index */
	uint32_t line;
	uint32_t again; /* line where the set is opened a second time, 0 = never */
};

struct syb_props {
	struct allocator from;
	struct arena arena;
	char *text;
	struct syb_prop *list; /* all properties, when the sets lie in it one after the other */
	struct syb_set *sets;
	size_t count;
	struct hash index; /* set name → place */
	uint64_t at;       /* of the text in its file */
	bool embedded;
	bool made;                       /* of records in the file, whose place is `at` */
	enum syb_aspect_numbers numbers; /* of its aspects: 2025, 2026 or UNKNOWN */
	enum { NUMBERS_ASSUMED, NUMBERS_GIVEN, NUMBERS_STATED } numbers_from;
};

DEFINE_CLEANUP(struct syb_props *, syb_props_free);
DEFINE_CLEANUP(struct syb_props_writer *, syb_props_writer_free);

/* Why the text forms have no place for a key ("an empty key"); NULL: they have one. */
const char *props_key_fault(const char *key);
/* Row of the table for a property, NULL when the key is not known. */
const struct syb_key_info *set_row(const struct syb_set *set, const char *key);

static inline struct syb_bytes prop_bytes(const struct syb_prop *prop)
{
	return (struct syb_bytes){ prop->bytes, prop->len };
}

/* A place in the text; all pointers are into its copy. */
struct props_place {
	const char *start; /* of the line */
	const char *where;
	uint32_t line;
};

static inline struct props_place set_place(const struct syb_set *set)
{
	return (struct props_place){ set->name - 1, set->name - 1, set->line };
}

static inline struct props_place key_place(const struct syb_prop *prop)
{
	return (struct props_place){ prop->key, prop->key, prop->line };
}

static inline struct props_place value_place(const struct syb_prop *prop)
{
	return (struct props_place){ prop->key, prop->raw, prop->line };
}

/* The offset of a place of the text in its file. */
static inline uint64_t props_offset(const struct syb_props *props, uint64_t at, const char *where)
{
	return props->made ? at : at + (uint64_t)(where - props->text);
}

/* Read the text that a reader made of the records of a file; opts->at is their place. Byte arrays are in the coding of
 * DPC++. props_read.c */
int props_read_made(struct syb_ctx *ctx, struct syb_bytes text, const struct syb_props_read_opts *opts,
		    struct syb_props **out_props);

/* Replace sets by the same sets as the documents divide them: default values for each constant, no empty list of
 * aspects. props_write.c */
int props_divide(struct syb_ctx *ctx, struct syb_props **inout_props);

/* format/props/prop_aspects.c */

/* The set that states which numbers aspects have. Only the older numbering needs it, unless readers are configured
 * to assume it: a file without the set is read with the numbers of 2026. */
#define ASPECT_NUMBERS_SET "Sybil/aspect numbers"

/* Find the numbering of the aspects in the sets; `stated` is the statement of their container. */
void props_find_numbers(const struct syb_ctx *ctx, struct syb_props *props, enum syb_aspect_numbers stated);
/* Fails: UNSUPPORTED (check aspect-numbers-unknown) when the sets state numbers that the library does not know. */
int props_check_numbers(struct syb_ctx *ctx, const struct syb_props *props);
/* The same error, about the property that states them. */
int prop_refuse_numbers(struct syb_ctx *ctx, const struct syb_prop *stated);
/* true when the value is a list of aspect numbers. */
bool prop_has_aspects(const struct syb_key_info *row, const struct syb_prop *prop);
/* true when it is one, and means other aspects in the other numbering. */
bool prop_aspects_differ(const struct syb_key_info *row, const struct syb_prop *prop);
/* The library's number of the i-th aspect of a list. */
uint32_t prop_aspect(const struct syb_prop *prop, size_t i);
/* The list with other numbers, appended to a buffer. Fails: UNSUPPORTED (check aspect-number), NOMEM. */
int prop_renumber(struct syb_ctx *ctx, const struct syb_prop *prop, enum syb_aspect_numbers numbers, struct buf *out);

/* format/props/prop_decode.c: add {SET: {KEY: decoded}} to a map of another record. Fails: LIMIT, NOMEM (see record).
 */
int prop_decode_into(struct syb_record *record, struct syb_value *parent, const struct syb_props *props, bool raw);

/* format/props/prop_view.c: bytes of a specialization constant, from its leaves (shape spec-leaves). */
uint64_t prop_spec_size(const struct syb_prop *prop);

/* Of repeated keys, the last one; NULL when absent. */
const struct syb_prop *syb_set_find(const struct syb_set *set, const char *key);
enum syb_prop_coding syb_prop_coding(const struct syb_prop *prop);
/* The text after '|' as it was read. */
const char *syb_prop_raw(const struct syb_prop *prop);

/* Decode all sets into {SET: {KEY: decoded}}; with raw, each property is {"type", "raw", "value"}. */
int syb_props_decode(struct syb_ctx *ctx, const struct syb_props *props, bool raw, struct syb_record **out_record);

#endif
