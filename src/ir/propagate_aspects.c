/* ir/propagate_aspects.c */
#include "ir.h"

int pass_propagate_aspects(struct pass_run *run)
{
	(void)run;
	return 0;
}
