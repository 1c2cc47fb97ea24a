/* PTX: what stands outside of functions, cut at every byte, and linking: versions, names, definitions, lines. */
#include "lib/tap.h"
#include "lib/package.h"
#include "lib/torture.h"

#include "format/ptx/ptx_link.h"

#define HEAD ".version 7.5\n.target sm_80\n.address_size 64\n"

static const char sample[] = "// a comment with .func in it\n"
			     ".version 7.5\n.target sm_80, debug\n.address_size 64\n"
			     "/* another { one */\n"
			     ".file 1 \"a \\\" {.cl\", 12, 34\n"
			     ".extern .func (.param .b32 retval0) twice (.param .b32 twice_param_0) .noreturn;\n"
			     ".extern .shared .align 16 .b8 dynamic[];\n"
			     ".extern .func vprintf;\n"
			     ".visible .global .align 8 .v4 .f32 v[2][3] = { { 1.0e-5, 0f3F800000 }, {2} };\n"
			     ".const .u64 where = generic(v)+4;\n"
			     ".common .global .b8 c[16];\n"
			     ".weak .func (.param .align 8 .b8 r[16]) w(.param .b64 p) { ret; }\n"
			     ".visible .func al;\n"
			     ".func own()\n{\n\t.reg .pred %p;\n$L1:\n\t@!%p bra $L1;\n\tcall own, ();\n}\n"
			     ".alias al, own;\n"
			     ".visible .entry k(.param .u64 .ptr .global .align 4 p)\n.maxntid 128, 1, "
			     "1\n{\n\tld.v2.f32 {%f1, %f2}, [v+8];\n}\n"
			     ".section .debug_str { $L_s: .b8 102,0 }\n"
			     ".pragma \"nounroll\";\n";

static struct span text(const char *s)
{
	return (struct span){ (const uint8_t *)s, strlen(s), 0 };
}

static const struct ptx_symbol *find(const struct ptx *ptx, const char *name)
{
	const size_t *place = hash_get(&ptx->index, name, strlen(name));

	return place ? &ptx->symbols[*place] : NULL;
}

static void reading(void)
{
	struct syb_ctx *ctx = NULL;
	struct ptx *ptx = NULL;
	const struct ptx_symbol *s;

	if (syb_ctx_new(NULL, &ctx) < 0 || ptx_read(ctx, text(sample), &ptx) < 0) {
		ok(false, "the sample is read: %s", first_check(ctx));
		exit(1);
	}
	is_int(ptx->major * 100 + ptx->minor, 705);
	is_str(ptx->target, "sm_80");
	is_int(ptx->flag_count, 1);
	is_int(ptx->symbol_count, 10);
	is_int(ptx->items[0].number, 1);
	s = find(ptx, "v");
	ok(s && s->bytes == 96 && s->linkage == PTX_VISIBLE && str_eq(s->space, ".global") && s->defined, "a variable");
	ok(ptx_imported(find(ptx, "twice")) && !ptx_imported(find(ptx, "vprintf")) &&
		   !ptx_imported(find(ptx, "dynamic")),
	   "imports; the driver's and the launch's are none");
	is_str(find(ptx, "twice")->signature, "(.param.b32):(.param.b32)");
	is_str(find(ptx, "w")->signature, "(.param.align8.b8[16]):(.param.b64)");
	is_str(find(ptx, "al")->signature, ":()");
	ok(ptx_exported(find(ptx, "al")) && ptx_exported(find(ptx, "w")) && ptx_exported(find(ptx, "c")) &&
		   !ptx_exported(find(ptx, "own")) && !ptx_exported(find(ptx, "k")),
	   "exports; kernels are none");
	ok(find(ptx, "k")->kernel && find(ptx, "k")->defined, "a kernel");
	ok(ptx->sections, "sections");
	ptx_free(ptx);
	syb_ctx_free(ctx);
}

/* Every prefix is read or refused with a name, and nothing is touched outside of it. */
static void cutting(void)
{
	size_t refused = 0, wrong = 0;

	for (size_t len = 0; len < strlen(sample); len++) {
		char *copy = malloc(len ? len : 1);
		struct syb_ctx *ctx = NULL;
		struct ptx *ptx = NULL;
		int r;

		memcpy(copy, sample, len);
		if (syb_ctx_new(NULL, &ctx) < 0)
			abort();
		r = ptx_read(ctx, (struct span){ (const uint8_t *)copy, len, 0 }, &ptx);
		refused += r == -SYB_E_FORMAT && str_eq(first_check(ctx), "ptx-syntax") && !ptx;
		wrong += r != 0 && r != -SYB_E_FORMAT;
		ptx_free(ptx);
		syb_ctx_free(ctx);
		free(copy);
	}
	ok(wrong == 0 && refused > strlen(sample) / 2, "cut at every byte: %zu refused", refused);
}

