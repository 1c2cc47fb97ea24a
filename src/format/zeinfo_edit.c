/* format/zeinfo_edit.c — to be written */
