# Completion and lists of options come from the same tables.
sybil --complete -- sybil pack --state=ex
sybil --complete -- sybil show --no-d
sybil --complete -- sybil extract --out-dir=x
sybil --complete -- sybil cc -fsycl-targets=spir64,nvidia_gpu_sm_90
sybil --complete -- sybil run -d cuda
sybil --complete -- sybil nothing x; sybil --complete -- sybil; sybil --complete --; sybil --complete; echo $?
sybil --man-options=size
sybil --man-options=show | head -3
sybil --man-options=nothing; echo $?
