# A row that an aspect decides whose number is assumed: a warning, unless the numbering is given, stated, or the same.
. "$SRC/tests/cli/filter/_rows"
printf 'x:\n  aspects: [fp16]\n' >c.yaml
echo '[Code|Properties]' >t.table
row fp64 "aspects=2|$(u32 6)"
sybil filter --target=x --device-config=c.yaml t.table
row first "aspects=2|$(u32 28)"
row second "aspects=2|$(u32 28)"
sybil filter --target=x --device-config=c.yaml t.table
sycl-aspect-filter -target=x -device-config-file=c.yaml t.table
sybil filter -q --target=x --device-config=c.yaml t.table
sybil filter --assume-aspect-numbers=2025 --target=x --device-config=c.yaml t.table
for prop in first second; do printf '[Sybil/aspect numbers]\nnumbers=1|2025\n' >>$prop.prop; done
sybil filter --target=x --device-config=c.yaml t.table
