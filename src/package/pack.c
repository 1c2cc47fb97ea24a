/* package/pack.c — to be written */
