/* format/prop_decode.c — to be written */
