/* ir/describe/describe_devicelib.c — SYCL/devicelib metadata: which library the image is. SYCL/devicelib req mask:
 * libraries whose functions the image declares and does not define.
 *
 * The documents say "a bitmask of which device libraries"; the bits are those of DPC++ while it had the set. Libraries
 * come in pairs, with and without double; the type of a function decides. */
#include "describe.h"

enum library { ASSERT, MATH, MATH_FP64, COMPLEX, COMPLEX_FP64, CSTRING, IMF, IMF_FP64, IMF_BF16, BFLOAT16 };

static const char prefix[] = "__devicelib_";

/* All other functions are those of <cmath>. whole: compare the whole name, not only its beginning. */
static const struct {
	const char *name;
	bool whole;
	enum library library;
} table[] = {
	{ "assert_", false, ASSERT },
	{ "ConvertBF16ToFINTEL", false, BFLOAT16 },
	{ "ConvertFToBF16INTEL", false, BFLOAT16 },
	{ "imf_", false, IMF },
	{ "memcpy", true, CSTRING },
	{ "memset", true, CSTRING },
	{ "memcmp", true, CSTRING },
	{ "memmove", true, CSTRING },
	{ "__mulsc3", true, COMPLEX },
	{ "__divsc3", true, COMPLEX },
	{ "__muldc3", true, COMPLEX_FP64 },
	{ "__divdc3", true, COMPLEX_FP64 },
};

/* Of <ccomplex>; with an f at the end those of float. */
static const char *const complex_names[] = {
	"cabs", "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "ccos",  "ccosh", "cexp",  "cimag",
	"clog", "conj",  "cpolar", "cpow", "cproj", "creal",  "csin",  "csinh",  "csqrt", "ctan",  "ctanh",
};

static bool has_double(LLVMValueRef function)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	bool found = LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMDoubleTypeKind;

	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		found |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, i))) == LLVMDoubleTypeKind;
	return found;
}

static bool is_complex(const char *name, enum library *out_library)
{
	for (size_t i = 0; i < ARRAY_SIZE(complex_names); i++) {
		size_t len = strlen(complex_names[i]);

		if (!str_starts(name, complex_names[i]) || (name[len] && !str_eq(name + len, "f")))
			continue;
		*out_library = name[len] ? COMPLEX : COMPLEX_FP64;
		return true;
	}
	return false;
}

/* name: after the prefix. */
static enum library library_of(LLVMValueRef function, const char *name)
{
	enum library library;

	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		if (table[i].whole ? !str_eq(name, table[i].name) : !str_starts(name, table[i].name))
			continue;
		if (table[i].library != IMF)
			return table[i].library;
		return strstr(name, "bf16") || strstr(name, "bfloat16") ? IMF_BF16
		       : has_double(function)                           ? IMF_FP64
									: IMF;
	}
	if (is_complex(name, &library))
		return library;
	return has_double(function) ? MATH_FP64 : MATH;
}

int describe_devicelib(struct describer *d)
{
	uint32_t mask = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(d->image->module); f; f = LLVMGetNextFunction(f)) {
		const char *name = ir_name(f);

		if (LLVMIsDeclaration(f) && str_starts(name, prefix))
			mask |= 1u << library_of(f, name + strlen(prefix));
	}
	return describe_u32(d, "DeviceLibReqMask", mask);
}

int describe_device_lib(struct describer *d)
{
	return d->image->lib == LIB_NONE ? 0 : describe_u32(d, "bfloat16", d->image->lib == LIB_NATIVE);
}
