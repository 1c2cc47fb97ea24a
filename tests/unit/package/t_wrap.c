/* Wrapping packages: the records of an object, word by word; targets, properties and names that runtimes need; and
 * images that cannot be wrapped. */
#define _GNU_SOURCE
#include "base/codec.h"
#include "base/elf_walk.h"
#include "format/wrapped/wrapped_write.h"
#include "lib/tap.h"
#include "lib/torture.h"
#include "lib/sample.h"
#include "target/propsets.h"

#include <sybil/target.h>

#define SPIRV "\x03\x02\x23\x07 a module"
#define BITCODE "BC\xc0\xde bitcode"
#define FP64_ATOMIC64 "[SYCL/device requirements]\naspects=2|ABAAAAAAAAgBAAAAbAAAAA\n" /* 6, 27 */

enum { ROOM = 8192 };

/* One image of the only module of a package. */
struct image {
	const char *arch; /* NULL: IR */
	const char *target, *bytes;
};

struct object {
	struct syb_ctx *ctx;
	struct sample sample;
	struct syb_file *file;
	struct elf_walk elf;
	int result;
};

static void object_drop(struct object *o)
{
	syb_file_close(o->file);
	sample_drop(&o->sample);
	syb_ctx_free(o->ctx);
}

static int make(struct syb_ctx *ctx, const char *props, const struct image *images, size_t count, struct sample *out)
{
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *w = NULL;

	TRY(syb_bin_writer_new(ctx, NULL, &w));
	TRY(syb_bin_writer_state(ctx, w, SYB_STATE_EXECUTABLE));
	TRY(syb_bin_writer_module(ctx, w, str_bytes(props)));
	for (size_t i = 0; i < count; i++)
		TRY(images[i].arch ? add_native(ctx, w, images[i].arch, images[i].target, images[i].bytes)
				   : add_ir(ctx, w, SYB_IR_SPIRV, images[i].target, images[i].bytes));
	return sample_open(ctx, w, out);
}

static int wrap(struct syb_ctx *ctx, const struct syb_bin *bin, const struct syb_wrap_opts *opts,
		struct syb_file **out_file)
{
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;

	TRY(out_scratch(ctx, &scratch));
	TRY(syb_wrap(ctx, bin, opts, scratch));
	return out_scratch_file(ctx, scratch, out_file);
}

/* A package of one module, wrapped. */
static struct object wrapped(const char *props, const struct image *images, size_t count, struct syb_wrap_opts opts)
{
	struct object o = { .ctx = test_ctx() };

	opts.size = sizeof(opts);
	o.result = make(o.ctx, props, images, count, &o.sample);
	if (o.result == 0)
		o.result = wrap(o.ctx, o.sample.bin, &opts, &o.file);
	if (o.result == 0 && !elf_open(span_of(syb_file_bytes(o.file), 0), false, &o.elf))
		elf_find_names(&o.elf);
	return o;
}

/* ---- what is in an object ---- */

static struct span section_name(const struct object *o, uint32_t i)
{
	struct span name = { 0 };

	(void)elf_string_at(o->elf.names, elf_section_at(&o->elf, i).name, &name);
	return name;
}

static struct span section(const struct object *o, const char *name)
{
	for (uint32_t i = 0; i < o->elf.count; i++) {
		struct elf_section s = elf_section_at(&o->elf, i);

		if (span_eq(section_name(o, i), name))
			return elf_section_bytes(&o->elf, &s);
	}
	return (struct span){ 0 };
}

/* The i-th relocation of a section, "SYMBOL+ADDEND"; that of its section where the symbol has no name. */
static void relocation(const struct object *o, struct span rela, size_t i, char out[128])
{
	struct span symbols = section(o, ".symtab"), name;
	size_t symbol = (size_t)ELF64_R_SYM(span_u64(rela, i * sizeof(Elf64_Rela) + 8)) * sizeof(Elf64_Sym);

	if (!span_u32(symbols, symbol) || !elf_string_at(section(o, ".strtab"), span_u32(symbols, symbol), &name))
		name = section_name(o, span_u16(symbols, symbol + 6));
	snprintf(out, 128, "%.*s%+lld", (int)name.len, (const char *)name.ptr,
		 (long long)span_u64(rela, i * sizeof(Elf64_Rela) + 16));
}

