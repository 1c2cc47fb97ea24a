"""The C libraries through ctypes: structures and functions of sybil/ctx.h, value.h and runtime.h, errors as exceptions.

Contexts belong to one thread at a time: every thread has one here. tests/python compares the structures with the headers.
"""
import ctypes
import os
import threading
import warnings
import weakref
from ctypes import POINTER, c_bool, c_char, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint32, c_uint64, c_void_p

FOLDERS = "SYBIL_LIBRARY_PATH"  # folders, separated by colons; default: the system's


class Error(Exception):
    """A call failed. check is the stable name of the rule ("kernel-not-supported"), text the message,
    code the kind ("incompatible", "notfound", "arg", …), notes a list of further messages."""

    def __init__(self, code, check, text, file=None, notes=()):
        super().__init__(code, check, text, file, notes)
        self.code, self.check, self.text, self.file, self.notes = code, check, text, file, tuple(notes)

    def __str__(self):
        where = f"{self.file}: " if self.file else ""
        return "\n".join((f"{where}{self.text} [{self.check or self.code}]", *(f"  {note}" for note in self.notes)))


class Warning(UserWarning):  # pylint: disable=redefined-builtin
    """A problem that did not stop the operation."""


class Bytes(ctypes.Structure):
    C = "syb_bytes"
    _fields_ = [("ptr", c_void_p), ("len", c_size_t)]


class Diag(ctypes.Structure):
    C = "syb_diag"
    _fields_ = [("severity", c_int), ("code", c_int), ("check", c_char_p), ("file", c_char_p), ("at", c_uint64),
                ("line", c_uint32), ("column", c_uint32), ("text", c_char_p)]


class RtOpts(ctypes.Structure):
    C = "syb_rt_opts"
    _fields_ = [("size", c_size_t), ("cache_dir", c_char_p), ("cache_most", c_uint64), ("no_live", c_bool),
                ("profiles", POINTER(c_char_p)), ("profile_count", c_size_t), ("strict", c_bool)]


class DeviceInfo(ctypes.Structure):
    C = "syb_rt_device_info"
    _fields_ = [("backend", c_int), ("number", c_uint32), ("type", c_char_p), ("name", c_char_p), ("vendor", c_char_p),
                ("platform", c_char_p), ("driver_version", c_char_p), ("arch", c_char_p), ("caps", c_void_p),
                ("il_versions", c_char_p), ("compute_units", c_uint32), ("global_memory", c_uint64),
                ("local_memory", c_uint64), ("native_specialization", c_bool)]


class BundleOpts(ctypes.Structure):
    C = "syb_bundle_opts"
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("check_state", c_bool), ("state", c_int), ("eager", c_bool),
                ("background", c_bool), ("compile_options", c_char_p), ("link_options", c_char_p)]


class QueueOpts(ctypes.Structure):
    C = "syb_queue_opts"
    _fields_ = [("size", c_size_t), ("profiling", c_bool), ("out_of_order", c_bool)]


class EventTimes(ctypes.Structure):
    C = "syb_event_times"
    _fields_ = [("queued", c_uint64), ("submitted", c_uint64), ("started", c_uint64), ("ended", c_uint64)]


class KernelInfo(ctypes.Structure):
    C = "syb_kernel_info"
    _fields_ = [("name", c_char_p), ("arg_count", c_uint32), ("args_known", c_bool), ("work_group_size", c_uint64 * 3),
                ("work_group_dims", c_uint32), ("sub_group_size", c_uint32), ("max_work_group_size", c_uint64),
                ("preferred_multiple", c_uint64), ("private_bytes", c_uint64), ("local_bytes", c_uint64),
                ("native", c_bool)]


class Launch(ctypes.Structure):
    C = "syb_launch"
    _fields_ = [("size", c_size_t), ("dims", c_uint32), ("global", c_size_t * 3), ("local", c_size_t * 3),
                ("offset", c_size_t * 3), ("dynamic_local_bytes", c_size_t), ("wait", POINTER(c_void_p)),
                ("wait_count", c_size_t)]


class Native(ctypes.Structure):
    C = "syb_native"
    _fields_ = [("backend", c_int), ("platform", c_void_p), ("device", c_void_p), ("context", c_void_p), ("object", c_void_p)]


