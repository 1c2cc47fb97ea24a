; Facts of the plugin, as they stand in a module, become what they say and go; once more changes nothing.
; RUN: sybil opt --passes=front-end %s -S -o once.ll; sybil opt --passes=front-end once.ll -S -o twice.ll; cmp once.ll twice.ll; cat once.ll
; LLVM: 15
; CHECK: source_filename = "dir/a.cpp"
; CHECK-NOT: sybil
; CHECK: @v = addrspace(1) global i32 0 #[[V:[0-9]+]]
; CHECK-NOT: @host
; CHECK: define spir_kernel void @k(i32 "sycl-foo"="32" %x) #[[K:[0-9]+]] !reqd_work_group_size ![[S:[0-9]+]] !work_group_num_dim ![[D:[0-9]+]] !sycl_used_aspects ![[U:[0-9]+]] !sycl_declared_aspects ![[A:[0-9]+]] {
; CHECK: define internal spir_func void @helper()
; CHECK: define weak_odr spir_func void @exported() #[[K]]
; CHECK-NOT: @unused
; CHECK: declare !sycl_used_aspects ![[O:[0-9]+]] spir_func void @_Z5otherv()
; CHECK: attributes #[[V]] = { "sycl-host-access"="read" }
; CHECK: attributes #[[K]] = { "sycl-module-id"="dir/a.cpp" }
; CHECK: !sycl_aspects = !{![[ONE:[0-9]+]]}
; CHECK: ![[ONE]] = !{!"fp16", i32 5}
; CHECK: ![[S]] = !{i32 4, i32 8, i32 1}
; CHECK: ![[D]] = !{i32 2}
; CHECK: ![[U]] = !{i32 6, i32 5}
; CHECK: ![[A]] = !{i32 6}
; CHECK: ![[O]] = !{i32 1}
@v = addrspace(1) global i32 0
@host = addrspace(1) global i32 0
@_ZL17__sybil_carrier_0 = internal addrspace(1) global i8 0
@llvm.compiler.used = appending global [1 x i8*] [i8* addrspacecast (i8 addrspace(1)* @_ZL17__sybil_carrier_0 to i8*)], section "llvm.metadata"
@f0 = private constant [36 x i8] c"sybil.front-end:6:module9:dir/a.cpp\00", section "llvm.metadata"
@f1 = private constant [53 x i8] c"sybil.front-end:9:attribute16:sycl-host-access4:read\00", section "llvm.metadata"
@f2 = private constant [30 x i8] c"sybil.front-end:6:kernel3:own\00", section "llvm.metadata"
@f3 = private constant [45 x i8] c"sybil.front-end:9:parameter1:08:sycl-foo2:32\00", section "llvm.metadata"
@f4 = private constant [41 x i8] c"sybil.front-end:15:work-group-size1:81:4\00", section "llvm.metadata"
@f5 = private constant [26 x i8] c"sybil.front-end:4:used1:6\00", section "llvm.metadata"
@f6 = private constant [29 x i8] c"sybil.front-end:4:used1:51:6\00", section "llvm.metadata"
@f7 = private constant [30 x i8] c"sybil.front-end:8:declared1:6\00", section "llvm.metadata"
@f8 = private constant [27 x i8] c"sybil.front-end:8:external\00", section "llvm.metadata"
@f9 = private constant [60 x i8] c"sybil.front-end:2:of9:_Z5otherv25:sybil.front-end:4:used1:1\00", section "llvm.metadata"
@f10 = private constant [59 x i8] c"sybil.front-end:2:of8:_Z4nonev25:sybil.front-end:4:used1:1\00", section "llvm.metadata"
@f11 = private constant [35 x i8] c"sybil.front-end:7:aspects4:fp161:5\00", section "llvm.metadata"
@llvm.global.annotations = appending global [12 x { i8*, i8*, i8*, i32, i8* }] [
  { i8*, i8*, i8*, i32, i8* } { i8* addrspacecast (i8 addrspace(1)* @_ZL17__sybil_carrier_0 to i8*), i8* getelementptr inbounds ([36 x i8], [36 x i8]* @f0, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* addrspacecast (i8 addrspace(1)* bitcast (i32 addrspace(1)* @v to i8 addrspace(1)*) to i8*), i8* getelementptr inbounds ([53 x i8], [53 x i8]* @f1, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* bitcast (void (i32)* @k to i8*), i8* getelementptr inbounds ([30 x i8], [30 x i8]* @f2, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* bitcast (void (i32)* @k to i8*), i8* getelementptr inbounds ([45 x i8], [45 x i8]* @f3, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* bitcast (void (i32)* @k to i8*), i8* getelementptr inbounds ([41 x i8], [41 x i8]* @f4, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* bitcast (void (i32)* @k to i8*), i8* getelementptr inbounds ([26 x i8], [26 x i8]* @f5, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* bitcast (void (i32)* @k to i8*), i8* getelementptr inbounds ([29 x i8], [29 x i8]* @f6, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* bitcast (void (i32)* @k to i8*), i8* getelementptr inbounds ([30 x i8], [30 x i8]* @f7, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* bitcast (void ()* @exported to i8*), i8* getelementptr inbounds ([27 x i8], [27 x i8]* @f8, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* addrspacecast (i8 addrspace(1)* @_ZL17__sybil_carrier_0 to i8*), i8* getelementptr inbounds ([60 x i8], [60 x i8]* @f9, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* addrspacecast (i8 addrspace(1)* @_ZL17__sybil_carrier_0 to i8*), i8* getelementptr inbounds ([59 x i8], [59 x i8]* @f10, i32 0, i32 0), i8* null, i32 0, i8* null },
  { i8*, i8*, i8*, i32, i8* } { i8* addrspacecast (i8 addrspace(1)* @_ZL17__sybil_carrier_0 to i8*), i8* getelementptr inbounds ([35 x i8], [35 x i8]* @f11, i32 0, i32 0), i8* null, i32 0, i8* null }
], section "llvm.metadata"
define spir_kernel void @k(i32 %x) {
  call spir_func void @helper()
  call spir_func void @_Z5otherv()
  ret void
}
define spir_func void @helper() {
  ret void
}
define linkonce_odr spir_func void @exported() {
  ret void
}
define spir_func void @unused() {
  store i32 1, i32 addrspace(1)* @host
  ret void
}
declare spir_func void @_Z5otherv()
