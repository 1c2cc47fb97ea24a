/* base/value_text.c — to be written */