/* The words of a section; instead of pointers, what they lead to. Relocations are in the order of their places. */
static const char *words(const struct object *o, const char *name, const char *relocations, char out[ROOM])
{
	struct span s = section(o, name), rela = section(o, relocations), strings = section(o, ".rodata");
	size_t n = 0, next = 0;
	char text[128];

	out[0] = '\0';
	for (size_t at = 0; at + 8 <= s.len; at += 8) {
		bool pointer = next < rela.len / sizeof(Elf64_Rela) && span_u64(rela, next * sizeof(Elf64_Rela)) == at;

		snprintf(text, sizeof(text), "%" PRIx64, span_u64(s, at));
		if (pointer)
			relocation(o, rela, next++, text);
		if (pointer && str_starts(text, ".rodata+"))
			n += (size_t)snprintf(out + n, ROOM - n, "'%s'\n",
					      (const char *)strings.ptr + strtoul(text + 8, NULL, 10));
		else
			n += (size_t)snprintf(out + n, ROOM - n, "%s\n", text);
	}
	return out;
}

/* The relocations of a section, with their places and types. */
static const char *fixups(const struct object *o, const char *name, char out[ROOM])
{
	struct span rela = section(o, name);
	char text[128];
	size_t n = 0;

	out[0] = '\0';
	for (size_t i = 0; i < rela.len / sizeof(Elf64_Rela); i++) {
		relocation(o, rela, i, text);
		n += (size_t)snprintf(out + n, ROOM - n, "%s%d:%d:%s", i ? " " : "",
				      (int)span_u64(rela, i * sizeof(Elf64_Rela)),
				      (int)ELF64_R_TYPE(span_u64(rela, i * sizeof(Elf64_Rela) + 8)), text);
	}
	return out;
}

/* ---- records ---- */

static const char full[] = FP64_ATOMIC64 "[SYCL/kernel names]\nk=1|1\n[SYCL/exported symbols]\nf=1|1\nk=1|1\n"
					 "[SYCL/misc properties]\noptLevel=1|2\n[My/set]\n";

#define BYTES "__CLANG_OFFLOAD_BUNDLE__sycl-spir64+0\n__CLANG_OFFLOAD_BUNDLE__sycl-spir64+13\n"
#define AT(n) ".data.rel.ro+" #n "\n"
#define ENTRIES "0\n'k'\n0\n0\n0\n'f'\n0\n0\n"
#define PROPS "'aspects'\n'@'\n2\n10\n'f'\n0\n1\n1\n'k'\n0\n1\n1\n'optLevel'\n0\n1\n2\n"

static void records(void)
{
	const struct image image = { NULL, SPIR, SPIRV };
	_cleanup_(object_drop) struct object new = wrapped(full, &image, 1, (struct syb_wrap_opts){ 0 });
	_cleanup_(object_drop) struct object old = wrapped(
		full, &image, 1,
		(struct syb_wrap_opts){ .abi = 2025, .compile_options = "-cl-opt-disable", .link_options = "-l" });
	char text[ROOM];

	is_int(new.result, 0);
	is_str(words(&new, ".data.rel.ro", ".rela.data.rel.ro", text),
	       "10001\n" AT(32) "0\n0\n"
				"2040003\n'spir64'\n''\n''\n" BYTES AT(112) AT(176) AT(176) AT(272) ENTRIES
	       "'SYCL/device requirements'\n" AT(272) AT(304) "'SYCL/exported symbols'\n" AT(304)
		       AT(368) "'SYCL/misc properties'\n" AT(368) AT(400) "'My/set'\n0\n0\n" PROPS);
	is_str(words(&new, ".tgtimg", ".rela.tgtimg", text), "__CLANG_OFFLOAD_BUNDLE__sycl-spir64+0\nd\n");
	ok(section(&new, ".tgtsym").len == 2 * sizeof("sycl-" SPIR ".k") &&
	   memcmp(section(&new, ".tgtsym").ptr, "sycl-" SPIR ".k\0sycl-" SPIR ".f", 2 * sizeof("sycl-" SPIR ".k")) ==
		   0);
	is_int(old.result, 0);
	is_str(words(&old, ".data.rel.ro", ".rela.data.rel.ro", text),
	       "10001\n" AT(32) "0\n0\n"
				"2040002\n'spir64'\n'-cl-opt-disable'\n'-l'\n0\n0\n" BYTES AT(128) AT(192) AT(192)
					AT(288) ENTRIES
	       "'SYCL/device requirements'\n" AT(288) AT(320) "'SYCL/exported symbols'\n" AT(320)
		       AT(384) "'SYCL/misc properties'\n" AT(384) AT(416) "'My/set'\n0\n0\n" PROPS);
}

