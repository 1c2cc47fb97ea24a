# Completions and option lists come from the same tables.
sybil --completion=bash | grep -c 'executable'
sybil --completion=zsh | head -1
sybil --completion=fish | grep -c -- '-l keep-arch '
sybil --completion=csh; echo $?
sybil --man-options=size
sybil --man-options=show | head -3
sybil --man-options=nothing; echo $?
