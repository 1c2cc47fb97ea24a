/* format/offload_read.c — to be written */
