/* package/size.c — to be written */
