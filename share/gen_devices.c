/* share/gen_devices.c — the device configuration that is installed: the built-in table as YAML.
 *
 * usage: gen_devices OUT */
#include <stdio.h>
#include <stdlib.h>
#include <sybil/devices.h>

static void print(void *user, const struct syb_diag *diag)
{
	(void)user;
	fprintf(stderr, "gen_devices: %s\n", diag->text);
}

static int generate(struct syb_ctx *ctx, const char *path)
{
	struct syb_devices *devices = NULL;
	struct syb_out *out = NULL;
	int r = syb_devices_load(ctx, NULL, &devices);

	if (r == 0)
		r = syb_out_open(ctx, path, &out);
	if (r == 0)
		r = syb_devices_write(ctx, devices, out);
	if (r == 0)
		r = syb_out_commit(ctx, out);
	syb_out_close(out);
	syb_devices_free(devices);
	return r;
}

int main(int argc, char **argv)
{
	struct syb_ctx_opts opts = { .size = sizeof(opts), .sink = print };
	struct syb_ctx *ctx;
	int r;

	if (argc != 2) {
		fprintf(stderr, "usage: gen_devices OUT\n");
		return 2;
	}
	unsetenv("SYBIL_DEVICE_CONFIG"); /* the table itself is wanted, whatever the builder uses */
	if (syb_ctx_new(&opts, &ctx) < 0)
		return 4;
	r = generate(ctx, argv[1]);
	syb_ctx_free(ctx);
	return syb_code_exit(r);
}
