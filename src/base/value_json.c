/* base/value_json.c — to be written */
