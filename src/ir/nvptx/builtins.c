/* ir/nvptx/builtins.c — calls of SPIR-V's functions → calls of the device library, of libclc, of LLVM's intrinsics:
 * builtins.def. */
#include "nvptx.h"

#include "term/demangle.h"

#include <stdarg.h>
#include <stdio.h>

#define PREFIX "__spirv_"

enum how {
	HOW_CLC,
	HOW_CLC_WHOLE,
	HOW_LLVM,
	HOW_OURS,
	HOW_ATOMIC,
	HOW_BITS,
	HOW_LOGICAL,
	HOW_PLAIN,
	HOW_COMPARE,
	HOW_CODE,
	HOW_REFUSED
};

static const struct row {
	const char *name;
	enum how how;
	const char *function, *codes;
	LLVMRealPredicate predicate;
	int (*code)(const struct nvptx_call *c);
} rows[] = {
#define CLC(name, function, codes) { name, HOW_CLC, function, codes, 0, NULL },
#define CLC_WHOLE(name, function) { name, HOW_CLC_WHOLE, function, NULL, 0, NULL },
#define LLVM(name, intrinsic) { name, HOW_LLVM, intrinsic, NULL, 0, NULL },
#define OURS(name, function) { name, HOW_OURS, function, NULL, 0, NULL },
#define ATOMIC(name, function) { name, HOW_ATOMIC, function, NULL, 0, NULL },
#define BITS(name, function) { name, HOW_BITS, function, NULL, 0, NULL },
#define LOGICAL(name, function) { name, HOW_LOGICAL, function, NULL, 0, NULL },
#define PLAIN(name, function) { name, HOW_PLAIN, function, NULL, 0, NULL },
#define COMPARE(name, predicate) { name, HOW_COMPARE, NULL, NULL, predicate, NULL },
#define CODE(name, function) { name, HOW_CODE, NULL, NULL, 0, lower_##function },
#define REFUSED(name, reason) { name, HOW_REFUSED, reason, NULL, 0, NULL },
#include "builtins.def"
#undef CLC
#undef CLC_WHOLE
#undef LLVM
#undef OURS
#undef ATOMIC
#undef BITS
#undef LOGICAL
#undef PLAIN
#undef COMPARE
#undef CODE
#undef REFUSED
};

const char *nvptx_readable(struct nvptx *n, const char *name)
{
	struct demangler *demangler = NULL;
	const char *readable = NULL;

	if (demangler_new(n->run->ctx, &demangler) == 0)
		readable = demangle(demangler, name);
	if (readable)
		readable = arena_string(n->run->ctx, &n->run->arena, readable, strlen(readable));
	demangler_free(demangler);
	return readable ? readable : name;
}

int nvptx_fail(struct nvptx *n, LLVMValueRef at, const char *check, const char *fmt, ...)
{
	struct syb_ctx *ctx = n->run->ctx;
	const struct place place = place_of(ctx, &n->run->arena, at);
	_cleanup_(ctx_leave) struct ctx_scope scope = ctx_enter(ctx, place.file);
	char text[512];
	va_list args;
	int r;

	va_start(args, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	r = place.file ? syb_fail_text(ctx, SYB_E_UNSUPPORTED, place.line, place.column, check, "%s", text)
		       : syb_fail(ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, check, "%s", text);
	if (LLVMIsAFunction(at))
		return r;
	return syb_note(ctx, r, "used in '%s'", nvptx_readable(n, ir_name(ir_function_of(at))));
}

/* ---- names ---- */

struct text nvptx_builtin_name(const char *symbol)
{
	struct text name = { symbol, strlen(symbol) };
	size_t stated = 0, digits = 2;

	if (str_starts(symbol, "_Z")) {
		for (; symbol[digits] >= '0' && symbol[digits] <= '9' && stated < name.len; digits++)
			stated = stated * 10 + (size_t)(symbol[digits] - '0');
		if (stated > name.len - digits)
			return (struct text){ symbol, 0 };
		name = (struct text){ symbol + digits, stated };
	}
	if (!text_starts(name, PREFIX))
		return (struct text){ symbol, 0 };
	return text_after(name, strlen(PREFIX));
}

/* "ConvertFToS_Rint4_rte" is a row without the type and the rounding. */
static size_t base_length(struct text name)
{
	for (size_t i = 0; i + 1 < name.len; i++)
		if (name.ptr[i] == '_' && name.ptr[i + 1] == 'R')
			return i;
	return name.len;
}

static const struct row *find_row(struct text name)
{
	const struct text base = { name.ptr, base_length(name) };

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		size_t len = strlen(rows[i].name);

		if (rows[i].name[len - 1] == '*' ? base.len >= len - 1 && memcmp(base.ptr, rows[i].name, len - 1) == 0
						 : text_is(base, rows[i].name))
			return &rows[i];
	}
	return NULL;
}

