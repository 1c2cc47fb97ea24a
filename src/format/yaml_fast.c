/* format/yaml_fast.c — to be written */
