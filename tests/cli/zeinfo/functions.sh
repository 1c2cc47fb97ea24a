# Functions of a zebin have only symbols; names may be swapped; text and ELF file agree.
cp "$SRC/tests/golden/zebin/calls.library-acm-g10.zebin" z
sybil zeinfo rename z -o t helper=assistant; echo "exit $?"
sybil show t | grep -A3 '^functions'
sybil check t; echo "exit $?"
sybil zeinfo rename t -o t assistant=helper && cmp z t && echo back
sybil zeinfo rename z -o t calls=helper helper=depth depth=calls; echo "exit $?"
sybil show t | grep -E -A3 '^functions|stack-calls$'
sybil check t; echo "exit $?"
sybil zeinfo rename t -o t helper=calls depth=helper calls=depth && cmp z t && echo back
rm t
sybil zeinfo rename z -o t calls=x helper=x; echo "exit $?"
sybil zeinfo rename z -o t calls=depth; echo "exit $?"
sybil zeinfo rename z -o t calls=x calls=y; echo "exit $?"
sybil zeinfo rename z -o t helper=_entry; echo "exit $?"
ls
