/* format/offload_names.c — to be written */