/* The value of the only property of an image without entries. */
static void aspects(uint32_t abi, uint32_t number)
{
	const struct image image = { NULL, SPIR, SPIRV };
	_cleanup_(object_drop) struct object o =
		wrapped(FP64_ATOMIC64, &image, 1, (struct syb_wrap_opts){ .abi = abi });
	struct span rela = section(&o, ".rela.data.rel.ro"), value;
	char text[128];

	if (!ok(o.result == 0 && rela.len, "aspects for %u", abi))
		return;
	relocation(&o, rela, rela.len / sizeof(Elf64_Rela) - 1, text);
	value = span_skip(section(&o, ".rodata"), (size_t)strtoul(text + 8, NULL, 10));
	is_int(span_u64(value, 0), 64);
	is_int(span_u32(value, 8), 6);
	is_int(span_u32(value, 12), number);
}

/* ---- machines ---- */

static void stubs(const char *machine, unsigned number, const char *want)
{
	const struct image image = { NULL, SPIR, SPIRV };
	_cleanup_(object_drop) struct object o = wrapped(full, &image, 1, (struct syb_wrap_opts){ .machine = machine });
	char text[ROOM];

	is_int(o.result, 0);
	is_int(o.elf.machine, number);
	is_str(fixups(&o, ".rela.text", text), want);
	is_str(words(&o, ".init_array.1", ".rela.init_array.1", text), ".text+0\n");
	is_str(words(&o, ".fini_array.1", ".rela.fini_array.1", text), ".text+16\n");
}

/* ---- targets ---- */

/* Word of the first image's record with its version, kind and format, and where its bytes are. */
static void target(const char *what, struct image image, unsigned format, const char *want)
{
	_cleanup_(object_drop) struct object o = wrapped("", &image, 1, (struct syb_wrap_opts){ 0 });
	char text[ROOM], expected[ROOM];

	snprintf(expected, sizeof(expected),
		 "10001\n" AT(32) "0\n0\n%x040003\n'%s'\n''\n''\n"
				  "__CLANG_OFFLOAD_BUNDLE__sycl-%s+0\n",
		 format, want, want);
	words(&o, ".data.rel.ro", ".rela.data.rel.ro", text);
	if (!ok(o.result == 0 && str_starts(text, expected), "%s", what))
		printf("# got %d %s%s\n", o.result, first_check(o.ctx), text);
}

static void targets(void)
{
	target("SPIR-V without a target", (struct image){ NULL, NULL, SPIRV }, 2, "spir64");
	target("SPIR-V is for spir64, whatever its triple", (struct image){ NULL, "spirv64-unknown-unknown", SPIRV }, 2,
	       "spir64");
	target("PTX, stated as SPIR-V", (struct image){ NULL, NVPTX, ".version 7.4\n.target sm_50\n" }, 1, "nvptx64");
	target("code for Intel GPUs", (struct image){ "pvc", GEN, "code" }, 1, "spir64_gen");
	target("code for a CPU", (struct image){ "x86_64", "spir64_x86_64-unknown-unknown", "code" }, 1,
	       "spir64_x86_64");
	target("code for NVIDIA's GPUs", (struct image){ "sm_80", NVPTX, "code" }, 1, "nvptx64");
	target("code for AMD's GPUs", (struct image){ "gfx90a", "amdgcn-amd-amdhsa", "code" }, 1, "amdgcn");
	target("code without a triple", (struct image){ "sm_80", NULL, "code" }, 1, "nvptx64");
	target("the short name of a target", (struct image){ "pvc", "spir64_gen", "code" }, 1, "spir64_gen");
}

