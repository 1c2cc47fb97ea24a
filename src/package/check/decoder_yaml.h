/* package/check/decoder_yaml.h — ZE Info text as compute-runtime's own parser reads it, which is not quite YAML.
 *
 * Two ages of that parser are known: that of release 22.43 (decoder 1.15), which is assumed for all versions
 * before 1.47, and the current one. Facts about them are from tests/differential/ocloc-validate. */
#ifndef PACKAGE_DECODER_YAML_H
#define PACKAGE_DECODER_YAML_H

#include "base/span.h"

enum dy_kind {
	DY_NOTHING,
	DY_NAME,   /* letters, digits and _ */
	DY_STRING, /* in quotes, which belong to it */
	DY_NUMBER,
	DY_MARK, /* one character */
};

struct dy_token {
	uint32_t at; /* in the text */
	uint32_t len;
	enum dy_kind kind;
};

/* Node 0 is the root; links are 0 where there is nothing. */
struct dy_node {
	struct dy_token key, value;
	struct dy_token inner; /* of "- key: value": the value, while the key is still treated as the item's value */
	uint32_t first, last, next, parent;
	uint32_t line;
	uint16_t indent; /* wraps around, as there */
};

struct dy_doc {
	struct span text;
	struct dy_node *nodes;
	size_t count, room;
	struct allocator from;
};

/* Why a text is refused. */
struct dy_problem {
	const char *why;
	uint32_t at, line;
	bool aborts; /* that parser ends its process here */
};

/* Read a text. Returns 0, or -FORMAT with out_problem filled and nothing reported, or LIMIT, NOMEM. Free the document
 * with dy_free in any case. */
int dy_read(struct syb_ctx *ctx, struct span text, bool modern, struct dy_doc *out_doc, struct dy_problem *out_problem);
void dy_free(struct dy_doc *doc);

/* Bytes of a token. */
struct span dy_span(const struct dy_doc *doc, struct dy_token token);
bool dy_is(const struct dy_doc *doc, struct dy_token token, const char *text);
/* A value as a string: without quotes; today's parser keeps words that stand apart. */
struct span dy_string(const struct dy_doc *doc, struct dy_token token, bool modern);
/* false where that parser finds no number. */
bool dy_int(const struct dy_doc *doc, struct dy_token token, bool modern, int64_t *out_value);
bool dy_bool(const struct dy_doc *doc, struct dy_token token, bool *out_value);

#endif
