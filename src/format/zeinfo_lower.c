/* format/zeinfo_lower.c — to be written */
