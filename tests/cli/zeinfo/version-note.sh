# A zebin states its version twice: a new one is put in both places.
cp "$SRC/tests/golden/zebin/two-acm-g10.zebin" z
sybil zeinfo lower z -o lower --to=1.19; echo "exit $?"
sybil show lower | grep version; sybil check --strict lower; echo "exit $?"
sybil zeinfo set z -o short version=1.9; sybil show short | grep version
sybil zeinfo set short -o back version=1.20; cmp z back; echo "exit $?"
