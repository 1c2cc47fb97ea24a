/* ir/module/constants.h — constants that calls point to: texts, and lists of them. */
#ifndef IR_CONSTANTS_H
#define IR_CONSTANTS_H

#include "ir.h"

/* The variable that a constant is the address of, through casts and first elements; NULL for other constants. */
LLVMValueRef constant_variable(LLVMValueRef constant);
/* The global that a constant expression is computed from; NULL when there is none. */
LLVMValueRef constant_global(LLVMValueRef constant);
/* The text a constant points to, up to its NUL. */
bool constant_text(LLVMValueRef constant, struct text *out_text);

#endif
