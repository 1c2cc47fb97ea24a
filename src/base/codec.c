/* base/codec.c — to be written */
