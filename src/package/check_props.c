/* package/check_props.c — to be written */
