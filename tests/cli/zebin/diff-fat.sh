# A zebin is compared with the one for its device; files of different kinds are not compared.
command -v ar >/dev/null || { echo "ar is not there" >&2; exit 77; }
cp "$SRC/tests/golden/zebin/two-fat" fat
cp "$SRC/tests/golden/zebin/two-acm-g10.zebin" z
ar p fat 64.12.56.5 > member
sybil diff fat member; echo "exit $?"
sybil diff member fat; echo "exit $?"
sybil zeinfo set member -o more add:slm=1K
sybil diff fat more; echo "exit $?"
sybil diff fat z; echo "exit $?"
sybil zeinfo print z > text
sybil diff text fat; echo "exit $?"
ar rc one z && sybil diff one member | grep -v section; echo "exit ${PIPESTATUS[0]}"
printf '\003\002\043\007\0\0\1\0\0\0\0\0\1\0\0\0\0\0\0\0' > s.spv
sybil diff z s.spv; echo "exit $?"
sybil diff s.spv fat; echo "exit $?"
head -c 200 fat > cut
sybil diff cut z; echo "exit $?"
