/* A library's header: functions that a class keeps whatever type they are of, and functions as arguments of templates. */
#pragma GCC system_header
template <typename F> int apply(F f, int x)
{
	return f(x);
}
template <typename F> struct holder {
	F f;
	int operator()(int x) const { return f(x); }
};
template <typename F> class function;
template <typename R, typename... A> class function<R(A...)> {
	using invoker = R (*)(void *, A...);
	void *object;
	invoker invoke;
public: R operator()(A... a) { return (invoke)(object, a...); }
};






struct base {
	virtual int f();
};
inline int call(base &one) { return one.f(); }
