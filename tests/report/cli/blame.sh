# Which calls lead to what a kernel needs: one → middle → deep, which multiplies doubles.
command -v spirv-as >/dev/null || { echo "spirv-as is not there" >&2; exit 77; }
cat >m.spvasm <<'EOF'
OpCapability Kernel
OpCapability Addresses
OpCapability Linkage
OpCapability Float64
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %one "one"
OpEntryPoint Kernel %two "two"
%file = OpString "dir/k.cpp"
OpName %middle "_Z6middlev"
OpName %deep "_Z4deepv"
%void = OpTypeVoid
%double = OpTypeFloat 64
%fn = OpTypeFunction %void
%c = OpConstant %double 2
%deep = OpFunction %void None %fn
%d0 = OpLabel
OpLine %file 3 7
%d1 = OpFMul %double %c %c
OpReturn
OpFunctionEnd
%middle = OpFunction %void None %fn
%m0 = OpLabel
OpLine %file 7 1
%m1 = OpFunctionCall %void %deep
OpReturn
OpFunctionEnd
%one = OpFunction %void None %fn
%o0 = OpLabel
%o1 = OpFunctionCall %void %middle
OpReturn
OpFunctionEnd
%two = OpFunction %void None %fn
%t0 = OpLabel
OpReturn
OpFunctionEnd
EOF
spirv-as --target-env spv1.2 m.spvasm -o m.spv
sybil pack -o p --state=executable --module --infer --ir=m.spv
for f in m.spv p; do
	sybil show --html -j $f | python3 -c 'import json, sys
d = json.load(sys.stdin)
def nodes(n):
    yield n
    for c in n.get("children", []): yield from nodes(c)
def chain(at):
    while at is not None:
        yield d["calls"][at]
        at = d["calls"][at].get("next")
for b in d["blame"]: print(d["kernels"][b["kernel"]]["kernel"], b["needs"], [{k: v for k, v in c.items() if k != "next"} for c in chain(b["chain"])])
print([(n["name"], n["bytes"]) for n in nodes(d["treemap"]) if n["what"] == "kernel"])'
done
