/* package/dump.c — to be written */
