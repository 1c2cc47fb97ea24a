/* Linking packages: which modules share an image, what becomes of their properties, and each error by name. Code is PTX
 * made from the names that a module has, so that everything is really linked. */
#include "lib/tap.h"
#include "lib/package.h"
#include "lib/torture.h"

#include "base/buf.h"
#include "format/props/props.h"
#include "format/syclbin/syclbin.h"
#include <sybil/link.h>

DEFINE_CLEANUP(struct syb_pack *, syb_pack_free);

#define REQUIREMENTS "SYCL/device requirements"
#define MISC "SYCL/misc properties"
#define SPEC "SYCL/specialization constants"
#define DEFAULTS "SYCL/specialization constants default values"
#define GLOBALS "SYCL/device globals"

struct entry {
	const char *set, *key;
	int number;        /* -1: bytes */
	const char *bytes; /* hexadecimal */
};
#define NUMBER(set, key, n)       \
	{                         \
		set, key, n, NULL \
	}
#define BYTES(set, key, hex)      \
	{                         \
		set, key, -1, hex \
	}

/* Names are separated by blanks. */
struct module {
	const char *kernels, *exports, *imports;
	struct entry props[4];
	const char *targets; /* of images: ptx, spirv, amdgcn, or what native code is for; NULL: ptx */
	bool no_sets;        /* only the code has symbols and kernels */
	bool weak;           /* exports are interchangeable */
};

struct package {
	struct module modules[4];
	size_t count;
	int state; /* -1: none */
};

/* ---- making them ---- */

static size_t hex(const char *text, uint8_t *out)
{
	size_t len = 0;
	unsigned byte;

	for (; *text; text++)
		if (*text != ' ' && sscanf(text++, "%2x", &byte) == 1)
			out[len++] = (uint8_t)byte;
	return len;
}

static const char *word(const char **rest, char out[64])
{
	size_t len;

	if (!*rest)
		return NULL;
	*rest += strspn(*rest, " ");
	len = strcspn(*rest, " ");
	if (!len)
		return NULL;
	memcpy(out, *rest, len);
	out[len] = '\0';
	*rest += len;
	return out;
}

static void add_names(struct syb_ctx *ctx, struct syb_props_writer *w, const char *set, const char *names)
{
	char name[64];

	if (!names)
		return;
	if (syb_props_writer_set(ctx, w, set) < 0)
		abort();
	while (word(&names, name))
		if (syb_props_writer_u32(ctx, w, name, 1) < 0)
			abort();
}

static void ptx_text(const struct module *m, char *text, size_t room)
{
	const char *rest;
	size_t len = (size_t)snprintf(text, room, ".version 7.0\n.target sm_70\n.address_size 64\n");
	char name[64];

	for (rest = m->imports; word(&rest, name);)
		len += (size_t)snprintf(text + len, room - len, ".extern .func %s();\n", name);
	for (rest = m->exports; word(&rest, name);) /* those that begin with dg are variables */
		len += (size_t)snprintf(text + len, room - len,
					str_starts(name, "dg") ? "%s .global .u32 %s;\n" : "%s .func %s() { ret; }\n",
					m->weak ? ".weak" : ".visible", name);
	for (rest = m->kernels; word(&rest, name);) {
		const char *calls = m->imports;
		char other[64];

		len += (size_t)snprintf(text + len, room - len, ".visible .entry %s() {\n", name);
		while (word(&calls, other))
			len += (size_t)snprintf(text + len, room - len, "call %s;\n", other);
		len += (size_t)snprintf(text + len, room - len, "ret; }\n");
	}
}

