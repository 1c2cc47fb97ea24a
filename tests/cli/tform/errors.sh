# Every message, exit 1, no output.
. "$SRC/tests/cli/tform/_tables"
try() {
	file-table-tform "$@"
	echo $?
}
try -o out
try in.table
try -o out -replace=Code,SPIRV in.table
try -o out -replace_cell=Code,0 in.table
try -o out nothing.table
try -o out -replace_cell=Code,0 in.table nothing
try -o out -rename=Code, in.table
try -o out -extract= in.table
try -o out -rename=Code in.table
try -o out -replace_cell=Code,x in.table other.table
try -o out -copy_single_file=Code,2 in.table
try -o out -copy_single_file=Code in.table
try -o out -copy_single_file=Code,0 -rename=Code,X in.table
printf '[Code|X]\n|x\n' >empty.table
try -o out -copy_single_file=Code,0 empty.table
try -o out -extract=Nothing in.table
try -o out -rename=Code,Symbols in.table
printf '[Code|Code]\n' >bad.table
try -o out bad.table
printf '[Code\n' >bad.table
try -o out bad.table
printf '[Code]\na|b\n' >bad.table
try -o out bad.table
try -o nowhere/out in.table
try -o out -frobnicate in.table
test ! -e out
