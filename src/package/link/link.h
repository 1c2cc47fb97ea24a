/* package/link/link.h — linking packages: the data that the phases of link.c share. docs/linking.md is the
 * specification.
 *
 * Everything lives in the arena of struct link; modules, images and groups are named by their index in its lists. The
 * first failure (memory, a file that cannot be read) is kept in link.error: functions that meet it do nothing more, and
 * the phases end. Problems of the input are counted in link.problems, and do not end a phase. */
#ifndef PACKAGE_LINK_H
#define PACKAGE_LINK_H

#include "term/demangle.h"
#include "base/hash.h"
#include "base/span.h"
#include "base/value.h"
#include "format/props/props.h"
#include <sybil/link.h>
#include <sybil/propsets.h>

#define SET_SPEC_CONSTS "SYCL/specialization constants"
#define SET_SPEC_DEFAULTS "SYCL/specialization constants default values"
#define SET_SPEC_VALUES "SYCL/specialization constants set values"

enum {
	LINK_IMPORT = -1, /* stays an import */
	LINK_ITSELF = -2, /* the module defines it, too */
};

struct link_symbol {
	const char *name;
	uint64_t at; /* absolute offset of where it is stated */
};

struct link_symbols {
	struct link_symbol *exports, *imports;
	size_t export_count, import_count;
};

/* The symbols, constants and kernels of code; read when needed. */
struct link_code {
	bool readable; /* SPIR-V or PTX; other code has none of the following */
	struct link_symbols symbols;
	struct hash weak; /* exports that are interchangeable */
	uint32_t *spec_ids;
	size_t spec_id_count;
	const char **kernels;
	size_t kernel_count;
};

struct link_target {
	const char *name;   /* architecture part of the triple; architecture of native code */
	const char *triple; /* as the first image states it, NULL when none does */
	bool native;
	uint32_t type; /* of IR */
	size_t *images;
	size_t image_count;
	const struct link_group *rebuilt_for; /* the last group that native code was built anew for */
};

struct link_image {
	const struct syb_image *image;
	size_t module, target;              /* together the key in link.by_target */
	const struct link_symbols *symbols; /* the module's or the code's; of native code, the module's */
	ptrdiff_t *needs;                   /* for each import the image that defines it, LINK_IMPORT or LINK_ITSELF */
	bool *lost;                         /* for each export: another module's copy is used; NULL: none is lost */
	bool paired;                        /* a library with an alternative: the runtime takes one of the two */
	struct link_code *code;             /* NULL: not read yet */
};

struct link_module {
	const struct syb_bin *bin;
	const struct syb_module *module;
	const char *file; /* name of the package */
	struct syb_props *props;
	struct syb_view *view;
	const struct syb_module_info *info;
	const char *const *kernels;
	size_t kernel_count;
	struct link_symbols symbols;
	bool states_exports, states_imports; /* has the set */
	bool silent;                         /* only its code names its kernels */
	bool defaults;                       /* its specialization constants were replaced by their defaults */
	bool has_ir;
	bool used;                       /* some group has it */
	size_t first_image, image_count; /* images that are wanted, in link.images */
};

/* An image of the result. */
struct link_result {
	size_t target;   /* in link.targets */
	const char *how; /* "copied", "linked", "rebuilt" */
	size_t from;     /* how many images it was made of */
	uint64_t bytes_before, bytes;
};

struct link_spec {
	struct syb_spec_id *ids;
	size_t count;
};

/* A module of the result. */
struct link_group {
	size_t *members; /* modules; roots first */
	size_t count, roots;
	bool kept;       /* an unchanged module, for others to link with */
	size_t *targets; /* ascending */
	size_t target_count, target_room;
	size_t *natives;                   /* images that are kept, or are to be built anew */
	size_t native_count, root_natives; /* those of roots come first */
	bool rebuild;
	struct link_spec *spec_ids; /* of each member; NULL: none changes */
	struct link_result *results;
	size_t result_count;
};

struct link_drop {
	size_t module, image; /* image SIZE_MAX: the whole module */
	const char *why;
};

