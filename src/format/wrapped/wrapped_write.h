/* format/wrapped/wrapped_write.h — device images → an object file with their records. */
#ifndef FORMAT_WRAPPED_WRITE_H
#define FORMAT_WRAPPED_WRITE_H

#include "wrapped.h"

#include <sybil/file.h>
#include <sybil/props.h>

/* Everything is borrowed. */
struct wrapped_out_image {
	const char *target; /* in the spelling that runtimes compare: "spir64" */
	const char *triple; /* for .tgtsym */
	enum wrapped_format format;
	const char *compile_options, *link_options;
	struct syb_bytes bytes;
	const struct syb_file *file; /* the mapped file that contains the bytes, or NULL */
	uint64_t full_size;          /* of the inflated bytes */
	const char *const *entries;
	size_t entry_count;
	const struct syb_set *const *sets; /* in the form that the runtime reads: types 1 and 2 */
	size_t set_count;
};

/* Find a machine by its name in --machine; NULL is this machine. Returns NULL if it is not supported. */
struct wrapped_machine;
const struct wrapped_machine *wrapped_machine_find(const char *name);

/* Write one descriptor and its images. version is that of the image records: 2 or 3.
 * Fails: UNSUPPORTED (check wrap-property), LIMIT, IO, NOMEM. */
int wrapped_write(struct syb_ctx *ctx, const struct wrapped_machine *machine, uint16_t version,
		  const struct wrapped_out_image *images, size_t count, struct syb_out *out);

#endif
