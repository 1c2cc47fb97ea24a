/* sybil/zeinfo.h — ZE Info: the YAML in Intel GPU binaries that describes how a driver runs each kernel (ze-info(5)).
 *
 * A document is read as a tree that keeps order, unknown keys, spelling and positions; a table of the schema of every
 * version (1.0 to today's) gives the nodes their meaning. Reading fails only if the text is not YAML: syb_check finds
 * wrong and unknown attributes. A document is immutable and may be shared between threads; an edit is a
 * copy for one thread. Strings belong to the document. */
#ifndef SYBIL_ZEINFO_H
#define SYBIL_ZEINFO_H

#include <sybil/file.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Compared as two integers: 1.10 is newer than 1.9. {0, 0} = not stated, before 1.0, or never. Since: 0.1 */
struct syb_ze_version {
	uint32_t major;
	uint32_t minor;
};
/* "1.20" → {1, 20}; NOTFOUND for other text (not reported). Since: 0.1 */
SYB_API SYB_MUST int syb_ze_version_parse(const char *text, struct syb_ze_version *out_version);

/* ---- the schema ---- */

/* Since: 0.1 */
enum syb_ze_type {
	SYB_ZE_STR,
	SYB_ZE_INT32,
	SYB_ZE_INT32X3,
	SYB_ZE_BOOL,
	SYB_ZE_FLOAT,
	SYB_ZE_ENUM,
	SYB_ZE_MAP,
	SYB_ZE_LIST, /* of maps, or of strings where `of` is "str" */
};

/* One attribute. Since: 0.1 */
struct syb_ze_attr {
	const char *path; /* of the map that contains it: "/", "/kernels[]/execution_env" */
	const char *name;
	enum syb_ze_type type;
	const char *of; /* name of the enumeration, or what a list holds; "" for others */
	bool required;  /* in the newest version that has it */
	/* If the rule differed in a range of versions (eu_thread_count): required in [from, until). */
	struct syb_ze_version required_from, required_until;
	const char *default_text; /* as written in a file; "" = none */
	struct syb_ze_version since, removed;
	bool in_spec;     /* false: only drivers have it */
	const char *text; /* description, "" if the name is sufficient */
};
SYB_API size_t syb_ze_attr_count(void);
SYB_API const struct syb_ze_attr *syb_ze_attr_at(size_t i); /* in the order in which they are written */
SYB_API const struct syb_ze_attr *syb_ze_attr_find(const char *path, const char *name);

/* ---- reading ---- */
struct syb_zeinfo;
struct syb_ze_node;

struct syb_zeinfo_read_opts {
	size_t size;
	const char *name; /* file name for diagnostics */
	uint64_t at;      /* absolute offset of the text in that file, when it is a section of a binary */
	bool embedded;    /* then diagnostics name the offset as well */
};
/* Read a document; text is not needed afterwards. Fails: FORMAT (checks zeinfo-yaml, …), LIMIT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_zeinfo_read(struct syb_ctx *ctx, struct syb_bytes text,
				     const struct syb_zeinfo_read_opts *opts, struct syb_zeinfo **out_zeinfo);
SYB_API void syb_zeinfo_free(struct syb_zeinfo *zeinfo);
SYB_API size_t syb_zeinfo_kernel_count(const struct syb_zeinfo *zeinfo);
SYB_API const struct syb_ze_node *syb_zeinfo_kernel_at(const struct syb_zeinfo *zeinfo, size_t i);
/* By name; NULL when absent. Since: 0.1 */
SYB_API const struct syb_ze_node *syb_zeinfo_kernel_find(const struct syb_zeinfo *zeinfo, const char *name);
SYB_API size_t syb_zeinfo_function_count(const struct syb_zeinfo *zeinfo);
SYB_API const struct syb_ze_node *syb_zeinfo_function_at(const struct syb_zeinfo *zeinfo, size_t i);

/* The schema's row for a node that is a map's value or a list's element ("payload_arguments"); NULL for unknown keys.
 * Since: 0.1 */
