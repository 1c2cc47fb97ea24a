# OpenCL C to a package: the default name, its state, what -fsyclbin says; every source at once; nothing temporary stays.
. "$SRC/tests/cli/cc/_sources"
sybil cc axpy.cl && modules a.syclbin
sybil cc -fsycl -fsyclbin --offload-new-driver blur.cl edges.cl -o both.syclbin -fsycl-device-code-split && modules both.syclbin
sybil check a.syclbin both.syclbin
sybil cc -fsyclbin=object blur.cl -o blur.syclbin && modules blur.syclbin
sybil cc -fsyclbin=input edges.cl -oedges.syclbin && modules edges.syclbin
sybil cc -fsycl-link blur.syclbin edges.syclbin -o linked.syclbin && modules linked.syclbin
sybil cc -fsycl-device-code-split=per_kernel -DSAXPY axpy.cl -o - | sybil show - | grep -c saxpy
clean
