# Names from a file are escaped in messages.
printf '[A|\033[31m|\033[31m]\n' >t
sybil table t
