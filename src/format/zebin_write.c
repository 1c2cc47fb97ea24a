/* format/zebin_write.c — to be written */
