/* Any file as a record. */
#include "lib/render.h"
#include "lib/sample.h"
#include "lib/tap.h"
#include "lib/torture.h"

#include "base/buf.h"
#include "base/value.h"
#include "format/offload/offload.h"

static struct syb_ctx *ctx;

/* Show bytes; the JSON of the value at a path like "modules.0.images", for free(). */
static char *shown(struct syb_bytes bytes, struct syb_show_opts opts, const char *path)
{
	_cleanup_(syb_record_free_p) struct syb_record *rec = NULL;
	const struct syb_value *v;
	char step[64];

	opts.size = sizeof(opts);
	syb_ctx_diag_clear(ctx);
	if (syb_show(ctx, bytes, &opts, &rec) < 0) {
		snprintf(step, sizeof(step), "failed: %s", first_check(ctx));
		return strdup(step);
	}
	v = syb_record_root(rec);
	while (v && *path) {
		size_t n = strcspn(path, ".");

		snprintf(step, sizeof(step), "%.*s", (int)n, path);
		v = syb_value_kind(v) == SYB_VALUE_LIST ? syb_value_at(v, strtoul(step, NULL, 10))
							: syb_value_get(v, step);
		path += n + (path[n] == '.');
	}
	return v ? compact_json(ctx, v) : strdup("absent");
}

static void shows(struct syb_bytes bytes, struct syb_show_opts opts, const char *path, const char *want)
{
	char *got = shown(bytes, opts, path), wanted[4096];

	snprintf(wanted, sizeof(wanted), "%s", want);
	if (got && strchr(got, '\n') && !strchr(want, '\n'))
		*strchr(got, '\n') = '\0';
	is_str(got, wanted);
	free(got);
}

static const struct syb_show_opts plain, readable = { .demangle = true };

static void package(void)
{
	_cleanup_(sample_drop) struct sample s = { 0 };
	struct syb_bytes bytes;

	if (!is_int(sample_new(ctx, NULL, &s), 0))
		return;
	bytes = syb_file_bytes(s.file);
	shows(bytes, plain, "version", "1");
	shows(bytes, plain, "kind", "\"syclbin\"");
	shows(bytes, plain, "file", "null");
	shows(bytes, plain, "format_version", "1");
	shows(bytes, plain, "container", "\"offload\"");
	shows(bytes, plain, "compression", "\"none\"");
	shows(bytes, plain, "state", "\"executable\"");
	shows(bytes, plain, "state_number", "absent");
	shows(bytes, plain, "modules.0.kernels", "[\"a\",\"b\"]");
	shows(bytes, plain, "modules.0.properties",
	      "{\"SYCL/device "
	      "requirements\":{\"aspects\":[{\"number\":1,\"name\":\"cpu\"},{\"number\":6,\"name\":\"fp64\"}]},"
	      "\"SYCL/kernel names\":{\"a\":1,\"b\":1},\"SYCL/misc properties\":{\"optLevel\":2}}");
	shows(bytes, plain, "modules.0.images.0",
	      "{\"index\":0,\"kind\":\"ir\",\"type\":\"spirv\",\"arch\":null,\"target\":\"spir64-unknown-unknown\","
	      "\"offset\":1488,\"size\":13}");
	shows(bytes, plain, "modules.0.images.2",
	      "{\"index\":2,\"kind\":\"native\",\"type\":null,\"arch\":\"sm_80\",\"target\":\"nvptx64-nvidia-cuda\","
	      "\"offset\":1537,\"size\":15}");
	ok(memcmp(bytes.ptr + 1488, "IR of a and b", 13) == 0 && memcmp(bytes.ptr + 1537, "SM80 of a and b", 15) == 0);
	shows(bytes, plain, "modules.1.demangled", "absent");
	shows(bytes, readable, "modules.1.kernels", "[\"_ZTS4vadd\"]");
	shows(bytes, readable, "modules.1.demangled", "{\"_ZTS4vadd\":\"vadd\"}");
	shows(bytes, readable, "modules.2.demangled", "absent");
	shows(bytes, plain, "modules.3.images.0.type", "\"ptx\"");
	shows(bytes, (struct syb_show_opts){ .hash = true }, "modules.2.images.0.sha256",
	      "\"aa29f2b6ccd5f30a0905ba703e450854a7fbf9cbd000be3522b3c88b5c2fa4bf\"");
	shows(bytes, (struct syb_show_opts){ .raw = true }, "modules.0.properties.SYCL/misc properties",
	      "{\"optLevel\":2}");
	shows(bytes, (struct syb_show_opts){ .raw = true }, "modules.0.raw.SYCL/misc properties",
	      "{\"optLevel\":\"1|2\"}");
}

