/* fake/fake.h — what the fake drivers share.
 *
 * Each is a library with the soname of a real one (libcuda.so.1, libze_loader.so.1, libOpenCL.so.1) that has one
 * device, which runs the kernels of tests/backend by their names, on the host. It checks every call: handles must be
 * alive and of their kind, memory must be there, sizes must fit, and objects must be gone at the end. What a real
 * driver would let pass, or crash on, is a complaint here.
 *
 * Faults come from the environment variable SYBIL_FAKE, read when the library is loaded, or from a test through
 * fake_control(): words with spaces between them,
 *
 *	fail=N:CODE     call number N (from 1) fails with this error of the driver
 *	fail=NAME:CODE  every call of this function does
 *	die=NAME:HOW    the first call of this function ends the process: crash, abort, or exit with this status; or it
 *	                never returns: hang. NAME end: when the library is unloaded
 *	lost=N          from call number N on the device is lost: calls that can say so do
 *	hang            commands never end: what asks for them is told "not ready", what waits never returns
 *	slow=N          commands take N looks to end
 *	build=MS        OpenCL: building a program takes that long, and no signal makes it shorter
 *	lie             sizes and counts that the driver tells are larger than what is there
 *	lie=N:HOW       call number N succeeds, and what it tells is wrong: huge, more, less, zero, noise (texts
 *	                without an end), null (objects that are not there)
 *	memory=BYTES    of the device, instead of 1 GiB
 *	model=NAME      OpenCL: how memory has an address: usm (unless said), svm or buffer
 *	platforms=N     OpenCL: with 2 one without devices is before the real one, with 3 one that fails, too
 *	strict          a complaint, or an object left when the library is unloaded, ends the process with status 86 */
#ifndef TESTS_FAKE_H
#define TESTS_FAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAKE_API __attribute__((visibility("default")))

/* ---- for tests: dlsym "fake_control" ---- */

struct fake_control {
	/* Forget calls and complaints, and set faults. Objects stay. */
	void (*reset)(const char *faults);
	unsigned (*calls)(void);            /* since then */
	const char *(*call_at)(unsigned n); /* name of call number n, from 1 */
	size_t (*live)(void);               /* objects and memory that are there */
	const char *(*live_kind)(void);     /* what one of them is */
	const char *(*complaint)(void);     /* the first one, NULL when there is none */
	void (*forget_memory)(void);        /* what could not be freed because of a fault */
	bool (*tells)(unsigned n);          /* whether call number n tells something, and could lie */
};
FAKE_API const struct fake_control *fake_control(void);

/* ---- calls ---- */

enum fake_lie {
	FAKE_LIE_NONE,
	FAKE_LIE_HUGE,
	FAKE_LIE_MORE,
	FAKE_LIE_LESS,
	FAKE_LIE_ZERO,
	FAKE_LIE_NOISE,
	FAKE_LIE_NULL,
};

struct fake_faults {
	unsigned fail_at, lost_at, lie_at, slow, build_ms, platforms;
	enum fake_lie lie_how;
	char fail_name[64], model[16], die_name[64], die_how[16];
	int fail_code;
	bool hang, lie, strict, has_fail_name;
	size_t memory;
};
const struct fake_faults *fake_faults(void);

/* Count a call. Returns 0, or the error to return: the injected one, or lost_code once the device is lost. */
int fake_enter(const char *name, int lost_code);

/* ---- what a call tells: changed on the way out where the driver is to lie ---- */

enum fake_told { FAKE_NUMBER, FAKE_TEXT, FAKE_POINTER };
void fake_tells(enum fake_told what, void *place, size_t bytes);
#define FAKE_TELLS(place) fake_tells(FAKE_NUMBER, place, sizeof(*(place)))
/* Whether this call is to say that it worked and give nothing. Counts as telling something. */
bool fake_hides(void);
/* The object, or NULL, and it is gone. */
void *fake_give(void *object);
/* A text without an end: reading behind it crashes. */
const char *fake_endless(void);

void fake_complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void fake_lock(void);
void fake_unlock(int *unused);
#define FAKE_LOCKED int fake_scope __attribute__((cleanup(fake_unlock), unused)) = (fake_lock(), 0)

/* How the functions of a driver begin: the call is counted, `call` is its name and `injected` the error it is to
 * return. ENTER alone is for what takes something away: it is gone, whatever is returned. */
#define FAKE_ENTER(name, lost_code)                 \
	FAKE_LOCKED;                                \
	int injected = fake_enter(name, lost_code); \
	const char *const call = name;              \
	(void)call
#define FAKE_CALL(name, lost_code)   \
	FAKE_ENTER(name, lost_code); \
	if (injected)                \
	return injected
#define FAKE_CHECK(cond, result, ...)               \
	do {                                        \
		if (!(cond)) {                      \
			fake_complain(__VA_ARGS__); \
			return result;              \
		}                                   \
	} while (0)

/* One more look at a command: whether it still runs. */
bool fake_still_runs(unsigned *looks);

/* ---- objects ---- */

struct fake_object {
	struct fake_object *next;
	const char *kind;
	struct fake_object *parent; /* must not go before this */
	unsigned children;
};

