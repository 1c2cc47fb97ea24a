/* examples/static-loader/loader.c — a loader that brings Sybil along: which kernels of a package run on this machine?
 *
 *   make             libsybil-rt, libsybil and what they need inside of the program; it needs libc alone
 *   make all-static  libc, too: for packages and profiles, because a driver cannot be opened from there
 *
 *   ./loader PACKAGE [PROFILE]
 *   ./all-static PACKAGE PROFILE
 *
 * Prints a line for each kernel, with the answer of each device: yes, no, or unknown. With a profile (`sybil devices
 * --save`, share/sybil/devices.yaml) its devices are asked and no driver is looked for. */
#include <stdio.h>
#include <sybil/runtime.h>
#include <sybil/sybil.h>

/* glibc lets a static program call dlopen, but the libc that comes with a driver is not the one in the program: it
 * crashes. The macro is set where libc is static. */
#ifdef ALL_STATIC
enum { CAN_OPEN_DRIVERS = 0 };
#else
enum { CAN_OPEN_DRIVERS = 1 };
#endif

static void print_diag(void *user, const struct syb_diag *diag)
{
	(void)user;
	fprintf(stderr, "loader: %s: %s\n", syb_severity_name(diag->severity), diag->text);
}

static const char *text_of(const struct syb_value *map, const char *key)
{
	return syb_value_string(syb_value_get(map, key));
}

/* kernel: device yes, device no, ... */
static void print_kernel(const struct syb_value *kernel)
{
	const struct syb_value *targets = syb_value_get(kernel, "targets");

	printf("%s:", text_of(kernel, "name"));
	for (size_t i = 0; i < syb_value_count(targets); i++) {
		const struct syb_value *target = syb_value_at(targets, i);

		printf("%s %s %s", i ? "," : "", text_of(target, "target"), text_of(target, "answer"));
	}
	putchar('\n');
}

static int print_record(const struct syb_record *record)
{
	const struct syb_value *kernels = syb_value_get(syb_record_root(record), "kernels");

	for (size_t i = 0; i < syb_value_count(kernels); i++)
		print_kernel(syb_value_at(kernels, i));
	return fflush(stdout) == 0 ? 0 : -SYB_E_IO;
}

static int print_answers(struct syb_ctx *ctx, struct syb_rt *rt, const char *path)
{
	struct syb_rt_device *devices[64];
	struct syb_bundle *bundle = NULL;
	struct syb_record *record = NULL;
	size_t count = 0;
	int r;

	for (; count < syb_rt_device_count(rt) && count < sizeof(devices) / sizeof(devices[0]); count++)
		devices[count] = syb_rt_device_at(rt, count);
	if (count == 0) {
		fprintf(stderr, "loader: no devices\n");
		return -SYB_E_DEVICE;
	}
	r = syb_bundle_open_file(ctx, rt, path, devices, count, NULL, &bundle);
	if (r == 0)
		r = syb_bundle_check(ctx, bundle, &record);
	if (r == 0)
		r = print_record(record);
	syb_record_free(record);
	syb_bundle_close(bundle);
	return r;
}

int main(int argc, char **argv)
{
	struct syb_ctx_opts ctx_opts = { .size = sizeof(ctx_opts), .sink = print_diag };
	const char *profiles[] = { argc > 2 ? argv[2] : NULL };
	struct syb_rt_opts opts = { .size = sizeof(opts),
				    .cache_dir = "",
				    .profiles = profiles,
				    .profile_count = argc > 2,
				    .no_live = argc > 2 };
	struct syb_ctx *ctx = NULL;
	struct syb_rt *rt = NULL;
	int r;

	if (argc < (CAN_OPEN_DRIVERS ? 2 : 3) || argc > 3) {
		fprintf(stderr, "usage: %s PACKAGE %s\n", argv[0], CAN_OPEN_DRIVERS ? "[PROFILE]" : "PROFILE");
		return 2;
	}
	r = syb_ctx_new(&ctx_opts, &ctx);
	if (r == 0)
		r = syb_rt_open(ctx, &opts, &rt);
	if (r == 0)
		r = print_answers(ctx, rt, argv[1]);
	syb_rt_close(rt);
	syb_ctx_free(ctx);
	return syb_code_exit(r);
}