class CompileInput(ctypes.Structure):
    C = "syb_compile_input"
    _fields_ = [("path", c_char_p), ("language", c_char_p)]


class CompileOpts(ctypes.Structure):
    C = "syb_compile_opts"
    _fields_ = [("size", c_size_t), ("ir", c_void_p), ("inputs", POINTER(CompileInput)), ("input_count", c_size_t),
                ("output", c_char_p), ("stop", c_int), ("text", c_bool),
                ("state", c_int), ("form", c_void_p), ("targets", POINTER(c_char_p)), ("target_count", c_size_t),
                ("fixed_targets", POINTER(c_char_p)), ("fixed_target_count", c_size_t), ("device_config", c_char_p),
                ("backends", c_void_p), ("backend_count", c_size_t), ("split", c_int), ("no_rdc", c_bool),
                ("dead_args", c_bool), ("default_spec_consts", c_bool), ("warn_undefined", c_bool),
                ("decorations", c_void_p), ("decoration_count", c_size_t),
                ("link_only", c_bool), ("link", c_void_p), ("out_map", c_void_p),
                ("level", c_char), ("debug", c_bool), ("cpp_standard", c_char_p), ("cl_standard", c_char_p),
                ("clang_options", POINTER(c_char_p)), ("clang_option_count", c_size_t), ("clang_folder", c_char_p),
                ("color", c_bool), ("rules", c_bool), ("rules_without_system_headers", c_bool), ("rules_file", c_char_p),
                ("rule_options", POINTER(c_char_p)), ("rule_option_count", c_size_t),
                ("jobs", c_uint32), ("cache_dir", c_char_p), ("cache_size", c_uint64), ("launcher", c_char_p),
                ("ninja", c_char_p), ("temp_dir", c_char_p), ("dry_run", c_bool), ("program", c_char_p),
                ("step_options", POINTER(c_char_p)), ("step_option_count", c_size_t),
                ("command", c_void_p), ("said", c_void_p), ("progress", c_void_p), ("accept", c_void_p),
                ("cpu_profile", c_void_p), ("user", c_void_p), ("host", c_void_p),
                ("offload_archs", POINTER(c_char_p)), ("offload_arch_count", c_size_t)]


class WrapOpts(ctypes.Structure):
    C = "syb_wrap_opts"
    _fields_ = [("size", c_size_t), ("abi", c_uint32), ("machine", c_char_p), ("compile_options", c_char_p),
                ("link_options", c_char_p), ("stand_ins", c_bool)]


STRUCTURES = (Bytes, Diag, RtOpts, DeviceInfo, BundleOpts, QueueOpts, EventTimes, KernelInfo, Launch, Native,
              CompileInput, CompileOpts, WrapOpts)

