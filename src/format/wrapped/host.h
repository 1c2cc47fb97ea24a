/* format/wrapped/host.h — the address space of a program, shared library or object: addresses → bytes of the file,
 * places → the pointers that a loader would store there. The records of SYCL runtimes consist of such pointers.
 *
 * In a linked file, addresses are virtual. In an object, the address of a byte is its offset in the file. */
#ifndef FORMAT_WRAPPED_HOST_H
#define FORMAT_WRAPPED_HOST_H

#include "base/span.h"

struct host_segment {
	uint64_t address;
	struct span bytes;
};

/* The value of a pointer to a symbol of another file. */
#define HOST_ELSEWHERE UINT64_MAX

/* A place and the pointer that a relocation stores there. */
struct host_pointer {
	uint64_t place, value;
};

struct host {
	struct allocator from;
	struct span file;
	struct host_segment *segments; /* ascending addresses */
	size_t segment_count, segment_room;
	uint64_t segment_bytes;        /* in all segments */
	struct host_pointer *pointers; /* ascending places; pointers of the same place differ */
	size_t pointer_count, pointer_room;
	uint64_t base; /* PE: pointers in the file include it */
	bool in_place; /* a linked file without relocations: any word may be a pointer */
	uint64_t fault_at;
	const char *fault; /* what is wrong with segments or relocations, or NULL */
};

/* Files for other machines have an empty address space. Segments and relocations that cannot be read set `fault`
 * instead of failing, because they do not matter in files without device code. Free with host_free, also after a
 * failure. Fails: NOMEM, LIMIT; FORMAT if a section of a PE file lies outside it. */
int host_open_elf(struct syb_ctx *ctx, struct span file, struct host *out);
int host_open_pe(struct syb_ctx *ctx, struct span file, struct host *out);
void host_free(struct host *host);

/* Get size bytes at an address; false if the file does not have them. */
bool host_bytes(const struct host *host, uint64_t address, uint64_t size, struct span *out);
/* Get the bytes from an address to the end of its segment; false if there are none. */
bool host_rest(const struct host *host, uint64_t address, struct span *out);
/* Get the pointer at an address that is in the file; false if the word there is neither 0 nor a pointer. */
bool host_pointer(const struct host *host, uint64_t address, uint64_t *out);
/* The index of the first pointer whose place is at or after an address. */
size_t host_first_pointer(const struct host *host, uint64_t address);

/* For the openers. */
int host_add_segment(struct syb_ctx *ctx, struct host *host, uint64_t address, struct span bytes);
int host_add_pointer(struct syb_ctx *ctx, struct host *host, uint64_t place, uint64_t value);
void host_sort(struct host *host);
/* Keep the first fault. */
void host_fault(struct host *host, uint64_t at, const char *what);

#endif
