/* package/show.c — to be written */
