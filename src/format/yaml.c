/* format/yaml.c — to be written */
