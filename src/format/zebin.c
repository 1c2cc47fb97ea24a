/* format/zebin.c — to be written */
