/* format/syclbin_v2.c — to be written */
