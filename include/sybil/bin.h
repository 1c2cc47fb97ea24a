/* sybil/bin.h — SYCLBIN packages (syclbin(5)): version 1 bare, version 1 in an offload binary, version 2. The
 * device images that DPC++ wraps into programs and libraries are read as a package with a module for each image.
 *
 * One model for all forms. Opening reads headers and the short metadata of images, never the images themselves;
 * property text of modules is parsed when asked for. A package is immutable and may be shared between threads. Names
 * are copied, image bytes are borrowed. */
#ifndef SYBIL_BIN_H
#define SYBIL_BIN_H

#include <sybil/item.h>
#include <sybil/props.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syb_bin;
struct syb_module; /* the format's "abstract module" */
struct syb_image;  /* an IR module or a native device code image */

/* Since: 0.1 */
enum syb_state {
	SYB_STATE_INPUT = 0,
	SYB_STATE_OBJECT = 1,
	SYB_STATE_EXECUTABLE = 2,
};

/* Since: 0.1 */
enum syb_image_kind {
	SYB_IMAGE_IR = 0,
	SYB_IMAGE_NATIVE = 1,
};

/* Numbers of the format; others may be read. Since: 0.1 */
enum syb_ir_type {
	SYB_IR_SPIRV = 0,
	SYB_IR_PTX = 1,
	SYB_IR_AMDGCN = 2,
};

/* Since: 0.1 */
enum syb_container {
	SYB_CONTAINER_KEEP = 0,
	SYB_CONTAINER_NONE = 1,
	SYB_CONTAINER_OFFLOAD = 2,
	SYB_CONTAINER_WRAPPED = 3, /* records in a program or library; read-only */
};

/* Since: 0.1 */
struct syb_bin_open_opts {
	size_t size;
	const char *name; /* file name for diagnostics */
	uint64_t at;      /* absolute offset of bytes in that file */
	/* Which package to open if bytes hold several (consecutive offload binaries, fat objects, archives). */
	size_t index;
	bool only;   /* fail if bytes hold several packages (check package-several) */
	bool stored; /* do not inflate images, for callers that do not read the code */
};

/* Open a package, in any container that syb_unpack opens. bytes are borrowed until close; opts may be NULL. The device
 * code of a file without packages (entries of offload binaries and bundles, sections of fat objects, archives of
 * ocloc) is opened as one package: each container is a module without properties, its code for each target an image.
 * Fails: FORMAT, VERSION, LIMIT, NOMEM; NOTFOUND when bytes hold no package. Since: 0.1 */
SYB_API SYB_MUST int syb_bin_open(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_bin_open_opts *opts,
				  struct syb_bin **out_bin);
/* The same for a path; the file stays mapped until close. Since: 0.1 */
SYB_API SYB_MUST int syb_bin_open_file(struct syb_ctx *ctx, const char *path, const struct syb_bin_open_opts *opts,
				       struct syb_bin **out_bin);
/* Open one package of a tree, an item of kind SYCLBIN or WRAPPED. The tree must stay until close; name is for
 * diagnostics and may be NULL. The time does not depend on how many packages the tree holds. Since: 0.1 */
SYB_API SYB_MUST int syb_bin_open_item(struct syb_ctx *ctx, const struct syb_item *item, const char *name,
				       struct syb_bin **out_bin);
/* Close a package; NULL is allowed. Since: 0.1 */
SYB_API void syb_bin_close(struct syb_bin *bin);

/* How many packages the bytes hold (1 unless several follow each other). Since: 0.1 */
SYB_API size_t syb_bin_package_count(const struct syb_bin *bin);
/* The state in the file, as a number. Fails: NOTFOUND when the file states none (not reported). Since: 0.1 */
SYB_API int syb_bin_state(const struct syb_bin *bin, uint32_t *out_state);
/* Check that the package states a known state. If it states none, input state is assumed, with a warning (check
 * link-state-unknown). Call this before relying on the state or copying it to another package. Fails: FORMAT (check
 * prop-state). Since: 0.1 */
SYB_API SYB_MUST int syb_bin_state_check(struct syb_ctx *ctx, const struct syb_bin *bin);
/* The global metadata text and its absolute offset. Since: 0.1 */
SYB_API struct syb_bytes syb_bin_metadata(const struct syb_bin *bin, uint64_t *out_offset);
/* The name of the file as given to open, NULL for none. Since: 0.1 */
SYB_API const char *syb_bin_name(const struct syb_bin *bin);

SYB_API size_t syb_bin_module_count(const struct syb_bin *bin);
SYB_API const struct syb_module *syb_bin_module_at(const struct syb_bin *bin, size_t i);
SYB_API size_t syb_module_index(const struct syb_module *module);
/* For device code outside packages: the name of the archive member that contains it, or "". NULL in packages.
 * Since: 0.1 */
