/* format/item.c — to be written */
