/* format/wrapped/wrapped.h — device images that DPC++ wraps into programs and libraries: descriptors, images, entries
 * and property sets, reached through pointers. Format: docs/format-wrapped.md. */
#ifndef FORMAT_WRAPPED_H
#define FORMAT_WRAPPED_H

#include "host.h"

#include <sybil/item.h>

/* Sizes of records, and the numbers in them. */
enum {
	WRAPPED_DESCRIPTOR = 32,
	WRAPPED_DESCRIPTOR_VERSION = 1,
	WRAPPED_IMAGE = 96,       /* versions 1 and 2 */
	WRAPPED_IMAGE_LEAST = 80, /* version 3 */
	WRAPPED_KIND_SYCL = 4,
	WRAPPED_ENTRY = 32,
	WRAPPED_SET = 24,
	WRAPPED_PROP = 32,
};

enum wrapped_format {
	WRAPPED_NONE,
	WRAPPED_NATIVE,
	WRAPPED_SPIRV,
	WRAPPED_BITCODE,
	WRAPPED_ZSTD,
};
const char *wrapped_format_name(enum wrapped_format format);

/* Targets of images that SYCL runtimes know. */
enum wrapped_target {
	WRAPPED_SPIR64,
	WRAPPED_SPIR64_X86_64,
	WRAPPED_SPIR64_GEN,
	WRAPPED_SPIR64_FPGA,
	WRAPPED_NVPTX64,
	WRAPPED_AMDGCN,
	WRAPPED_TARGETS_WRITTEN, /* code for the others is not an image of its own, or out of use */
	WRAPPED_NATIVE_CPU = WRAPPED_TARGETS_WRITTEN,
	WRAPPED_SPIR,
	WRAPPED_TARGET_COUNT,
};
const char *wrapped_target_name(enum wrapped_target target);
/* The target that a triple begins with; WRAPPED_TARGET_COUNT: none. */
enum wrapped_target wrapped_target_find(const char *triple);

struct wrapped_descriptor {
	uint64_t at; /* offset in the file */
	uint64_t images;
	uint16_t count;
};

/* An array of records. */
struct wrapped_range {
	uint64_t address;
	struct span bytes;
};

struct wrapped_image {
	uint64_t at; /* offset of the record in the file */
	size_t descriptor;
	uint16_t version;
	enum wrapped_format format;
	struct span target, compile_options, link_options, bytes;
	struct wrapped_range entries, sets;
};

/* The records of one file. Names and bytes are borrowed from it. */
struct wrapped {
	struct host host;
	struct wrapped_descriptor *descriptors; /* in the order of their offsets */
	size_t count, room;
	enum { REGISTERS_UNKNOWN, REGISTERS_NO, REGISTERS_YES } registers; /* images with the SYCL runtime */
	uint64_t listed;    /* images that the section .tgtimg lists; 0 without the section */
	uint64_t listed_at; /* offset of that section */
};

/* Find the descriptors of an ELF or PE file. *out is NULL if there is no sign of one. Fails: LIMIT, NOMEM. */
int wrapped_find(struct syb_ctx *ctx, enum syb_kind kind, struct span file, struct wrapped **out);
void wrapped_free(struct wrapped *wrapped);

/* Reads the records one by one. Errors have the offset of the record. Fails: FORMAT, VERSION, LIMIT, NOMEM. */
struct wrapped_reader {
	struct syb_ctx *ctx;
	const struct wrapped *wrapped;
	struct claims claims;
};
struct wrapped_reader wrapped_read(struct syb_ctx *ctx, const struct wrapped *wrapped);
/* Read the image at an address; *inout_address becomes the address of the next one. */
int wrapped_image(struct wrapped_reader *r, uint64_t *inout_address, struct wrapped_image *out);
/* The largest possible number of entries in a range. */
size_t wrapped_most_entries(const struct wrapped_range *range);
/* Take the first entry off a range; returns 1, or 0 if the range is empty. */
int wrapped_next_entry(struct wrapped_reader *r, struct wrapped_range *inout_rest, struct span *out_name);

struct wrapped_set {
	struct span name;
	struct wrapped_range props;
};
int wrapped_next_set(struct wrapped_reader *r, struct wrapped_range *inout_rest, struct wrapped_set *out);

struct wrapped_prop {
	uint64_t at;
	struct span name;
	uint32_t type; /* enum syb_prop_type */
	uint32_t number;
	struct span bytes; /* of a byte array, without its count of bits */
	uint64_t bits;
};
int wrapped_next_prop(struct wrapped_reader *r, struct wrapped_range *inout_rest, struct wrapped_prop *out);

/* The code of an image that stands in for code that is missing; cuda: PTX, otherwise SPIR-V. */
struct syb_bytes wrapped_stand_in(bool cuda);
bool wrapped_is_stand_in(struct span code);

/* Fill the modules and images of a package, except stand-ins. inflate: replace compressed images by their code. Fails:
 * FORMAT, VERSION, LIMIT, NOMEM. */
struct syb_bin;
int wrapped_read_bin(struct syb_ctx *ctx, const struct wrapped *wrapped, bool inflate, struct syb_bin *bin);

#endif
