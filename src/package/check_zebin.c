/* package/check_zebin.c — to be written */
