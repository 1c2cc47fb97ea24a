# What lies beyond the documents: a newer format and 17 containers inside each other are refused by every verb with one
# message. A state that does not exist can be looked at; verbs that depend on it, or write it again, refuse it.
mkbin() { "$SRC/scripts/mkbin.py" -o "$2" "$SRC/tests/bad/syclbin/$1.txt"; }
mkbin state state
mkbin v2-newer newer
mkbin _v1 good
cp good deep
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do
	gzip -nc deep > more && mv more deep
done
for file in state newer deep; do
	echo "--- $file"
	while read -r line; do
		message=$(${line//F/$file} 2>&1 >/dev/null | head -n 1)
		${line//F/$file} >/dev/null 2>&1
		echo "$line = $? $message"
	done <<'END'
sybil show F
sybil show --html F -o page
sybil size F
sybil extract F --out-dir=out
sybil diff F F
syclbin-dump F
sybil check F
sybil check --target=spir64 F
sybil pack -o out.bin --from=F
sybil prune F -o out.bin --drop-native
sybil link F -o out.bin
sybil cc F -o out.bin
END
done
sybil pack -o repaired --from=state --state=executable && sybil check repaired; echo "exit $?"