static void refused(const char *what, const char *ptx_text)
{
	struct syb_ctx *ctx = NULL;
	struct ptx *ptx = NULL;
	int r;

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	r = ptx_read(ctx, text(ptx_text), &ptx);
	ok(r == -SYB_E_FORMAT && str_eq(first_check(ctx), "ptx-syntax"), "%s", what);
	ptx_free(ptx);
	syb_ctx_free(ctx);
}

static void syntax(void)
{
	refused("nothing", "");
	refused("no target", ".version 7.0\n");
	refused("no version", ".target sm_80\n");
	refused("a version of one number", ".version 7\n.target sm_80\n");
	refused("an address size", ".version 7.0\n.target sm_80\n.address_size 16\n");
	refused("a comment without an end", HEAD "/* ");
	refused("a string without an end", HEAD ".file 1 \"abc\n");
	refused("a function without a name", HEAD ".func ();");
	refused("a body without an end", HEAD ".func f() { {");
	refused("a name twice", HEAD ".func f() { } .func f() { }");
	refused("a variable without a place", HEAD ".visible .u32 x;");
	refused("two variables", HEAD ".global .u32 x, y;");
	refused("a statement that is none", HEAD "foo;");
	refused("an array that is too large", HEAD ".global .b8 x[4294967295][4294967295][4294967295];");
	refused("an alias of nothing", HEAD ".alias a, b;");
}

/* ---- linking ---- */

static int link_texts(struct syb_ctx *ctx, const char *const *texts, size_t count, struct syb_ptx_link_opts opts,
		      char *out, size_t room, struct syb_record **out_map)
{
	static const char *const names[] = { "a", "b", "c" };
	_cleanup_(syb_out_close_p) struct syb_out *scratch = NULL;
	_cleanup_(syb_file_close_p) struct syb_file *file = NULL;
	struct syb_link_input inputs[3];
	int r = out_scratch(ctx, &scratch);

	opts.size = sizeof(opts);
	for (size_t i = 0; i < count; i++)
		inputs[i] = (struct syb_link_input){ .size = sizeof(inputs[i]),
						     .name = names[i],
						     .bytes = str_bytes(texts[i]) };
	if (r == 0)
		r = syb_ptx_link(ctx, inputs, count, &opts, scratch, out_map);
	if (r == 0)
		r = out_scratch_file(ctx, scratch, &file);
	if (r == 0)
		snprintf(out, room, "%.*s", (int)syb_file_bytes(file).len, (const char *)syb_file_bytes(file).ptr);
	return r;
}

static void squeeze(char *s)
{
	char *out = s;

	for (const char *p = s; *p; p++)
		if (*p != '\n' && *p != '\t' && !(*p == ' ' && out > s && out[-1] == ' '))
			*out++ = *p;
	*out = '\0';
}

#define TEXTS(...) (const char *const[]){ __VA_ARGS__ }, sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *)

static void gives(const char *what, const char *const *texts, size_t count, struct syb_ptx_link_opts opts,
		  const char *want)
{
	struct syb_ctx *ctx = NULL;
	char got[4096] = "";

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	if (link_texts(ctx, texts, count, opts, got, sizeof(got), NULL) < 0)
		snprintf(got, sizeof(got), "failed: %s", first_check(ctx));
	squeeze(got);
	if (!ok(str_eq(got, want), "%s", what))
		printf("# got  %s\n# want %s\n", got, want);
	syb_ctx_free(ctx);
}

static void fails(const char *what, const char *const *texts, size_t count, const char *checks)
{
	struct syb_ctx *ctx = NULL;
	char out[4096] = "", got[256] = "";
	int r;

	if (syb_ctx_new(NULL, &ctx) < 0)
		abort();
	r = link_texts(ctx, texts, count, (struct syb_ptx_link_opts){ 0 }, out, sizeof(out), NULL);
	for (size_t i = 0; i < syb_ctx_diag_count(ctx); i++)
		if (syb_ctx_diag_at(ctx, i)->severity == SYB_SEVERITY_ERROR)
			snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s", *got ? " " : "",
				 syb_ctx_diag_at(ctx, i)->check);
	if (!ok(r == -SYB_E_INCOMPATIBLE && str_eq(got, checks), "%s", what))
		printf("# got  %d %s\n# want %s\n", r, got, checks);
	syb_ctx_free(ctx);
}

#define T(target) ".version 7.0\n.target " target "\n.address_size 64\n"
#define OUT(version, target) ".version " version ".target " target ".address_size 64"

