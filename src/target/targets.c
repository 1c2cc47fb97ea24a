/* target/targets.c — to be written */
