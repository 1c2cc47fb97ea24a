/* ir/properties/kernel_properties.c — attributes of a kernel → metadata of its function (kernel_properties.def),
 * decorations and floating-point modes.
 *
 * Sizes are reversed, because SPIR-V lists the fastest dimension first, and padded to the three that translators
 * expect; !work_group_num_dim keeps the original number. */
#include "compile_time_properties.h"
#include "ir/module/metadata.h"

enum kernel_value {
	KERNEL_SIZES,         /* one to three sizes */
	KERNEL_SIZE,          /* one, as wide as a pointer */
	KERNEL_COUNT,         /* one of 32 bits */
	KERNEL_FPGA_ZERO,     /* 0 for any value, on FPGA targets */
	KERNEL_STREAMING,     /* "streaming", and "stall_free_return" unless 0 */
	KERNEL_REGISTER_MAP,  /* "csr", and "wait_for_done_write" unless 0 */
	KERNEL_CLUSTER,       /* 1 as !stall_free when 0, as !stall_enable otherwise */
	KERNEL_REGISTERS,     /* the mode itself */
	KERNEL_GRF,           /* the mode for that number of registers; 512 has none: !MaximumRegisters */
	KERNEL_FLOAT_CONTROL, /* kernel_modes.c */
};

struct kernel_property {
	const char *name, *metadata;
	enum kernel_value value;
};

static const struct kernel_property known[] = {
#define KERNEL_PROPERTY(name, metadata, value) { name, metadata, KERNEL_##value },
#include "kernel_properties.def"
#undef KERNEL_PROPERTY
};

/* A property of a kernel that is being lowered. */
struct asked {
	struct lowering *lowering;
	LLVMValueRef kernel;
	const struct subject *subject;
	const struct kernel_property *row;
	struct text value;
};

static bool exists(const struct asked *asked, const char *name)
{
	return shim_global_metadata(asked->kernel, md_kind(asked->lowering->run->ir, name)) != NULL;
}

static void attach(const struct asked *asked, const char *name, LLVMMetadataRef *operands, size_t count)
{
	const struct syb_ir *ir = asked->lowering->run->ir;

	if (!exists(asked, name))
		LLVMGlobalSetMetadata(asked->kernel, md_kind(ir, name), md_node(ir, operands, count));
}

static void attach_i32(const struct asked *asked, const char *name, int64_t value)
{
	LLVMMetadataRef operand = md_int(asked->lowering->run->ir, 32, value);

	attach(asked, name, &operand, 1);
}

static LLVMMetadataRef size_of(const struct asked *asked, int64_t value)
{
	return LLVMValueAsMetadata(LLVMConstInt(asked->lowering->size_type, (uint64_t)value, false));
}

static int64_t most_size(const struct asked *asked)
{
	unsigned bits = LLVMGetIntTypeWidth(asked->lowering->size_type);

	return bits >= 64 ? INT64_MAX : ((int64_t)1 << bits) - 1;
}

static void complain(const struct asked *asked, const char *wanted)
{
	complain_value(asked->lowering->run, asked->subject, asked->row->name, asked->value, wanted);
}

static bool number(const struct asked *asked, int64_t least, int64_t most, const char *wanted, int64_t *out_value)
{
	if (text_number(asked->value, least, most, out_value))
		return true;
	complain(asked, wanted);
	return false;
}

/* "8,4" → 4, 8, 1. Returns 0 for anything but a list of one to three sizes. */
static size_t read_sizes(const struct asked *asked, LLVMMetadataRef out[3])
{
	struct text rest = asked->value;
	int64_t sizes[3];
	size_t count = 0;

	if (rest.len && rest.ptr[rest.len - 1] == ',')
		return 0;
	do {
		if (count == 3 || !text_number(text_cut(&rest, ','), 1, most_size(asked), &sizes[count]))
			return 0;
		count++;
	} while (rest.len);
	for (size_t i = 0; i < 3; i++)
		out[i] = size_of(asked, i < count ? sizes[count - 1 - i] : 1);
	return count;
}

static void lower_sizes(const struct asked *asked)
{
	LLVMMetadataRef operands[3];
	size_t count;

	if (exists(asked, asked->row->metadata))
		return;
	count = read_sizes(asked, operands);
	if (count == 0) {
		complain(asked, "one to three sizes above 0, separated by commas");
		return;
	}
	attach(asked, asked->row->metadata, operands, ARRAY_SIZE(operands));
	if (str_eq(asked->row->metadata, "reqd_work_group_size"))
		attach_i32(asked, "work_group_num_dim", (int64_t)count);
}

