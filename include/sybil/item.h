/* sybil/item.h — the kind of a file, and its contents as a tree.
 *
 * Files are recognised by content. `syb_unpack` opens any file of this field as a tree: archives hold members, ELF
 * files and bitcode hold offload binaries or bundles, these hold images, images may hold more. Compressed files are
 * inflated on the way. A tree is immutable and may be shared between threads; bytes are borrowed from the caller or
 * owned by the tree.
 *
 * Children by kind: ARCHIVE → members; ELF and BITCODE → contents of their sections for offloading; OFFLOAD → entries
 * of all its binaries, in order; BUNDLE → entries, named by their ids, or bundles, if there are several. A file
 * that is compressed as a whole is the item of its content; so are a single compressed offload binary (its header is
 * that on disk) and a compressed bundle.
 *
 * Every SYCLBIN package in a file is an item of kind SYCLBIN, met in order by a walk that visits a parent before its
 * children; packages have no children. It is one of three: with syb_item_entry, a body of version 1 that is that
 * entry's image; a package of version 2, which is all entries of one offload binary (bytes are that whole binary,
 * inflated); or a bare body of version 1.
 *
 * The device images that DPC++ wraps into a program, library or object (kinds ELF and PE) are one child of kind
 * WRAPPED, which is also a package; its bytes are the whole file. */
#ifndef SYBIL_ITEM_H
#define SYBIL_ITEM_H

#include <sybil/offload.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Since: 0.1 */
enum syb_kind {
#define SYB_KIND(id, name, text) SYB_KIND_##id,
#include <sybil/kinds.def>
#undef SYB_KIND
};

/* Recognise bytes by their first ones (text formats by their first line). Since: 0.1 */
SYB_API enum syb_kind syb_identify(struct syb_bytes bytes);
/* "syclbin", "spirv", …, as in the JSON. Since: 0.1 */
SYB_API const char *syb_kind_name(enum syb_kind kind);
/* "a SPIR-V module". Since: 0.1 */
SYB_API const char *syb_kind_text(enum syb_kind kind);
SYB_API SYB_MUST int syb_kind_parse(const char *name, enum syb_kind *out_kind);

struct syb_tree;
struct syb_item;

/* Open bytes as a tree; name is for diagnostics and may be NULL. Things that cannot be opened inside a readable
 * container are reported as warnings and become leaves; so do bytes of unknown kind, even empty ones, silently.
 * Fails: FORMAT (thin archives too), VERSION, LIMIT, NOMEM. Since: 0.1 */
SYB_API SYB_MUST int syb_unpack(struct syb_ctx *ctx, struct syb_bytes bytes, const char *name,
				struct syb_tree **out_tree);
SYB_API void syb_tree_free(struct syb_tree *tree);
SYB_API const struct syb_item *syb_tree_root(const struct syb_tree *tree);

SYB_API enum syb_kind syb_item_kind(const struct syb_item *item);
/* Member or section name, "" where there is none. Since: 0.1 */
SYB_API const char *syb_item_name(const struct syb_item *item);
SYB_API struct syb_bytes syb_item_bytes(const struct syb_item *item);
/* Absolute offset in the (inflated) file; SYB_NO_OFFSET where the file does not contain the bytes as they are (inside
 * bitcode, or in a compressed part). Since: 0.1 */
SYB_API uint64_t syb_item_offset(const struct syb_item *item);
SYB_API size_t syb_item_count(const struct syb_item *item);
SYB_API const struct syb_item *syb_item_at(const struct syb_item *item, size_t i);
/* Whether the item is a package that syb_bin_open_item opens: of kind SYCLBIN or WRAPPED. Since: 0.1 */
SYB_API bool syb_item_is_package(const struct syb_item *item);
/* NULL unless the item is an entry of an offload binary. Since: 0.1 */
SYB_API const struct syb_offload_entry *syb_item_entry(const struct syb_item *item);

#ifdef __cplusplus
}
#endif
#endif
