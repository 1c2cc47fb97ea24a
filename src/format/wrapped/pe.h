/* format/wrapped/pe.h — Windows programs and DLLs (PE32+). */
#ifndef FORMAT_WRAPPED_PE_H
#define FORMAT_WRAPPED_PE_H

#include "base/span.h"

bool pe_is(struct span file);

#endif
