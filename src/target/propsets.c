/* target/propsets.c — to be written */
