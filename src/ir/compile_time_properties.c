/* ir/compile_time_properties.c */
#include "ir.h"

int pass_compile_time_properties(struct pass_run *run)
{
	(void)run;
	return 0;
}