/* Every form shows the same modules, offsets aside. */
static void forms(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(sample_forms); i++) {
		_cleanup_(sample_drop) struct sample s = { 0 };
		const struct syb_bin_write_opts *o = &sample_forms[i].opts;
		struct syb_bytes bytes;
		char want[32];

		if (!ok(sample_new(ctx, o, &s) == 0, "%s", sample_forms[i].name))
			continue;
		bytes = syb_file_bytes(s.file);
		shows(bytes, plain, "kind", "\"syclbin\"");
		shows(bytes, plain, "format_version", o->format_version == 2 ? "2" : "1");
		shows(bytes, plain, "container",
		      syb_bin_container(s.bin) == SYB_CONTAINER_NONE ? "\"none\"" : "\"offload\"");
		snprintf(want, sizeof(want), "\"%s\"", syb_compress_name(o->compress));
		shows(bytes, plain, "compression", want);
		shows(bytes, plain, "modules.0.properties.SYCL/device requirements.aspects.1.name", "\"fp64\"");
		shows(bytes, plain, "modules.3.images.0.target", "\"nvptx64-nvidia-cuda\"");
	}
}

static void strange_package(void)
{
	_cleanup_(syb_bin_writer_free_p) struct syb_bin_writer *w = NULL;
	_cleanup_(sample_drop) struct sample s = { 0 };
	const struct syb_image_desc image = {
		.size = sizeof(image),
		.kind = SYB_IMAGE_IR,
		.metadata = str_bytes("[SYCLBIN/ir module metadata]\ntype=1|9\nlater=1|5\n"),
		.bytes = str_bytes("x"),
	};
	struct syb_bytes bytes;

	if (syb_bin_writer_new(ctx, NULL, &w) < 0 ||
	    syb_bin_writer_global(ctx, w, str_bytes("[SYCLBIN/global metadata]\nstate=1|7\n")) < 0 ||
	    syb_bin_writer_module(ctx, w, str_bytes("[my set]\nkey=9|text\n")) < 0 ||
	    syb_bin_writer_image(ctx, w, &image) < 0 || !is_int(sample_open(ctx, w, &s), 0))
		return;
	bytes = syb_file_bytes(s.file);
	shows(bytes, plain, "state", "null");
	shows(bytes, plain, "state_number", "7");
	shows(bytes, plain, "modules.0.kernels", "[]");
	shows(bytes, plain, "modules.0.properties", "{\"my set\":{\"key\":\"text\"}}");
	shows(bytes, plain, "modules.0.images.0.type", "null");
	shows(bytes, plain, "modules.0.images.0.type_number", "9");
	shows(bytes, plain, "modules.0.images.0.properties",
	      "{\"SYCLBIN/ir module metadata\":{\"type\":9,\"later\":5}}");
}

