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
	const char *arch;   /* the device, "" for none */
	const char **extra; /* options for the backend, without the one that names the device */
	size_t extra_count;
	bool careful;     /* LLVM's back end lacked an instruction, and runs a second time */
	struct temp temp; /* for compilers that require file names, and for their leftovers */
	char output[sizeof(((struct temp *)NULL)->path) + sizeof("/image")]; /* a file in it */
	struct arena arena;
};

/* aot_words.c: the command line of a step; words live in the arena. */
int aot_words(struct aot *aot, const struct step *step, const char *program, const char *const **out_argv);

/* aot_stamp.c: add a fixed time and size to .file directives of PTX, because ptxas would otherwise read them from the
 * file system and write them to its output; *out stays empty if nothing has to change. */
int aot_stamp_files(struct syb_ctx *ctx, struct syb_bytes ptx, struct buf *out);

/* aot_mend.c: mend the LLVM IR that the code generator compiles wrongly, and the PTX; *out stays empty if nothing has
 * to change. */
int aot_mend(struct syb_ctx *ctx, struct syb_bytes ptx, struct buf *out);

/* aot_kernels.c: check that an image has the kind that the step makes, and the kernels. */
int aot_check(struct aot *aot, const struct step *step, const char *program, struct syb_bytes image);
int aot_check_kernels(struct aot *aot, const struct step *step, struct syb_bytes image, const char *const *kernels,
		      size_t count);

#endif
