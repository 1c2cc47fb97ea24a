/* package/check.c — to be written */
