/* tools/run/live.h — devices for the verbs of sybil-rt. */
#ifndef TOOLS_LIVE_H
#define TOOLS_LIVE_H

#include "tools/frame/tool.h"

#include <sybil/runtime.h>

struct live_opts {
	const char *const *selectors; /* selectors, or files that `sybil devices --save` wrote */
	size_t selector_count;
	const char *const *configs; /* device configurations whose entries can be selected by name */
	size_t config_count;
	const char *cache_dir; /* NULL: from the environment */
	uint64_t cache_most;   /* 0: from the environment */
	bool strict;
	bool all; /* without a selector: all devices instead of the default one */
};

/* Drop it, also after a failure. */
int live_open(struct tool *tool, const struct live_opts *opts, struct live *out);
void live_drop(struct live *live);
/* A number of bytes, "512M"; *out is unchanged if the option is missing. */
int live_size(struct tool *tool, enum option_id id, uint64_t *out);
/* Report that there is no device; always fails. */
int live_none(struct tool *tool, const struct live *live);
/* Fails if the kernels of the file at path have to be linked before they can run. */
int live_linked(struct tool *tool, const struct syb_bundle *bundle, const char *path);

DEFINE_CLEANUP(struct syb_bundle *, syb_bundle_close);
DEFINE_CLEANUP(struct syb_kernel *, syb_kernel_free);
DEFINE_CLEANUP(struct syb_queue *, syb_queue_close);
DEFINE_CLEANUP(struct syb_event *, syb_event_free);

#endif
