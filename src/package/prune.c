/* package/prune.c — to be written */