_P, _OUT = c_void_p, POINTER(c_void_p)
# name: result, arguments. int: 0 or a negative code
_SYBIL = {
    "syb_ctx_new": (c_int, _P, _OUT),
    "syb_ctx_free": (None, _P),
    "syb_ctx_diag_count": (c_size_t, _P),
    "syb_ctx_diag_at": (POINTER(Diag), _P, c_size_t),
    "syb_ctx_diag_clear": (None, _P),
    "syb_code_name": (c_char_p, c_int),
    "syb_version": (c_char_p,),
    "syb_record_free": (None, _P),
    "syb_record_root": (_P, _P),
    "syb_value_kind": (c_int, _P),
    "syb_value_bool": (c_bool, _P),
    "syb_value_uint": (c_uint64, _P),
    "syb_value_int": (c_int64, _P),
    "syb_value_real": (c_double, _P),
    "syb_value_bytes": (Bytes, _P),
    "syb_value_count": (c_size_t, _P),
    "syb_value_at": (_P, _P, c_size_t),
    "syb_value_key": (c_char_p, _P, c_size_t),
    "syb_file_bytes": (Bytes, _P),
    "syb_file_close": (None, _P),
    "syb_out_open": (c_int, _P, c_char_p, _OUT),
    "syb_out_commit": (c_int, _P, _P),
    "syb_out_close": (None, _P),
    "syb_compile": (c_int, _P, POINTER(CompileOpts)),
    "syb_bin_open_file": (c_int, _P, c_char_p, _P, _OUT),
    "syb_bin_close": (None, _P),
    "syb_wrap": (c_int, _P, _P, POINTER(WrapOpts), _P),
}
_RUNTIME = {
    "syb_rt_open": (c_int, _P, POINTER(RtOpts), _OUT),
    "syb_rt_close": (None, _P),
    "syb_rt_device_count": (c_size_t, _P),
    "syb_rt_device_at": (_P, _P, c_size_t),
    "syb_rt_device_info": (POINTER(DeviceInfo), _P),
    "syb_rt_select": (c_int, _P, _P, c_char_p, _OUT),
    "syb_backend_name": (c_char_p, c_int),
    "syb_rt_device_record": (c_int, _P, _P, _OUT),
    "syb_bundle_open": (c_int, _P, _P, Bytes, _OUT, c_size_t, POINTER(BundleOpts), _OUT),
    "syb_bundle_open_file": (c_int, _P, _P, c_char_p, _OUT, c_size_t, POINTER(BundleOpts), _OUT),
    "syb_bundle_close": (None, _P),
    "syb_bundle_state": (c_int, _P),
    "syb_bundle_compile": (c_int, _P, _P, _OUT),
    "syb_bundle_build": (c_int, _P, _P, _OUT),
    "syb_bundle_link": (c_int, _P, _OUT, c_size_t, _OUT),
    "syb_bundle_spec_const": (c_int, _P, _P, c_char_p, Bytes),
    "syb_bundle_spec_const_get": (c_int, _P, _P, c_char_p, _P, POINTER(c_size_t)),
    "syb_bundle_kernel_count": (c_size_t, _P),
    "syb_bundle_kernel_at": (c_char_p, _P, c_size_t),
    "syb_bundle_check": (c_int, _P, _P, _OUT),
    "syb_bundle_report": (c_int, _P, _P, _OUT),
    "syb_bundle_write": (c_int, _P, _P, _P, _P),
    "syb_bundle_contents": (c_int, _P, _P, _P, _OUT),
    "syb_queue_open": (c_int, _P, _P, POINTER(QueueOpts), _OUT),
    "syb_queue_wait": (c_int, _P, _P),
    "syb_queue_close": (None, _P),
    "syb_queue_native": (POINTER(Native), _P),
    "syb_mem_alloc": (c_int, _P, _P, c_int, c_size_t, _OUT),
    "syb_mem_free": (c_int, _P, _P, _P),
    "syb_mem_copy": (c_int, _P, _P, _P, _P, c_size_t, _OUT, c_size_t, _OUT),
    "syb_mem_fill": (c_int, _P, _P, _P, _P, c_size_t, c_size_t, _OUT, c_size_t, _OUT),
    "syb_event_wait": (c_int, _P, _P),
    "syb_event_done": (c_bool, _P),
    "syb_event_times": (c_int, _P, _P, POINTER(EventTimes)),
    "syb_event_free": (None, _P),
    "syb_kernel_get": (c_int, _P, _P, _P, c_char_p, _OUT),
    "syb_kernel_free": (None, _P),
    "syb_kernel_native": (POINTER(Native), _P),
    "syb_kernel_info": (POINTER(KernelInfo), _P),
    "syb_kernel_arg": (c_int, _P, _P, c_uint32, _P, c_size_t),
    "syb_kernel_arg_pointer": (c_int, _P, _P, c_uint32, _P),
    "syb_kernel_arg_local": (c_int, _P, _P, c_uint32, c_size_t),
    "syb_kernel_arg_spec_consts": (c_int, _P, _P, c_uint32),
    "syb_kernel_launch": (c_int, _P, _P, _P, POINTER(Launch), _OUT),
    "syb_global_write": (c_int, _P, _P, _P, _P, c_char_p, c_size_t, _P, c_size_t),
    "syb_global_read": (c_int, _P, _P, _P, _P, c_char_p, c_size_t, _P, c_size_t),
}


