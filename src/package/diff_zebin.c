/* package/diff_zebin.c — to be written */
