/* ELF files with sections for offloading; the files were made by clang (tests/golden/offload). */
#include "format/elf/elf.h"
#include "lib/damage.h"
#include "lib/offload.h"
#include "lib/torture.h"

static void read_golden(struct syb_ctx *ctx, const char *name, unsigned bits, bool big, unsigned machine, uint64_t at)
{
	struct syb_file *file = golden(ctx, name);
	struct elf_info info = { 0 };

	if (!ok(file && elf_read(ctx, span_of(syb_file_bytes(file), 7), &info) == 0, "%s", name))
		return;
	is_int(info.bits, bits);
	is_int(info.big_endian, big);
	is_int(info.machine, machine);
	is_int(info.type, 1);
	if (is_int(info.section_count, 1)) {
		is_str(info.sections[0].name, ".llvm.offloading");
		is_int(info.sections[0].bytes.at, 7 + at);
		is_int(info.sections[0].bytes.len, 360);
	}
	elf_info_free(&info);
	syb_file_close(file);
}

static int read_all(struct syb_ctx *ctx, struct syb_bytes bytes)
{
	struct elf_info info = { 0 };
	size_t sum = 0;
	int r = elf_read(ctx, span_of(bytes, 0), &info);

	for (size_t i = 0; i < info.section_count && r == 0; i++)
		for (size_t k = 0; k < info.sections[i].bytes.len; k++)
			sum += info.sections[i].bytes.ptr[k];
	if (sum == SIZE_MAX)
		abort();
	elf_info_free(&info);
	return r;
}

static void damage(struct syb_ctx *ctx, const char *name)
{
	static const uint8_t values[] = { 0, 1, 0x7f, 0x80, 0xff };
	_cleanup_(syb_file_close_p) struct syb_file *file = golden(ctx, name);
	struct damage d = { .ctx = ctx, .read = read_all };

	if (!file)
		return;
	damage_cuts(&d, syb_file_bytes(file));
	damage_each(&d, syb_file_bytes(file), values, ARRAY_SIZE(values));
	ok(d.odd == 0, "%s cut and damaged at every byte", name);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	struct elf_info info = { 0 };
	int r = elf_read(ctx, span_of(*(struct syb_bytes *)arg, 0), &info);

	elf_info_free(&info);
	return r;
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();
	struct syb_file *file = golden(ctx, "offload/fat-elf64");
	struct syb_bytes bytes = file ? syb_file_bytes(file) : (struct syb_bytes){ 0 };

	read_golden(ctx, "offload/fat-elf64", 64, false, 62, 64);
	read_golden(ctx, "offload/fat-elf32be", 32, true, 20, 56);
	is_int(read_all(ctx, str_bytes("\177ELX")), -SYB_E_FORMAT);
	damage(ctx, "offload/fat-elf64");
	damage(ctx, "offload/fat-elf32be");
	torture(work, &bytes);
	syb_file_close(file);
	syb_ctx_free(ctx);
	return tap_done();
}
