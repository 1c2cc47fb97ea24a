# Outputs appear whole or not at all; existing ones keep their mode; folders that are not there are not made.
. "$SRC/tests/cli/table/_tables"
echo old >out; chmod 600 out
sybil table -o out in.table && stat -c %a out
sybil table -o nowhere/out in.table; echo $?
mkdir folder
sybil table -o folder in.table; echo $?
sybil table -o /dev/full in.table; echo $?
ls
