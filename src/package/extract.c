/* package/extract.c — to be written */
