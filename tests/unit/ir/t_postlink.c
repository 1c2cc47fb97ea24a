/* ir/postlink.c and what it calls, with every allocation refused once: nothing leaks, and no file stays. What is
 * written when there is memory is in tests/ir. */
#include "base/util.h"
#include "driver/exec/workers.h"
#include "lib/torture.h"

#include <sybil/postlink.h>

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char text[] =
	"target datalayout = \"e-i64:64\"\n"
	"target triple = \"spir64-unknown-unknown\"\n"
	"@n.i = private constant [2 x i8] c\"i\\00\"\n"
	"@i.i = internal constant { i32 } { i32 -2 }\n"
	"@dg = addrspace(1) global i32 0 #2\n"
	"@llvm.used = appending global [1 x ptr] [ptr @a], section \"llvm.metadata\"\n"
	"define spir_kernel void @a(i32 %unused, ptr %q) #0 !sycl_used_aspects !0 !reqd_work_group_size !1 {\n"
	"  %i = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr @n.i, ptr @i.i, ptr %q)\n"
	"  store i32 %i, ptr addrspace(1) @dg\n"
	"  call spir_func void @external()\n"
	"  ret void\n"
	"}\n"
	"define spir_kernel void @b() #0 !sycl_explicit_simd !2 !intel_reqd_sub_group_size !3 {\n"
	"  call spir_func void @external()\n"
	"  ret void\n"
	"}\n"
	"define spir_kernel void @c() #1 !sycl_fixed_targets !4 {\n"
	"  %x = call i16 @__devicelib_ConvertFToBF16INTEL(i64 0)\n"
	"  ret void\n"
	"}\n"
	"define spir_func void @external() #1 !sycl_used_aspects !5 {\n"
	"  call spir_func void @undefined()\n"
	"  ret void\n"
	"}\n"
	"declare spir_func void @undefined()\n"
	"declare i16 @__devicelib_ConvertFToBF16INTEL(i64)\n"
	"declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIi(ptr, ptr, ptr)\n"
	"attributes #0 = { \"sycl-module-id\"=\"a.cpp\" }\n"
	"attributes #1 = { \"sycl-module-id\"=\"b.cpp\" }\n"
	"attributes #2 = { \"sycl-device-global-size\"=\"4\" \"sycl-unique-id\"=\"dg\" }\n"
	"!sycl_registered_kernels = !{!6}\n"
	"!0 = !{i32 5}\n"
	"!1 = !{i32 1, i32 8}\n"
	"!2 = !{}\n"
	"!3 = !{i32 1}\n"
	"!4 = !{!\"gpu\"}\n"
	"!5 = !{!7}\n"
	"!6 = !{!\"a\", !\"a\"}\n"
	"!7 = !{!\"fp64\", i32 6}\n";

static const char library[] = "define spir_func i16 @__devicelib_ConvertFToBF16INTEL(i64 %x) {\n"
			      "  ret i16 0\n"
			      "}\n";

static const char *const library_names[] = { "libsycl-fallback-bfloat16.bc", "libsycl-native-bfloat16.bc" };

/* ---- folders ---- */

static char libs[] = "/tmp/sybil-libs-XXXXXX", folder[] = "/tmp/sybil-out-XXXXXX";
static char table[64], other[64];

/* Files of a folder; removes them. */
static size_t empty(const char *path)
{
	DIR *dir = opendir(path);
	size_t count = 0;

	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		if (entry->d_name[0] == '.')
			continue;
		unlinkat(dirfd(dir), entry->d_name, 0);
		count++;
	}
	if (dir)
		closedir(dir);
	return count;
}

static void make_folders(void)
{
	ok(mkdtemp(libs) && mkdtemp(folder), "folders");
	snprintf(table, sizeof(table), "%s/t.table", folder);
	snprintf(other, sizeof(other), "%s/u.table", folder);
	for (size_t i = 0; i < ARRAY_SIZE(library_names); i++) {
		char path[128];
		FILE *f;

		snprintf(path, sizeof(path), "%s/%s", libs, library_names[i]);
		f = fopen(path, "w");
		ok(f && fwrite(library, 1, sizeof(library) - 1, f) == sizeof(library) - 1, "a library");
		if (f)
			fclose(f);
	}
}

/* ---- one run ---- */

struct wish {
	struct syb_postlink_opts opts;
	size_t files; /* that there are when it succeeds */
};

static int work(struct syb_ctx *ctx, void *arg)
{
	const struct wish *wish = arg;
	struct syb_ir *ir = NULL;
	int r = syb_ir_read(ctx, (struct syb_bytes){ (const uint8_t *)text, sizeof(text) - 1 }, NULL, &ir);
	size_t files;

	if (r == 0)
		r = syb_postlink(ctx, ir, &wish->opts);
	syb_ir_free(ir);
	files = empty(folder);
	if (files != (r == 0 ? wish->files : 0)) {
		ok(false, "%zu files after %d", files, r);
		return -SYB_E_INTERNAL;
	}
	return r;
}

static int work_plan(struct syb_ctx *ctx, void *arg)
{
	const struct wish *wish = arg;
	struct syb_record *record = NULL;
	struct syb_ir *ir = NULL;
	int r = syb_ir_read(ctx, (struct syb_bytes){ (const uint8_t *)text, sizeof(text) - 1 }, NULL, &ir);

	if (r == 0)
		r = syb_postlink_plan(ctx, ir, &wish->opts, &record);
	if (r < 0 && record)
		return -SYB_E_INTERNAL;
	syb_record_free(record);
	syb_ir_free(ir);
	return r;
}

