# Devices as a table, in full, as JSON; selectors; none at all.
. "$SRC/tests/cli/_device"
fakes
sybil devices
echo "---"
sybil devices --device='*:gpu;!cuda:*' --device=opencl:0
echo "---"
sybil devices --device=cuda:0 -v
echo "---"
sybil devices -j --device=level_zero:0 | keys
ONEAPI_DEVICE_SELECTOR=opencl:cpu sybil devices
echo "= $?"
ONEAPI_DEVICE_SELECTOR=opencl:cpu sybil devices -j
ONEAPI_DEVICE_SELECTOR=opencl sybil devices
echo "= $?"
sybil devices --device=cuda:x
echo "= $?"
sybil devices --device=opncl:cpu
sybil devices --device=opencl:cpi
sybil devices cuda:0
