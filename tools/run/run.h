/* tools/run/run.h — sybil run: shared by its files.
 *
 * The whole command line is read before a driver is loaded. */
#ifndef TOOLS_RUN_H
#define TOOLS_RUN_H

#include "live.h"
#include "npy.h"

enum run_kind {
	RUN_VALUE,
	RUN_BUFFER,
	RUN_LOCAL,
	RUN_SPECS, /* the values of specialization constants in memory */
};

/* Numbers of one type, and their shape in a file. */
struct numbers {
	const struct element *element;
	uint8_t *ptr; /* NULL: zeros */
	size_t count, bytes;
	uint64_t shape[NPY_DIMS];
	size_t dims;
};

struct run_arg {
	enum run_kind kind;
	struct numbers in; /* for a buffer or a value; RUN_LOCAL: bytes only */
	bool is_output, reads;
	const char *output; /* output file, NULL: none */
	const char *from;   /* initial contents, as given */
	const char *file;   /* input file, NULL: none */
	void *address;      /* on the device */
	struct numbers out; /* after the launch */
};

struct run_output {
	struct run_output *next;
	struct syb_out *out;
};

struct run {
	struct tool *tool;
	const char *file, *kernel_name;
	struct run_arg *args;
	size_t arg_count;
	struct syb_launch launch;
	size_t repeat;
	int expected; /* INCOMPATIBLE: outputs differ from the files of --expect */
	double rtol, atol;
	struct syb_rt_device *device;
	struct syb_bundle *bundle;
	struct syb_kernel *kernel;
	struct syb_queue *queue;
	struct syb_bin *bin;       /* names in the package, opened on demand */
	struct syb_record *record; /* part of the answer */
	struct run_output *outputs;
};

/* run_files.c */
/* Read numbers from a file, .npy or .txt by its suffix, otherwise raw bytes. element NULL: bytes. Lives as long as
 * the tool. */
int numbers_read(struct tool *tool, const char *path, const struct element *element, struct numbers *out);
/* Write them without a name: run_commit() gives all outputs their names together. */
int run_write(struct run *run, const char *path, const struct numbers *numbers);
int run_commit(struct run *run);
/* Reject outputs that overwrite each other or the package, before anything runs. */
int run_check_outputs(struct run *run);
void run_drop_outputs(struct run *run);
/* "1,2,3" */
int numbers_parse(struct tool *tool, const char *what, const char *text, const struct element *element,
		  struct numbers *out);

/* run_args.c */
/* "1024", "1M", "0x10": a whole number; K, M and G are powers of 1024. */
bool run_size(const char *text, size_t len, size_t *out);
/* X[,Y[,Z]]; *out_dims is 0 if the option is missing. */
int run_sizes(struct tool *tool, enum option_id id, size_t out_sizes[3], uint32_t *out_dims);
int run_args(struct run *run);

/* run_names.c */
/* Names in the package: kernels, specialization constants, device globals. */
int run_list(struct run *run);
int run_specs(struct run *run);
int run_set_globals(struct run *run);
int run_get_globals(struct run *run);

/* run_expect.c */
/* Reject wrong --expect options before anything runs. */
int run_expect_check(struct run *run);
/* The FILE of "[ARG:]FILE". */
const char *run_expect_file(const char *text);
/* Compare outputs with files; INCOMPATIBLE if they differ. */
int run_expect(struct run *run);

/* run_repeat.c */
int run_repeat(struct run *run);
/* Copy the initial contents of a buffer to the device. */
int run_upload(struct run *run, struct run_arg *arg);

#endif
