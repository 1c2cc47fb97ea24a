/* sybil/zebin.h — zebin: ELF files with code for Intel GPUs (zebin(5)).
 *
 * Both classes, both header layouts. A read object is immutable and may be shared between threads; names are copied,
 * bytes are borrowed. */
#ifndef SYBIL_ZEBIN_H
#define SYBIL_ZEBIN_H

#include <sybil/zeinfo.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syb_zebin;

struct syb_zebin_read_opts {
	size_t size;
	const char *name;
	uint64_t at; /* absolute offset of bytes in that file; SYB_NO_OFFSET: offsets count from the zebin */
};
/* Read a zebin; bytes are borrowed. Fails: FORMAT, LIMIT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_zebin_read(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_zebin_read_opts *opts,
				    struct syb_zebin **out_zebin);
SYB_API void syb_zebin_free(struct syb_zebin *zebin);

struct syb_zebin_section {
	const char *name;
	uint32_t index;
	uint32_t type;
	uint64_t flags;
	uint32_t link, info;
	uint64_t entry_size;
	struct syb_bytes bytes; /* empty for .bss */
	uint64_t size;          /* also of .bss */
	uint64_t offset;        /* absolute */
};
/* The first of that name, NULL when absent. Since: 0.1 */
SYB_API const struct syb_zebin_section *syb_zebin_section_find(const struct syb_zebin *zebin, const char *name);

/* The device that the notes state, or in old files the header. Since: 0.1 */
struct syb_zebin_device {
	bool has_product_family, has_core_family, has_product_config, has_metadata;
	bool has_visa_abi, has_indirect_detection, has_indirect_buffer;
	uint32_t product_family, core_family, product_config, metadata, visa_abi, indirect_detection, indirect_buffer;
	const char *version; /* zebin version text of the note, NULL when absent */
	/* from metadata */
	uint32_t min_stepping, max_stepping, generator;
	bool validate_revision, disable_extended_validation;
	/* from the table of products; NULL when not known */
	const char *product_name, *core_name, *config_name;
	/* architecture.release.revision of the product config */
	uint32_t config_arch, config_release, config_revision;
	/* ocloc's name ("acm-g10"), NULL when unknown */
	const char *device;
};
SYB_API const struct syb_zebin_device *syb_zebin_device(const struct syb_zebin *zebin);

/* Parse the section .ze_info. Free with syb_zeinfo_free. Fails: FORMAT, NOMEM; NOTFOUND without one (not reported).
 * Since: 0.1 */
SYB_API SYB_MUST int syb_zebin_zeinfo(struct syb_ctx *ctx, const struct syb_zebin *zebin,
				      struct syb_zeinfo **out_zeinfo);

struct syb_zebin_rewrite {
	size_t size;
	struct syb_bytes zeinfo; /* new text; ptr NULL keeps the section */
	/* Kernels and functions whose sections and symbols get another name, all at once: two may swap theirs. */
	const struct syb_ze_rename *renames;
	size_t rename_count;
	const char *version; /* new text of the version note, if there is one; NULL keeps it */
};
/* Write the file with changes; everything else stays byte for byte and in order. Fails: NOTFOUND (no .ze_info, or
 * no such kernel or function), INCOMPATIBLE (name in use), ARG (renamed twice), IO. Since: 0.1 */
SYB_API SYB_MUST int syb_zebin_rewrite(struct syb_ctx *ctx, const struct syb_zebin *zebin,
				       const struct syb_zebin_rewrite *changes, struct syb_out *out);

/* The table of products. Since: 0.1 */
enum syb_zebin_product_kind {
	SYB_ZEBIN_PRODUCT_FAMILY,
	SYB_ZEBIN_CORE_FAMILY,
	SYB_ZEBIN_PRODUCT_CONFIG,
};
struct syb_zebin_product {
	enum syb_zebin_product_kind kind;
	const char *name;
	uint32_t value;
	const char *device; /* ocloc's name, "" when unknown */
};
SYB_API size_t syb_zebin_product_count(void);
SYB_API const struct syb_zebin_product *syb_zebin_product_at(size_t i);
SYB_API const struct syb_zebin_product *syb_zebin_product_find(enum syb_zebin_product_kind kind, uint32_t value);

#ifdef __cplusplus
}
#endif
#endif
