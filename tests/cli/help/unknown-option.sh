# Options are matched exactly; the nearest one is suggested.
sybil show --hsah x; echo $?
sybil show --has x; echo $?
sybil show --frobnicate x; echo $?
sybil show -x x; echo $?
sybil show -jx x; echo $?
sybil show -hash x; echo $?
file-table-tform -renam=a,b x; echo $?