/* Images of one target: runtimes tell them apart by the property compile_target. */
static void devices(void)
{
	const struct image gpus[] = { { NULL, SPIR, SPIRV }, { "pvc", GEN, "1" }, { "intel_gpu_dg1", GEN, "2" } };
	const struct image unknown[] = { { "xyz", GEN, "1" }, { "pvc", GEN, "2" } };
	const struct image nvidia[] = { { "sm_80", NVPTX, "1" }, { "sm_90", NVPTX, "2" } };
	_cleanup_(object_drop) struct object a = wrapped("", gpus, 3, (struct syb_wrap_opts){ 0 });
	_cleanup_(object_drop) struct object b = wrapped("", unknown, 2, (struct syb_wrap_opts){ 0 });
	_cleanup_(object_drop) struct object c = wrapped("", nvidia, 2, (struct syb_wrap_opts){ 0 });
	struct span strings = section(&a, ".rodata");

	is_int(a.result, 0);
	is_str(first_check(a.ctx), "");
	ok(memmem(strings.ptr, strings.len, "intel_gpu_pvc", 13) &&
		   memmem(strings.ptr, strings.len, "intel_gpu_dg1", 13),
	   "code for a GPU states it");
	is_int(b.result, 0);
	is_str(first_check(b.ctx), "wrap-hidden");
	is_int(c.result, 0);
	is_str(first_check(c.ctx), "wrap-hidden");
}

/* ---- fixed targets and stand-ins ---- */

/* Properties of kernel k with these fixed targets; NULL: none. */
static int requirements(struct syb_ctx *ctx, const char *targets, struct syb_props_writer *writer,
			struct syb_bytes *out)
{
	TRY(syb_props_writer_set(ctx, writer, SET_REQUIREMENTS));
	TRY(syb_props_writer_bytes(ctx, writer, "aspects", (struct syb_bytes){ (const uint8_t *)"\6\0\0\0", 4 }));
	if (targets)
		TRY(syb_props_writer_bytes(ctx, writer, "fixed_target", str_bytes(targets)));
	TRY(syb_props_writer_set(ctx, writer, SET_KERNEL_NAMES));
	TRY(syb_props_writer_u32(ctx, writer, "k", 1));
	return syb_props_writer_text(ctx, writer, SYB_DIALECT_KEEP, out);
}

/* What the images of an object require in addition to fp64, and how many images are stand-ins, which readers skip. */
static int describe_images(const struct object *o, char out[ROOM])
{
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;
	struct syb_props *props;
	struct syb_view *view;
	size_t n = 0;

	out[0] = '\0';
	TRY(syb_bin_open(o->ctx, syb_file_bytes(o->file), NULL, &bin));
	for (size_t i = 0; i < syb_bin_module_count(bin); i++) {
		const struct syb_requirements *q;

		TRY(syb_module_props(o->ctx, syb_bin_module_at(bin, i), &props));
		TRY(syb_view_new(o->ctx, props, &view));
		q = syb_view_info(view)->requirements;
		n += (size_t)snprintf(out + n, ROOM - n, "%s ", q->compile_target ? q->compile_target : "any");
		for (size_t k = 1; k < q->aspect_count; k++)
			n += (size_t)snprintf(out + n, ROOM - n, "%s ", syb_aspect_find(q->aspects[k])->name);
		syb_view_free(view);
		syb_props_free(props);
	}
	snprintf(out + n, ROOM - n, "+%zu", section(o, ".tgtimg").len / 16 - syb_bin_module_count(bin));
	return 0;
}

/* targets NULL: none, but stand-ins are wanted. */
static void limits(const char *targets, struct image image, const char *want, const char *check)
{
	struct syb_props_writer *writer = NULL;
	struct syb_ctx *ctx = test_ctx();
	struct syb_bytes props = { 0 };
	struct object o = { 0 };
	char text[ROOM] = "";
	int r = syb_props_writer_new(ctx, &writer);

	if (r == 0)
		r = requirements(ctx, targets, writer, &props);
	if (r == 0) {
		_cleanup_(buf_free) struct buf copy = { 0 };

		r = buf_printf(ctx, &copy, "%.*s", (int)props.len, (const char *)props.ptr);
		o = wrapped((const char *)copy.ptr, &image, 1, (struct syb_wrap_opts){ .stand_ins = !targets });
	}
	if (r == 0 && o.result == 0)
		r = describe_images(&o, text);
	if (!ok(r == 0 && o.result == 0 && str_eq(text, want) && str_eq(first_check(o.ctx), check), "fixed targets %s",
		targets ? targets : "(none)"))
		printf("# got %d %d %s '%s'\n", r, o.result, first_check(o.ctx), text);
	object_drop(&o);
	syb_props_writer_free(writer);
	syb_ctx_free(ctx);
}

