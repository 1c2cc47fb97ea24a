/* fuzz/fuzz_devices.c — device configurations: what is read is asked about, written and read again, to the same. */
#include "fuzz.h"
#include "format/devices/devices.h"

static void ask(const struct syb_devices *devices)
{
	for (size_t i = 0; i < syb_devices_count(devices); i++) {
		const struct syb_device *d = syb_devices_at(devices, i);

		claim(syb_devices_find(devices, d->name) == d && d->line > 0);
		claim(strlen(d->name) > 64 || i > 50 || fuzz_same_text(syb_devices_nearest(devices, d->name), d->name));
		for (size_t k = 0; k < d->aspect_count; k++)
			claim(syb_device_has_aspect(d, d->aspects[k]) && (!k || d->aspects[k - 1] < d->aspects[k]));
		for (size_t k = 0; k < d->sub_group_size_count; k++)
			claim(syb_device_has_sub_group_size(d, d->sub_group_sizes[k]));
		claim(syb_device_has_sub_group_size(d, 0) == !d->sub_group_size_count);
	}
}

static void same(const struct syb_device *a, const struct syb_device *b)
{
	claim(fuzz_same_text(a->name, b->name) && fuzz_same_text(a->aliases, b->aliases));
	claim(a->aspect_count == b->aspect_count && a->sub_group_size_count == b->sub_group_size_count);
	for (size_t k = 0; k < a->aspect_count; k++)
		claim(a->aspects[k] == b->aspects[k]);
	for (size_t k = 0; k < a->sub_group_size_count; k++)
		claim(a->sub_group_sizes[k] == b->sub_group_sizes[k]);
	claim(a->max_work_group_size == b->max_work_group_size);
	claim(a->may_support_other_aspects == b->may_support_other_aspects);
	claim(fuzz_same_text(a->aot_toolchain, b->aot_toolchain));
	claim(fuzz_same_text(a->aot_toolchain_options, b->aot_toolchain_options));
}

static void reread(struct syb_ctx *ctx, const struct syb_devices *devices)
{
	_cleanup_(syb_devices_free_p) struct syb_devices *again = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

	claim(out_scratch(ctx, &out) == 0 && syb_devices_write(ctx, devices, out) == 0);
	claim(out_scratch_file(ctx, out, &file) == 0);
	claim(syb_devices_read(ctx, syb_file_bytes(file), "again", &again) == 0);
	claim(syb_devices_count(again) == syb_devices_count(devices));
	for (size_t i = 0; i < syb_devices_count(devices); i++)
		same(syb_devices_at(devices, i), syb_devices_at(again, i));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	_cleanup_(syb_ctx_free_p) struct syb_ctx *ctx = fuzz_ctx();
	_cleanup_(syb_devices_free_p) struct syb_devices *devices = NULL;

	if (syb_devices_read(ctx, fuzz_bytes(data, size), "fuzz", &devices) < 0) {
		claim(!devices && syb_ctx_count(ctx, SYB_SEVERITY_ERROR) > 0);
		return 0;
	}
	ask(devices);
	reread(ctx, devices);
	return 0;
}