/* An offload binary with a package and a SPIR-V module. */
static void offload(void)
{
	static const uint8_t spirv[] = { 3, 2, 0x23, 7, 0, 4, 1, 0, 1, 0, 6, 0, 9, 0, 0, 0, 0, 0, 0, 0 };
	_cleanup_(sample_drop) struct sample s = { 0 };
	_cleanup_(syb_out_close_p) struct syb_out *out = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_offload_writer *w = NULL;
	struct syb_bytes bytes;

	shows((struct syb_bytes){ spirv, sizeof(spirv) }, plain, "",
	      "{\"version\":1,\"kind\":\"spirv\",\"file\":null,\"size\":20,\"spirv_version\":\"1.4\",\"generator\":"
	      "393217,"
	      "\"bound\":9,\"schema\":0,\"endianness\":\"little\",\"capabilities\":[],\"extensions\":[],"
	      "\"instruction_sets\":[],\"aspects\":[],\"kernels\":[],\"specialization_constants\":[],"
	      "\"exports\":[],\"imports\":[],\"entry_points\":[],\"execution_modes\":[],\"decorations\":[]}");
	if (sample_new(ctx, &sample_forms[1].opts, &s) < 0 || syb_offload_writer_new(ctx, NULL, &w) < 0 ||
	    syb_offload_writer_entry(ctx, w, SYB_OFFLOAD_IMAGE_SYCLBIN, SYB_OFFLOAD_KIND_SYCL, 0) < 0 ||
	    syb_offload_writer_image(ctx, w, syb_file_bytes(s.file), NULL) < 0 ||
	    syb_offload_writer_entry(ctx, w, SYB_OFFLOAD_IMAGE_SPIRV, 77, 0) < 0 ||
	    syb_offload_writer_string(ctx, w, "triple", str_bytes(SPIR)) < 0 ||
	    syb_offload_writer_image(ctx, w, (struct syb_bytes){ spirv, sizeof(spirv) }, NULL) < 0 ||
	    out_scratch(ctx, &out) < 0 || syb_offload_writer_write(ctx, w, out) < 0 ||
	    !is_int(out_scratch_file(ctx, out, &file), 0)) {
		syb_offload_writer_free(w);
		return;
	}
	bytes = syb_file_bytes(file);
	shows(bytes, plain, "kind", "\"offload\"");
	shows(bytes, plain, "binaries.0.format_version", "2");
	shows(bytes, plain, "entries.0.image_kind", "\"syclbin\"");
	shows(bytes, plain, "entries.0.offload_kind", "\"sycl\"");
	shows(bytes, plain, "entries.0.offload_kind_number", "absent");
	shows(bytes, plain, "entries.0.content.kind", "\"syclbin\"");
	shows(bytes, plain, "entries.0.content.modules.0.kernels", "[\"a\",\"b\"]");
	shows(bytes, plain, "entries.1.strings", "{\"triple\":\"spir64-unknown-unknown\"}");
	shows(bytes, plain, "entries.1.offload_kind", "null");
	shows(bytes, plain, "entries.1.offload_kind_number", "77");
	shows(bytes, plain, "entries.1.size", "20");
	shows(bytes, plain, "entries.1.content.spirv_version", "\"1.4\"");
	syb_offload_writer_free(w);
}

/* A static archive with a package and a text of an unknown kind. */
static void archive(void)
{
	_cleanup_(sample_drop) struct sample s = { 0 };
	_cleanup_(buf_free) struct buf b = { 0 };
	struct syb_bytes package;

	if (!is_int(sample_new(ctx, NULL, &s), 0))
		return;
	package = syb_file_bytes(s.file);
	is_int(buf_printf(ctx, &b, "!<arch>\n%-16s%-12s%-6s%-6s%-8s%-10d`\nnotes!", "notes.txt/", "0", "0", "0", "644",
			  6),
	       0);
	is_int(buf_printf(ctx, &b, "%-16s%-12s%-6s%-6s%-8s%-10zu`\n", "k.syclbin/", "0", "0", "0", "644", package.len),
	       0);
	is_int(buf_add(ctx, &b, package.ptr, package.len), 0);
	shows(buf_bytes(&b), plain, "kind", "\"archive\"");
	shows(buf_bytes(&b), plain, "contents.0.name", "\"notes.txt\"");
	shows(buf_bytes(&b), plain, "contents.0.kind", "\"unknown\"");
	shows(buf_bytes(&b), plain, "contents.1.name", "\"k.syclbin\"");
	shows(buf_bytes(&b), plain, "contents.1.kind", "\"syclbin\"");
	shows(buf_bytes(&b), plain, "contents.1.offset", "134");
	shows(buf_bytes(&b), plain, "contents.1.modules.1.kernels", "[\"_ZTS4vadd\"]");
}

