# Messages and exit code 1.
. "$SRC/tests/cli/_package"
pack_two p
echo bad >bad
syclbin-dump nothing; echo $?
syclbin-dump bad; echo $?
syclbin-dump p -o nowhere/out; echo $?
syclbin-dump; echo $?
syclbin-dump p -frob; echo $?
