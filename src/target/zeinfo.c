/* target/zeinfo.c — to be written */