static int write_module(struct syb_ctx *ctx, struct syb_bin_writer *w, const struct module *m, struct arena *arena)
{
	struct syb_props_writer *props = NULL;
	const char *rest = m->targets ? m->targets : "ptx";
	char *text = arena_bytes(ctx, arena, 4096), name[64];
	struct syb_bytes sets = { 0 };
	uint8_t bytes[256];
	int r = syb_props_writer_new(ctx, &props);

	if (r < 0 || !text)
		return -SYB_E_NOMEM;
	if (!m->no_sets) {
		add_names(ctx, props, "SYCL/kernel names", m->kernels);
		add_names(ctx, props, "SYCL/exported symbols", m->exports);
		add_names(ctx, props, "SYCL/imported symbols", m->imports);
	}
	for (size_t i = 0; i < 4 && m->props[i].set && r == 0; i++) {
		const struct entry *e = &m->props[i];

		r = syb_props_writer_set(ctx, props, e->set);
		if (r == 0)
			r = e->number >= 0 ? syb_props_writer_u32(ctx, props, e->key, (uint32_t)e->number)
					   : syb_props_writer_bytes(ctx, props, e->key,
								    (struct syb_bytes){ bytes, hex(e->bytes, bytes) });
	}
	if (r == 0)
		r = syb_props_writer_text(ctx, props, SYB_DIALECT_DPCPP, &sets);
	if (r == 0)
		r = syb_bin_writer_module(ctx, w, sets);
	syb_props_writer_free(props);
	ptx_text(m, text, 4096);
	while (r == 0 && word(&rest, name)) {
		if (str_eq(name, "ptx"))
			r = add_ir(ctx, w, SYB_IR_PTX, "nvptx64-nvidia-cuda", text);
		else if (str_eq(name, "spirv"))
			r = add_ir(ctx, w, SYB_IR_SPIRV, NULL, "no module");
		else if (str_eq(name, "amdgcn"))
			r = add_ir(ctx, w, SYB_IR_AMDGCN, "amdgcn-amd-amdhsa", "bytes");
		else
			r = add_native(ctx, w, strcpy(arena_bytes(ctx, arena, 64), name), "spir64_gen-unknown-unknown",
				       "native");
	}
	return r;
}

struct opened {
	struct syb_file *file;
	struct syb_bin *bin;
};

static void open_package(struct syb_ctx *ctx, const struct package *p, const char *name, struct opened *out)
{
	const struct syb_bin_write_opts form = { .size = sizeof(form), .dialect = SYB_DIALECT_DPCPP };
	const struct syb_bin_open_opts opts = { .size = sizeof(opts), .name = name };
	struct syb_bin_writer *w = NULL;
	struct arena arena = { 0 };
	int r = syb_bin_writer_new(ctx, &form, &w);

	if (r == 0 && p->state >= 0)
		r = syb_bin_writer_state(ctx, w, (enum syb_state)p->state);
	for (size_t i = 0; i < p->count && r == 0; i++)
		r = write_module(ctx, w, &p->modules[i], &arena);
	if (r == 0)
		out->file = written(ctx, w);
	if (!out->file || syb_bin_open(ctx, syb_file_bytes(out->file), &opts, &out->bin) < 0)
		abort();
	syb_bin_writer_free(w);
	arena_free(&arena);
}

/* ---- what came out ---- */

static void add_set(char *text, const struct syb_props *props, const char *set_name, const char *mark)
{
	const struct syb_set *set = syb_props_find(props, set_name);

	for (size_t i = 0; set && i < syb_set_count(set); i++) {
		strcat(text, i ? "+" : mark);
		strcat(text, syb_prop_key(syb_set_at(set, i)));
	}
}

/* Modules: kernels, <imports, >exports, then images. */
static void outline(struct syb_ctx *ctx, const struct syb_bin *bin, char *text)
{
	*text = '\0';
	for (size_t m = 0; m < syb_bin_module_count(bin); m++) {
		const struct syb_module *module = syb_bin_module_at(bin, m);
		struct syb_props *props = NULL;

		if (syb_module_props(ctx, module, &props) < 0)
			abort();
		strcat(text, m ? "; " : "");
		add_set(text, props, "SYCL/kernel names", "");
		add_set(text, props, "SYCL/imported symbols", "<");
		add_set(text, props, "SYCL/exported symbols", ">");
		for (size_t i = 0; i < syb_module_image_count(module); i++) {
			const struct syb_image *image = syb_module_image_at(module, i);
			uint32_t type = 0;

			strcat(text, i ? "," : " ");
			strcat(text,
			       syb_image_ir_type(image, &type) < 0 ? syb_image_arch(image) : syb_ir_type_name(type));
		}
		syb_props_free(props);
	}
}

