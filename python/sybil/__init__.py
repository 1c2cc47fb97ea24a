"""Load SYCLBIN packages on devices and run their kernels, from Python.

    import numpy, sybil
    bundle = sybil.Bundle("saxpy.syclbin")              # on the default device, or device="*:gpu"
    x, y = numpy.arange(1024, dtype="f4"), numpy.ones(1024, dtype="f4")
    bundle["saxpy"](numpy.float32(2.5), x, y, global_size=1024)

Bundles, kernels, events, runtimes and arrays of a device are context managers; they are also closed when the last reference goes.
Arguments are numbers that know their size (NumPy scalars, ctypes, sybil.f32(2.5), sybil.i32(7)), bytes for structures,
arrays (NumPy, or anything with a buffer; copied to the device and back; In(x) and Out(x) go one way), arrays that stay
on the device (device.array(x)) and Local(bytes). Failures raise sybil.Error, with the name of the check and a text.

Queues belong to one thread at a time in C; here a device has one queue and a lock.
"""
import ctypes
import importlib.metadata
import operator
import os
import sys
import threading
import weakref

from . import _lib
from ._lib import Error, Warning, call, lib, make, record, release  # pylint: disable=redefined-builtin

__all__ = ["Bundle", "Device", "DeviceArray", "Error", "Event", "In", "Kernel", "Local", "Out", "Runtime", "Times", "Warning",
           "__version__", "compile", "devices", "version", "wrap", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64"]

i8, u8, i16, u16 = ctypes.c_int8, ctypes.c_uint8, ctypes.c_int16, ctypes.c_uint16
i32, u32, i64, u64 = ctypes.c_int32, ctypes.c_uint32, ctypes.c_int64, ctypes.c_uint64
f32, f64 = ctypes.c_float, ctypes.c_double
_STATES = ("input", "object", "executable")
_BACKENDS = {"profile": 3}


def version():
    """The version of the library. __version__ is that of this module."""
    return lib.syb_version().decode()


try:
    __version__ = importlib.metadata.version("sybil")
except importlib.metadata.PackageNotFoundError:     # not installed: in the source tree, beside its library
    __version__ = version()


# ---- packages out of sources ----

_STOPS = ("package", "object", "ir")
_SPLITS = ("auto", "kernel", "source", "off", "none")


def _names(values):
    """A list of texts for C, and its length."""
    if isinstance(values, (str, bytes, os.PathLike)):
        values = (values,)
    texts = [os.fsencode(value) for value in values]
    return (ctypes.c_char_p * len(texts))(*texts), len(texts)


def compile(inputs, output, *, targets=(), options=(), language=None, level="2", state="executable",  # pylint: disable=redefined-builtin
            stop="package", split="auto", debug=False, jobs=0, cache_dir=None, device_config=None):
    """Compile and link kernels in C++ or OpenCL C, LLVM IR, objects, SPIR-V and packages to a package, as sybil cc does.

    inputs is a path or several; language names their language where their names do not ("c++", "cl", "ir"). options are
    passed to clang: ["-Iinclude", "-DN=4"]. Returns the path of the output. Sources and LLVM IR need libsybil-ir; code for
    the OpenCL CPU device needs the program sybil-rt, which the variable SYBIL_RT names."""
    paths, count = _names(inputs)
    for what, value, known in (("stop", stop, _STOPS), ("state", state, _STATES), ("split", split, _SPLITS),
                               ("level", level, ("0", "1", "2", "3", "s", "z"))):
        if value not in known:
            raise ValueError(f"{what} is {value!r}, expected one of {', '.join(known)}")
    opts = _lib.CompileOpts(size=ctypes.sizeof(_lib.CompileOpts), ir=_lib.ir_compiler(), input_count=count,
                            output=os.fsencode(output), stop=_STOPS.index(stop), state=_STATES.index(state),
                            split=_SPLITS.index(split), level=level.encode(), debug=debug, jobs=jobs,
                            cache_dir=cache_dir and os.fsencode(cache_dir),
                            device_config=device_config and os.fsencode(device_config))
    opts.inputs = (_lib.CompileInput * count)(*((path, language and language.encode()) for path in paths))
    opts.targets, opts.target_count = _names(targets)
    opts.clang_options, opts.clang_option_count = _names(options)
    call("syb_compile", ctypes.byref(opts))
    return output


def wrap(package, output, *, abi=2026, machine=None, compile_options=None, link_options=None):
    """Write an object file that registers the images of a package with the SYCL runtime of 2025 or 2026, as sybil wrap does.

    machine is that of the program: "x86-64", "aarch64", or None for this one. Returns the path of the output."""
    opts = _lib.WrapOpts(size=ctypes.sizeof(_lib.WrapOpts), abi=abi, machine=_encoded(machine),
                         compile_options=_encoded(compile_options),
                         link_options=_encoded(link_options))
    opened = make("syb_bin_open_file", os.fsencode(package), None)
    try:
        out = make("syb_out_open", os.fsencode(output))
        try:
            call("syb_wrap", opened, ctypes.byref(opts), out)
            call("syb_out_commit", out)
        finally:
            lib.syb_out_close(out)
    finally:
        lib.syb_bin_close(opened)
    return output


# ---- memory of the host ----


def _size(value, what):
    """An integer that fits in size_t, without rounding or wrapping."""
    size = operator.index(value)
    if not 0 <= size <= sys.maxsize:
        raise ValueError(f"{what} is {size}")
    return size


def _check_numbers(typestr):
    """Kernels read the bytes as they are, so Python objects and numbers of the other byte order are errors."""
    order, kind = typestr[0], typestr[1]
    if kind not in "biufcV":
        raise ValueError(f"an array of {'objects' if kind == 'O' else 'text' if kind in 'SU' else typestr}: kernels take numbers")
    if order == (">" if sys.byteorder == "little" else "<"):
        raise ValueError(f"an array of the other byte order ({typestr}): convert it with array.astype(array.dtype.newbyteorder('='))")


def _region(value, writable=False):
    """Address, size and owner of a contiguous array or buffer."""
    interface = getattr(value, "__array_interface__", None)
    if interface is not None:
        if interface.get("strides") is not None:
            raise ValueError("the array is not contiguous: use numpy.ascontiguousarray()")
        _check_numbers(interface["typestr"])
        address, read_only = interface["data"]
        if writable and read_only:
            raise ValueError("the array is read-only: use In() if the kernel only reads it")
        size = int(interface["typestr"][2:])
        for extent in interface["shape"]:
            size *= extent
        return address, size, value
    view = memoryview(value)
    if "O" in view.format or view.format[0] in (">!" if sys.byteorder == "little" else "<"):
        raise ValueError(f"a buffer of objects, or of the other byte order ({view.format})")
    if not view.c_contiguous:
        raise ValueError("the buffer is not contiguous")
    if view.readonly:
        if writable:
            raise ValueError("the buffer is read-only: use In() if the kernel only reads it")
        copy = (ctypes.c_char * view.nbytes).from_buffer_copy(view.cast("B")) if view.nbytes else None
        return ctypes.addressof(copy) if copy else 0, view.nbytes, copy
    whole = (ctypes.c_char * view.nbytes).from_buffer(view)
    return ctypes.addressof(whole), view.nbytes, (whole, value)


def _is_scalar(value):
    """A number that knows its size, or a structure."""
    return isinstance(value, (ctypes._SimpleCData, ctypes.Structure, bytes)) or (
        hasattr(value, "__array_interface__") and not hasattr(value, "__setitem__"))


def _plain(value):
    """The bytes of a value: NumPy scalars and arrays, ctypes, bytes."""
    if isinstance(value, (bool, int, float)) and not hasattr(value, "__array_interface__"):
        raise TypeError(f"{value!r} has no size: use sybil.i32(), sybil.f32() or a NumPy scalar")
    if isinstance(value, (ctypes._SimpleCData, ctypes.Structure, ctypes.Array)):
        return ctypes.string_at(ctypes.addressof(value), ctypes.sizeof(value))
    if hasattr(value, "__array_interface__"):
        _check_numbers(value.__array_interface__["typestr"])
    return value.tobytes() if hasattr(value, "tobytes") else bytes(memoryview(value))


class In:
    """An array that a kernel only reads: it is not copied back."""

    def __init__(self, array):
        self.array = array


class Out:
    """An array that a kernel only writes: it is not copied to the device."""

    def __init__(self, array):
        self.array = array


class Local:
    """Local memory for each work-group, in bytes."""

    def __init__(self, nbytes):
        self.nbytes = _size(nbytes, "the size of local memory")


class _Owner:
    """An object of the library: closed by close(), at the end of `with`, or when the last reference goes."""

    def _own(self, handle, close):
        self._held = handle
        self._end = weakref.finalize(self, close, handle)

    @property
    def _handle(self):
        if not self._end.alive:
            raise ValueError(f"this {type(self).__name__} was closed")
        return self._held

    def close(self):
        self._end()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


# ---- devices ----


class Runtime(_Owner):
    """Drivers and devices. A default one is made on first use; make your own for a cache, profiles, or strict answers."""
    _default = None
    _lock = threading.Lock()

    def __init__(self, cache_dir=None, profiles=(), live=True, strict=False, cache_size=0):
        if isinstance(profiles, (str, bytes, os.PathLike)):
            profiles = (profiles,)
        names = (ctypes.c_char_p * len(profiles))(*(os.fsencode(name) for name in profiles))
        opts = _lib.RtOpts(size=ctypes.sizeof(_lib.RtOpts), no_live=not live, profiles=names, profile_count=len(profiles),
                           cache_dir=None if cache_dir is None else os.fsencode(cache_dir), strict=strict,
                           cache_most=_size(cache_size, "cache_size"))
        self._own(make("syb_rt_open", ctypes.byref(opts)), lib.syb_rt_close)
        self._devices = [Device(self, lib.syb_rt_device_at(self._handle, i))
                         for i in range(lib.syb_rt_device_count(self._handle))]

    @classmethod
    def default(cls):
        with cls._lock:
            if cls._default is None:
                cls._default = cls()
            return cls._default

    def devices(self, selector=None):
        """All devices, or those of a selector ("opencl:cpu", "*:gpu", "cuda:0", the name of a profile)."""
        return list(self._devices) if selector is None else self._select(selector)

    def device(self, selector=None):
        """The first device of a selector; the default device without."""
        return self._select(selector)[0]

    def _select(self, selector):
        found = (ctypes.c_void_p * max(1, len(self._devices)))()
        count = call("syb_rt_select", self._handle, None if selector is None else selector.encode(), found)
        return [device for handle in found[:count] for device in self._devices if device._raw == handle]


class Device:
    """A device: name, vendor, backend, arch, …; queue and memory."""

    def __init__(self, runtime, handle):
        self.runtime, self._raw = runtime, handle
        info = lib.syb_rt_device_info(handle).contents
        for field in ("name", "vendor", "platform", "driver_version", "type", "arch", "il_versions"):
            setattr(self, field, (getattr(info, field) or b"").decode("utf-8", "replace"))
        for field in ("number", "compute_units", "global_memory", "local_memory", "native_specialization"):
            setattr(self, field, getattr(info, field))
        self.backend = lib.syb_backend_name(info.backend).decode()
        self.live = info.backend != _BACKENDS["profile"]
        self._lock, self._opened = threading.RLock(), None

    @property
    def _handle(self):
        return self.runtime._handle and self._raw  # raises if the runtime is closed

    def __repr__(self):
        return f"<sybil.Device {self.backend}:{self.number} {self.name!r}>"

    def record(self):
        """All properties of the device, as `sybil devices -j` prints them."""
        return record("syb_rt_device_record", self._handle)

    @property
    def _queue(self):
        with self._lock:
            if self._opened is None:
                opts = _lib.QueueOpts(size=ctypes.sizeof(_lib.QueueOpts), profiling=True)
                self._opened = make("syb_queue_open", self._handle, ctypes.byref(opts))
                weakref.finalize(self, lib.syb_queue_close, self._opened)
            return self._opened

    def handles(self):
        """Handles of the driver (sybil/native.h): a dict of numbers; object is the queue."""
        return _handles(lib.syb_queue_native(self._queue))

    def wait(self):
        """Wait until all launches are done."""
        with self._lock:
            call("syb_queue_wait", self._queue)

    def empty(self, nbytes):
        """Memory of the device."""
        return DeviceArray(self, nbytes)

    def array(self, source):
        """A copy of an array in the device's memory."""
        _, nbytes, _ = _region(source)
        made = DeviceArray(self, nbytes, getattr(source, "dtype", None), getattr(source, "shape", None))
        made.set(source)
        return made

    def _copy(self, to, source, nbytes):
        with self._lock:
            call("syb_mem_copy", self._queue, to, source, nbytes, None, 0, None)
            call("syb_queue_wait", self._queue)


class DeviceArray:
    """Memory of a device; freed when the last reference goes."""

    def __init__(self, device, nbytes, dtype=None, shape=None):
        self.device, self.nbytes, self.dtype, self.shape = device, _size(nbytes, "the size of memory"), dtype, shape
        assert device._queue  # opened first, so that memory is freed before it at exit
        self.address = make("syb_mem_alloc", device._handle, 0, max(1, self.nbytes))
        self._free = weakref.finalize(self, _free_memory, device, self.address)

    def free(self):
        self._free()
        self.address = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.free()

    def set(self, source):
        """Copy an array of the host here."""
        address, nbytes, keep = _region(source)
        self._fits(nbytes)
        self.device._copy(self.address, address, nbytes)
        del keep

    def get(self, out=None):
        """Copy to an array of the host: the given one, or a new one like the original."""
        if out is None:
            if self.dtype is not None:
                import numpy
                out = numpy.empty(self.shape, self.dtype)
            else:
                out = bytearray(self.nbytes)
        address, nbytes, keep = _region(out, writable=True)
        self._fits(nbytes)
        self.device._copy(address, self.address, nbytes)
        del keep
        return out

    def fill(self, value):
        """Fill the memory with copies of a value."""
        pattern = _plain(value)
        with self.device._lock:
            call("syb_mem_fill", self.device._queue, self.address, pattern, len(pattern), self.nbytes, None, 0, None)
            call("syb_queue_wait", self.device._queue)

    def _fits(self, nbytes):
        if self.address is None:
            raise ValueError("the memory was freed")
        if nbytes > self.nbytes:
            raise ValueError(f"{nbytes} bytes given, but the memory has {self.nbytes}")


def _free_memory(device, address):
    with device._lock:  # no command may be running
        if device._opened is not None:
            release("syb_queue_wait", device._opened)
        release("syb_mem_free", device._raw, address)


def devices(selector=None):
    """Devices of this machine, or those of a selector."""
    return Runtime.default().devices(selector)


# ---- bundles and kernels ----


class Bundle(_Owner):
    """A package, opened for one or several devices: a selector, a Device, or a list of those. Nothing is built yet.

    Inputs become objects by compile(), objects an executable by Bundle.link(), inputs an executable by build()."""

    def __init__(self, path, device=None, spec=None, runtime=None, state=None, eager=False, background=False,
                 compile_options=None, link_options=None):
        if state is not None and state not in _STATES:
            raise ValueError(f"unknown state {state!r}: expected one of {', '.join(_STATES)}")
        self.devices = self._find(device, runtime)
        self.runtime = self.devices[0].runtime
        opts = _lib.BundleOpts(size=ctypes.sizeof(_lib.BundleOpts), eager=eager, background=background,
                               check_state=state is not None, state=_STATES.index(state) if state is not None else 0,
                               compile_options=_encoded(compile_options), link_options=_encoded(link_options))
        handles = (ctypes.c_void_p * len(self.devices))(*(one._handle for one in self.devices))
        rest = (handles, len(self.devices), ctypes.byref(opts))
        if isinstance(path, (bytes, bytearray, memoryview)):
            address, nbytes, keep = _region(path)
            made = make("syb_bundle_open", self.runtime._handle, _lib.Bytes(address, nbytes), *rest)
            del keep
        else:
            made = make("syb_bundle_open_file", self.runtime._handle, os.fsencode(path), *rest)
        self._own(made, lib.syb_bundle_close)
        for name, value in (spec or {}).items():
            self.set_spec(name, value)

    @staticmethod
    def _find(device, runtime):
        if isinstance(device, Device):
            return [device]
        if isinstance(device, (list, tuple)):
            if not device or any(one.runtime is not device[0].runtime for one in device):
                raise ValueError("the devices belong to different runtimes")
            return list(device)
        runtime = runtime or Runtime.default()
        return runtime._select(device)

    @classmethod
    def _made(cls, handle, devices):
        bundle = cls.__new__(cls)
        bundle.devices, bundle.runtime = devices, devices[0].runtime
        bundle._own(handle, lib.syb_bundle_close)
        return bundle

    def compile(self):
        """Input to object: a new bundle."""
        return self._made(make("syb_bundle_compile", self._handle), self.devices)

    def build(self):
        """Input to executable: a new bundle."""
        return self._made(make("syb_bundle_build", self._handle), self.devices)

    @classmethod
    def link(cls, *objects):
        """Objects to one executable: imports of each are resolved by exports of all."""
        if not objects:
            raise ValueError("no bundles to link")
        handles = (ctypes.c_void_p * len(objects))(*(one._handle for one in objects))
        return cls._made(make("syb_bundle_link", handles, len(objects)), objects[0].devices)

    @property
    def state(self):
        return _STATES[lib.syb_bundle_state(self._handle)]

    def kernels(self):
        """Names of kernels, in the order of the package."""
        return [lib.syb_bundle_kernel_at(self._handle, i).decode()
                for i in range(lib.syb_bundle_kernel_count(self._handle))]

    def kernel(self, name, device=None):
        """A kernel on a device (the first one of the bundle). It is checked and built now."""
        return Kernel(self, name, device or self.devices[0])

    def __getitem__(self, name):
        return self.kernel(name)

    def set_spec(self, name, value):
        """Set a specialization constant to a sized number, an array or bytes, before code that uses it is built."""
        content = _plain(value)
        buffer = ctypes.create_string_buffer(content, len(content))
        call("syb_bundle_spec_const", self._handle, name.encode(), _lib.Bytes(ctypes.addressof(buffer), len(content)))

    def get_spec(self, name, kind=None):
        """The current value of a specialization constant: bytes, or a value of a ctypes type (sybil.i32, …)."""
        size = ctypes.c_size_t(4096)
        buffer = ctypes.create_string_buffer(size.value)
        call("syb_bundle_spec_const_get", self._handle, name.encode(), buffer, ctypes.byref(size))
        content = buffer.raw[:size.value]
        return content if kind is None else kind.from_buffer_copy(content).value

    def write_global(self, name, value, kernel=None, offset=0, device=None):
        """Copy a value (sized number, array, bytes) to a device global."""
        device, content, offset = device or self.devices[0], _plain(value), _size(offset, "offset")
        with device._lock:
            call("syb_global_write", device._queue, self._handle, kernel and kernel._handle, name.encode(), offset, content,
                 len(content))

    def read_global(self, name, out, kernel=None, offset=0, device=None):
        """Copy a device global to an array or buffer, which is returned."""
        device = device or self.devices[0]
        address, nbytes, keep = _region(out, writable=True)
        offset = _size(offset, "offset")
        with device._lock:
            call("syb_global_read", device._queue, self._handle, kernel and kernel._handle, name.encode(), offset, address,
                 nbytes)
        del keep
        return out

    def check(self):
        """Which kernel runs on which device, how, or why not."""
        return record("syb_bundle_check", self._handle)

    def report(self):
        """Times so far (read, match, check, translate, build, link, load, launch), counts, build logs."""
        return record("syb_bundle_report", self._handle)

    def write(self, path):
        """Write the bundle as SYCLBIN, with the native code that was built."""
        out = make("syb_out_open", os.fsencode(path))
        try:
            call("syb_bundle_write", self._handle, None, out)
            call("syb_out_commit", out)
        finally:
            lib.syb_out_close(out)

    def contents(self):
        """The same as bytes, which Bundle() opens again."""
        file = make("syb_bundle_contents", self._handle, None)
        try:
            content = lib.syb_file_bytes(file)
            return ctypes.string_at(content.ptr, content.len)
        finally:
            lib.syb_file_close(file)


def _encoded(text):
    return None if text is None else text.encode()


class Times:
    """Nanoseconds of the device's clock; 0: unknown."""

    def __init__(self, raw):
        self.queued, self.submitted, self.started, self.ended = raw.queued, raw.submitted, raw.started, raw.ended

    @property
    def seconds(self):
        """The duration of the run."""
        return (self.ended - self.started) / 1e9

    def __repr__(self):
        return f"<sybil.Times {self.seconds:.9f} s>"


class Event(_Owner):
    """A launch that may still be running."""

    def __init__(self, device, handle, keep):
        self._device, self._keep = device, keep
        self._own(handle, lib.syb_event_free)

    def done(self):
        with self._device._lock:
            return lib.syb_event_done(self._handle)

    def wait(self):
        """Wait until the launch is done. Returns its times."""
        raw = _lib.EventTimes()
        with self._device._lock:
            call("syb_event_wait", self._handle)
            call("syb_event_times", self._handle, ctypes.byref(raw))
        self._keep = None
        return Times(raw)


class Kernel(_Owner):
    """A kernel on a device. Call it with its arguments in the order of the source."""

    def __init__(self, bundle, name, device):
        self.bundle, self.device = bundle, device
        self._own(make("syb_kernel_get", bundle._handle, device._handle, name.encode()), lib.syb_kernel_free)
        info = lib.syb_kernel_info(self._handle).contents
        self.name = info.name.decode()
        self.arg_count = info.arg_count if info.args_known else None
        self.work_group_size = tuple(info.work_group_size[:info.work_group_dims])
        for field in ("sub_group_size", "max_work_group_size", "preferred_multiple", "private_bytes", "local_bytes", "native"):
            setattr(self, field, getattr(info, field))

    def __repr__(self):
        return f"<sybil.Kernel {self.name!r} on {self.device!r}>"

    def handles(self):
        """Handles of the driver (sybil/native.h): a dict of numbers; object is the kernel."""
        return _handles(lib.syb_kernel_native(self._handle))

    def __call__(self, *args, global_size, local_size=None, offset=None, wait=()):
        """Copy arrays to the device, run, wait, copy them back. Returns the times of the run."""
        back, there = [], []
        with self.device._lock:
            for value in args:
                one_way = value if isinstance(value, (In, Out)) else None
                array = one_way.array if one_way else value
                if isinstance(array, (DeviceArray, Local)) or (one_way is None and _is_scalar(array)):
                    there.append(array)
                    continue
                if isinstance(array, (bool, int, float)):
                    _plain(array)
                _, nbytes, _ = _region(array, writable=not isinstance(one_way, In))
                memory = self.device.empty(nbytes)
                if not isinstance(one_way, Out):
                    memory.set(array)
                if not isinstance(one_way, In):
                    back.append((memory, array))
                there.append(memory)
            times = self.launch(*there, global_size=global_size, local_size=local_size, offset=offset, wait=wait).wait()
            for memory, array in back:
                memory.get(array)
        return times

    def launch(self, *args, global_size, local_size=None, offset=None, wait=()):
        """Launch with arguments that need no copies, after the events of `wait`. Returns an Event."""
        if self.arg_count is not None and len(args) != self.arg_count:
            raise TypeError(f"kernel {self.name} has {self.arg_count} arguments, but {len(args)} were given")
        sizes = {"global": _range(global_size, "global_size"), "local": _range(local_size, "local_size"),
                 "offset": _range(offset, "offset")}
        launch = _lib.Launch(size=ctypes.sizeof(_lib.Launch), dims=len(sizes["global"]))
        for field, values in sizes.items():
            if values and len(values) != launch.dims:
                raise ValueError("the sizes have different numbers of dimensions")
            getattr(launch, field)[:len(values)] = values
        wait = list(wait)
        events = (ctypes.c_void_p * max(1, len(wait)))(*(event._handle for event in wait))
        launch.wait, launch.wait_count = events, len(wait)
        with self.device._lock:
            for i, value in enumerate(args):
                self._set(i, value)
            handle = make("syb_kernel_launch", self.device._queue, self._handle, ctypes.byref(launch))
        return Event(self.device, handle, (args, wait))

    def _set(self, i, value):
        if isinstance(value, DeviceArray):
            value._fits(0)
            call("syb_kernel_arg_pointer", self._handle, i, value.address)
        elif isinstance(value, Local):
            call("syb_kernel_arg_local", self._handle, i, value.nbytes)
        elif isinstance(value, (In, Out)) or not (_is_scalar(value) or isinstance(value, (bool, int, float))):
            raise TypeError(f"argument {i}: launch() takes arrays of the device (device.array()); call the kernel instead")
        else:
            content = _plain(value)
            call("syb_kernel_arg", self._handle, i, content, len(content))


def _handles(native):
    return {name: getattr(native.contents, name) or 0 for name in ("platform", "device", "context", "object")}


def _range(sizes, what):
    if sizes is None:
        return ()
    sizes = tuple(_size(size, what) for size in (sizes if isinstance(sizes, (tuple, list)) else (sizes,)))
    if not 1 <= len(sizes) <= 3:
        raise ValueError(f"{what} has {len(sizes)} dimensions, expected 1 to 3")
    return sizes
