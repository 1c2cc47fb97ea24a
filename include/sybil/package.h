/* sybil/package.h — operations on packages: one function per verb of sybil(1).
 *
 * Functions that answer a question return a record (sybil/value.h); functions that make a package fill a writer
 * (sybil/bin.h). */
#ifndef SYBIL_PACKAGE_H
#define SYBIL_PACKAGE_H

#include <sybil/bin.h>
#include <sybil/table.h>
#include <sybil/zebin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- show ---- */
struct syb_show_opts {
	size_t size;
	const char *name; /* file name for diagnostics and the record */
	bool hash;        /* add "sha256" of every image */
	bool raw;         /* add undecoded property values */
	/* Add readable kernel names where they differ. Names that could expand without limit are demangled in a child
	 * process, which is killed after a second; if the caller has threads they stay mangled. */
	bool demangle;
	/* Read images of packages as well: kernels of zebins and SPIR-V. Otherwise image bytes are not read. */
	bool deep;
	/* All attributes of kernels of zebins, sections and symbols; otherwise resources only. */
	bool detail;
	bool per_lane;  /* add spill, private and scratch sizes per lane, and show these as text */
	bool hash_code; /* add "code_sha256" of kernels and, with detail, "sha256" of sections with data */
	/* Read the code as well. SPIR-V: "code_size" of each kernel, "other_code_size", and "needs": the aspects of a
	 * kernel, each with the "chain" of calls that leads to it, of at most 200,000 calls in all. PTX outside of
	 * packages: "kernels", unless it cannot be read. */
	bool code;
};
/* Decode any file of this field. Fails: FORMAT, VERSION, LIMIT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_show(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_show_opts *opts,
			      struct syb_record **out_record);
/* The same with all attributes of kernels of zebins, as syb_gate needs them; hash_code as in the options. Warnings are
 * not reported. Since: 0.1 */
SYB_API SYB_MUST int syb_show_kernels(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name, bool hash_code,
				      struct syb_record **out_record);
/* The text layout of the tool syclbin-dump. Since: 0.1 */
SYB_API SYB_MUST int syb_dump(struct syb_ctx *ctx, const struct syb_bin *bin, struct syb_out *out);

/* ---- check ---- */
/* One rule. Since: 0.1 */
struct syb_check_info {
	const char *name;
	enum syb_severity severity;
	const char *kinds; /* space-separated kinds of files it applies to */
	bool fatal;        /* the file cannot be opened when it fires */
	const char *text;  /* one line of explanation */
};
SYB_API size_t syb_check_count(void);
SYB_API const struct syb_check_info *syb_check_at(size_t i);

struct syb_check_opts {
	size_t size;
	const char *name; /* file name for diagnostics */
	bool strict;      /* warnings are errors */
	/* For zebin and ZE Info: the verdict of a driver's decoder of that version ("1.15"), or "newest"; its errors
	 * alone decide; other findings become notes unless strict. NULL: the rules of the version the file states. */
	const char *decoder;
	/* Called for each SPIR-V module after Sybil's own rules: syb_spirv_validate, or NULL. at: offset of the module.
	 * Errors that it reports count; a failure ends the check. */
	int (*validate)(struct syb_ctx *ctx, struct syb_bytes module, uint64_t at);
};
/* Run every rule that applies; findings go to the context's sink. Returns 0 when clean, -INCOMPATIBLE when rules are
 * broken, other codes when the file cannot be opened. Since: 0.1 */
SYB_API SYB_MUST int syb_check(struct syb_ctx *ctx, struct syb_bytes bytes, const struct syb_check_opts *opts);

/* ---- pack ---- */
struct syb_pack_table_opts {
	size_t size;
	uint32_t ir_type;
	const char *target;
	const char *arch;     /* not NULL: the rows' code is native */
	const char *base_dir; /* relative names in the table start here, NULL = the current directory */
	bool infer;           /* rows of SPIR-V without properties get inferred ones, and a module each */
};
struct syb_pack; /* keeps the files of a pack open until it is written */
SYB_API SYB_MUST int syb_pack_new(struct syb_ctx *ctx, const struct syb_bin_write_opts *opts,
				  struct syb_pack **out_pack);
