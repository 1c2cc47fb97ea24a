/* base/value.h — building records. Keys and strings are copied into the record's arena unless stated otherwise.
 *
 * A failed add returns NULL (reported); further adds to NULL do nothing, so a builder may check the record's
 * `failed` once at the end. */
#ifndef BASE_VALUE_H
#define BASE_VALUE_H

#include "ctx.h"
#include <sybil/filter.h>
#include <sybil/value.h>

/* How the text renderer shows a number; JSON is not affected. */
enum value_hint {
	VALUE_PLAIN,
	VALUE_SIZE,    /* bytes: "1,234 (1.2 KiB)" */
	VALUE_OFFSET,  /* hexadecimal */
	VALUE_AGE,     /* seconds, in a readable unit: "3 h" */
	VALUE_BAR,     /* a real from 0 to 1: a bar and a percentage */
	VALUE_QUIET,   /* only in JSON: indices and the like that the text layout shows otherwise */
	VALUE_DEFAULT, /* not stated by the file: a default, which only some versions of a format may have */
	VALUE_TABLE,   /* a list of maps with the same scalar keys: aligned columns; tables inside a row are shown below
			  it */
	VALUE_NAME,    /* identifies its map: headline of a list item */
	VALUE_NAMES,   /* a list of maps shown by their names only, like a list of strings */
	VALUE_KEYS,    /* a map whose values carry no information: shown by its keys, like a list of strings */
	VALUE_BAD,     /* coloured as a problem */
};

struct syb_value {
	enum syb_value_kind kind;
	enum value_hint hint;
	const char *key;   /* in a map */
	const char *label; /* text: shown in place of the key, of a name, or of a string in a list */
	union {
		bool b;
		uint64_t u;
		int64_t i;
		double d;
		struct {
			const char *ptr;
			size_t len;
		} s;
		struct {
			struct syb_value *first, *last;
			struct syb_value **index; /* made by record_finish */
			size_t count;
		} c;
	} as;
	struct syb_value *next;
};

struct syb_record {
	struct allocator from;
	struct arena arena;
	struct syb_ctx *ctx; /* while it is built */
	struct syb_value *root;
	bool failed;
};

/* A record whose root is an empty map. */
int record_new(struct syb_ctx *ctx, struct syb_record **out_record);
/* Finish building and index the elements: 0, or the first error while building. */
int record_finish(struct syb_record *record);

/* Add to a map (key) or a list (key NULL). The last argument decides the text form. */
struct syb_value *value_map(struct syb_record *r, struct syb_value *parent, const char *key);
struct syb_value *value_list(struct syb_record *r, struct syb_value *parent, const char *key);
struct syb_value *value_null(struct syb_record *r, struct syb_value *parent, const char *key);
struct syb_value *value_bool(struct syb_record *r, struct syb_value *parent, const char *key, bool b);
struct syb_value *value_uint(struct syb_record *r, struct syb_value *parent, const char *key, uint64_t u);
struct syb_value *value_int(struct syb_record *r, struct syb_value *parent, const char *key, int64_t i);
struct syb_value *value_real(struct syb_record *r, struct syb_value *parent, const char *key, double d);
struct syb_value *value_string(struct syb_record *r, struct syb_value *parent, const char *key, const char *s);
struct syb_value *value_stringn(struct syb_record *r, struct syb_value *parent, const char *key, const void *s,
				size_t len);
struct syb_value *value_bytes(struct syb_record *r, struct syb_value *parent, const char *key, struct syb_bytes bytes);
/* String, or null when s is NULL. */
struct syb_value *value_string_or_null(struct syb_record *r, struct syb_value *parent, const char *key, const char *s);
/* Add a reason for an answer to a list, with the name of the answer; shared by the two libraries that judge. */
void value_reason(struct syb_record *r, struct syb_value *list, const struct syb_reason *reason, const char *answer);
/* Deep copy of another record's value. */
struct syb_value *value_copy(struct syb_record *r, struct syb_value *parent, const char *key,
			     const struct syb_value *from);
/* Add the elements of another container of the record after its first one, without copying them. Nothing may be added
 * to either of the two afterwards. */
void value_share_rest(struct syb_value *parent, const struct syb_value *from);
/* Set the hint; returns value. */
struct syb_value *value_hint(struct syb_value *value, enum value_hint hint);
/* Set the label, copied; returns value. */
struct syb_value *value_label(struct syb_record *r, struct syb_value *value, const char *label);

/* Label a value with its key, with blanks for underscores: for keys that Sybil defines, not for those from files.
 * Returns value. */
struct syb_value *value_words(struct syb_record *r, struct syb_value *value);

/* For the renderers: shortest decimal form that reads back the same, with a point in every locale (not finite: null).
 */
struct buf;
int value_print_real(struct syb_ctx *ctx, struct buf *buf, double d);
int value_print_uint(struct syb_ctx *ctx, struct buf *buf, uint64_t u);

/* The document on one line for a <script type="application/json"> of an HTML page: nothing in it can end the script,
 * open a comment or a line; it reads back as the same document. */
int value_write_script(struct syb_ctx *ctx, const struct syb_value *value, struct syb_out *out);

DEFINE_CLEANUP(struct syb_record *, syb_record_free);

#endif