/* A zeroed object of so many bytes; struct fake_object is its first member. */
void *fake_new(const char *kind, size_t bytes, void *parent);
/* Whether this is a live object of that kind; complains when not. */
bool fake_is(const void *object, const char *kind, const char *call);
void fake_delete(void *object);

/* ---- memory ---- */

enum fake_memory_kind { FAKE_DEVICE, FAKE_HOST, FAKE_SHARED, FAKE_GLOBAL };
void *fake_alloc(enum fake_memory_kind kind, size_t bytes);
bool fake_free(void *address);
/* The kind of the memory that holds these bytes; -1 when none does, and complains when they run over its end. */
int fake_memory(const void *address, size_t bytes, const char *call);
/* The block that holds this address; false when none does. */
bool fake_block(const void *address, void **out_base, size_t *out_bytes);
/* Memory for the caller of the driver: false when there is none, and NULL where this call is to hide it. */
bool fake_give_memory(enum fake_memory_kind kind, size_t bytes, void **out);
/* Whether a copy may begin or end there: ordinary memory of the host may, too, and nothing is known about it. */
bool fake_there(const void *address, size_t bytes, const char *call);
void fake_fill(void *to, const void *pattern, size_t width, size_t bytes);

/* ---- programs ---- */

enum { FAKE_ARGS = 16, FAKE_KERNELS = 32, FAKE_NAME = 128 };

/* One of a program's functions or variables, as an image states it. */
struct fake_entry {
	char name[FAKE_NAME];
	size_t arg_count;
	size_t arg_sizes[FAKE_ARGS];
	const struct fake_kernel *kernel; /* NULL: not one that can be run */
	void *address;                    /* of a variable */
	size_t bytes;
};

/* A specialization constant that was set. */
struct fake_constant {
	uint32_t id;
	uint8_t value[8];
};

struct fake_program {
	struct fake_entry kernels[FAKE_KERNELS], variables[8];
	size_t kernel_count, variable_count;
	char imports[8][FAKE_NAME], exports[8][FAKE_NAME];
	size_t import_count, export_count;
	struct fake_constant constants[16];
	size_t constant_count;
};
const struct fake_constant *fake_constant(const struct fake_program *program, uint32_t id);

/* Add what PTX text, or a SPIR-V module, has. false: it is damaged. */
bool fake_read_ptx(struct fake_program *program, const char *text);
bool fake_read_spirv(struct fake_program *program, const void *bytes, size_t size);
struct fake_entry *fake_find(struct fake_entry *list, size_t count, const char *name);
/* The first import that nothing exports; NULL when all are there. */
const char *fake_unresolved(const struct fake_program *program);
/* Memory for the variables that need it; and back. */
bool fake_program_start(struct fake_program *program);
void fake_program_stop(struct fake_program *program);

/* Native code of ours: a header, which is the driver's, then SPIR-V modules with their sizes before them. */
struct fake_native {
	uint8_t *bytes;
	size_t size;
};
/* Begins with a header of so many bytes when there is nothing yet: magic, then zeros. */
void fake_native_begin(struct fake_native *native, size_t header, const void *magic, size_t magic_size);
void fake_native_append(struct fake_native *native, const void *bytes, size_t size);
void fake_native_add(struct fake_native *native, const void *spirv, size_t size);
bool fake_native_read(struct fake_program *program, const uint8_t *bytes, size_t size, size_t header);

/* ---- kernels ---- */

struct fake_launch {
	size_t global[3], local[3], offset[3];
	void *args[FAKE_ARGS]; /* the values; of a local argument the memory */
	size_t sizes[FAKE_ARGS];
	struct fake_program *program;
};

struct fake_kernel {
	const char *name;
	const char *args; /* p: pointer, l: local memory, digit: bytes of a value, s: struct of 24 bytes, t: of 12 */
	bool (*run)(const struct fake_launch *launch); /* false: touched what is not there */
	bool alone;                                    /* this one where it is the only kernel of its program */
};
const struct fake_kernel *fake_kernel_find(const char *name, size_t arg_count, bool alone);
/* Bytes of argument i, 0 when there is none. */
size_t fake_kernel_arg(const struct fake_kernel *kernel, size_t i);

/* Arguments that stay set from one launch to the next. */
struct fake_args {
	bool set[FAKE_ARGS];
	uint8_t values[FAKE_ARGS][64];
	size_t sizes[FAKE_ARGS];
};
enum fake_arg { FAKE_ARG_GOOD, FAKE_ARG_INDEX, FAKE_ARG_SIZE, FAKE_ARG_VALUE };
bool fake_arg_is_local(const struct fake_entry *entry, size_t index);
/* What is wrong with the argument; only a good one is set. */
enum fake_arg fake_arg_set(struct fake_args *args, const struct fake_entry *entry, size_t index, size_t bytes,
			   const void *value, size_t most_local);
/* The index of an argument that was never set; the number of all of them when there is none. */
size_t fake_arg_missing(const struct fake_args *args, const struct fake_entry *entry);
/* Run it with these arguments. True where it is not one that can be run. */
bool fake_run(struct fake_args *args, const struct fake_entry *entry, struct fake_launch *launch);

#endif
