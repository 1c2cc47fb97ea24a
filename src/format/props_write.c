/* format/props_write.c — to be written */
