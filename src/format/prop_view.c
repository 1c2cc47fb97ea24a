/* format/prop_view.c — to be written */
