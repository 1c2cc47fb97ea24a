/* ir/module/constants.h — constants that calls point to: texts, and lists of them. */
#ifndef IR_CONSTANTS_H
#define IR_CONSTANTS_H

#include "ir/properties/properties.h"

/* The variable that a constant is the address of, through casts and first elements; NULL when it is none. */
LLVMValueRef constant_variable(LLVMValueRef constant);
/* The text a constant points to, up to its NUL. */
bool constant_text(LLVMValueRef constant, struct text *out_text);

#endif
