/* format/syclbin/syclbin.h — inside of an opened SYCLBIN package: one model for version 1 (bare or enveloped) and
 * version 2. */
#ifndef FORMAT_SYCLBIN_H
#define FORMAT_SYCLBIN_H

#include "base/buf.h"
#include "base/hash.h"
#include "base/span.h"
#include <sybil/bin.h>

#define SYCLBIN_MAGIC_BYTES "IBYS" /* 0x53594249 as a little-endian number */

#define SYCLBIN_SET_GLOBAL "SYCLBIN/global metadata"
#define SYCLBIN_SET_IR "SYCLBIN/ir module metadata"
#define SYCLBIN_SET_NATIVE "SYCLBIN/native device code image metadata"

/* Contents of the short metadata of an image; shared by images with equal text. */
struct image_facts {
	bool has_type;
	uint32_t type;
	const char *arch;
	const char *target;
};

/* The bytes of an image in the file, which may be compressed. */
#define image_stored(image) ((image)->wrapped ? (image)->wrapped->stored : (image)->bytes)

/* Further facts about an image that a host file wraps. */
struct wrapped_facts {
	size_t descriptor; /* index */
	uint16_t version;
	const char *target; /* as it is stated; the facts have the triple */
	uint8_t format;     /* enum wrapped_format */
	const char *compile_options, *link_options;
	const char **exports; /* entries that are not kernels */
	size_t export_count;
	struct span stored;
};

struct syb_image {
	const struct syb_module *module;
	enum syb_image_kind kind;
	size_t index;
	const struct image_facts *facts;
	struct span metadata;
	struct span bytes;
	const struct syb_offload_entry *entry; /* version 2 */
	const struct wrapped_facts *wrapped;   /* NULL: an image of a SYCLBIN package */
};

struct syb_module {
	const struct syb_bin *bin;
	size_t index;
	const char *name; /* of the member of an archive that has it, outside of packages; NULL in packages */
	struct span metadata;
	struct syb_image *images; /* IR first */
	size_t image_count;
	size_t ir_count;
	uint32_t first_ir, first_native; /* version 1: in the header lists, after repair */
};

/* Places of the parts of a version 1 body; for checks and for size. */
struct syclbin_layout {
	struct span header, modules, ir, native, metadata, binary, global;
	uint64_t end; /* of the binary table, relative to the body, without padding */
};

struct syb_bin {
	struct allocator from;
	struct arena arena;
	struct syb_file *file; /* when opened by path */
	struct syb_tree *tree; /* when unpacked by open */
	char *name;
	uint32_t version;
	enum syb_container container;
	enum syb_compress compress;
	size_t package_count;
	bool loose;       /* made of device code outside of packages */
	struct span body; /* version 1: the body; wrapped and loose: the file; version 2: empty */
	struct syclbin_layout layout;
	const struct syb_offload *offload; /* version 2 */
	size_t binary;                     /* version 2: which binary of offload */
	struct span global;
	bool has_state;
	bool state_unreadable; /* it is stated, but not as a number of 32 bits */
	uint32_t state;
	uint64_t state_at; /* where its value is */
	struct syb_module *modules;
	size_t module_count;
	size_t image_count;                      /* in all modules */
	const struct syb_offload_entry **extras; /* version 2: entries of unknown roles, kept */
	size_t extra_count;
	const struct wrapped *wrapped; /* wrapped images: their records */
	struct buf **inflated;         /* their code, where it was compressed */
	size_t inflated_count, inflated_room;
	struct claims claims; /* while it is opened */
	struct hash facts[2]; /* while it is opened, by image kind: metadata text → struct image_facts * */
};

DEFINE_CLEANUP(struct syb_bin *, syb_bin_close);
DEFINE_CLEANUP(struct syb_bin_writer *, syb_bin_writer_free);

/* syb_bin_open_item, without inflating images: for callers that do not look at code. */
int syclbin_open_stored(struct syb_ctx *ctx, const struct syb_item *item, const char *name, struct syb_bin **out_bin);

/* Readers of the two forms; bin->body, or bin->offload and bin->binary, are set. */
int syclbin_v1_read(struct syb_ctx *ctx, struct syb_bin *bin);
int syclbin_v2_read(struct syb_ctx *ctx, struct syb_bin *bin);
/* A package of the device code in bin->tree, which has no package. Fails: NOTFOUND (there is none; not reported). */
int syclbin_loose_read(struct syb_ctx *ctx, struct syb_bin *bin);

/* For the readers: parse an image's metadata (once per text) and fill image->facts. */
int syclbin_image_facts(struct syb_ctx *ctx, struct syb_bin *bin, struct syb_image *image);
/* For readers of other files: write the metadata of an image as packages state its facts. */
int syclbin_make_metadata(struct syb_ctx *ctx, struct syb_bin *bin, struct syb_image *image);
/* The short metadata text of an image, made from facts; it is valid until the writer is freed. */
int syclbin_image_text(struct syb_ctx *ctx, enum syb_image_kind kind, const struct image_facts *facts,
		       enum syb_dialect dialect, struct syb_props_writer **out_writer, struct syb_bytes *out_text);
/* For the readers: parse the global metadata and fill state. */
int syclbin_global_facts(struct syb_ctx *ctx, struct syb_bin *bin);

/* The role of a version 2 entry; the table has the strings of the format. */
enum syclbin_role {
	ROLE_GLOBAL,
	ROLE_MODULE,
	ROLE_IR,
	ROLE_NATIVE,
	ROLE_UNKNOWN,
};
const char *syclbin_role_name(enum syclbin_role role);
/* State for the last module that it needs no aspects, unless it states its aspects: DPC++'s runtime requires the list,
 * which packages of the documents leave out. from: where its properties are from. Fails: NOMEM. */
int syclbin_writer_aspects(struct syb_ctx *ctx, struct syb_bin_writer *writer, const struct syb_module *from);
/* Copy the entries of unknown role that a version 2 package holds. Fails: INCOMPATIBLE when writing version 1. */
int syclbin_writer_extras(struct syb_ctx *ctx, struct syb_bin_writer *writer, const struct syb_bin *bin);

/* The images of a module were read; see file_read_past. */
void module_read_past(struct syb_ctx *ctx, const struct syb_module *module);

/* 1 or 2; 0 for other files than packages. */
uint32_t syb_bin_format_version(const struct syb_bin *bin);
enum syb_container syb_bin_container(const struct syb_bin *bin);
enum syb_compress syb_bin_compress(const struct syb_bin *bin);
int syb_bin_props(struct syb_ctx *ctx, const struct syb_bin *bin, struct syb_props **out_props);
/* Absolute offset of the bytes in the file as it is once inflated. */
uint64_t syb_image_offset(const struct syb_image *image);
int syb_image_props(struct syb_ctx *ctx, const struct syb_image *image, struct syb_props **out_props);

#endif