struct link {
	struct syb_ctx *ctx;
	struct syb_link_opts opts;
	const struct syb_bin *const *bins;
	size_t bin_count;
	struct syb_pack *pack;
	struct arena arena;
	struct demangler *demangler;
	bool open; /* the result stays open: unresolved imports are fine, exports stay */
	struct link_module *modules;
	size_t module_count;
	struct link_image *images;
	size_t image_count;
	struct hash by_target; /* module and target → image */
	struct link_target *targets;
	size_t target_count;
	struct link_group *groups;
	size_t group_count;
	struct link_drop *drops;
	size_t drop_count, drop_room;
	struct hash reported; /* problems, to report each once */
	size_t problems;
	int error;
};

/* ---- link_report.c: failures ---- */
/* Keep the first failure; true when there is none. */
bool link_ok(struct link *l, int r);
/* In the arena; NULL on failure. */
void *link_array(struct link *l, size_t count, size_t size);
char *link_string(struct link *l, const void *text, size_t len);
/* Store value for a key unless it exists. Returns the stored value, NULL on failure; out_found may be NULL. */
size_t *link_put(struct link *l, struct hash *hash, const void *key, size_t len, size_t value, bool *out_found);
size_t *link_put_name(struct link *l, struct hash *hash, const char *name, size_t value, bool *out_found);

/* ---- link_read.c ---- */
/* States, modules, kernels, stated symbols, wanted images and their targets. */
void link_read(struct link *l);
/* The image that a module has for a target, NULL when it has none. */
struct link_image *link_image_of(const struct link *l, size_t module, size_t target);
/* link_code.c: the contents of an image's code; NULL on failure. */
const struct link_code *link_code(struct link *l, struct link_image *image);
/* The same for code that is not an image of a package; begin with { 0 }, free weak. */
void link_code_of(struct link *l, const struct link_target *target, struct span bytes, struct link_code *out);

/* ---- link_symbols.c ---- */
void link_resolve(struct link *l);

/* ---- link_groups.c ---- */
void link_group(struct link *l);
/* Order of size_t, for targets that are sorted and searched. */
int link_by_number(const void *a, const void *b);

/* ---- link_props.c ---- */
/* The property text of a group: that of its only member, or one that lives in the arena. Fills group->spec_ids. */
struct syb_bytes link_merge(struct link *l, struct link_group *group);
/* Rules across groups: device globals, registered names. */
void link_check_globals(struct link *l);
/* Keys of the packages' global metadata. */
struct syb_bytes link_merge_global(struct link *l);

/* ---- link_spec.c ---- */
struct spec_merge;
/* One list of the specialization constants of a group; fills group->spec_ids. NULL on failure. */
struct spec_merge *link_spec_merge(struct link *l, struct link_group *group);
/* Write one of the three sets about them, unless it would be empty. */
void link_spec_write(struct link *l, const struct spec_merge *merge, const char *set, struct syb_props_writer *writer);

/* ---- link_images.c ---- */
void link_images(struct link *l);

/* ---- link_map.c ---- */
int link_map(struct link *l, struct syb_record **out_map);

/* ---- link_report.c: problems ---- */
/* Where something is stated. */
struct link_place {
	const struct link_module *module;
	uint64_t at;
};
/* Whether the package was built from the file that it is named after: its offsets and modules mean nothing to users. */
bool link_made(const struct link_module *module);
struct link_place link_prop_place(const struct link_module *module, const struct syb_prop *prop);
/* Report an error about something by that name, with a note about the other place (may have no module). Once for each
 * check, name and modules. */
void link_problem(struct link *l, const char *check, const char *name, struct link_place place, struct link_place other,
		  const char *fmt, ...) SYB_PRINTF(6, 7);
/* The name, and its readable form where there is one. In the arena. */
const char *link_readable(struct link *l, const char *name);
/* Remember a dropped module or image, for the map. */
void link_dropped(struct link *l, size_t module, size_t image, const char *why);

#endif
