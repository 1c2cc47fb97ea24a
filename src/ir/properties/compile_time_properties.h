/* ir/properties/compile_time_properties.h — shared by the files of the pass compile-time-properties. */
#ifndef IR_COMPILE_TIME_PROPERTIES_H
#define IR_COMPILE_TIME_PROPERTIES_H

#include "decorations.h"

struct attribute {
	struct text name, value;
};

struct lowering {
	struct pass_run *run;
	struct properties properties;
	struct decorations list; /* of the value being lowered */
	unsigned decorations_kind, parameters_kind, align_kind;
	LLVMTypeRef size_type; /* as wide as a pointer */
	struct hash modes;     /* kernel → its execution modes, as bits; kernel_modes.c */
	bool modes_known;
};

/* The i-th attribute of a variable, of a function (LLVMAttributeFunctionIndex) or of a parameter (1, …); false unless
 * it is a string attribute. */
static inline bool attribute_at(LLVMValueRef global, unsigned index, size_t i, struct attribute *out)
{
	return shim_attribute_at(global, index, i, &out->name.ptr, &out->name.len, &out->value.ptr, &out->value.len);
}

int lower_kernel(struct lowering *lowering, LLVMValueRef kernel);
int lower_parameters(struct lowering *lowering, LLVMValueRef kernel);
int lower_variable(struct lowering *lowering, LLVMValueRef variable);
int lower_annotations(struct lowering *lowering);
/* Give all loads, stores and copies through the pointer at least this alignment. */
int lower_alignment(const struct lowering *lowering, LLVMValueRef pointer, unsigned align, bool *out_applied);

/* kernel_modes.c: whether a mask has known bits only and at most one rounding mode; its execution modes. */
bool float_control_valid(int64_t mask);
int lower_float_control(struct lowering *lowering, LLVMValueRef kernel, int64_t mask);

static inline bool is_alignment(int64_t value)
{
	return value > 0 && (value & (value - 1)) == 0;
}

#endif
