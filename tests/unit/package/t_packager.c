/* Images named in the packager's grammar. Bytes against the real tool: tests/differential/offload-packager. */
#include "package/pack/packager_order.h"
#include "lib/offload.h"
#include "lib/torture.h"

#include <unistd.h>

static char dir[] = "/tmp/sybil-packager-XXXXXX";

static void hashes(void)
{
	static const struct {
		const char *key;
		uint32_t hash;
	} known[] = {
		{ "", 0xc2c5cc82 },
		{ "a", 0x517c61f8 },
		{ "ab", 0x6be496b4 },
		{ "abc", 0x19c71a3f },
		{ "arch", 0xf386c709 },
		{ "triple", 0x0819b0d8 },
		{ "compile-opts", 0x30e66573 },
		{ "link-opts", 0xec394ca6 },
		{ "0123456789abcdef", 0xc15e7943 },
		{ "0123456789abcdefg", 0xb2ee3cff },
		{ "0123456789abcdef0123456789abcdef", 0x24708318 },
		{ "0123456789abcdef0123456789abcdefX", 0xfac1dc83 },
		{ "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 0x7ad43243 },
		{ "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 0xf9933bde },
		{ "abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh"
		  "abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh",
		  0x51913378 },
		{ "abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh"
		  "abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghtail",
		  0x24fa00c1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		is_int(packager_hash(known[i].key, strlen(known[i].key)), known[i].hash);
}

static void make_file(const char *name, const char *bytes)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "wb");
	if (!f || fputs(bytes, f) < 0 || fclose(f) != 0)
		abort();
}

static int pack(struct syb_ctx *ctx, const char *spec, bool today, struct syb_offload **out)
{
	const struct syb_offload_add_opts add = { .size = sizeof(add), .today = today };
	const struct syb_offload_write_opts opts = { .size = sizeof(opts), .separate = true };
	_cleanup_(syb_offload_writer_free_p) struct syb_offload_writer *w = NULL;
	struct buf bytes = { 0 };
	int r = syb_offload_writer_new(ctx, &opts, &w);

	if (r == 0)
		r = syb_offload_writer_add(ctx, w, spec, &add);
	if (r == 0)
		r = offload_bytes(ctx, w, &bytes);
	if (r == 0 && out)
		r = syb_offload_read(ctx, buf_bytes(&bytes), NULL, out);
	if (out && r == 0) /* the test reads no images */
		syb_ctx_diag_clear(ctx);
	buf_free(&bytes);
	return r;
}

static void refused(struct syb_ctx *ctx, const char *spec, int code, const char *check)
{
	syb_ctx_diag_clear(ctx);
	ok(pack(ctx, spec, false, NULL) == -code, "'%s' is refused", spec);
	is_str(first_check(ctx), check);
}

static void kinds(struct syb_ctx *ctx, const char *spec, bool today, int image, int kind)
{
	struct syb_offload *o = NULL;

	if (ok(pack(ctx, spec, today, &o) == 0, "%s", spec)) {
		is_int(syb_offload_entry_image_raw(syb_offload_at(o, 0)), image);
		is_int(syb_offload_entry_kind_raw(syb_offload_at(o, 0)), kind);
	}
	syb_offload_free(o);
}

static void strings(struct syb_ctx *ctx)
{
	struct syb_offload *o = NULL;
	const struct syb_offload_entry *e;

	ok(pack(ctx, "file=a.o,triple=t,feature=a,arch=,feature=b=c,file=b.bc,flag", false, &o) == 0);
	is_int(syb_offload_count(o), 2);
	is_int(syb_offload_binary_count(o), 2);
	e = syb_offload_at(o, 1);
	is_int(syb_offload_entry_string_count(e), 4);
	is_str(syb_offload_entry_get(e, "feature"), "a,b=c");
	is_str(syb_offload_entry_get(e, "arch"), "");
	is_str(syb_offload_entry_get(e, "flag"), "");
	is_int(syb_offload_entry_image_raw(e), SYB_OFFLOAD_IMAGE_BITCODE);
	syb_offload_free(o);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	(void)arg;
	return pack(ctx, "file=a.o,triple=t,arch=a,arch=b,kind=cuda,file=b.bc", false, NULL);
}

int main(void)
{
	struct syb_ctx *ctx = test_ctx();

	if (!mkdtemp(dir) || chdir(dir) < 0)
		return 1;
	make_file("a.o", "hello");
	make_file("b.bc", "x");
	make_file("c.spv", "x");
	make_file("d.syclbin", "x");
	make_file("e.o", "BC\xc0\xde");

	hashes();
	strings(ctx);
	kinds(ctx, "file=a.o,triple=t", false, SYB_OFFLOAD_IMAGE_OBJECT, 0);
	kinds(ctx, "file=a.o,triple=t,kind=hip", false, SYB_OFFLOAD_IMAGE_OBJECT, 3);
	kinds(ctx, "file=a.o,triple=t,kind=hip", true, SYB_OFFLOAD_IMAGE_OBJECT, 4);
	kinds(ctx, "file=c.spv,triple=t,kind=sycl", false, 0, 0);
	kinds(ctx, "file=c.spv,triple=t,kind=sycl", true, SYB_OFFLOAD_IMAGE_SPIRV, SYB_OFFLOAD_KIND_SYCL);
	kinds(ctx, "file=d.syclbin,triple=t,kind=none", true, SYB_OFFLOAD_IMAGE_SYCLBIN, 0);
	kinds(ctx, "file=e.o,triple=t,kind=", false, SYB_OFFLOAD_IMAGE_BITCODE, 0);

	syb_ctx_diag_clear(ctx);
	ok(pack(ctx, "file=a.o,triple=t,kind=sycl", false, NULL) == 0);
	is_str(first_check(ctx), "packager-kind-lost");

	refused(ctx, "", SYB_E_ARG, "packager-argument");
	refused(ctx, "triple=t", SYB_E_ARG, "packager-argument");
	refused(ctx, "file=a.o", SYB_E_ARG, "packager-argument");
	refused(ctx, "file=,triple=t", SYB_E_ARG, "packager-argument");
	refused(ctx, "file=a.o,file=,triple=t", SYB_E_ARG, "packager-argument");
	refused(ctx, "file=a.o,triple=t,=x", SYB_E_ARG, "packager-argument");
	refused(ctx, "file=a.o,triple=t,", SYB_E_ARG, "packager-argument");
	refused(ctx, "file=a.o,triple=t,kind=opencl", SYB_E_ARG, "packager-kind");
	refused(ctx, "file=a.o,triple=t,kind=cuda,kind=hip", SYB_E_ARG, "packager-kind");
	refused(ctx, "file=missing.o,triple=t", SYB_E_IO, "open");

	torture(work, NULL);
	syb_ctx_free(ctx);
	for (const char *const *name = (const char *const[]){ "a.o", "b.bc", "c.spv", "d.syclbin", "e.o", NULL }; *name;
	     name++)
		unlink(*name);
	return chdir("/") == 0 && rmdir(dir) == 0 ? tap_done() : 1;
}