struct result {
	struct syb_file *file;
	struct syb_bin *bin;
	struct syb_record *map;
};

static void drop_result(struct result *r)
{
	syb_bin_close(r->bin);
	syb_file_close(r->file);
	syb_record_free(r->map);
}

static int run(struct syb_ctx *ctx, const struct opened *in, size_t count, struct syb_link_opts opts,
	       struct result *out)
{
	const struct syb_bin_write_opts form = { .size = sizeof(form), .dialect = SYB_DIALECT_DPCPP };
	_cleanup_(syb_pack_free_p) struct syb_pack *pack = NULL;
	const struct syb_bin *bins[4] = { NULL };
	int r = syb_pack_new(ctx, &form, &pack);

	for (size_t i = 0; i < count; i++)
		bins[i] = in[i].bin;
	opts.size = sizeof(opts);
	if (opts.state == SYB_STATE_INPUT)
		opts.state = SYB_STATE_EXECUTABLE;
	if (r == 0)
		r = syb_link(ctx, bins, count, &opts, pack, &out->map);
	if (r < 0)
		return r;
	out->file = written(ctx, syb_pack_writer(pack));
	return out->file ? syb_bin_open(ctx, syb_file_bytes(out->file), NULL, &out->bin) : -SYB_E_NOMEM;
}

/* Link one to four packages of one module each; the outline, or the first check. */
static int link_all(struct syb_ctx *ctx, const struct package *packages, size_t count, struct syb_link_opts opts,
		    struct result *out)
{
	static const char *const names[] = { "a", "b", "c", "d" };
	struct opened in[4] = { { 0 } };
	int r;

	for (size_t i = 0; i < count; i++)
		open_package(ctx, &packages[i], names[i], &in[i]);
	r = run(ctx, in, count, opts, out);
	for (size_t i = 0; i < count; i++) {
		syb_bin_close(in[i].bin);
		syb_file_close(in[i].file);
	}
	return r;
}

#define PACKAGES(...)                            \
	(const struct package[]){ __VA_ARGS__ }, \
		sizeof((const struct package[]){ __VA_ARGS__ }) / sizeof(struct package)
#define ONE(...)                          \
	{                                 \
		{ { __VA_ARGS__ } }, 1, 0 \
	}

static void gives(const char *what, const struct package *packages, size_t count, struct syb_link_opts opts,
		  const char *want)
{
	_cleanup_(drop_result) struct result out = { 0 };
	struct syb_ctx *ctx = NULL;
	char text[1024] = "";
	int r = syb_ctx_new(NULL, &ctx);

	if (r == 0)
		r = link_all(ctx, packages, count, opts, &out);
	if (r == 0)
		outline(ctx, out.bin, text);
	else
		snprintf(text, sizeof(text), "failed: %s", first_check(ctx));
	if (!ok(str_eq(text, want), "%s", what))
		printf("# got  %s\n# want %s\n", text, want);
	syb_ctx_free(ctx);
}

/* All checks that fire, in order. */
static void fails(const char *what, const struct package *packages, size_t count, struct syb_link_opts opts, int code,
		  const char *checks)
{
	_cleanup_(drop_result) struct result out = { 0 };
	struct syb_ctx *ctx = NULL;
	char text[256] = "";
	int r = syb_ctx_new(NULL, &ctx);

	if (r == 0)
		r = link_all(ctx, packages, count, opts, &out);
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++) {
		const struct syb_diag *d = syb_ctx_diag_at(ctx, i);

		if (d->severity == SYB_SEVERITY_ERROR)
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", *text ? " " : "", d->check);
		if (d->severity == SYB_SEVERITY_ERROR && !d->file && !str_eq(d->check, "link-target"))
			ok(false, "%s: no file is named", what);
	}
	if (!ok(r == -code && str_eq(text, checks) && !out.map, "%s", what))
		printf("# got  %d %s\n# want %d %s\n", r, text, -code, checks);
	syb_ctx_free(ctx);
}

