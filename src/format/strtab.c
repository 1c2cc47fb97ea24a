/* format/strtab.c — to be written */