static void lower_interface(const struct asked *asked, const char *name, const char *unless_zero)
{
	const struct syb_ir *ir = asked->lowering->run->ir;
	LLVMMetadataRef operands[] = { md_string(ir, name, strlen(name)),
				       md_string(ir, unless_zero, strlen(unless_zero)) };
	int64_t value;

	if (number(asked, 0, UINT32_MAX, "a number", &value))
		attach(asked, asked->row->metadata, operands, value ? 2 : 1);
}

static void lower_cluster(const struct asked *asked)
{
	int64_t value;

	if (!exists(asked, "stall_free") && !exists(asked, "stall_enable") &&
	    number(asked, 0, UINT32_MAX, "a number", &value))
		attach_i32(asked, value ? "stall_enable" : "stall_free", 1);
}

/* The vector compiler allocates the registers of explicit SIMD code. */
static void lower_registers(const struct asked *asked)
{
	int64_t value;

	if (exists(asked, "sycl_explicit_simd"))
		return;
	if (asked->row->value == KERNEL_REGISTERS) {
		if (number(asked, 0, UINT32_MAX, "a number", &value))
			attach_i32(asked, asked->row->metadata, value);
	} else if (!text_number(asked->value, 0, 512, &value) || value % 128 != 0 || value == 384) {
		complain(asked, "0, 128, 256 or 512");
	} else if (value == 512) {
		attach_i32(asked, "MaximumRegisters", value);
	} else {
		attach_i32(asked, asked->row->metadata, value / 128);
	}
}

/* Consumers for other devices reject the SPIR-V extension for this. */
static bool is_fpga(const struct asked *asked)
{
	return str_starts(LLVMGetTarget(asked->lowering->run->ir->module), "spir64_fpga");
}

static int lower_property(const struct asked *asked)
{
	LLVMMetadataRef operand;
	int64_t value;

	switch (asked->row->value) {
	case KERNEL_SIZES:
		lower_sizes(asked);
		break;
	case KERNEL_SIZE:
		if (number(asked, 1, most_size(asked), "a size above 0", &value)) {
			operand = size_of(asked, value);
			attach(asked, asked->row->metadata, &operand, 1);
		}
		break;
	case KERNEL_COUNT:
		if (number(asked, 1, UINT32_MAX, "a number above 0", &value))
			attach_i32(asked, asked->row->metadata, value);
		break;
	case KERNEL_FPGA_ZERO:
		if (is_fpga(asked))
			attach_i32(asked, asked->row->metadata, 0);
		break;
	case KERNEL_STREAMING:
		lower_interface(asked, "streaming", "stall_free_return");
		break;
	case KERNEL_REGISTER_MAP:
		lower_interface(asked, "csr", "wait_for_done_write");
		break;
	case KERNEL_CLUSTER:
		lower_cluster(asked);
		break;
	case KERNEL_REGISTERS:
	case KERNEL_GRF:
		lower_registers(asked);
		break;
	case KERNEL_FLOAT_CONTROL:
		if (text_number(asked->value, 0, UINT32_MAX, &value) && float_control_valid(value))
			return lower_float_control(asked->lowering, asked->kernel, value);
		complain(asked, "a mask with at most one rounding mode (1, 2, 4, 8) and any of 16, 32, 64 and 128");
		break;
	}
	return 0;
}

static const struct kernel_property *find(struct text name)
{
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (text_is(name, known[i].name))
			return &known[i];
	return NULL;
}

int lower_kernel(struct lowering *lowering, LLVMValueRef kernel)
{
	struct subject subject = { .what = "kernel", .value = kernel };
	const unsigned index = (unsigned)LLVMAttributeFunctionIndex;
	struct attribute a;

	TRY(decorations_start_global(&lowering->list, kernel, lowering->decorations_kind));
	for (size_t i = 0; i < shim_attribute_count(kernel, index); i++) {
		bool text = attribute_at(kernel, index, i, &a);
		const struct property *decoration = text ? properties_find(&lowering->properties, a.name) : NULL;
		struct asked asked = { lowering, kernel, &subject, text && !decoration ? find(a.name) : NULL, a.value };

		if (decoration)
			TRY(decorations_add_property(&lowering->list, &subject, decoration, a.value));
		else if (asked.row)
			TRY(lower_property(&asked));
	}
	if (decorations_grew(&lowering->list))
		LLVMGlobalSetMetadata(kernel, lowering->decorations_kind, decorations_node(&lowering->list));
	return 0;
}