/* The value of a property of the first module of the result, as hexadecimal or a number; "-" when it is not there. */
static void value_is(const char *what, const struct package *packages, size_t count, const char *set, const char *key,
		     const char *want)
{
	_cleanup_(drop_result) struct result out = { 0 };
	struct syb_ctx *ctx = NULL;
	struct syb_props *props = NULL;
	const struct syb_prop *prop = NULL;
	char text[600] = "-";
	int r = syb_ctx_new(NULL, &ctx);

	if (r == 0)
		r = link_all(ctx, packages, count, (struct syb_link_opts){ 0 }, &out);
	if (r == 0)
		r = syb_module_props(ctx, syb_bin_module_at(out.bin, 0), &props);
	if (r == 0)
		prop = syb_props_get(props, set, key);
	if (r < 0)
		snprintf(text, sizeof(text), "failed: %s", first_check(ctx));
	else if (prop && syb_prop_type(prop) == SYB_PROP_U32)
		snprintf(text, sizeof(text), "%u", syb_prop_u32(prop));
	else if (prop)
		for (size_t i = 0; i <= syb_prop_bytes(prop).len; i++)
			snprintf(text + 2 * i, sizeof(text) - 2 * i, i < syb_prop_bytes(prop).len ? "%02x" : "",
				 syb_prop_bytes(prop).ptr[i]);
	if (!ok(str_eq(text, want), "%s", what))
		printf("# got  %s\n# want %s\n", text, want);
	syb_props_free(props);
	syb_ctx_free(ctx);
}

/* ---- groups ---- */

static const struct syb_link_opts plain = { 0 };
static const struct syb_link_opts object = { .state = SYB_STATE_OBJECT };
static const struct syb_link_opts partial = { .partial = true };
static const struct syb_link_opts whole = { .whole = true };

static void groups(void)
{
	gives("nothing shared", PACKAGES(ONE("k1"), ONE("k2")), plain, "k1 ptx; k2 ptx");
	gives("a library goes to its user", PACKAGES(ONE("k1", NULL, "f"), ONE(NULL, "f"), ONE("k2")), plain,
	      "k1 ptx; k2 ptx");
	gives("a library is copied", PACKAGES(ONE("k1", NULL, "f"), ONE("k2", NULL, "f"), ONE(NULL, "f")), plain,
	      "k1 ptx; k2 ptx");
	gives("kernels that call each other are united", PACKAGES(ONE("k1", "g", "f"), ONE("k2", "f", "g"), ONE("k3")),
	      plain, "k1+k2 ptx; k3 ptx");
	gives("kernels are united through a library",
	      PACKAGES(ONE("k1", NULL, "f"), ONE(NULL, "f", "g"), ONE("k2", "g")), plain, "k1+k2 ptx");
	gives("unreached modules are dropped", PACKAGES(ONE("k1"), ONE(NULL, "f")), plain, "k1 ptx");
	gives("unless all is wanted", PACKAGES(ONE("k1"), ONE(NULL, "f")), whole, "k1 ptx; >f ptx");
	gives("an object stays open", PACKAGES(ONE("k1", "x", "f g"), ONE(NULL, "f")), object, "k1<g>x ptx; >f ptx");
	gives("so does a partial link", PACKAGES(ONE("k1", "x", "f g"), ONE(NULL, "f")), partial, "k1<g>x ptx; >f ptx");
	gives("device libraries come from elsewhere", PACKAGES(ONE("k1", NULL, "__devicelib_x")), plain,
	      "k1<__devicelib_x ptx");
	gives("code is read where there are no sets",
	      PACKAGES({ { { "k1", NULL, "f", .no_sets = true } }, 1, 0 },
		       { { { NULL, "f", .no_sets = true } }, 1, 0 }),
	      plain, "k1 ptx");
	gives("and what it tells is not lost beside sets",
	      PACKAGES(ONE("k1", NULL, "f g"), { { { "k2", "f h", .no_sets = true } }, 1, 0 }), partial,
	      "k1+k2<g>f+h ptx");
	gives("interchangeable copies are not duplicates",
	      PACKAGES({ { { "k1", "w", "f" } }, 1, 0 }, { { { NULL, "f w", .weak = true } }, 1, 0 }), plain, "k1 ptx");
	gives("default copies live apart",
	      PACKAGES({ { { "k1", NULL, "f" },
			   { "k1", NULL, "f", { NUMBER(MISC, "specConstsReplacedWithDefault", 1) } } },
			 2,
			 0 },
		       ONE(NULL, "f")),
	      plain, "k1 ptx; k1 ptx");
	gives("modules of virtual functions are kept",
	      PACKAGES({ { { "k1",
			     .props = { BYTES("SYCL/virtual functions", "uses-virtual-functions-set", "41 2c 42") } } },
			 1,
			 0 },
		       { { { NULL, "v", .props = { BYTES("SYCL/virtual functions", "virtual-functions-set", "42") } } },
			 1,
			 0 },
		       { { { NULL, "u", .props = { BYTES("SYCL/virtual functions", "virtual-functions-set", "43") } } },
			 1,
			 0 }),
	      plain, "k1 ptx;  ptx");
	gives("an unknown state is that of an input", PACKAGES({ { { "k1" } }, 1, -1 }), plain, "k1 ptx");
}

