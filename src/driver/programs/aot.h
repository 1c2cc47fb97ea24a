/* driver/programs/aot.h — the parts of compiling ahead of time. */
#ifndef DRIVER_AOT_H
#define DRIVER_AOT_H

#include "base/buf.h"
#include "base/file.h"
#include "base/temp.h"
#include "chain.h"

/* One run of a chain. */
struct aot {
	struct syb_ctx *ctx;
	const struct chain *chain;
	struct syb_aot_opts opts;
	const char *arch;   /* of the device, "" for none */
	const char **extra; /* options for the backend, without the one that names the device */
	size_t extra_count;
	struct temp temp; /* for what compilers leave behind, which insist on names */
	char output[sizeof(((struct temp *)NULL)->path) + sizeof("/image")]; /* a file in it */
	struct arena arena;
};

/* aot_words.c: the command line of a step; words live in the arena. */
int aot_words(struct aot *aot, const struct step *step, const char *program, const char *const **out_argv);

/* aot_stamp.c: PTX whose .file directives say time and size, as ptxas would else look them up and write them into its
 * output; *out stays empty where there is nothing to do. */
int aot_stamp_files(struct syb_ctx *ctx, struct syb_bytes ptx, struct buf *out);

/* aot_kernels.c: whether an image is what a step makes, and has the kernels. */
int aot_check(struct aot *aot, const struct step *step, const char *program, struct syb_bytes image);
int aot_check_kernels(struct aot *aot, const struct step *step, struct syb_bytes image, const char *const *kernels,
		      size_t count);

#endif
