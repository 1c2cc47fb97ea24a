# Wrong input files: 3 where it is their content, 4 where they cannot be read; 0 where any content does.
. "$SRC/tests/cli/exit/_table"
table <<'END'
sybil show F
sybil show --html F -o page
sybil check F
sybil check --target=spir64 F
sybil check --fail-if=spill>0 F
sybil cc F -o out
sybil pack -o out --from=F
sybil pack -o out --state=object --ir=F
sybil pack -o out --state=object --native=F,arch=x
sybil pack -o out --state=object --ir=good.spv --properties=F
sybil link F -o out
sybil link --spirv F -o out
sybil extract F -o out
sybil extract F --out-dir=out
sybil extract F --kernel=k -o out
sybil prune F -o out --drop-native
sybil diff F F
sybil diff good.syclbin F
sybil diff --html F F -o page
sybil size F
sybil zeinfo print F
sybil zeinfo lower F --to=1.20 -o out
sybil table F -o out
sybil filter --target=spir64 F -o out
sybil filter --target=spir64 --device-config=F good.table -o out
syclbin-dump F
file-table-tform F -o out
sycl-aspect-filter F -target=spir64 -o out
END
echo "--- in a wrong state"
sybil link good.syclbin -o out; echo "= $?"
sybil cc good.syclbin -o out; echo "= $?"