static void natives(void)
{
	const char *const only[] = { "intel_gpu_pvc" }, *const ptx[] = { "nvptx64" };
	struct syb_link_opts no_rebuild = { .no_rebuild = true };

	gives("native code of a module on its own stays", PACKAGES({ { { "k1", .targets = "ptx pvc" } }, 1, 0 }), plain,
	      "k1 ptx,pvc");
	gives("native code that was linked goes",
	      PACKAGES({ { { "k1", NULL, "f", .targets = "ptx pvc" } }, 1, 0 }, ONE(NULL, "f")), no_rebuild, "k1 ptx");
	gives("native code alone", PACKAGES({ { { "k1", .targets = "pvc" } }, 1, 0 }), plain, "k1 pvc");
	gives("native code alone stays in an object",
	      PACKAGES({ { { "k1", NULL, "f", .targets = "pvc" } }, 1, 0 },
		       { { { NULL, "f", .targets = "pvc" } }, 1, 0 }),
	      object, "k1<f pvc; >f pvc");
	fails("native code alone cannot be linked",
	      PACKAGES({ { { "k1", NULL, "f", .targets = "pvc" } }, 1, 0 },
		       { { { NULL, "f", .targets = "pvc" } }, 1, 0 }),
	      plain, SYB_E_INCOMPATIBLE, "kernel-without-image");
	gives("one target", PACKAGES({ { { "k1", .targets = "ptx pvc" } }, 1, 0 }),
	      (struct syb_link_opts){ .targets = only, .target_count = 1 }, "k1 pvc");
	gives("IR only", PACKAGES({ { { "k1", .targets = "ptx pvc" }, { "k2", .targets = "spirv" } }, 2, 0 }),
	      (struct syb_link_opts){ .targets = ptx, .target_count = 1 }, "k1 ptx");
	fails("a target without code", PACKAGES(ONE("k1")),
	      (struct syb_link_opts){ .targets = only, .target_count = 1 }, SYB_E_INCOMPATIBLE, "link-target");
	gives("code that cannot be linked, and need not be",
	      PACKAGES({ { { "k1", .targets = "amdgcn" } }, 1, 0 }, ONE("k2")), plain, "k1 amdgcn; k2 ptx");
	fails("code that cannot be linked, and has to be",
	      PACKAGES({ { { "k1", NULL, "f", .targets = "amdgcn" } }, 1, 0 },
		       { { { NULL, "f", .targets = "amdgcn" } }, 1, 0 }),
	      plain, SYB_E_INCOMPATIBLE, "link-ir-type");
	gives("targets are linked one by one",
	      PACKAGES({ { { "k1", .targets = "ptx amdgcn" } }, 1, 0 }, { { { "k1", .targets = "spirv" } }, 1, 0 }),
	      plain, "k1 ptx,amdgcn; k1 spirv");
}