/* ---- calls ---- */

static int lower_plain(const struct nvptx_call *c, const char *function)
{
	enum { MOST = 8 };
	LLVMValueRef args[MOST];
	char name[64];

	if (c->count > MOST)
		return nvptx_fail(c->n, c->call, "nvptx-function", "'%s' has %u arguments; the maximum is %d",
				  c->mangled, c->count, MOST);
	for (unsigned i = 0; i < c->count; i++)
		args[i] = nvptx_arg(c, i);
	(void)snprintf(name, sizeof(name), "__sybil_%s", function);
	nvptx_replace(c, nvptx_emit(c->n, name, LLVMTypeOf(c->call), args, c->count));
	return 0;
}

static int lower_call(const struct nvptx_call *c, const struct row *row)
{
	LLVMPositionBuilderBefore(c->n->builder, c->call);
	switch (row->how) {
	case HOW_CLC:
		return nvptx_each_clc(c, row->function, row->codes);
	case HOW_CLC_WHOLE:
		return nvptx_whole_clc(c, row->function);
	case HOW_LLVM:
		return nvptx_each_llvm(c, row->function);
	case HOW_OURS:
		return nvptx_each_ours(c, row->function, FORM_FLOAT);
	case HOW_ATOMIC:
		return nvptx_each_ours(c, row->function, FORM_ATOMIC);
	case HOW_BITS:
		return nvptx_each_ours(c, row->function, FORM_BITS);
	case HOW_LOGICAL:
		return nvptx_each_ours(c, row->function, FORM_LOGICAL);
	case HOW_PLAIN:
		return lower_plain(c, row->function);
	case HOW_COMPARE:
		return nvptx_compare(c, row->predicate);
	case HOW_CODE:
		return row->code(c);
	case HOW_REFUSED:
		break;
	}
	return nvptx_fail(c->n, c->call, "nvptx-function", "%s%s is not available on NVIDIA GPUs: %s", PREFIX, c->name,
			  row->function);
}

static int lower_function(struct nvptx *n, LLVMValueRef function, struct text name)
{
	const struct row *row = find_row(name);
	const size_t base = base_length(name);
	const char *symbol = arena_string(n->run->ctx, &n->run->arena, ir_name(function), strlen(ir_name(function)));
	const char *plain = arena_string(n->run->ctx, &n->run->arena, name.ptr, base);
	LLVMUseRef use;

	if (!symbol || !plain)
		return -SYB_E_NOMEM;
	while ((use = LLVMGetFirstUse(function))) {
		struct nvptx_call c = { .n = n, .call = LLVMGetUser(use), .name = plain, .mangled = symbol };

		if (!ir_calls(c.call, function))
			return syb_fail(n->run->ctx, SYB_E_UNSUPPORTED, SYB_NO_OFFSET, "nvptx-function",
					"the address of %s must not be taken", symbol);
		if (!row)
			return nvptx_fail(n, c.call, "nvptx-function", "%s%s is not available on NVIDIA GPUs", PREFIX,
					  plain);
		c.suffix = text_after(name, base);
		c.count = LLVMGetNumArgOperands(c.call);
		TRY(lower_call(&c, row));
	}
	LLVMDeleteFunction(function);
	return 0;
}

int nvptx_lower_builtins(struct nvptx *n)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(n->module), next; f; f = next) {
		struct text name = nvptx_builtin_name(ir_name(f));

		next = LLVMGetNextFunction(f);
		/* the pass prepare-native lowers printf */
		if (LLVMIsDeclaration(f) && name.len && !text_is(name, "ocl_printf"))
			TRY(lower_function(n, f, name));
	}
	return 0;
}
