/* package/gate.c — to be written */
