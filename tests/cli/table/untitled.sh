# Columns without titles are numbered.
printf 'a|b\nc|d\n' >t
sybil table --rename=0,Code t
sybil table --extract=1 --drop-titles t