static void fixed_targets(void)
{
	const struct image spirv = { NULL, SPIR, SPIRV }, cpu = { "x86_64", "spir64_x86_64-unknown-unknown", "code" };
	const struct image gpu = { "pvc", GEN, "code" }, ptx = { NULL, NVPTX, ".version 7.4\n.target sm_70\n" };

	limits(NULL, spirv, "any +0", "");
	limits(NULL, cpu, "any +1", "");
	limits(NULL, gpu, "intel_gpu_pvc +1", "");
	limits(NULL, ptx, "any +1", "");
	limits("intel_gpu_pvc", spirv, "intel_gpu_pvc +1", "");
	limits("intel_gpu_12_60_7", spirv, "intel_gpu_pvc +1", "");
	limits("intel_gpu_pvc,intel_gpu_dg1,x86_64", spirv, "intel_gpu_pvc intel_gpu_dg1 spir64_x86_64 +1", "");
	limits("intel_gpu_pvc,intel_gpu", spirv, "any gpu +0", "");
	limits("spir64_x86_64", spirv, "any cpu +0", "");
	limits("x86_64,spir64_gen", spirv, "any +0", "");
	limits("spir64", spirv, "any +0", "");
	limits("nvidia_gpu_sm_90", spirv, "any custom +0", "");
	limits("gpu", spirv, "any gpu +0", "");
	limits("fp16", spirv, "any fp16 +0", "");
	limits("fp16,cpu", spirv, "any +0", "wrap-fixed-target");
	limits("mine", spirv, "any +0", "wrap-fixed-target");
	limits("", spirv, "any custom +0", "");
	limits("x86_64", ptx, "any custom +0", "");
	limits("nvptx64", ptx, "any +0", "");
	limits("nvidia_gpu_sm_90", ptx, "any +0", "wrap-fixed-target");
	limits("x86_64", cpu, "any +0", "");
}

/* ---- what cannot be wrapped ---- */

/* The check of the last warning or error; reading properties may have warned before. */
static const char *last_check(const struct syb_ctx *ctx)
{
	for (size_t i = syb_ctx_diag_count(ctx); i-- > 0;)
		if (syb_ctx_diag_at(ctx, i)->severity != SYB_SEVERITY_NOTE)
			return syb_ctx_diag_at(ctx, i)->check;
	return "";
}

static void refused(const char *what, const char *props, struct image image, struct syb_wrap_opts opts, int code,
		    const char *check)
{
	_cleanup_(object_drop) struct object o = wrapped(props, &image, 1, opts);

	if (!ok(o.result == -code && str_eq(last_check(o.ctx), check), "%s", what))
		printf("# got %d %s\n", o.result, last_check(o.ctx));
}

static void refusals(void)
{
	const struct image good = { NULL, SPIR, SPIRV };
	const struct syb_wrap_opts none = { 0 };
	_cleanup_(object_drop) struct object empty = wrapped("", NULL, 0, none);

	is_int(empty.result, -SYB_E_FORMAT);
	is_str(first_check(empty.ctx), "wrap-image");
	refused("LLVM IR", "", (struct image){ NULL, SPIR, BITCODE }, none, SYB_E_UNSUPPORTED, "wrap-image");
	refused("unknown IR", "", (struct image){ NULL, SPIR, "text" }, none, SYB_E_UNSUPPORTED, "wrap-image");
	refused("an empty image", "", (struct image){ "pvc", GEN, "" }, none, SYB_E_UNSUPPORTED, "wrap-image");
	refused("an unknown target", "", (struct image){ "x86_64", "x86_64-unknown-linux-gnu", "code" }, none,
		SYB_E_UNSUPPORTED, "wrap-image");
	refused("unknown code without a target", "", (struct image){ "xyz", NULL, "code" }, none, SYB_E_UNSUPPORTED,
		"wrap-image");
	refused("a property of another type", "[S]\na=3|text\n", good, none, SYB_E_UNSUPPORTED, "wrap-property");
	refused("a number of more than 32 bits", "[S]\na=1|4294967296\n", good, none, SYB_E_UNSUPPORTED,
		"wrap-property");
	refused("an aspect without a number in 2025 (ext_oneapi_fragment)",
		"[SYCL/device requirements]\naspects=2|gAAAAAAAAAgMAAAA\n", good, (struct syb_wrap_opts){ .abi = 2025 },
		SYB_E_UNSUPPORTED, "aspect-number");
	refused("another runtime", "", good, (struct syb_wrap_opts){ .abi = 2024 }, SYB_E_ARG, "argument");
	refused("another machine", "", good, (struct syb_wrap_opts){ .machine = "m68k" }, SYB_E_ARG, "argument");
}

