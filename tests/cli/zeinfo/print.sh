# A text that IGC wrote prints as it is; --minimal leaves out defaults; -o writes.
. "$SRC/tests/cli/zebin/_text"
ze_old > old
sybil zeinfo print old | cmp - old && echo same
sybil zeinfo print old -o out && cmp out old && echo same
sybil zeinfo print "$SRC/tests/golden/zebin/two-acm-g10.zebin" | head -3
sed '/grf_count:       256/a\      slm_size:        0' old > t
sybil zeinfo print t | diff t -
sybil zeinfo print --minimal t | diff old - && echo minimal
sybil zeinfo print -j old -o out; sybil zeinfo print -j old; echo "exit $?"
