/* package/show_kinds.c — to be written */
