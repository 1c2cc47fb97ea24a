/* package/diff.c — to be written */
