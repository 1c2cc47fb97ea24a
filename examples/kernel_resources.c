/* examples/kernel_resources.c — what the kernels of an Intel GPU binary need, by its ZE Info, through the public API.
 *
 *   cc kernel_resources.c $(pkg-config --cflags --libs sybil) -o kernel_resources
 *   ./kernel_resources slm.zebin */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sybil/sybil.h>

#define ENV_PATH "/kernels[]/execution_env" /* says which map is meant where the file has none */

/* The value of the file, else the default of ZE Info, else -1. */
static int64_t number(const struct syb_ze_node *map, const char *path, const char *key)
{
	int64_t value;

	return syb_ze_int(map, path, key, &value) == 0 ? value : -1;
}

static void print_kernel(const struct syb_ze_node *kernel)
{
	const struct syb_ze_node *env = syb_ze_get(kernel, "execution_env");
	const struct syb_ze_node *args = syb_ze_get(kernel, "payload_arguments");
	const char *name = "?", *type;
	int32_t group[3];
	bool calls;

	(void)!syb_ze_str(kernel, NULL, "name", &name);
	printf("%s: SIMD %" PRId64 ", %" PRId64 " registers, %" PRId64 " bytes of local memory\n", name,
	       number(env, ENV_PATH, "simd_size"), number(env, ENV_PATH, "grf_count"),
	       number(env, ENV_PATH, "slm_size"));
	if (syb_ze_int3(env, ENV_PATH, "required_work_group_size", group) == 0 && group[0])
		printf("  work-group: %" PRId32 " x %" PRId32 " x %" PRId32 "\n", group[0], group[1], group[2]);
	if (syb_ze_bool(env, ENV_PATH, "has_stack_calls", &calls) == 0 && calls)
		printf("  calls functions with a stack\n");
	for (size_t i = 0; args && i < syb_ze_count(args); i++) {
		const struct syb_ze_node *arg = syb_ze_at(args, i);

		if (syb_ze_str(arg, NULL, "arg_type", &type) == 0 && strncmp(type, "arg_", 4) == 0)
			printf("  argument %" PRId64 ": %s, %" PRId64 " bytes at %" PRId64 "\n",
			       number(arg, NULL, "arg_index"), type, number(arg, NULL, "size"),
			       number(arg, NULL, "offset"));
	}
}

static void print_diag(void *user, const struct syb_diag *diag)
{
	(void)user;
	fprintf(stderr, "%s: %s: %s\n", diag->file ? diag->file : "kernel_resources", syb_severity_name(diag->severity),
		diag->text);
}

int main(int argc, char **argv)
{
	struct syb_ctx_opts opts = { .size = sizeof(opts), .sink = print_diag };
	struct syb_ctx *ctx = NULL;
	struct syb_file *file = NULL;
	struct syb_zebin *zebin = NULL;
	struct syb_zeinfo *info = NULL;
	int r;

	if (argc != 2) {
		fprintf(stderr, "usage: kernel_resources ZEBIN\n");
		return 2;
	}
	r = syb_ctx_new(&opts, &ctx);
	if (r == 0)
		r = syb_file_open(ctx, argv[1], &file);
	if (r == 0)
		r = syb_zebin_read(ctx, syb_file_bytes(file), NULL, &zebin);
	if (r == 0)
		r = syb_zebin_zeinfo(ctx, zebin, &info);
	for (size_t i = 0; r == 0 && i < syb_zeinfo_kernel_count(info); i++)
		print_kernel(syb_zeinfo_kernel_at(info, i));
	syb_zeinfo_free(info);
	syb_zebin_free(zebin);
	syb_file_close(file);
	syb_ctx_free(ctx);
	return syb_code_exit(r);
}
