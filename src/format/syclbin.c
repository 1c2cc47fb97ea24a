/* format/syclbin.c — to be written */