static void errors(void)
{
	fails("executable", PACKAGES({ { { "k1" } }, 1, 2 }, { { { "k2" } }, 1, 2 }), plain, SYB_E_STATE,
	      "link-state link-state");
	fails("unresolved, all of them", PACKAGES(ONE("k1", NULL, "f g"), ONE("k2", NULL, "f")), plain,
	      SYB_E_INCOMPATIBLE, "link-unresolved link-unresolved link-unresolved");
	fails("unresolved for one target",
	      PACKAGES({ { { "k1", NULL, "f", .targets = "ptx spirv" } }, 1, 0 }, ONE(NULL, "f")), plain,
	      SYB_E_INCOMPATIBLE, "link-unresolved");
	fails("duplicate", PACKAGES(ONE("k1", "f"), ONE(NULL, "f")), plain, SYB_E_INCOMPATIBLE, "link-duplicate");
	fails("duplicate, reported once",
	      PACKAGES({ { { "k1", "f", .targets = "ptx amdgcn" } }, 1, 0 },
		       { { { NULL, "f", .targets = "ptx amdgcn" } }, 1, 0 }),
	      plain, SYB_E_INCOMPATIBLE, "link-duplicate");
	fails("kernel twice", PACKAGES(ONE("k1"), ONE("k1")), plain, SYB_E_INCOMPATIBLE, "link-kernel");
	fails("everything at once", PACKAGES(ONE("k1", "f", "x"), ONE("k1", "f")), plain, SYB_E_INCOMPATIBLE,
	      "link-duplicate link-kernel link-unresolved");
}

/* ---- properties ---- */

#define PAIR(...) PACKAGES({ { { "k1", NULL, "f", .props = { __VA_ARGS__ } } }, 1, 0 }, LIBRARY)