/* ---- images that are wrapped already ---- */

static int compress(struct syb_ctx *ctx, struct syb_bytes bytes, struct syb_file **out_file)
{
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(codec_free_p) struct codec *codec = NULL;

	TRY(out_scratch(ctx, &out));
	TRY(codec_new(ctx, SYB_COMPRESS_ZSTD, 0, bytes.len, out, &codec));
	TRY(codec_write(ctx, codec, bytes));
	TRY(codec_finish(ctx, codec));
	return out_scratch_file(ctx, out, out_file);
}

static int write_compressed(struct syb_ctx *ctx, struct syb_bytes zstd, struct syb_file **out_file)
{
	static const char *const entries[] = { "k", "f" };
	const struct wrapped_out_image image = { .target = "spir64",
						 .triple = "spir64-unknown-unknown",
						 .format = WRAPPED_ZSTD,
						 .compile_options = "-c",
						 .link_options = "-l",
						 .bytes = zstd,
						 .full_size = strlen(SPIRV),
						 .entries = entries,
						 .entry_count = 2 };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;

	TRY(out_scratch(ctx, &out));
	TRY(wrapped_write(ctx, wrapped_machine_find(NULL), 3, &image, 1, out));
	return out_scratch_file(ctx, out, out_file);
}

/* A compressed image is the same after it is wrapped again, whether it was inflated or not. */
static void again(bool stored)
{
	const struct syb_bin_open_opts open = { .size = sizeof(open), .stored = stored };
	struct syb_ctx *ctx = test_ctx();
	_cleanup_(syb_file_close_p) struct syb_file *zstd = NULL, *first = NULL, *second = NULL;
	_cleanup_(syb_bin_close_p) struct syb_bin *bin = NULL;

	ok(compress(ctx, str_bytes(SPIRV), &zstd) == 0 && write_compressed(ctx, syb_file_bytes(zstd), &first) == 0 &&
		   syb_bin_open(ctx, syb_file_bytes(first), &open, &bin) == 0 && wrap(ctx, bin, NULL, &second) == 0 &&
		   bytes_eq(syb_file_bytes(first), syb_file_bytes(second)),
	   "a compressed image, %s", stored ? "stored" : "inflated");
	syb_bin_close(steal(bin));
	syb_ctx_free(ctx);
}

static int work(struct syb_ctx *ctx, void *arg)
{
	const struct image images[] = { { NULL, SPIR, SPIRV }, { "pvc", GEN, "code" } };
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	_cleanup_(sample_drop) struct sample s = { 0 };

	TRY(make(ctx, arg, images, 2, &s));
	return wrap(ctx, s.bin, NULL, &file);
}

int main(void)
{
	char props[sizeof(full)];

	memcpy(props, full, sizeof(full));
	records();
	aspects(2025, 28);
	aspects(2026, 27);
	stubs("x86-64", EM_X86_64,
	      "3:2:.data.rel.ro-4 8:4:__sycl_register_lib-4 19:2:.data.rel.ro-4 24:4:__sycl_unregister_lib-4");
	stubs("aarch64", EM_AARCH64,
	      "0:275:.data.rel.ro+0 4:277:.data.rel.ro+0 8:282:__sycl_register_lib+0 "
	      "16:275:.data.rel.ro+0 20:277:.data.rel.ro+0 24:282:__sycl_unregister_lib+0");
	targets();
	devices();
	fixed_targets();
	refusals();
	again(false);
	again(true);
	torture(work, props);
	return tap_done();
}
