# Attributes get a value, lose it, are wrong; nothing is written then.
. "$SRC/tests/cli/zebin/_text"
ze_old > old
sybil zeinfo set old -o new axpy:slm=8192 'a*:has_dpas=true' axpy:barrier_count= 'axpy:payload_arguments[2].size=8'; echo "exit $?"
diff old new
rm new
for change in axpy:slm=many nobody:slm=1 'z*:slm=1' axpy 'axpy:payload_arguments[9].size=8'; do
	sybil zeinfo set old -o new "$change"; echo "exit $?"
done
ls
sybil zeinfo set old axpy:slm=1; echo "exit $?"
sybil zeinfo set old -o new; echo "exit $?"
sybil zeinfo change old; echo "exit $?"
sybil zeinfo set missing -o new axpy:slm=1; echo "exit $?"
printf '[A]\nb=1|1\n' > p
sybil zeinfo print p; echo "exit $?"
