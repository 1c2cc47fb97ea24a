/* sybil/value.h — decoded records: the answers of show, size, diff and check.
 *
 * A value is null, a boolean, a number, a string, bytes, a list or a map whose keys keep their order. It is immutable
 * and owned by its record. A record is printed as JSON for programs, or as text for people. */
#ifndef SYBIL_VALUE_H
#define SYBIL_VALUE_H

#include <sybil/file.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Since: 0.1 */
enum syb_value_kind {
	SYB_VALUE_NULL,
	SYB_VALUE_BOOL,
	SYB_VALUE_UINT,
	SYB_VALUE_INT,
	SYB_VALUE_REAL,
	SYB_VALUE_STRING,
	SYB_VALUE_BYTES,
	SYB_VALUE_LIST,
	SYB_VALUE_MAP,
};

struct syb_value;
struct syb_record; /* owns a tree of values */

/* Free a record; NULL is allowed. Since: 0.1 */
SYB_API void syb_record_free(struct syb_record *record);
/* The root. Since: 0.1 */
SYB_API const struct syb_value *syb_record_root(const struct syb_record *record);

SYB_API enum syb_value_kind syb_value_kind(const struct syb_value *value);
SYB_API bool syb_value_bool(const struct syb_value *value);
SYB_API uint64_t syb_value_uint(const struct syb_value *value);
SYB_API int64_t syb_value_int(const struct syb_value *value);
SYB_API double syb_value_real(const struct syb_value *value);
/* NUL-terminated; "" when not a string. Since: 0.1 */
SYB_API const char *syb_value_string(const struct syb_value *value);
/* Of bytes and strings. Since: 0.1 */
SYB_API struct syb_bytes syb_value_bytes(const struct syb_value *value);
/* Elements of a list or a map; 0 for the others. Since: 0.1 */
SYB_API size_t syb_value_count(const struct syb_value *value);
SYB_API const struct syb_value *syb_value_at(const struct syb_value *value, size_t i);
/* Key of a map's i-th element. Since: 0.1 */
SYB_API const char *syb_value_key(const struct syb_value *value, size_t i);
/* Element of a map by key, NULL when absent. Since: 0.1 */
SYB_API const struct syb_value *syb_value_get(const struct syb_value *value, const char *key);

/* Read a JSON object, such as an answer of `sybil ... -j`. Numbers that are not unsigned integers of 64 bits stay
 * strings. name is the file's name for diagnostics, check the name of the rule that other text breaks. Free with
 * syb_record_free. Fails: FORMAT, LIMIT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_record_read_json(struct syb_ctx *ctx, struct syb_bytes text, const char *name,
					  const char *check, struct syb_record **out_record);

/* Since: 0.1 */
struct syb_render_opts {
	size_t size;
	bool color;     /* text: ANSI colours */
	uint32_t width; /* text: columns of the terminal, 0 = 100 */
	bool compact;   /* JSON: one line */
	bool cut;       /* text: cells of tables are shortened ("...") where rows are wider than width */
};

/* Print as one JSON document with a final newline. Bytes become lower-case hex strings; strings that are not UTF-8
 * have their bad bytes replaced by U+FFFD. opts may be NULL. Since: 0.1 */
SYB_API SYB_MUST int syb_value_write_json(struct syb_ctx *ctx, const struct syb_value *value,
					  const struct syb_render_opts *opts, struct syb_out *out);
/* Print for people. Control characters of untrusted names are escaped. Since: 0.1 */
SYB_API SYB_MUST int syb_value_write_text(struct syb_ctx *ctx, const struct syb_value *value,
					  const struct syb_render_opts *opts, struct syb_out *out);

#ifdef __cplusplus
}
#endif
#endif
