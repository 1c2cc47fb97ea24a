/* format/wrapped/wrapped_write.h — device images → an object file with their records. */
#ifndef FORMAT_WRAPPED_WRITE_H
#define FORMAT_WRAPPED_WRITE_H

#include "wrapped.h"

#include <sybil/file.h>
#include <sybil/props.h>

/* Everything is borrowed. */
struct wrapped_out_image {
	const char *target; /* as runtimes compare it: "spir64" */
	const char *triple; /* for .tgtsym */
	enum wrapped_format format;
	const char *compile_options, *link_options;
	struct syb_bytes bytes;
	const struct syb_file *file; /* where bytes are mapped from, or NULL */
	uint64_t full_size;          /* of the bytes once inflated */
	const char *const *entries;
	size_t entry_count;
	const struct syb_set *const *sets; /* as the runtime reads them: types 1 and 2 */
	size_t set_count;
};

/* Machines of objects, by the names of --machine; NULL when not known. name NULL: this machine. */
struct wrapped_machine;
const struct wrapped_machine *wrapped_machine_find(const char *name);

/* Write one descriptor and its images. version: of the image records, 2 or 3.
 * Fails: UNSUPPORTED (check wrap-property), LIMIT, IO, NOMEM. */
int wrapped_write(struct syb_ctx *ctx, const struct wrapped_machine *machine, uint16_t version,
		  const struct wrapped_out_image *images, size_t count, struct syb_out *out);

#endif
