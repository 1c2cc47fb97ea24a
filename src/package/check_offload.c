/* package/check_offload.c — to be written */