SYB_API void syb_pack_free(struct syb_pack *pack);
SYB_API struct syb_bin_writer *syb_pack_writer(struct syb_pack *pack);
/* Add the rows of a file table, each a module with its image. Where the properties do not name the kernels, the file in
 * the column Symbols does. Rows with the same properties and named kernels become images of one module. Since: 0.1 */
SYB_API SYB_MUST int syb_pack_table(struct syb_ctx *ctx, struct syb_pack *pack, const struct syb_table *table,
				    const struct syb_pack_table_opts *opts);
/* Begin a module; properties is a path or NULL. Since: 0.1 */
SYB_API SYB_MUST int syb_pack_module(struct syb_ctx *ctx, struct syb_pack *pack, const char *properties);
/* Begin a module whose properties are inferred from a SPIR-V module (sybil/spirv.h); sets of the file `properties`,
 * where it is not NULL, replace inferred ones. Since: 0.1 */
SYB_API SYB_MUST int syb_pack_module_infer(struct syb_ctx *ctx, struct syb_pack *pack, const char *spirv,
					   const char *properties);
/* Add an image from a path to the current module; desc->bytes and desc->file are ignored. Since: 0.1 */
SYB_API SYB_MUST int syb_pack_image(struct syb_ctx *ctx, struct syb_pack *pack, const char *path,
				    const struct syb_image_desc *desc);
/* Copy a whole package; it must stay open until written. Since: 0.1 */
SYB_API SYB_MUST int syb_pack_bin(struct syb_ctx *ctx, struct syb_pack *pack, const struct syb_bin *bin);

/* ---- choose images: extract and prune ---- */
struct syb_select {
	size_t size;
	const size_t *modules; /* empty lists select everything */
	size_t module_count;
	const size_t *images; /* counted within the module */
	size_t image_count;
	const char *kind;         /* "ir", "native" or NULL */
	const char *const *archs; /* shell patterns */
	size_t arch_count;
	const char *const *kernels; /* shell patterns, on raw and on readable names */
	size_t kernel_count;
};
/* Called for each image that matches. Return non-zero to stop. */
typedef int syb_image_fn(void *user, const struct syb_module *module, const struct syb_image *image);
/* Walk the images that match, in order. Fails: NOTFOUND when none does. Since: 0.1 */
SYB_API SYB_MUST int syb_extract(struct syb_ctx *ctx, const struct syb_bin *bin, const struct syb_select *select,
				 syb_image_fn *fn, void *user);

/* Parts of a zebin: sections, and the code of kernels. */
struct syb_zebin_select {
	size_t size;
	const char *const *sections; /* shell patterns on names */
	size_t section_count;
	const char *const *kernels; /* shell patterns, on raw and on readable names */
	size_t kernel_count;
};
struct syb_zebin_part {
	const char *name; /* of the section, or of the kernel */
	bool kernel;
	const struct syb_zebin_section *section; /* that it is, or that contains it */
	struct syb_bytes bytes;                  /* of a kernel: its code without trailing padding */
	const char *suffix;                      /* of a file with them: "yaml", "spv", "txt", "bin" */
	bool text;
};
typedef int syb_zebin_part_fn(void *user, const struct syb_zebin_part *part);
/* Walk the parts that match a pattern, sections first; sections without bytes in the file (.bss) never match. fn may
 * return non-zero to stop. Fails: NOTFOUND when none matches (not reported). Since: 0.1 */
SYB_API SYB_MUST int syb_extract_zebin(struct syb_ctx *ctx, const struct syb_zebin *zebin,
				       const struct syb_zebin_select *select, syb_zebin_part_fn *fn, void *user);

