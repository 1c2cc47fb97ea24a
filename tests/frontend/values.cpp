// Values of properties become texts as the specification says. What is no kernel's or other module's stays away.
// RUN: %S/compile %s
// CHECK-NOT: @main
// CHECK: define dso_local spir_func void @_Z3allv() #[[ALL:[0-9]+]]
// CHECK: define dso_local spir_func void @_Z6filterv() #[[FILTER:[0-9]+]]
// CHECK: define dso_local spir_func void @_Z5emptyv() #[[EMPTY:[0-9]+]]
// CHECK: attributes #[[ALL]] = {
// CHECK: "array"="of characters"
// CHECK: "bool"="true"
// CHECK: "byte"="65"
// CHECK: "char"="c"
// CHECK: "double"="1.500000"
// CHECK: "empty"
// CHECK: "enum"="-2"
// CHECK: "float"="0.333333"
// CHECK: "int"="-7"
// CHECK: "literal"="read"
// CHECK: "long"="18446744073709551615"
// CHECK: "none" "nul"
// CHECK: "scoped"="5"
// CHECK: "sycl-module-id"="values.cpp"
// CHECK: "wide"="\C3\BC"
// CHECK: attributes #[[FILTER]] = {
// CHECK-NOT: "dropped"
// CHECK: "kept"="1"
// CHECK-NOT: "dropped"
// CHECK: attributes #[[EMPTY]] = {
// CHECK-NOT: sybil
#include "_sycl.hpp"
enum plain { minus = -2 };
static constexpr char array[] = "of characters";
static constexpr const char *name = "literal";

SYCL_EXTERNAL [[__sycl_detail__::__add_ir_function_attributes__(
	"int", "long", "bool", "char", "byte", "float", "double", "enum", "scoped", name, "array", "empty", "none", "nul", "wide",
	-7, 18446744073709551615ull, 1 < 2, 'c', static_cast<unsigned char>(65), 1.f / 3, 1.5, minus, aspect::fp16, "read",
	array, "", nullptr, '\0', U'ü')]] void all() {}
SYCL_EXTERNAL [[__sycl_detail__::add_ir_attributes_function({ "kept", "other" }, "dropped", "kept", 0, 1)]] void filter() {}
SYCL_EXTERNAL [[__sycl_detail__::add_ir_function_attributes()]] void empty() {}
int main() { all(); }
