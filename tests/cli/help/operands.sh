# Too few and too many operands; options before the verb.
sybil show; echo $?
sybil diff a; echo $?
sybil diff a b c; echo $?
sybil prune a b -o c; echo $?
sybil -j show a; echo $?
sybil help show pack; echo $?
sybil help help | head -1