struct syb_prune_opts {
	size_t size;
	const char *const *keep_archs, *const *drop_archs; /* shell patterns; arch selectors leave IR alone */
	size_t keep_arch_count, drop_arch_count;
	const char *const *keep_kernels, *const *drop_kernels;
	size_t keep_kernel_count, drop_kernel_count;
	const size_t *keep_modules, *drop_modules;
	size_t keep_module_count, drop_module_count;
	bool drop_ir, drop_native, allow_empty;
};
/* Copy the modules and images that are kept to the writer. Fails: INCOMPATIBLE when a kernel would lose its last image.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_prune(struct syb_ctx *ctx, const struct syb_bin *bin, const struct syb_prune_opts *opts,
			       struct syb_bin_writer *writer);

/* ---- wrap ---- */
struct syb_wrap_opts {
	size_t size;
	uint32_t abi;        /* of the SYCL runtime: 2025 or 2026; 0 = 2026 */
	const char *machine; /* of the program: "x86-64" or "aarch64"; NULL = this machine */
	/* For the driver; NULL = keep those of wrapped images, else none. */
	const char *compile_options, *link_options;
	/* Kernels without an image for a kind of device get one without code, which the runtime refuses
	 * (kernel_not_supported). Kernels with fixed targets always do. Readers of wrapped images skip them. */
	bool stand_ins;
};
/* Write an object file that registers the images of a package with the SYCL runtime. A program or shared library
 * that links the object and libsycl can use the kernels. Each image gets the kernels and exported symbols of its
 * module as entries, and its property sets, with the aspect numbers of the runtime. Warns about an image that the
 * runtime would never load (check wrap-hidden). Fails: UNSUPPORTED (checks wrap-image, wrap-property, aspect-number),
 * ARG, FORMAT, LIMIT, IO, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_wrap(struct syb_ctx *ctx, const struct syb_bin *bin, const struct syb_wrap_opts *opts,
			      struct syb_out *out);

/* ---- compare and measure ---- */
/* How two builds of kernels compare. Since: 0.1 */
struct syb_kernels_verdict {
	bool same;
	bool worse;        /* something got worse, by the rules of sybil-diff(1) */
	size_t kernels[2]; /* how many each file has */
};
struct syb_diff_kernels_opts {
	size_t size;
	uint32_t tolerance; /* percentage by which code may grow without being worse, 0 = 5; UINT32_MAX = none */
};
/* A file to compare; name is for diagnostics and the record, and may be NULL. Since: 0.1 */
struct syb_diff_file {
	const char *name;
	struct syb_bytes bytes;
};
/* Compare two files of any kind: all packages, property by property and image by image, and kernels for Intel GPUs, in
 * packages or on their own, worst change first. Fails: FORMAT (check diff-kinds: only one file has packages), and as
 * reading does. Since: 0.1 */
SYB_API SYB_MUST int syb_diff_files(struct syb_ctx *ctx, const struct syb_diff_file *a, const struct syb_diff_file *b,
				    const struct syb_diff_kernels_opts *opts, struct syb_kernels_verdict *out_verdict,
				    struct syb_record **out_record);
/* Bytes by module, image, architecture, metadata and padding; equal payloads counted once and named. Since: 0.1 */
SYB_API SYB_MUST int syb_size(struct syb_ctx *ctx, const struct syb_bin *bin, struct syb_record **out_record);

/* ---- gates: limits on kernels, for CI ---- */
/* Test `[KERNEL-GLOB:]ATTRIBUTE OP VALUE` (OP: > >= < <= == !=) on the kernels of a detailed record of syb_show: any
 * attribute of its JSON, or the short names spill, private, slm, grf, simd, barriers, code. Kernels that break it are
 * reported (check gate), and so are kernels without the attribute (check gate-unknown), and an expression that matches
 * no kernel (check gate-no-kernel); out_broken counts those that are not allowed. Fails: ARG for a malformed expression
 * or an unknown attribute. Since: 0.1 */
struct syb_gate_opts {
	size_t size;
	bool allow_unknown;   /* gate-unknown is a warning, and not counted */
	bool allow_no_kernel; /* the same for gate-no-kernel */
};
SYB_API SYB_MUST int syb_gate(struct syb_ctx *ctx, const struct syb_value *shown, const char *expression,
			      const struct syb_gate_opts *opts, size_t *out_broken);

#ifdef __cplusplus
}
#endif
#endif
