/* format/identify.c — to be written */
