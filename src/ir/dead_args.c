/* ir/dead_args.c — kernel arguments that nothing uses go. */
#include "ir.h"

int pass_dead_args(struct pass_run *run)
{
	(void)run;
	return 0;
}
