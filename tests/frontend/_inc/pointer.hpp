#pragma once
template <typename T, typename... Props> struct pointer {
	T *ptr [[__sycl_detail__::add_ir_member_annotation(Props::meta_name..., Props::meta_value...)]];
};