def _open(soname):
    folders = [folder for folder in os.environ.get(FOLDERS, "").split(":") if folder]
    for folder in folders:
        path = os.path.join(folder, soname)
        if os.path.exists(path):
            return ctypes.CDLL(path)
    try:
        return ctypes.CDLL(soname)
    except OSError as error:
        raise ImportError(f"{soname} not found: install Sybil, or name the folder in {FOLDERS} ({error})") from error


def _declare(library, functions):
    for name, (result, *arguments) in functions.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
        globals()[name] = function


# libsybil-rt needs libsybil, which is then loaded already.
_declare(_open("libsybil.so.0"), _SYBIL)
_declare(_open("libsybil-rt.so.0"), _RUNTIME)
lib = type("lib", (), {name: staticmethod(globals()[name]) for name in (*_SYBIL, *_RUNTIME)})



def ir_compiler():
    """What syb_compile needs of LLVM; None without libsybil-ir."""
    try:
        function = _open("libsybil-ir.so.0").syb_ir_compiler
    except ImportError:
        return None
    function.restype, function.argtypes = c_void_p, ()
    return function()


_local = threading.local()


class _Context:
    def __init__(self):
        self.handle = c_void_p()
        if lib.syb_ctx_new(None, ctypes.byref(self.handle)) < 0:
            raise MemoryError
        weakref.finalize(self, lib.syb_ctx_free, self.handle)


def _context():
    if not hasattr(_local, "context"):
        _local.context = _Context()
    return _local.context.handle


def _text(value):
    return value.decode("utf-8", "replace") if value else ""


def _collect(ctx, result):
    """The context's diagnostics, as an exception (returned) and as warnings (issued)."""
    error = last = None
    messages = []
    for i in range(lib.syb_ctx_diag_count(ctx)):
        diag = lib.syb_ctx_diag_at(ctx, i).contents
        text = _text(diag.text)
        if diag.severity == 0 and last is not None:
            last.append(text)
            continue
        last = []
        if diag.severity == 3:
            error = error or (_text(lib.syb_code_name(-result)), _text(diag.check), text, _text(diag.file) or None, last)
        elif diag.severity == 2:
            messages.append(f"{text} [{_text(diag.check)}]")
    lib.syb_ctx_diag_clear(ctx)
    for text in messages:
        warnings.warn(text, Warning, stacklevel=4)
    if result >= 0:
        return None
    name = _text(lib.syb_code_name(-result))
    return Error(*error) if error else Error(name, "", name)


def call(name, *arguments):
    """Call a function with this thread's context; a failure is raised, warnings are issued."""
    ctx = _context()
    result = getattr(lib, name)(ctx, *arguments)
    if result < 0 or lib.syb_ctx_diag_count(ctx):
        error = _collect(ctx, result)
        if error:
            raise error
    return result


def make(name, *arguments):
    """Call a function whose last argument receives the new object."""
    out = c_void_p()
    call(name, *arguments, ctypes.byref(out))
    return out


def release(function, *arguments):
    """For finalizers: use a separate context and ignore its diagnostics."""
    ctx = c_void_p()
    if lib.syb_ctx_new(None, ctypes.byref(ctx)) == 0:
        getattr(lib, function)(ctx, *arguments)
        lib.syb_ctx_free(ctx)


def _value(value):
    kind = lib.syb_value_kind(value)
    if kind in (5, 6):
        raw = lib.syb_value_bytes(value)
        content = ctypes.string_at(raw.ptr, raw.len) if raw.len else b""
        return content.decode("utf-8", "replace") if kind == 5 else content
    if kind == 7:
        return [_value(lib.syb_value_at(value, i)) for i in range(lib.syb_value_count(value))]
    if kind == 8:
        return {_text(lib.syb_value_key(value, i)): _value(lib.syb_value_at(value, i))
                for i in range(lib.syb_value_count(value))}
    readers = {1: lib.syb_value_bool, 2: lib.syb_value_uint, 3: lib.syb_value_int, 4: lib.syb_value_real}
    return readers[kind](value) if kind in readers else None


def record(name, *arguments):
    """Call a function that returns a record; convert it to dict, list, str, int, …"""
    handle = make(name, *arguments)
    try:
        return _value(lib.syb_record_root(handle))
    finally:
        lib.syb_record_free(handle)
