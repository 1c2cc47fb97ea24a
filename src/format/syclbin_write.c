/* format/syclbin_write.c — to be written */
