# The rows of all tables that a column names, under one title.
. "$SRC/tests/cli/table/_tables"
printf '[Tables]\nin.table\nsecond.table\n' >all.table
printf '[Code|Properties|Symbols]\nc|d|e\n' >second.table
sybil table --merge=Tables all.table
printf '[Tables]\nin.table\nother.table\n' >all.table
sybil table --merge=Tables all.table; echo $?
printf '[Tables]\n' >all.table
sybil table --merge=Tables all.table; echo $?
printf '[Tables|X]\n|x\n' >all.table
sybil table --merge=Tables all.table; echo $?
