/* tools/cmd_link.c — sybil link: packages → package. */
#include "tool.h"

int cmd_link(struct tool *tool)
{
	return link_packages(tool);
}
