/* ir/properties/properties.h — properties of SYCL by name, and what their values say: decorations.
 *
 * properties.def is the table; mappings of users extend it and go before its rows. */
#ifndef IR_PROPERTIES_H
#define IR_PROPERTIES_H

#include "ir/module/ir.h"

/* Text of the module: not NUL-terminated. */
struct text {
	const char *ptr;
	size_t len;
};

static inline bool text_is(struct text text, const char *word)
{
	size_t len = strlen(word);

	return text.len == len && memcmp(text.ptr, word, len) == 0;
}

/* How the text of a property is read. */
enum property_value {
	PROPERTY_NONE,        /* not at all */
	PROPERTY_U32,         /* a number of 32 bits */
	PROPERTY_INT,         /* the same, a negative one, or nothing */
	PROPERTY_BOOL,        /* 1 unless it is "false" or "0" */
	PROPERTY_STR,         /* as it is */
	PROPERTY_PIPELINED,   /* below 0: enabled; 0: disabled; above: enabled, with this initiation interval */
	PROPERTY_HOST_ACCESS, /* of variables only: global_properties.c */
	PROPERTY_PREFETCH,    /* a level */
	PROPERTY_PREFETCH_NT,
	PROPERTY_CACHE_READ, /* levels of each mode: cache_controls.c */
	PROPERTY_CACHE_WRITE,
};

struct property {
	const char *name;
	uint32_t number;
	enum property_value value;
	bool of_user;
};

/* A decoration as it will stand in metadata or in an annotation. */
struct decoration {
	uint32_t number;
	unsigned int_count;
	int64_t ints[2];
	struct text text; /* behind the numbers; ptr NULL: none */
};

enum { DECORATIONS_MOST = 28 }; /* of one value: seven cache modes of four levels */

struct properties {
	struct property *rows;
	size_t count;
	struct hash by_name;
};

/* What a diagnostic is about. */
struct subject {
	const char *what; /* "kernel" */
	const char *name;
	size_t name_len;
	unsigned parameter; /* counted from 1; 0: none */
};

int properties_new(struct pass_run *run, struct properties *out);
void properties_free(struct properties *properties);
/* NULL when nobody knows it. */
const struct property *properties_find(const struct properties *properties, struct text name);

/* The decorations that a value asks for; 0 and a warning when it cannot be understood. text of out is borrowed. */
size_t property_read(struct pass_run *run, const struct subject *subject, const struct property *property,
		     struct text value, struct decoration out[DECORATIONS_MOST]);

/* Decimal or 0x…, blanks around it allowed; false when it is no number, or below or above. */
bool text_number(struct text text, int64_t least, int64_t most, int64_t *out_value);
/* Warn: this value is not what the property takes. */
void complain_value(struct pass_run *run, const struct subject *subject, const char *name, struct text value,
		    const char *wanted);
/* Warn about something else; check is the name of the warning. */
void complain_about(struct pass_run *run, const struct subject *subject, const char *check, const char *problem);

/* ---- cache_controls.c ---- */
size_t cache_controls_read(struct pass_run *run, const struct subject *subject, const struct property *property,
			   struct text value, struct decoration out[DECORATIONS_MOST]);
/* A level may be controlled once. */
bool cache_control_is(uint32_t number);

#endif
