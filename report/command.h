/* report/command.h — what the program adds to the document's sources. */
#ifndef REPORT_COMMAND_H
#define REPORT_COMMAND_H

#include "report.h"

extern const struct report_ir report_llvm;

#endif
