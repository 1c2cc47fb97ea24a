/* package/check_complete.c — to be written */
