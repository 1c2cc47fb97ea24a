/* format/zeinfo.c — to be written */
