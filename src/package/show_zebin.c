/* package/show_zebin.c — to be written */
