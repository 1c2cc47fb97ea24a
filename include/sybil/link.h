/* sybil/link.h — linking SPIR-V modules, or SYCLBIN packages, into one.
 *
 * docs/linking.md is the specification. All problems of symbols and properties are reported, each with both places,
 * before a function fails; nothing is written then. */
#ifndef SYBIL_LINK_H
#define SYBIL_LINK_H

#include <sybil/package.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A specialization constant that gets another id. Since: 0.1 */
struct syb_spec_id {
	uint32_t from, to;
};

/* A module to link. Since: 0.1 */
struct syb_link_input {
	size_t size;
	const char *name; /* for diagnostics and the map */
	struct syb_bytes bytes;
	uint64_t at; /* absolute offset of bytes in that file */
	/* SPIR-V: ids not listed stay as they are. */
	const struct syb_spec_id *spec_ids;
	size_t spec_id_count;
};

/* Since: 0.1 */
struct syb_spirv_link_opts {
	size_t size;
	bool library;    /* exports stay exports */
	bool partial;    /* unresolved imports stay imports */
	bool verify_ids; /* check that every id of the result is defined once, and before its use where it has to be */
	bool same_version; /* modules of different versions are an error; otherwise the highest is written */
	uint32_t version;  /* of the result, 0x00010200 for 1.2; 0: the highest of the modules */
	bool demangle;     /* readable names in messages, beside the raw ones */
	/* Exports that stay exports without `library`; names. One that no module has is "link-unresolved". */
	const char *const *keep_exports;
	size_t keep_export_count;
	/* Variables that several modules may export, as device globals are: one definition stays. Names. */
	const char *const *shared;
	size_t shared_count;
};

/* Link SPIR-V modules. out_map (may be NULL): a record of which module satisfied which import. Time and memory are
 * linear in the modules. Fails: FORMAT (a module is damaged), INCOMPATIBLE (symbols: checks "link-unresolved",
 * "link-duplicate", "link-type", "link-kernel"; "link-memory-model", "link-version", "link-cycle"), UNSUPPORTED (an
 * instruction that the grammar does not have: ids cannot be distinguished from numbers), LIMIT, IO, NOMEM, CANCELLED.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_spirv_link(struct syb_ctx *ctx, const struct syb_link_input *inputs, size_t count,
				    const struct syb_spirv_link_opts *opts, struct syb_out *out,
				    struct syb_record **out_map);

/* Since: 0.1 */
struct syb_link_opts {
	size_t size;
	enum syb_state state; /* of the result: OBJECT or EXECUTABLE */
	/* Triples or names of targets; images for others are left out. None: all. */
	const char *const *targets;
	size_t target_count;
	bool whole;      /* keep code that no kernel reaches */
	bool partial;    /* unresolved imports stay, and are resolved when the package is loaded */
	bool no_rebuild; /* drop native images that need a symbol, even if their tool chain is installed */
};

/* Link packages in input or object state into pack, whose options give the form. Packages must stay open until it is
 * written. out_map (may be NULL): a record of inputs, images and their resolved imports, dropped images with reasons,
 * and sizes. Fails: STATE (an executable package: check "link-state"), INCOMPATIBLE, FORMAT, TOOL, NOMEM, CANCELLED.
 * Since: 0.1 */
SYB_API SYB_MUST int syb_link(struct syb_ctx *ctx, const struct syb_bin *const *bins, size_t count,
			      const struct syb_link_opts *opts, struct syb_pack *pack, struct syb_record **out_map);

#ifdef __cplusplus
}
#endif
#endif