static void properties(void)
{
#define LIBRARY { { { NULL, "f", .props = { BYTES(REQUIREMENTS, "aspects", "05000000 01000000 06000000") } } }, 1, 0 }
	value_is("aspects unite", PAIR(BYTES(REQUIREMENTS, "aspects", "06000000 02000000")), REQUIREMENTS, "aspects",
		 "01000000020000000500000006000000");
	value_is("a key of earlier spelling", PAIR(BYTES(REQUIREMENTS, "aspect", "02000000")), REQUIREMENTS, "aspects",
		 "01000000020000000500000006000000");
#undef LIBRARY
#define LIBRARY { { { NULL, "f", .props = { NUMBER(REQUIREMENTS, "reqd_sub_group_size", 16) } } }, 1, 0 }
	value_is("sizes that agree", PAIR(BYTES(REQUIREMENTS, "reqd_sub_group_size", "10000000")), REQUIREMENTS,
		 "reqd_sub_group_size", "16");
	value_is("a size of the library", PAIR(NUMBER(MISC, "optLevel", 2)), REQUIREMENTS, "reqd_sub_group_size", "16");
	fails("sizes that do not", PAIR(NUMBER(REQUIREMENTS, "reqd_sub_group_size", 8)), plain, SYB_E_INCOMPATIBLE,
	      "link-property");
#undef LIBRARY
#define LIBRARY                                                                                     \
	{ { { NULL, "f",                                                                            \
	      .props = { BYTES(REQUIREMENTS, "reqd_work_group_size", "02000000 08000000 04000000"), \
			 BYTES(REQUIREMENTS, "fixed_target", "01000000 02000000"),                  \
			 BYTES(REQUIREMENTS, "joint_matrix", "612c622c312c32 3b 632c642c332c34"),   \
			 NUMBER(MISC, "optLevel", 3) } } },                                         \
	  1,                                                                                        \
	  0 }
	value_is("old and new form of a size",
		 PAIR(BYTES(REQUIREMENTS, "reqd_work_group_size_uint64_t",
			    "0200000000000000 0800000000000000 0400000000000000")),
		 REQUIREMENTS, "reqd_work_group_size_uint64_t", "020000000000000008000000000000000400000000000000");
	fails("other work-group sizes", PAIR(BYTES(REQUIREMENTS, "reqd_work_group_size_uint64_t", "0800000000000000")),
	      plain, SYB_E_INCOMPATIBLE, "link-property");
	value_is("common targets, numbers and names", PAIR(BYTES(REQUIREMENTS, "fixed_target", "6770752c686f7374")),
		 REQUIREMENTS, "fixed_target", "02000000");
	fails("no common target", PAIR(BYTES(REQUIREMENTS, "fixed_target", "00000000")), plain, SYB_E_INCOMPATIBLE,
	      "link-property");
	value_is("matrices unite", PAIR(BYTES(REQUIREMENTS, "joint_matrix", "632c642c332c34 3b 652c662c352c36")),
		 REQUIREMENTS, "joint_matrix", "632c642c332c343b652c662c352c363b612c622c312c32");
	value_is("first wins", PAIR(NUMBER(MISC, "optLevel", 1)), MISC, "optLevel", "1");
#undef LIBRARY
#define LIBRARY                                                                                           \
	{ { { NULL, "f",                                                                                  \
	      .props = { NUMBER(MISC, "idQueriesRange", 1), BYTES("X/unknown", "key", "01"),              \
			 NUMBER("SYCL/devicelib req mask", "DeviceLibReqMask", 5),                        \
			 BYTES("SYCL/virtual functions", "uses-virtual-functions-set", "61 2c 62") } } }, \
	  1,                                                                                              \
	  0 }
	value_is("the least", PAIR(NUMBER(MISC, "idQueriesRange", 2)), MISC, "idQueriesRange", "1");
	value_is("the least is not stated", PAIR(NUMBER(MISC, "optLevel", 2)), MISC, "idQueriesRange", "-");
	value_is("masks unite", PAIR(NUMBER("SYCL/devicelib req mask", "DeviceLibReqMask", 18)),
		 "SYCL/devicelib req mask", "DeviceLibReqMask", "23");
	value_is("lists unite", PAIR(BYTES("SYCL/virtual functions", "uses-virtual-functions-set", "62 2c 63")),
		 "SYCL/virtual functions", "uses-virtual-functions-set", "622c632c61");
	value_is("unknown sets stay", PAIR(BYTES("X/unknown", "key", "01")), "X/unknown", "key", "01");
	fails("unknown sets are not guessed at", PAIR(BYTES("X/unknown", "key", "02")), plain, SYB_E_INCOMPATIBLE,
	      "link-property");
	fails("explicit SIMD and other code", PAIR(NUMBER(MISC, "isEsimdImage", 1)), plain, SYB_E_INCOMPATIBLE,
	      "link-property");
	value_is("not explicit SIMD", PAIR(NUMBER(MISC, "isEsimdImage", 0)), MISC, "isEsimdImage", "0");
#undef LIBRARY
#define LIBRARY { { { NULL, "f", .props = { BYTES(GLOBALS, "v", "04000000 00000000") } } }, 1, 0 }
	value_is("device globals", PAIR(BYTES(GLOBALS, "v", "04000000 00000000")), GLOBALS, "v", "0400000000000000");
	fails("of another size", PAIR(BYTES(GLOBALS, "v", "08000000 00000000")), plain, SYB_E_INCOMPATIBLE,
	      "link-device-global");
#undef LIBRARY
	gives("of two modules that share an image",
	      PACKAGES({ { { "k1", "g dg", "f", .props = { BYTES(GLOBALS, "dg", "04000000 00000000") } } }, 1, 0 },
		       { { { "k2", "f dg", "g", .props = { BYTES(GLOBALS, "dg", "04000000 00000000") } } }, 1, 0 }),
	      plain, "k1+k2 ptx");
	gives("of two modules that do not",
	      PACKAGES({ { { "k1", "dg", .props = { BYTES(GLOBALS, "dg", "04000000 00000000") } } }, 1, 0 },
		       { { { "k2", "dg", .props = { BYTES(GLOBALS, "dg", "04000000 00000000") } } }, 1, 0 }),
	      object, "k1>dg ptx; k2 ptx");
	fails("of image scope in two groups",
	      PACKAGES(ONE("k1", NULL, "f"), ONE("k2", NULL, "f"),
		       { { { NULL, "f", .props = { BYTES(GLOBALS, "v", "04000000 01000000") } } }, 1, 0 }),
	      plain, SYB_E_INCOMPATIBLE, "link-device-global");
	fails("of another size in another group",
	      PACKAGES({ { { "k1", .props = { BYTES(GLOBALS, "v", "04000000 00000000") } } }, 1, 0 },
		       { { { "k2", .props = { BYTES(GLOBALS, "v", "08000000 00000000") } } }, 1, 0 }),
	      plain, SYB_E_INCOMPATIBLE, "link-device-global");
	fails("a registered name for two kernels",
	      PACKAGES({ { { "k1", .props = { BYTES("SYCL/registered kernels", "n", "6b31") } } }, 1, 0 },
		       { { { "k2", .props = { BYTES("SYCL/registered kernels", "n", "6b32") } } }, 1, 0 }),
	      plain, SYB_E_INCOMPATIBLE, "link-property");
}

