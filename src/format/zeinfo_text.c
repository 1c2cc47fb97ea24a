/* format/zeinfo_text.c — to be written */
