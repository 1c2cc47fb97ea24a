/* package/check_zeinfo.c — to be written */
