/* target/aspects.c — to be written */