SYB_API const struct syb_ze_attr *syb_ze_attr(const struct syb_ze_node *node);

/* The value of a key in a map of the file: a scalar, or the map or list in it ("execution_env", "payload_arguments").
 * The last of repeated keys counts. NULL when absent. Since: 0.1 */
SYB_API const struct syb_ze_node *syb_ze_get(const struct syb_ze_node *map, const char *key);
/* Elements of a map or list; a scalar has none. Since: 0.1 */
SYB_API size_t syb_ze_count(const struct syb_ze_node *node);
SYB_API const struct syb_ze_node *syb_ze_at(const struct syb_ze_node *node, size_t i); /* NULL behind the last */
/* The effective value of an attribute of a map: that of the file, else the schema's default; enumerations are text, and
 * text has no default. map may be NULL if the map is missing: then path names its place in the schema
 * ("/kernels[]/execution_env"); else path may be NULL. NOTFOUND when there is neither value nor default, or the value
 * of the file is not of the attribute's type (not reported). Since: 0.1 */
SYB_API int syb_ze_str(const struct syb_ze_node *map, const char *path, const char *key, const char **out_value);
SYB_API int syb_ze_int(const struct syb_ze_node *map, const char *path, const char *key, int64_t *out_value);
SYB_API int syb_ze_bool(const struct syb_ze_node *map, const char *path, const char *key, bool *out_value);
SYB_API int syb_ze_int3(const struct syb_ze_node *map, const char *path, const char *key, int32_t out_value[3]);

/* ---- writing ---- */
struct syb_zeinfo_edit;

struct syb_zeinfo_text_opts {
	size_t size;
	bool minimal; /* omit attributes that equal their default, and empty lists */
};
/* A copy that can be changed. Since: 0.1 */
SYB_API SYB_MUST int syb_zeinfo_edit_new(struct syb_ctx *ctx, const struct syb_zeinfo *zeinfo,
					 struct syb_zeinfo_edit **out_edit);
SYB_API void syb_zeinfo_edit_free(struct syb_zeinfo_edit *edit);
/* Set an attribute: "execution_env.slm_size", "payload_arguments[2].size" of a kernel or function, or of the document
 * when entity is NULL. value is text for attributes that hold text, else YAML ("[16, 4, 1]" may be "16, 4, 1", and
 * integers may end with K, M or G); NULL removes an attribute or element. Missing maps on the way are made; attributes
 * go to their place in the order of the schema, unknown ones to the end; "name" renames. Nothing is changed on failure.
 * Fails: NOTFOUND (kernel, map, index), ARG (value not of its type), INCOMPATIBLE (name in use). Since: 0.1 */
SYB_API SYB_MUST int syb_zeinfo_edit_set(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit, const char *entity,
					 const char *attribute, const char *value);
struct syb_ze_rename {
	const char *from, *to; /* names of a kernel or function */
};
/* Rename kernels and functions everywhere in the document, all at once: two may swap their names. Nothing is changed on
 * failure. Fails: NOTFOUND, INCOMPATIBLE (name taken), ARG (not a name, or renamed twice). Since: 0.1 */
SYB_API SYB_MUST int syb_zeinfo_edit_rename(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit,
					    const struct syb_ze_rename *renames, size_t count);
/* State an older version and drop attributes that it does not know, each reported as info (check zeinfo-lowered).
 * Fails: INCOMPATIBLE if that would change the behaviour of kernels (all such places are reported, nothing is changed),
 * ARG (not an older version). Since: 0.1 */
SYB_API SYB_MUST int syb_zeinfo_edit_lower(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit,
					   struct syb_ze_version version);
/* The text in IGC's layout; belongs to the edit until its next call. Since: 0.1 */
SYB_API SYB_MUST int syb_zeinfo_edit_text(struct syb_ctx *ctx, struct syb_zeinfo_edit *edit,
					  const struct syb_zeinfo_text_opts *opts, struct syb_bytes *out_text);

#ifdef __cplusplus
}
#endif
#endif
