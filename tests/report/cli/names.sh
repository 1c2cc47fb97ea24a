# A name that no package can have is no reason not to ask about the others.
command -v spirv-as >/dev/null || { echo "spirv-as is not there" >&2; exit 77; }
cat >names.spvasm <<'EOF'
OpCapability Kernel
OpCapability Addresses
OpCapability Linkage
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %one "good"
OpEntryPoint Kernel %two "b=ad"
OpEntryPoint Kernel %three "[bad"
OpDecorate %four LinkageAttributes "ex=port" Export
%void = OpTypeVoid
%fn = OpTypeFunction %void
%one = OpFunction %void None %fn
%a = OpLabel
OpReturn
OpFunctionEnd
%two = OpFunction %void None %fn
%b = OpLabel
OpReturn
OpFunctionEnd
%three = OpFunction %void None %fn
%c = OpLabel
OpReturn
OpFunctionEnd
%four = OpFunction %void None %fn
%d = OpLabel
OpReturn
OpFunctionEnd
EOF
spirv-as --target-env spv1.2 names.spvasm -o names.spv
sybil show --html -j names.spv | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["files"][0].get("not_asked"))
for k in d["kernels"]: print(k["kernel"], k.get("not_asked"), "answers" in k and sorted({d["verdicts"][v]["answer"] for v in d["answers"][k["answers"]]}))'