/* Constants of PTX are emulated: loaded from fixed places. */
static void emulated(void)
{
#define LIBRARY                                                                                                    \
	{ { { NULL, "f",                                                                                           \
	      .props = { BYTES(SPEC, "a", "00000000 00000000 04000000"), BYTES(DEFAULTS, "all", "01020304") } } }, \
	  1,                                                                                                       \
	  0 }
	value_is("one has them", PAIR(NUMBER(MISC, "optLevel", 2)), DEFAULTS, "all", "01020304");
	value_is("both have the same",
		 PAIR(BYTES(SPEC, "a", "05000000 00000000 04000000"), BYTES(DEFAULTS, "all", "01020304")), SPEC, "a",
		 "050000000000000004000000");
	value_is("one begins with the other's",
		 PAIR(BYTES(SPEC, "a", "00000000 00000000 04000000"), BYTES(SPEC, "b", "01000000 00000000 02000000"),
		      BYTES(DEFAULTS, "all", "010203040506")),
		 DEFAULTS, "all", "010203040506");
	fails("others in the same place",
	      PAIR(BYTES(SPEC, "b", "00000000 00000000 04000000"), BYTES(DEFAULTS, "all", "01020304")), plain,
	      SYB_E_INCOMPATIBLE, "link-spec-emulated");
	fails("another default value",
	      PAIR(BYTES(SPEC, "a", "00000000 00000000 04000000"), BYTES(DEFAULTS, "all", "01020305")), plain,
	      SYB_E_INCOMPATIBLE, "link-spec-emulated");
#undef LIBRARY
}

/* ---- memory ---- */

static int refuse_memory(struct syb_ctx *ctx, void *arg)
{
	_cleanup_(drop_result) struct result out = { 0 };

	return run(ctx, arg, 3, plain, &out);
}

static void memory(void)
{
	static const struct package packages[] = {
		{ { { "k1", "g", "f", { BYTES(REQUIREMENTS, "aspects", "06000000") } } }, 1, 0 },
		{ { { "k2",
		      "f",
		      "g",
		      { BYTES(REQUIREMENTS, "aspects", "05000000"), BYTES(SPEC, "a", "00000000 00000000 04000000"),
			BYTES(DEFAULTS, "all", "01020304"), BYTES(REQUIREMENTS, "fixed_target", "01000000") } } },
		  1,
		  0 },
		{ { { "k3", .targets = "ptx pvc" } }, 1, 0 },
	};
	struct opened in[3] = { { 0 } };
	struct syb_ctx *ctx = NULL;

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	for (size_t i = 0; i < 3; i++)
		open_package(ctx, &packages[i], "x", &in[i]);
	torture(refuse_memory, in);
	for (size_t i = 0; i < 3; i++) {
		syb_bin_close(in[i].bin);
		syb_file_close(in[i].file);
	}
	syb_ctx_free(ctx);
}

int main(void)
{
	groups();
	natives();
	errors();
	properties();
	emulated();
	memory();
	return tap_done();
}
