/* Replaces the root's header: there, copies of the event are copies of bytes, which the optimiser turns into loads and stores of an
 * integer, and the translator to SPIR-V refuses those. */
#pragma once
#include <sycl/__spirv/spirv_types.hpp>

namespace sycl {
inline namespace _V1 {

class device_event {
public:
	device_event(__ocl_event_t event) : m_Event(event)
	{
	}
	device_event(const device_event &other) : m_Event(other.m_Event)
	{
	}
	device_event &operator=(const device_event &other)
	{
		m_Event = other.m_Event;
		return *this;
	}

	void wait()
	{
		__spirv_GroupWaitEvents(__spv::Scope::Workgroup, 1, &m_Event);
	}

private:
	__ocl_event_t m_Event;
};

} // namespace _V1
} // namespace sycl
