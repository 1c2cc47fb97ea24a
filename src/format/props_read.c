/* format/props_read.c — to be written */
