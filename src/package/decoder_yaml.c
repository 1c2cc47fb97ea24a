/* package/decoder_yaml.c — to be written */
