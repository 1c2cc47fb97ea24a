/* format/prop_coding.c — to be written */
