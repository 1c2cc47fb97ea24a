# Messages and exit code 1. Errors of a package are also printed in the other tool's words.
. "$SRC/tests/cli/_package"
pack_two p
pack_two bare --container=none
patch() { # FROM TO OFFSET BYTES
	cp "$1" "$2" && printf "$4" | dd of="$2" bs=1 seek="$3" conv=notrunc status=none
}
echo bad >bad
head -c 40 bare >cut
head -c 100 bare >short
patch bare newer 4 '\x07'
patch bare two 4 '\x02'
patch bare metadata 40 '\xff\xff'
patch p size 8 '\xff\xff\xff\xff'
patch p version 4 '\x09'
head -c 20 p >header
for f in nothing bad cut short newer two metadata size version header; do
	syclbin-dump $f; echo $f $?
done
syclbin-dump p -o nowhere/out; echo $?
syclbin-dump; echo $?
syclbin-dump p -frob; echo $?
