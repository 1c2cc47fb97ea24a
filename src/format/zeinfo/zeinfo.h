/* format/zeinfo/zeinfo.h — inside of a ZE Info document. */
#ifndef FORMAT_ZEINFO_H
#define FORMAT_ZEINFO_H

#include "base/buf.h"
#include "base/hash.h"
#include "format/yaml/yaml.h"
#include "target/zeinfo.h"

struct syb_zeinfo {
	struct allocator from;
	struct arena arena;
	struct yaml_source source;
	const char *name;         /* of the file, NULL where it has none */
	struct syb_ze_node *root; /* NULL for an empty document */
	struct syb_ze_version version;
	size_t padding;    /* NUL bytes after the text */
	struct hash index; /* name → place of the first kernel of that name */
};

struct syb_zeinfo_edit {
	struct allocator from;
	struct arena arena;
	struct yaml_source source; /* of the copied document, for diagnostics */
	const char *name;          /* of the file it came from, or NULL */
	struct syb_ze_node *root;  /* a map */
	struct buf text;
};

/* Report about a place of the document: line and column, and the section's offset where it is in a binary. */
void zeinfo_report(struct syb_ctx *ctx, const struct syb_zeinfo *zeinfo, enum syb_severity severity, uint32_t line,
		   uint32_t column, const char *check, const char *fmt, ...) SYB_PRINTF(7, 8);

/* The same about a document that is being edited; line 0 for nodes that the edit added. */
void zeinfo_edit_report(struct syb_ctx *ctx, const struct syb_zeinfo_edit *edit, enum syb_severity severity,
			const struct syb_ze_node *node, const char *check, const char *fmt, ...) SYB_PRINTF(6, 7);

/* Assign schema rows to a node and all below it: `path` is that of its map, attr its row there or NULL. */
void zeinfo_resolve(struct syb_ze_node *node, enum ze_path path, const struct syb_ze_attr *attr);
/* The effective value of a key (the last one), for changes. */
struct syb_ze_node *zeinfo_get(struct syb_ze_node *map, const char *key);
/* A map, or the only map in a list where the schema expects a map (an early form); else NULL. */
const struct syb_ze_node *zeinfo_as_map(const struct syb_ze_node *node);
const struct syb_ze_attr *zeinfo_attr(const struct syb_ze_node *node);

/* Values of plain scalars, as YAML means them. */
bool zeinfo_is_int(const char *text, int64_t *out_value);
bool zeinfo_is_bool(const char *text, bool *out_value);
bool zeinfo_is_float(const char *text);
bool zeinfo_is_null(const char *text);
/* Whether YAML readers, too, take a word for a boolean: they know true, yes and on in three spellings. */
bool zeinfo_is_plain_bool(const char *text);
/* Whether a node has the default value of its row. */
bool zeinfo_is_default(const struct syb_ze_node *node, const struct syb_ze_attr *attr);

/* An attribute, and a type of payload argument that may have it (a prefix when it ends in '*'), under a condition on
 * another attribute of the argument. */
struct zeinfo_arg_rule {
	const char *name, *type;
	struct syb_ze_version since;
	const char *key, *value; /* or NULL */
	bool required;           /* such an argument is incomplete without it */
};
/* NULL at the end. */
const struct zeinfo_arg_rule *zeinfo_arg_rule_at(size_t i);
/* Whether the rule is about this type. */
bool zeinfo_arg_rule_type(const struct zeinfo_arg_rule *rule, const char *type);

/* The version whose rules apply to a document: the stated one; without one, that which has most of its content, of
 * several the oldest. */
struct syb_ze_version zeinfo_version_of(const struct syb_ze_node *root);

/* Put a value (with its key and row) into a map: in place of the effective one, else at its position in the schema. */
int zeinfo_put(struct syb_ctx *ctx, struct arena *arena, struct syb_ze_node *map, const struct syb_ze_node *value);

/* A text as a key or in a list of any YAML, in quotes where it needs them. */
int zeinfo_print_text(struct syb_ctx *ctx, const char *text, struct buf *out);
/* Print a tree in the compiler's layout. */
int zeinfo_print(struct syb_ctx *ctx, const struct syb_ze_node *root, bool minimal, struct buf *out);

/* The root map; NULL for an empty document. */
const struct syb_ze_node *syb_zeinfo_root(const struct syb_zeinfo *zeinfo);
/* As stated; {0, 0} when it is missing or invalid. */
struct syb_ze_version syb_zeinfo_version(const struct syb_zeinfo *zeinfo);
enum syb_ze_kind syb_ze_kind(const struct syb_ze_node *node);
const char *syb_ze_key(const struct syb_ze_node *node, size_t i);
/* Text of a scalar after unquoting; "" for others. */
const char *syb_ze_text(const struct syb_ze_node *node);
enum syb_ze_style syb_ze_style(const struct syb_ze_node *node);
uint32_t syb_ze_line(const struct syb_ze_node *node);
uint32_t syb_ze_column(const struct syb_ze_node *node);
/* Path of the maps in a node ("/kernels[]/execution_env"), NULL when it has no place in the schema. */
const char *syb_ze_path(const struct syb_ze_node *node);
/* Whether a scalar (or list) is a right value of a type; of: name of the enumeration. */
bool syb_ze_is(const struct syb_ze_node *node, enum syb_ze_type type, const char *of);

DEFINE_CLEANUP(struct syb_zeinfo *, syb_zeinfo_free);
DEFINE_CLEANUP(struct syb_zeinfo_edit *, syb_zeinfo_edit_free);

#endif
