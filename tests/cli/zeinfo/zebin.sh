# A zebin is written again with only its ZE Info, or one name, changed.
cp "$SRC/tests/golden/zebin/two-acm-g10.zebin" z
sybil zeinfo set z -o more add:slm=1024; echo "exit $?"
sybil zeinfo print more > b; sybil zeinfo print z | diff - b
sybil check more; echo "exit $?"
sybil zeinfo rename z -o other add=plus; echo "exit $?"
sybil show other | grep -E '^  (add|plus) '
sybil check other; echo "exit $?"
sybil zeinfo rename other -o back plus=add && sybil diff z back
sybil zeinfo rename z -o t add=a last=b; echo "exit $?"
sybil check t; echo "exit $?"
sybil show t | grep -E '^  (a|b|add|last) '
sybil zeinfo rename t -o t b=last a=add && sybil diff z t
sybil zeinfo rename z -o u add=last; echo "exit $?"; [ ! -e u ]
