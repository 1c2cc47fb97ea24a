/* format/elf.c — to be written */
