/* target/products.c — to be written */
