# Elements of lists are named by their place, in brackets or behind a dot.
. "$SRC/tests/cli/zebin/_text"
ze_old | sed 's/index:           2/index:           1/' > old
sybil check old --fail-if 'payload[0].size>2'; echo "exit $?"
sybil check old --fail-if 'ax[o-q]y:arguments[0].index == 0' --fail-if 'axpy:arguments.0.index==0'; echo "exit $?"
for e in 'payload[].size>2' 'payload[x].size>2' '[0]>2' 'ax[0]>1' 'ax[pq]slm>0'; do
	sybil check old --fail-if "$e"; echo "exit $?"
done