SYB_API const char *syb_module_name(const struct syb_module *module);
SYB_API struct syb_bytes syb_module_metadata(const struct syb_module *module, uint64_t *out_offset);
/* Parse the module's property sets. Free with syb_props_free. Fails: FORMAT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_module_props(struct syb_ctx *ctx, const struct syb_module *module,
				      struct syb_props **out_props);
struct syb_view;
/* A typed view of the module's property sets, as of syb_view_new (sybil/propsets.h); where no set names the kernels,
 * they are read from the code of the images. props: of syb_module_props; they must outlive the view. Free with
 * syb_view_free. Fails: FORMAT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_module_view(struct syb_ctx *ctx, const struct syb_module *module,
				     const struct syb_props *props, struct syb_view **out_view);
/* IR first, then native. Since: 0.1 */
SYB_API size_t syb_module_image_count(const struct syb_module *module);
SYB_API const struct syb_image *syb_module_image_at(const struct syb_module *module, size_t i);

SYB_API size_t syb_image_index(const struct syb_image *image);
SYB_API enum syb_image_kind syb_image_kind(const struct syb_image *image);
/* Number of the IR type. Fails: NOTFOUND for native images and where it is not stated (not reported). Since: 0.1 */
SYB_API int syb_image_ir_type(const struct syb_image *image, uint32_t *out_type);
/* NULL where not stated. Since: 0.1 */
SYB_API const char *syb_image_arch(const struct syb_image *image);
SYB_API const char *syb_image_target(const struct syb_image *image);
/* A name for people: the type of IR or the arch of native code, else the target; NULL where none is stated. Since: 0.1
 */
SYB_API const char *syb_image_name(const struct syb_image *image);
SYB_API struct syb_bytes syb_image_bytes(const struct syb_image *image);

SYB_API const char *syb_state_name(uint32_t state);  /* NULL for numbers not known */
SYB_API const char *syb_ir_type_name(uint32_t type); /* NULL for numbers not known */
SYB_API SYB_MUST int syb_state_parse(const char *name, enum syb_state *out_state);
SYB_API SYB_MUST int syb_ir_type_parse(const char *name, enum syb_ir_type *out_type);
SYB_API const char *syb_container_name(enum syb_container container);
SYB_API SYB_MUST int syb_container_parse(const char *name, enum syb_container *out_container);

/* ---- writing ---- */
struct syb_bin_writer;

/* Since: 0.1 */
struct syb_bin_write_opts {
	size_t size;
	enum syb_dialect dialect;     /* KEEP leaves metadata text as it is */
	uint32_t format_version;      /* 0 = 1 */
	enum syb_container container; /* KEEP = by dialect: offload for DPCPP, none for SPEC */
	enum syb_compress compress;
	int level;
};

SYB_API SYB_MUST int syb_bin_writer_new(struct syb_ctx *ctx, const struct syb_bin_write_opts *opts,
					struct syb_bin_writer **out_writer);
SYB_API void syb_bin_writer_free(struct syb_bin_writer *writer);
/* Options that write a package in the form in which it was read. Since: 0.1 */
SYB_API struct syb_bin_write_opts syb_bin_form(const struct syb_bin *bin);
/* Set the state in the global metadata, which is created if the package has none. Since: 0.1 */
SYB_API SYB_MUST int syb_bin_writer_state(struct syb_ctx *ctx, struct syb_bin_writer *writer, enum syb_state state);
/* Set the global metadata as text, copied from another package. Since: 0.1 */
SYB_API SYB_MUST int syb_bin_writer_global(struct syb_ctx *ctx, struct syb_bin_writer *writer, struct syb_bytes text);
/* Begin a module; metadata text is copied and, unless the dialect is KEEP, re-encoded. Since: 0.1 */
SYB_API SYB_MUST int syb_bin_writer_module(struct syb_ctx *ctx, struct syb_bin_writer *writer, struct syb_bytes text);

/* Since: 0.1 */
struct syb_image_desc {
	size_t size;
	enum syb_image_kind kind;
	uint32_t ir_type;            /* for IR */
	const char *arch;            /* for native */
	const char *target;          /* may be NULL */
	struct syb_bytes metadata;   /* if not empty, replaces the three fields above */
	struct syb_bytes bytes;      /* borrowed until written */
	const struct syb_file *file; /* where bytes are mapped from, or NULL */
};
/* Add an image to the current module. Fails: ARG, STATE without a module, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_bin_writer_image(struct syb_ctx *ctx, struct syb_bin_writer *writer,
					  const struct syb_image_desc *desc);
/* Copy an image of an opened package to the current module. Since: 0.1 */
SYB_API SYB_MUST int syb_bin_writer_copy(struct syb_ctx *ctx, struct syb_bin_writer *writer,
					 const struct syb_image *image);
/* Stream the package. Memory used does not depend on the images' sizes. Fails: IO, NOMEM, FORMAT. Since: 0.1 */
SYB_API SYB_MUST int syb_bin_writer_write(struct syb_ctx *ctx, struct syb_bin_writer *writer, struct syb_out *out);

#ifdef __cplusplus
}
#endif
#endif
