/* format/offload_write.c — to be written */
