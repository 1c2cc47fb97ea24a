/* format/syclbin_v1.c — to be written */
