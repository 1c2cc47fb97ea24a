/* format/table.c — to be written */
