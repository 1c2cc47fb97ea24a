/* examples/list_kernels.c — list the kernels of a SYCLBIN file through the public API.
 *
 *   cc list_kernels.c $(pkg-config --cflags --libs sybil) -o list_kernels
 *   ./list_kernels saxpy.syclbin */
#include <stdio.h>
#include <sybil/sybil.h>

static void print_diag(void *user, const struct syb_diag *diag)
{
	(void)user;
	fprintf(stderr, "%s: %s: %s\n", diag->file ? diag->file : "list_kernels", syb_severity_name(diag->severity),
		diag->text);
}

static int list_module(struct syb_ctx *ctx, const struct syb_module *module)
{
	struct syb_props *props = NULL;
	struct syb_view *view = NULL;
	int r = syb_module_props(ctx, module, &props);

	if (r < 0)
		return r;
	r = syb_view_new(ctx, props, &view);
	if (r == 0) {
		const struct syb_module_info *info = syb_view_info(view);

		printf("module %zu: %zu kernels, %zu images\n", syb_module_index(module), info->kernel_count,
		       syb_module_image_count(module));
		for (size_t i = 0; i < info->kernel_count; i++)
			printf("  %s\n", info->kernels[i]);
	}
	syb_view_free(view);
	syb_props_free(props);
	return r;
}

int main(int argc, char **argv)
{
	struct syb_ctx_opts opts = { .size = sizeof(opts), .sink = print_diag };
	struct syb_ctx *ctx = NULL;
	struct syb_bin *bin = NULL;
	int r;

	if (argc != 2) {
		fprintf(stderr, "usage: list_kernels FILE\n");
		return 2;
	}
	r = syb_ctx_new(&opts, &ctx);
	if (r == 0)
		r = syb_bin_open_file(ctx, argv[1], NULL, &bin);
	for (size_t i = 0; r == 0 && i < syb_bin_module_count(bin); i++)
		r = list_module(ctx, syb_bin_module_at(bin, i));
	syb_bin_close(bin);
	syb_ctx_free(ctx);
	return syb_code_exit(r);
}
