/* package/select.c — to be written */
