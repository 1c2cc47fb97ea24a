# Colours: only when asked for here, standard error is not a terminal.
printf '[A\n' >t
sybil table t
sybil table --color=never t
sybil table --color=always t
NO_COLOR=1 sybil table --color=always t
exit 0