static void small_kinds(void)
{
	uint8_t elf[64] = { 0x7f, 'E', 'L', 'F', 2, 1, 1 };

	elf[16] = 1;
	elf[18] = 190;
	elf[20] = 1;
	elf[52] = 64;
	shows(str_bytes("[SYCL/misc properties]\noptLevel=1|2\n"), plain, "",
	      "{\"version\":1,\"kind\":\"properties\",\"file\":null,\"size\":36,"
	      "\"properties\":{\"SYCL/misc properties\":{\"optLevel\":2}}}");
	shows(str_bytes("[Code|Properties]\na.spv|a.prop\n"), plain, "",
	      "{\"version\":1,\"kind\":\"table\",\"file\":null,\"size\":31,\"titled\":true,"
	      "\"columns\":[\"Code\",\"Properties\"],\"rows\":[{\"Code\":\"a.spv\",\"Properties\":\"a.prop\"}]}");
	shows(str_bytes("//\n.version 7.4\n.target sm_80\n.address_size 64\n"), plain, "",
	      "{\"version\":1,\"kind\":\"ptx\",\"file\":null,\"size\":47,\"ptx_version\":\"7.4\",\"target\":\"sm_80\","
	      "\"address_size\":\"64\"}");
	shows((struct syb_bytes){ elf, sizeof(elf) }, plain, "",
	      "{\"version\":1,\"kind\":\"elf\",\"file\":null,\"size\":64,\"bits\":64,\"endianness\":\"little\","
	      "\"type\":\"relocatable\",\"machine\":\"cuda\",\"contents\":[]}");
	shows(str_bytes("nobody knows this"), plain, "", "failed: unknown-kind");
	shows(str_bytes(""), plain, "", "failed: unknown-kind");
}

/* Truncated at every byte, and every byte changed: an answer or an error, nothing else. */
static void damage(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(sample_forms); i++) {
		_cleanup_(sample_drop) struct sample s = { 0 };
		size_t answers = 0, errors = 0;
		struct syb_bytes bytes;
		uint8_t *copy;

		if (sample_new(ctx, &sample_forms[i].opts, &s) < 0)
			continue;
		bytes = syb_file_bytes(s.file);
		for (size_t n = 0; n < 2 * bytes.len; n++) {
			struct syb_record *rec = NULL;
			size_t len = n < bytes.len ? n : bytes.len;
			struct syb_show_opts opts = {
				.size = sizeof(opts), .hash = true, .raw = n % 2, .demangle = true
			};

			copy = malloc(len ? len : 1);
			memcpy(copy, bytes.ptr, len);
			if (n >= bytes.len)
				copy[n - bytes.len] ^= 0xff;
			syb_ctx_diag_clear(ctx);
			if (syb_show(ctx, (struct syb_bytes){ copy, len }, &opts, &rec) == 0)
				answers++;
			else
				errors += syb_ctx_diag_count(ctx) > 0 && !rec;
			syb_record_free(rec);
			free(copy);
		}
		ok(answers + errors == 2 * bytes.len && errors, "%s: %zu shown, %zu refused", sample_forms[i].name,
		   answers, errors);
	}
	syb_ctx_diag_clear(ctx);
}

static int show_work(struct syb_ctx *c, void *arg)
{
	const struct sample *s = arg;
	const struct syb_show_opts opts = { .size = sizeof(opts), .name = "x", .hash = true, .demangle = true };
	struct syb_record *rec = NULL;
	int r = syb_show(c, syb_file_bytes(s->file), &opts, &rec);

	syb_record_free(rec);
	return r;
}

int main(void)
{
	struct sample s = { 0 };

	ctx = test_ctx();
	package();
	forms();
	strange_package();
	offload();
	archive();
	small_kinds();
	damage();
	if (is_int(sample_new(ctx, NULL, &s), 0))
		torture(show_work, &s);
	sample_drop(&s);
	syb_ctx_free(ctx);
	return tap_done();
}
