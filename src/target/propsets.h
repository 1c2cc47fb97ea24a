/* target/propsets.h — the table of known property sets and keys. */
#ifndef TARGET_PROPSETS_H
#define TARGET_PROPSETS_H

#include <sybil/propsets.h>

/* Sets that code asks for by name. */
#define SET_KERNEL_NAMES "SYCL/kernel names"
#define SET_REQUIREMENTS "SYCL/device requirements"
#define SET_IMPORTS "SYCL/imported symbols"
#define SET_EXPORTS "SYCL/exported symbols"
#define SET_STAND_IN "Sybil/stand-in"

/* How a value is to be understood. */
enum syb_shape {
#define SYB_SHAPE(id, name, text) SYB_SHAPE_##id,
#include "shapes.def"
#undef SYB_SHAPE
};

/* Where a set may appear. */
enum syb_set_place {
	SYB_PLACE_MODULE = 1, /* abstract modules and property files */
	SYB_PLACE_GLOBAL = 2,
	SYB_PLACE_IR = 4,
	SYB_PLACE_NATIVE = 8,
};

/* One known key of a known set. */
struct syb_key_info {
	const char *set;
	const char *key;    /* "*" = any name, "*@x" = any name that ends in "@x" */
	const char *names;  /* the meaning of "*" ("kernel name"), "" for fixed keys */
	uint32_t type;      /* syb_prop_type the documents give, as DPCPP writes it */
	uint32_t type_spec; /* according to the documents */
	enum syb_shape shape;
	bool required;
	const char *status;  /* "spec", "today", "obsolete", "sybil" */
	const char *becomes; /* the key that a dialect writes instead, or NULL */
	const char *text;    /* one line of explanation */
	const char *values;  /* the only values that mean something, separated by blanks, or NULL */
};

struct syb_set_info {
	const char *name;
	const char *also;   /* another spelling, or NULL */
	unsigned place;     /* enum syb_set_place bits */
	const char *status; /* "spec", "today", "obsolete", "sybil" */
	const char *text;
};

size_t syb_set_info_count(void);
const struct syb_set_info *syb_set_info_at(size_t i);
/* By either spelling; NULL when not known. */
const struct syb_set_info *syb_set_info_find(const char *set_name);
size_t syb_key_info_count(void);
const struct syb_key_info *syb_key_info_at(size_t i);
/* The row for a key ("*" rows match any), NULL when not known. */
const struct syb_key_info *syb_key_info_find(const char *set_name, const char *key);
/* For walks over many keys of one set: its rows, which are adjacent (NULL and 0 when the set is not known), and the row
 * of a key among them. */
const struct syb_key_info *syb_key_info_first(const char *set_name, size_t *out_count);
const struct syb_key_info *syb_key_info_match(const struct syb_key_info *rows, size_t count, const char *key);
const char *syb_shape_name(enum syb_shape shape);

#endif
