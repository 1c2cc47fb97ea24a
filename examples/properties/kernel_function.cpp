/* Properties on a kernel: handed over when it is submitted, or a member of its object. */
#include <sycl/sycl.hpp>

using namespace sycl;
using namespace sycl::ext::oneapi;

class MyKernel {
public:
	int *p;
	void operator()() const { *p = 1; }

	static constexpr auto properties = property_list{ sub_group_size_v<32>, device_has_v<aspect::fp16> };
};

void submit(handler &cgh, int *p)
{
	cgh.single_task<class lambda>(property_list{ sub_group_size_v<16>, device_has_v<aspect::fp16> }, [=] { *p = 2; });
	MyKernel k{ p };
	cgh.single_task(k);
}

/* What the headers make of it, written out as the design document has it. */
template <typename KernelType, typename PropertyListT> class Wrapper;
template <typename KernelType, typename... Props> class Wrapper<KernelType, property_list<Props...>> {
	KernelType k;

public:
	Wrapper(KernelType k) : k(k) {}

#ifdef __SYCL_DEVICE_ONLY__
	__attribute__((sycl_kernel))
	[[__sycl_detail__::add_ir_function_attributes(
		Props::meta_name..., Props::meta_value...
	)]]
#endif
	void operator()() { k(); }
};

void wrapped(int *p)
{
	Wrapper<MyKernel, property_list_t<work_group_size::value_t<8, 4>>> w(MyKernel{ p });
	w();
}
