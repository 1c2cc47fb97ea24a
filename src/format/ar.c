/* format/ar.c — to be written */
