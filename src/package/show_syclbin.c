/* package/show_syclbin.c — to be written */
