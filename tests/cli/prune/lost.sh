# A kernel that loses its last image is an error, unless asked for.
. "$SRC/tests/cli/_package"
pack_two p
sybil prune p -o q --drop-ir; echo $?
test ! -e q
sybil prune p -o q --drop-ir --allow-empty && sybil show -j q | grep -c '"index": 1'
sybil prune p; echo $?
sybil prune nothing -o q; echo $?
sybil prune a.prop -o q2; echo $?
test ! -e q2
