/* ir/properties/kernel_modes.c — "sycl-floating-point-control" → `!spirv.ExecutionMode = !{!{kernel, i32 mode, i32
 * width}, …}`.
 *
 * The value is a mask (enum float_control); the device chooses everything that the mask leaves open. A kernel has one
 * rounding and one denormal mode per width: existing modes of the module are kept. */
#include "compile_time_properties.h"
#include "ir/module/metadata.h"

enum float_control {
	FLOAT_NEAREST = 1 << 0,
	FLOAT_UP = 1 << 1,
	FLOAT_DOWN = 1 << 2,
	FLOAT_ZERO = 1 << 3,
	FLOAT_FLUSH = 1 << 4, /* denormals, of widths without a KEEP bit */
	FLOAT_KEEP_DOUBLE = 1 << 5,
	FLOAT_KEEP_FLOAT = 1 << 6,
	FLOAT_KEEP_HALF = 1 << 7,

	FLOAT_ROUNDING = FLOAT_NEAREST | FLOAT_UP | FLOAT_DOWN | FLOAT_ZERO,
	FLOAT_ALL = 0xff,
};

enum {
	DENORM_PRESERVE = 4459,
	DENORM_FLUSH = 4460,
	ROUND_NEAREST = 4462,
	ROUND_ZERO = 4463,
	ROUND_UP = 5620,
	ROUND_DOWN = 5621,
};

static const struct {
	enum float_control bit;
	int mode;
} roundings[] = {
	{ FLOAT_NEAREST, ROUND_NEAREST },
	{ FLOAT_UP, ROUND_UP },
	{ FLOAT_DOWN, ROUND_DOWN },
	{ FLOAT_ZERO, ROUND_ZERO },
};

static const struct {
	int width;
	enum float_control keeps_denormals;
} widths[] = { { 64, FLOAT_KEEP_DOUBLE }, { 32, FLOAT_KEEP_FLOAT }, { 16, FLOAT_KEEP_HALF } };

/* The bit of a mode at a width in lowering->modes; 0 for other modes. */
static size_t bit_of(int64_t mode, int64_t width)
{
	bool denormals = mode == DENORM_PRESERVE || mode == DENORM_FLUSH;
	bool rounding = mode == ROUND_NEAREST || mode == ROUND_ZERO || mode == ROUND_UP || mode == ROUND_DOWN;

	for (size_t i = 0; i < ARRAY_SIZE(widths); i++)
		if (widths[i].width == width && (denormals || rounding))
			return (size_t)1 << (2 * i + rounding);
	return 0;
}

/* The modes of a kernel, to read and to change. NULL without memory. */
static size_t *modes_of(struct lowering *lowering, LLVMValueRef kernel)
{
	struct pass_run *run = lowering->run;
	size_t *modes = hash_get(&lowering->modes, &kernel, sizeof(kernel));
	LLVMValueRef *key;
	bool found;

	if (modes)
		return modes;
	key = arena_alloc(run->ctx, &run->arena, sizeof(*key));
	if (!key)
		return NULL;
	*key = kernel;
	return hash_put(run->ctx, &lowering->modes, key, sizeof(*key), 0, &modes, &found) < 0 ? NULL : modes;
}

static int read_modes(struct lowering *lowering)
{
	LLVMModuleRef module = lowering->run->ir->module;
	size_t count = shim_named_count(module, "spirv.ExecutionMode");

	for (size_t i = 0; i < count; i++) {
		LLVMMetadataRef node = shim_named_at(module, "spirv.ExecutionMode", i);
		LLVMValueRef kernel = shim_value(shim_node_at(node, 0));
		int64_t mode, width;
		size_t *modes;

		if (!kernel || !shim_integer(shim_node_at(node, 1), &mode) ||
		    !shim_integer(shim_node_at(node, 2), &width))
			continue;
		modes = modes_of(lowering, kernel);
		if (!modes)
			return -SYB_E_NOMEM;
		*modes |= bit_of(mode, width);
	}
	lowering->modes_known = true;
	return 0;
}

static void add_mode(const struct pass_run *run, LLVMValueRef kernel, size_t *modes, int mode, int width)
{
	LLVMMetadataRef operands[] = { LLVMValueAsMetadata(kernel), md_int(run->ir, 32, mode),
				       md_int(run->ir, 32, width) };

	if (*modes & bit_of(mode, width))
		return;
	*modes |= bit_of(mode, width);
	shim_named_add(run->ir->module, "spirv.ExecutionMode", md_node(run->ir, operands, ARRAY_SIZE(operands)));
}

bool float_control_valid(int64_t mask)
{
	const int64_t rounding = mask & FLOAT_ROUNDING;

	return (mask & ~(int64_t)FLOAT_ALL) == 0 && (rounding & (rounding - 1)) == 0;
}

int lower_float_control(struct lowering *lowering, LLVMValueRef kernel, int64_t mask)
{
	size_t *modes;

	TRY(lowering->modes_known ? 0 : read_modes(lowering));
	modes = modes_of(lowering, kernel);
	if (!modes)
		return -SYB_E_NOMEM;
	for (size_t i = 0; i < ARRAY_SIZE(roundings); i++)
		for (size_t w = 0; w < ARRAY_SIZE(widths) && mask & roundings[i].bit; w++)
			add_mode(lowering->run, kernel, modes, roundings[i].mode, widths[w].width);
	for (size_t i = 0; i < ARRAY_SIZE(widths); i++)
		if (mask & widths[i].keeps_denormals)
			add_mode(lowering->run, kernel, modes, DENORM_PRESERVE, widths[i].width);
		else if (mask & FLOAT_FLUSH)
			add_mode(lowering->run, kernel, modes, DENORM_FLUSH, widths[i].width);
	return 0;
}
