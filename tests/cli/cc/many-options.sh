# Memory is linear in the options of a response file. Clang gets them in a response file, too.
echo 'kernel void k(global int *p) { *p = X199999; }' >k.cl
seq -f '-DX%.0f=1' 0 199999 >words
python3 - <<'END'
import resource
import subprocess
subprocess.run(["sybil", "cc", "-###", "@words", "k.cl", "-o", "k.syclbin"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
print("below 200 MiB" if most < 200 else f"{most} MiB")
END
sybil cc @words k.cl -o k.syclbin; echo "exit $?"
sybil show k.syclbin | grep kernels:
