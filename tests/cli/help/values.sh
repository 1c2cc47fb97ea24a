# Values: missing, empty, not wanted, not one of the list.
sybil pack -o; echo $?
sybil pack --output; echo $?
sybil pack --output=; echo $?
sybil show --hash=1 x; echo $?
sybil show --color=blue x; echo $?
sybil pack --state=done -o x; echo $?
sybil extract --module=1x -o x y; echo $?
