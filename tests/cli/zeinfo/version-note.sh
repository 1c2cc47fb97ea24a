# A zebin states its version twice: a new one is put in both places.
cp "$SRC/tests/golden/zebin/two-acm-g10.zebin" z
sybil zeinfo lower z -o lower --to=1.19; echo "exit $?"
sybil show lower | grep version; sybil check --strict lower; echo "exit $?"
sybil zeinfo set z -o long version=1.100; sybil show long | grep version
sybil zeinfo set long -o back version=1.20; cmp z back; echo "exit $?"