static void targets(void)
{
	const struct syb_ptx_link_opts none = { 0 };

	gives("the highest of both", TEXTS(".version 8.1\n.target sm_70\n.address_size 64\n", T("sm_80")), none,
	      OUT("8.1", "sm_80"));
	gives("numbers, not letters", TEXTS(T("sm_100"), T("sm_90")), none, OUT("7.0", "sm_100"));
	gives("what runs on one only takes the others along", TEXTS(T("sm_80"), T("sm_90a")), none,
	      OUT("7.0", "sm_90a"));
	gives("of the same number", TEXTS(T("sm_90a"), T("sm_90")), none, OUT("7.0", "sm_90a"));
	fails("but not higher ones", TEXTS(T("sm_90a"), T("sm_100")), "ptx-target");
	fails("nor other ones", TEXTS(T("sm_90a"), T("sm_100a")), "ptx-target");
	gives("families", TEXTS(T("sm_100f"), T("sm_103f")), none, OUT("7.0", "sm_103f"));
	gives("one of a family", TEXTS(T("sm_100f"), T("sm_103a")), none, OUT("7.0", "sm_103a"));
	fails("other families", TEXTS(T("sm_100f"), T("sm_120f")), "ptx-target");
	fails("address sizes", TEXTS(T("sm_80"), ".version 7.0\n.target sm_80\n.address_size 32\n"), "ptx-target");
	fails("texture modes", TEXTS(T("sm_80"), T("sm_80, texmode_independent")), "ptx-target");
	fails("a target that is none", TEXTS(T("sm_80"), T("sm_x")), "ptx-target");
}

static void symbols(void)
{
	const struct syb_ptx_link_opts none = { 0 }, library = { .library = true }, partial = { .partial = true };
	const char *const keep[] = { "f" };

	gives("a call", TEXTS(HEAD ".extern .func f;\n.entry k() { call f; }", HEAD ".visible .func f { ret; }"), none,
	      OUT("7.5", "sm_80") ".func f ;.entry k() { call f; }.func f { ret; }");
	gives("a library", TEXTS(HEAD ".extern .func f;\n.entry k() { call f; }", HEAD ".visible .func f { ret; }"),
	      library, OUT("7.5", "sm_80") ".visible .func f ;.entry k() { call f; }.visible .func f { ret; }");
	gives("one that stays", TEXTS(HEAD ".visible .func f { ret; } .visible .func g { ret; }"),
	      (struct syb_ptx_link_opts){ .keep_exports = keep, .keep_export_count = 1 },
	      OUT("7.5", "sm_80") ".visible .func f ;.func g ;.visible .func f { ret; }.func g { ret; }");
	gives("partial", TEXTS(HEAD ".extern .func f;\n", HEAD ".extern .func f;\n.extern .global .u32 x;"), partial,
	      OUT("7.5", "sm_80") ".extern .func f;.extern .global .u32 x;");
	gives("the driver's stay", TEXTS(HEAD ".extern .func vprintf;\n", HEAD ".extern .func vprintf;\n"), none,
	      OUT("7.5", "sm_80") ".extern .func vprintf;");
	gives("weak and visible", TEXTS(HEAD ".weak .func f { weak; }", HEAD ".visible .func f { ret; }"), none,
	      OUT("7.5", "sm_80") ".func f ;.func f { ret; }");
	gives("two weak ones", TEXTS(HEAD ".weak .func f { one; }", HEAD ".weak .func f { two; }"), none,
	      OUT("7.5", "sm_80") ".func f ;.func f { one; }");
	gives("the larger common one", TEXTS(HEAD ".common .global .b8 c[4];", HEAD ".common .global .b8 c[8];"), none,
	      OUT("7.5", "sm_80") ".common .global .b8 c[8];");
	gives("variables before their users",
	      TEXTS(HEAD ".extern .global .u32 x; .global .u64 p = x;", HEAD ".visible .global .u32 x = 1;"), none,
	      OUT("7.5", "sm_80") ".visible .global .u32 x = 1;.global .u64 p = x;");
	gives("a variable that both have", TEXTS(HEAD ".visible .global .u32 f;", HEAD ".visible .global .u32 f;"),
	      (struct syb_ptx_link_opts){ .shared = keep, .shared_count = 1 },
	      OUT("7.5", "sm_80") ".visible .global .u32 f;");
	fails("nobody has it", TEXTS(HEAD ".extern .func f; .extern .global .u32 x;"),
	      "link-unresolved link-unresolved");
	fails("two have it", TEXTS(HEAD ".visible .func f { }", HEAD ".visible .func f { }"), "link-duplicate");
	fails("a kernel twice", TEXTS(HEAD ".entry k() { }", HEAD ".entry k() { }"), "link-duplicate");
	fails("parameters", TEXTS(HEAD ".extern .func f(.param .b32 a);", HEAD ".visible .func f(.param .b64 a) { }"),
	      "link-type");
	fails("results", TEXTS(HEAD ".extern .func (.param .b32 r) f();", HEAD ".visible .func f() { }"), "link-type");
	fails("a function and a variable", TEXTS(HEAD ".extern .func f;", HEAD ".visible .global .u32 f;"),
	      "link-type");
	fails("sizes", TEXTS(HEAD ".extern .global .u64 x;", HEAD ".visible .global .u32 x;"), "link-type");
	fails("spaces", TEXTS(HEAD ".extern .const .u32 x;", HEAD ".visible .global .u32 x;"), "link-type");
}

