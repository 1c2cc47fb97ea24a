# Limits that cannot be understood are errors of the command line.
. "$SRC/tests/cli/zebin/_text"
ze_old | sed 's/index:           2/index:           1/' > old
for e in 'spil>0' 'execution_env.has_dpass==true' 'spill' 'spill=0' '>0' 'spill>' 'spill>many' 'name>a' 'a b>0' 'has_dpas==2'; do
	sybil check old --fail-if "$e"; echo "exit $?"
done
