/* runtime/asserts.c — assertions of kernels: the function that device code calls is linked to it (assert/assert.cl),
 * and the failure that it records is read after waiting for a command. */
#define _GNU_SOURCE /* memmem */
#include "asserts.h"

#include <sybil/spirv.h>

#include <inttypes.h>

static const char function_name[] = "__devicelib_assert_fail";
/* What the library calls it. Intel's driver for CPUs has a function of the usual name, which it may prefer to ours and
 * which ends the process. */
static const char library_name[] = "__sybil_rt__assert_fail";
_Static_assert(sizeof(function_name) == sizeof(library_name), "a name is replaced by one of the same length");

static const uint32_t library[] = {
#include "runtime/assert/assert.def"
};

/* As in assert.cl. */
struct report {
	int32_t flag, line;
	uint64_t global_id[3], local_id[3];
	char expr[256], file[256], function[128];
};

enum { FLAG_FAILED = 2 };

const char asserts_symbol[] = "__sybil_assert";
const size_t asserts_bytes = sizeof(struct report);

struct syb_bytes asserts_library(void)
{
	return (struct syb_bytes){ (const uint8_t *)library, sizeof(library) };
}

bool asserts_is_function(const char *name)
{
	return str_eq(name, function_name);
}

static int is_imported(struct syb_ctx *ctx, struct syb_bytes spirv, bool *out)
{
	const struct syb_spirv_info *info;
	struct syb_spirv *module = NULL;

	*out = false;
	TRY(syb_spirv_open(ctx, spirv, NULL, &module));
	info = syb_spirv_info(module);
	for (size_t i = 0; i < info->import_count; i++)
		*out |= asserts_is_function(info->imports[i]->name);
	syb_spirv_close(module);
	return 0;
}

/* Search for the name first: few modules have it. Besides the decoration only debug information has it. */
int asserts_redirect(struct syb_ctx *ctx, struct arena *arena, struct syb_bytes *spirv, bool *needed)
{
	bool imported = false;
	uint8_t *bytes, *at;

	if (!memmem(spirv->ptr, spirv->len, function_name, sizeof(function_name)))
		return 0;
	TRY(is_imported(ctx, *spirv, &imported));
	if (!imported)
		return 0;
	bytes = arena_alloc(ctx, arena, spirv->len);
	if (!bytes)
		return -SYB_E_NOMEM;
	memcpy(bytes, spirv->ptr, spirv->len);
	for (at = bytes; (at = memmem(at, spirv->len - (size_t)(at - bytes), function_name, sizeof(function_name)));)
		memcpy(at, library_name, sizeof(library_name));
	spirv->ptr = bytes;
	*needed = true;
	return 0;
}

static int copy(struct syb_ctx *ctx, struct syb_queue *queue, struct program_code *code, enum be_transfer_kind kind,
		void *host, size_t bytes)
{
	struct be_transfer what = { .kind = kind, .bytes = bytes, .symbol = asserts_symbol };

	if (kind == BE_TO_SYMBOL)
		what.from = host;
	else
		what.to = host;
	TRY(globals_transfer(ctx, queue, code, &what));
	return syb_queue_wait(ctx, queue);
}

int asserts_check(struct syb_ctx *ctx, struct program_code *code)
{
	_cleanup_(syb_queue_close_p) struct syb_queue *queue = NULL;
	struct report report = { 0 };
	int32_t nothing = 0;
	int r = syb_queue_open(ctx, code->device, NULL, &queue);

	if (r == 0)
		r = copy(ctx, queue, code, BE_FROM_SYMBOL, &report, sizeof(report));
	if (r < 0 || report.flag != FLAG_FAILED)
		return r;
	r = copy(ctx, queue, code, BE_TO_SYMBOL, &nothing, sizeof(nothing));
	if (r < 0)
		return r;
	report.expr[sizeof(report.expr) - 1] = '\0';
	report.file[sizeof(report.file) - 1] = '\0';
	report.function[sizeof(report.function) - 1] = '\0';
	return syb_fail(ctx, SYB_E_DEVICE, SYB_NO_OFFSET, "kernel-assert",
			"%s:%d: %s: global id: [%" PRIu64 ",%" PRIu64 ",%" PRIu64 "], local id: [%" PRIu64 ",%" PRIu64
			",%" PRIu64 "] Assertion `%s` failed.",
			report.file, report.line, report.function, report.global_id[0], report.global_id[1],
			report.global_id[2], report.local_id[0], report.local_id[1], report.local_id[2], report.expr);
}