static void names(void)
{
	const struct syb_ptx_link_opts none = { 0 };

	gives("own names that collide",
	      TEXTS(HEAD ".func add { } .entry a() { call add; }",
		    HEAD ".func add { add.s32 %r1, %r2, %r3; } .global .u64 t[] = { add, 1 };"
			 " .entry b() { @%p add.u32 %a, %b, add; add: bra add; .loc 1 2 3 add.u32 %a, %b; call add; }"),
	      none,
	      OUT("7.5", "sm_80") ".func add ;.func add$link1 ;.global .u64 t[] = { add$link1, 1 };"
				  ".func add { }.entry a() { call add; }.func add$link1 { add.s32 %r1, %r2, %r3; }"
				  ".entry b() { @%p add.u32 %a, %b, add$link1; add$link1: bra add$link1; .loc 1 2 3 "
				  "add.u32 %a, %b; call add$link1; }");
	gives("an own name and an export", TEXTS(HEAD ".global .u32 x;", HEAD ".visible .global .u32 x;"), none,
	      OUT("7.5", "sm_80") ".global .u32 x$link1;.visible .global .u32 x;");
	gives("names in strings and comments stay",
	      TEXTS(HEAD ".func f { }", HEAD ".func f { } // f\n.entry k() { .pragma \"f\"; call f; /* f */ }"), none,
	      OUT("7.5", "sm_80") ".func f ;.func f$link1 ;.func f { }.func f$link1 { } // f"
				  ".entry k() { .pragma \"f\"; call f$link1; /* f */ }");
	gives("an alias", TEXTS(HEAD ".visible .func al; .visible .func f { } .alias al, f;", HEAD ".extern .func al;"),
	      none, OUT("7.5", "sm_80") ".func al;.func f ;.func f { }.alias al, f;");
}

static void lines(void)
{
	const struct syb_ptx_link_opts none = { 0 };

	gives("files are counted anew",
	      TEXTS(HEAD ".file 1 \"a\"\n.entry a() { .loc 1 5 6 ret; }",
		    HEAD ".file 2 \"b\", 1, 2\n.entry b() { .loc 2 5 6, function_name $L, inlined_at 2 7 8 ret; }"),
	      none,
	      OUT("7.5", "sm_80") ".file 1 \"a\".file 2 \"b\".entry a() { .loc 1 5 6 ret; }"
				  ".entry b() { .loc 2 5 6, function_name $L, inlined_at 2 7 8 ret; }");
	gives("one module with sections",
	      TEXTS(HEAD ".file 1 \"a\"\n.entry a() { .loc 1 5 6 ret; }",
		    ".version 7.5\n.target sm_80, debug\n.address_size 64\n"
		    ".file 1 \"b\"\n.entry b() { .loc 1 5 6 ret; } .section .debug_x { .b8 1 }"),
	      none,
	      OUT("7.5", "sm_80, debug") ".file 2 \"a\".file 1 \"b\".entry a() { .loc 2 5 6 ret; }"
					 ".entry b() { .loc 1 5 6 ret; }.section .debug_x { .b8 1 }");
	gives("several with sections",
	      TEXTS(HEAD ".file 1 \"a\"\n.entry a() { .loc 1 5 6, function_name $L+3, inlined_at 1 7 8 ret; }"
			 " .section .debug_x { .b8 1 }",
		    HEAD ".file 1 \"b\"\n.entry b() { .loc 1 5 6 ret; } .section .debug_x { .b8 1 }"),
	      none,
	      OUT("7.5",
		  "sm_80") ".file 1 \"a\".file 2 \"b\".entry a() { .loc 1 5 6 ret; }.entry b() { .loc 2 5 6 ret; }");
}

static int refuse_memory(struct syb_ctx *ctx, void *arg)
{
	const char *const texts[] = { sample,
				      HEAD ".visible .func (.param .b32 r) twice (.param .b32 x) .noreturn { ret; }"
					   ".func own() { } .extern .global .b8 c[16]; .file 1 \"b\"\n" };
	struct syb_record *map = NULL;
	char out[4096];
	int r = link_texts(ctx, texts, 2, (struct syb_ptx_link_opts){ 0 }, out, sizeof(out), &map);

	(void)arg;
	syb_record_free(map);
	return r;
}

int main(void)
{
	reading();
	cutting();
	syntax();
	targets();
	symbols();
	names();
	lines();
	torture(refuse_memory, NULL);
	return tap_done();
}
