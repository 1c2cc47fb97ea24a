/* format/spirv.c — to be written */
