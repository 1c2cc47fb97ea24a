/* ir/properties/properties.h — SYCL properties by name, and the decorations that their values request.
 *
 * properties.def is the table. Mappings of the user extend it and have priority. */
#ifndef IR_PROPERTIES_H
#define IR_PROPERTIES_H

#include "ir/module/ir.h"

/* How the text of a property is interpreted. */
enum property_value {
	PROPERTY_NONE,        /* ignored */
	PROPERTY_U32,         /* a number of 32 bits */
	PROPERTY_INT,         /* the same, possibly negative or missing */
	PROPERTY_BOOL,        /* 1 unless it is "false" or "0" */
	PROPERTY_STR,         /* unchanged */
	PROPERTY_PIPELINED,   /* below 0: enabled; 0: disabled; above: enabled, with this initiation interval */
	PROPERTY_HOST_ACCESS, /* variables only: global_properties.c */
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

/* A decoration of metadata or of an annotation. */
struct decoration {
	uint32_t number;
	unsigned int_count;
	int64_t ints[2];
	struct text text; /* after the numbers; ptr NULL: none */
};

enum { DECORATIONS_MOST = 28 }; /* of one value: seven cache modes of four levels */

struct properties {
	struct property *rows;
	size_t count;
	struct hash by_name;
};

/* The subject of a diagnostic. */
struct subject {
	const char *what; /* "kernel" */
	LLVMValueRef value;
	unsigned parameter; /* counted from 1; 0: none */
};

int properties_new(struct pass_run *run, struct properties *out);
void properties_free(struct properties *properties);
/* NULL when it is unknown. */
const struct property *properties_find(const struct properties *properties, struct text name);

/* The decorations that a value requests; 0 and a warning for an invalid value. text of out is borrowed. */
size_t property_read(struct pass_run *run, const struct subject *subject, const struct property *property,
		     struct text value, struct decoration out[DECORATIONS_MOST]);

/* Warn about an invalid value of a property. */
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
