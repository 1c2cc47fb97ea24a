# Too few and too many operands; options before the verb.
sybil show; echo $?
sybil diff a; echo $?
sybil diff a b c; echo $?
sybil prune a b -o c; echo $?
sybil -j show a; echo $?
sybil help show pack; echo $?
sybil help help | head -1
# A file in the place of a verb, files without options, and files that are empty.
touch a.file
sybil a.file show; echo $?
sybil pack a.file -o out; echo $?
sybil devices a.device; echo $?
sybil show a.file; echo $?
sybil check a.file; echo $?
sybil size a.file; echo $?
sybil zeinfo print a.file; echo $?
