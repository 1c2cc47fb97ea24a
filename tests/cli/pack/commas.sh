# File names may hold commas.
. "$SRC/tests/cli/_package"
cp a.spv 'x,y.spv'
sybil pack -o out --state=input --module '--ir=x,y.spv,type=spirv,target=t' && sybil show -j out | grep '"target"'
