# Numbers of aspects: those of 2026 are written, and assumed where a file does not state them. Older ones are stated,
# converted by pack and link, and compared by name. 28 is atomic64 up to 2025, 27 since.
. "$SRC/tests/cli/_package"
printf '[SYCL/device requirements]\naspects=2|gAAAAAAAAAAHAAAA\n[SYCL/kernel names]\nold=1|1\n' >old.prop
printf '[SYCL/device requirements]\naspects=2|gAAAAAAAAAwGAAAA\n[SYCL/kernel names]\nold=1|1\n' >new.prop
printf '[SYCL/device requirements]\naspects=2|gAAAAAAAAAwGAAAA\n[SYCL/kernel names]\nnew=1|1\n' >other.prop
printf '[SYCL/device requirements]\naspects=2|gAAAAAAAAAgNAAAA\n[SYCL/kernel names]\ngone=1|1\n' >gone.prop
numbers() { sybil show "$@" | grep -E 'aspects:|aspect_numbers'; }
pack() { sybil pack -q --state=object "${@:3}" -o "$1" --properties="$2" --ir=a.spv,target=spir64-unknown-unknown; }
numbers old.prop
numbers --aspect-numbers=2025 old.prop
numbers --assume-aspect-numbers=2025 old.prop
sybil show -j --assume-aspect-numbers=2025 old.prop | grep aspect_numbers
sybil check -v old.prop
echo "== packages"
pack old.syclbin old.prop --assume-aspect-numbers=2025 --aspect-numbers=2025
pack new.syclbin new.prop
pack other.syclbin other.prop
numbers old.syclbin
numbers new.syclbin
numbers --assume-aspect-numbers=2025 new.syclbin
sybil diff old.syclbin new.syclbin
echo "== converted"
sybil pack --from old.syclbin --dialect=dpcpp -o today.syclbin && cmp today.syclbin new.syclbin
sybil pack --from old.syclbin -o kept.syclbin && cmp kept.syclbin old.syclbin
sybil pack --from old.syclbin --aspect-numbers=2026 -o today.syclbin && cmp today.syclbin new.syclbin
sybil pack --from new.syclbin --aspect-numbers=2025 -o written.syclbin && cmp written.syclbin old.syclbin
pack unstated.syclbin old.prop
sybil pack --from unstated.syclbin --assume-aspect-numbers=2025 -o today.syclbin && numbers today.syclbin
sybil pack --from today.syclbin --dialect=dpcpp -o again.syclbin && cmp again.syclbin new.syclbin
sybil pack --from unstated.syclbin --assume-aspect-numbers=2025 --aspect-numbers=2025 -o today.syclbin && cmp today.syclbin old.syclbin
echo "== linked"
sybil link -q old.syclbin other.syclbin -o both.syclbin && numbers both.syclbin
sybil link -q --aspect-numbers=2025 old.syclbin -o one.syclbin && numbers one.syclbin
sybil link -q --aspect-numbers=2025 new.syclbin other.syclbin -o both.syclbin && numbers both.syclbin
sybil link -q --assume-aspect-numbers=2025 unstated.syclbin -o one.syclbin && numbers one.syclbin
echo "== refused"
pack gone.syclbin gone.prop --assume-aspect-numbers=2025 --aspect-numbers=2025
sybil link -q gone.syclbin -o none.syclbin
echo $?
sybil check --target=intel_gpu_pvc old.syclbin
sybil show --aspect-numbers=2024 old.prop
