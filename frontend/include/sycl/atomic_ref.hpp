/* sycl/atomic_ref.hpp — atomic operations on memory that is not atomic by type. Those on 8 bytes are an optional feature. */
#pragma once
#include <sycl/aspects.hpp>
#include <sycl/detail/atomic.hpp>
#include <sybil_names_hide.def>

namespace sycl {
inline namespace _V1 {

namespace detail {

/* Devices change integers; other types are treated as an integer of their size. */
template <typename T, memory_order DefaultOrder, memory_scope DefaultScope, access::address_space Space>
class atomic_ref_impl_base {
	static_assert(sizeof(T) == 4 || sizeof(T) == 8, "atomic_ref needs a type of 4 or 8 bytes");

	using U = uint_of<T>;
	using number = choose_t<integer_v<T>, choose_t<unsigned_v<T>, uint_of<T>, sint_of<T>>, uint_of<T>>;
	using operations = atomic<Space>;

	T *p;

	number *raw() const { return (number *)p; }
	static SYBIL_INLINE number to(T value) { return __builtin_bit_cast(number, value); }
	static SYBIL_INLINE T from(number value) { return __builtin_bit_cast(T, value); }

public:
	using value_type = T;
	using difference_type = choose_t<pointer_v<T>, ptrdiff_t, T>;
	static constexpr size_t required_alignment = sizeof(T);
	static constexpr bool is_always_lock_free = true;
	static constexpr memory_order default_read_order = reading(DefaultOrder);
	static constexpr memory_order default_write_order = writing(DefaultOrder);
	static constexpr memory_order default_read_modify_write_order = DefaultOrder;
	static constexpr memory_scope default_scope = DefaultScope;

	explicit SYBIL_INLINE atomic_ref_impl_base(T &object) : p(&object) {}

	bool is_lock_free() const noexcept { return true; }

	SYBIL_INLINE T load(memory_order order = default_read_order, memory_scope scope = DefaultScope) const noexcept
	{
		return from(operations::load(raw(), order, scope));
	}
	SYBIL_INLINE operator T() const noexcept { return load(); }
	SYBIL_INLINE void store(T value, memory_order order = default_write_order, memory_scope scope = DefaultScope) const noexcept
	{
		operations::store(raw(), to(value), order, scope);
	}
	SYBIL_INLINE T operator=(T value) const noexcept
	{
		store(value);
		return value;
	}
	SYBIL_INLINE T exchange(T value, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const noexcept
	{
		return from(operations::exchange(raw(), to(value), order, scope));
	}
	SYBIL_INLINE bool compare_exchange_strong(T &expected, T value, memory_order yes, memory_order no,
						  memory_scope scope = DefaultScope) const noexcept
	{
		number wanted = to(expected), found = operations::compare_exchange(raw(), wanted, to(value), yes, no, scope);

		expected = from(found);
		return found == wanted;
	}
	SYBIL_INLINE bool compare_exchange_strong(T &expected, T value, memory_order order = DefaultOrder,
						  memory_scope scope = DefaultScope) const noexcept
	{
		return compare_exchange_strong(expected, value, order, reading(order), scope);
	}
	SYBIL_INLINE bool compare_exchange_weak(T &expected, T value, memory_order yes, memory_order no,
						memory_scope scope = DefaultScope) const noexcept
	{
		return compare_exchange_strong(expected, value, yes, no, scope);
	}
	SYBIL_INLINE bool compare_exchange_weak(T &expected, T value, memory_order order = DefaultOrder,
						memory_scope scope = DefaultScope) const noexcept
	{
		return compare_exchange_strong(expected, value, order, scope);
	}

	SYBIL_INLINE T fetch_add(difference_type operand, memory_order order = DefaultOrder,
				 memory_scope scope = DefaultScope) const noexcept
	{
		if constexpr (integer_v<T>)
			return from(operations::fetch_add(raw(), to(operand), order, scope));
		else
			return update([=](T was) { return was + operand; }, order, scope);
	}
	SYBIL_INLINE T fetch_sub(difference_type operand, memory_order order = DefaultOrder,
				 memory_scope scope = DefaultScope) const noexcept
	{
		if constexpr (integer_v<T>)
			return from(operations::fetch_sub(raw(), to(operand), order, scope));
		else
			return update([=](T was) { return was - operand; }, order, scope);
	}
	SYBIL_INLINE T fetch_min(T operand, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const noexcept
	{
		if constexpr (integer_v<T>)
			return from(operations::fetch_min(raw(), to(operand), order, scope));
		else
			return update([=](T was) { return operand < was ? operand : was; }, order, scope);
	}
	SYBIL_INLINE T fetch_max(T operand, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const noexcept
	{
		if constexpr (integer_v<T>)
			return from(operations::fetch_max(raw(), to(operand), order, scope));
		else
			return update([=](T was) { return was < operand ? operand : was; }, order, scope);
	}
#define SYBIL_BITS(name) \
	SYBIL_INLINE T name(T operand, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const noexcept \
	{ \
		static_assert(integer_v<T>, #name " needs an integer type"); \
		return from(operations::name(raw(), to(operand), order, scope)); \
	}
	SYBIL_BITS(fetch_and)
	SYBIL_BITS(fetch_or)
	SYBIL_BITS(fetch_xor)
#undef SYBIL_BITS

	SYBIL_INLINE T operator++(int) const noexcept { return fetch_add(1); }
	SYBIL_INLINE T operator--(int) const noexcept { return fetch_sub(1); }
	SYBIL_INLINE T operator++() const noexcept { return fetch_add(1) + 1; }
	SYBIL_INLINE T operator--() const noexcept { return fetch_sub(1) - 1; }
	SYBIL_INLINE T operator+=(difference_type operand) const noexcept { return fetch_add(operand) + operand; }
	SYBIL_INLINE T operator-=(difference_type operand) const noexcept { return fetch_sub(operand) - operand; }
	SYBIL_INLINE T operator&=(T operand) const noexcept { return fetch_and(operand) & operand; }
	SYBIL_INLINE T operator|=(T operand) const noexcept { return fetch_or(operand) | operand; }
	SYBIL_INLINE T operator^=(T operand) const noexcept { return fetch_xor(operand) ^ operand; }

private:
	template <typename F> SYBIL_INLINE T update(F change, memory_order order, memory_scope scope) const
	{
		return from(operations::update(raw(), [=](number was) { return to(change(from(was))); }, order, scope));
	}
};

template <typename T, memory_order O, memory_scope S, access::address_space A, size_t Size>
class atomic_ref_impl : public atomic_ref_impl_base<T, O, S, A> {
public:
	using atomic_ref_impl_base<T, O, S, A>::atomic_ref_impl_base;
	using atomic_ref_impl_base<T, O, S, A>::operator=;
};

/* Only this one is an optional feature. */
template <typename T, memory_order O, memory_scope S, access::address_space A>
class SYBIL_USES_ASPECTS(aspect::atomic64) atomic_ref_impl<T, O, S, A, 8> : public atomic_ref_impl_base<T, O, S, A> {
public:
	using atomic_ref_impl_base<T, O, S, A>::atomic_ref_impl_base;
	using atomic_ref_impl_base<T, O, S, A>::operator=;
};

} // namespace detail

template <typename T, memory_order DefaultOrder, memory_scope DefaultScope,
	  access::address_space Space = access::address_space::generic_space>
class atomic_ref : public detail::atomic_ref_impl<T, DefaultOrder, DefaultScope, Space, sizeof(T)> {
	using base = detail::atomic_ref_impl<T, DefaultOrder, DefaultScope, Space, sizeof(T)>;

public:
	explicit SYBIL_INLINE atomic_ref(T &object) : base(object) {}
	using base::operator=;
};

} // namespace _V1
} // namespace sycl

#include <sybil_names_show.def>
