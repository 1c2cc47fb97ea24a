# What a small file inflates to is bounded, in parts of packages too; an option allows more.
python3 - <<'P'
import gzip
sets = lambda mebibytes: gzip.compress(b"[a/b]\n" + b"\n" * (mebibytes << 20), 9, mtime=0)
open("sets.gz", "wb").write(sets(9))
open("image.gz", "wb").write(sets(5))
P
sybil show sets.gz
echo "exit $?"
sybil show --max-inflated=16M sets.gz
echo "exit $?"
SYBIL_MAX_INFLATED=16M sybil check sets.gz
echo "exit $?"
sybil show --max-inflated=lots sets.gz
echo "exit $?"
# each image is within the bounds, both are not
ar rcD lib.a image.gz
sybil pack -o p.syclbin --state=executable --module --native=lib.a,arch=intel_gpu_pvc --native=lib.a,arch=intel_gpu_dg2_g10
sybil show --deep p.syclbin >/dev/null
echo "exit $?"
sybil show --deep --max-inflated=16M p.syclbin >/dev/null
echo "exit $?"
