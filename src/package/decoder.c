/* package/decoder.c — to be written */
