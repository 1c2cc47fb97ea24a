# Text that is not LLVM IR is a file without device code; a file with the suffix of LLVM IR is read as such.
printf 'root:x:0:0:root:/root:/bin/sh\n' >passwd
printf '; of nobody\n\n' >comment
sybil link passwd -o never; echo "= $?"
sybil link comment passwd -o never; echo "= $?"
[ ! -e never ] || echo "never was written"
