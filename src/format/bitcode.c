/* format/bitcode.c — to be written */