/* Images that are made in other processes are counted here. */
struct counted {
	uint64_t done, total;
};

static void count(void *user, const char *what, uint64_t done, uint64_t total)
{
	struct counted *counted = user;

	(void)what;
	ok(done >= counted->done && done <= total, "%d of %d", (int)done, (int)total);
	*counted = (struct counted){ done, total };
}

static int make_nothing(void *user, size_t thing, struct buf *out)
{
	(void)user, (void)thing, (void)out;
	return 0;
}

static int take_nothing(void *user, size_t thing, struct syb_bytes bytes)
{
	(void)user, (void)thing, (void)bytes;
	return 0;
}

static void count_images(void)
{
	const struct workers_opts workers = { .count = 9, .jobs = 2, .work = make_nothing, .take = take_nothing };
	struct counted counted = { 0 };
	struct syb_ctx_opts opts = { .size = sizeof(opts), .progress_count = count, .progress_user = &counted };
	struct syb_ctx *ctx = NULL;

	unsetenv("MAKEFLAGS"); /* make may allow one process only */
	is_int(syb_ctx_new(&opts, &ctx), 0);
	is_int(workers_run(ctx, &workers), 0);
	ok(counted.total == 9 && counted.done == 9, "all images are counted");
	syb_ctx_free(ctx);
}

static int kill_one(void *user, size_t thing, struct buf *out)
{
	(void)user;
	(void)out;
	if (thing == 4)
		raise(SIGKILL);
	return 0;
}

static void one_is_killed(struct syb_ctx *ctx)
{
	const struct workers_opts workers = { .count = 9, .jobs = 2, .work = kill_one, .take = take_nothing };

	is_int(workers_run(ctx, &workers), -SYB_E_TOOL);
	ok(strstr(syb_ctx_diag_at(ctx, syb_ctx_diag_count(ctx) - 1)->text, "signal 9 (Killed): memory") != NULL);
}

static int forks;

static void count_fork(void)
{
	forks++;
}

static void *wait_for_end(void *lock)
{
	pthread_mutex_lock(lock);
	pthread_mutex_unlock(lock);
	return NULL;
}

/* A process among threads would have a copy of what they have locked. */
static void among_threads(struct syb_ctx *ctx)
{
	const struct workers_opts workers = { .count = 9, .jobs = 2, .work = make_nothing, .take = take_nothing };
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_t thread;

	pthread_atfork(count_fork, NULL, NULL);
	is_int(workers_run(ctx, &workers), 0);
	is_int(forks, 2);
	pthread_mutex_lock(&lock);
	if (pthread_create(&thread, NULL, wait_for_end, &lock) != 0)
		abort();
	is_int(workers_run(ctx, &workers), 0);
	is_int(forks, 2);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
}

int main(void)
{
	static const struct syb_postlink_output outputs[] = { { NULL, table }, { "spir64", other } };
	static const char plan[] =
		"{\"images\":[{\"entry_points\":[\"a\",\"c\"]},{\"entry_points\":[\"b\",\"external\"]}]}";
	struct syb_devices *devices = NULL;
	struct syb_ctx *ctx = NULL;
	struct wish wish = { .opts = { .size = sizeof(wish.opts), .jobs = 1 } };

	is_int(syb_ctx_new(NULL, &ctx), 0);
	is_int(syb_devices_load(ctx, NULL, &devices), 0);
	make_folders();
	wish.opts.devices = devices;
	wish.opts.outputs = outputs;
	wish.opts.output_count = ARRAY_SIZE(outputs);
	wish.opts.symbols = wish.opts.properties = wish.opts.device_globals = true;
	wish.opts.emit_exported_symbols = wish.opts.emit_imported_symbols = wish.opts.emit_kernel_names = true;
	wish.opts.emit_param_info = wish.opts.emit_program_metadata = wish.opts.dead_args = true;
	wish.opts.split_esimd = wish.opts.lower_esimd = wish.opts.default_spec_consts = true;
	wish.opts.spec_consts = SYB_SPEC_CONSTS_NATIVE;
	wish.opts.device_lib_dir = libs;
	wish.opts.needs = true;
	/* a, a's copy with default values, b, c, external; two libraries without code; two tables */
	wish.files = 5 * 5 + 2 * 4 + 2;
	ok(torture(work, &wish) > 100, "by source");
	torture(work_plan, &wish);

	wish.opts = (struct syb_postlink_opts){ .size = sizeof(wish.opts),
						.jobs = 1,
						.devices = devices,
						.outputs = outputs,
						.output_count = 1,
						.properties = true,
						.dialect = SYB_DIALECT_SPEC,
						.plan = { (const uint8_t *)plan, sizeof(plan) - 1 } };
	wish.files = 2 * 2 + 1;
	torture(work, &wish);
	wish.opts.plan = (struct syb_bytes){ NULL, 0 };
	wish.opts.split = SYB_SPLIT_NONE;
	wish.files = 2 + 1;
	torture(work, &wish);

	count_images();
	one_is_killed(ctx);
	among_threads(ctx);
	empty(libs);
	ok(rmdir(libs) == 0 && rmdir(folder) == 0, "nothing is left");
	syb_devices_free(devices);
	syb_ctx_free(ctx);
	return tap_done();
}
