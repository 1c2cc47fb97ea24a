"""examples/python_saxpy.py — a package from Python, in the steps of a notebook.

    pip install ./python            # or: export PYTHONPATH=python
    python3 python_saxpy.py axpy.syclbin
"""
# %% List the devices
import sys

import numpy
import sybil

for device in sybil.devices():
    print(device, device.arch, f"{device.global_memory >> 30} GiB")

# %% Open a package on the default device. Nothing is built yet.
bundle = sybil.Bundle(sys.argv[1] if len(sys.argv) > 1 else "axpy.syclbin")
print(bundle.kernels())

# %% Run a kernel: arrays travel to the device and back.
n = 1 << 20
x, y = numpy.arange(n, dtype="f4"), numpy.ones(n, dtype="f4")
saxpy = bundle["saxpy"]
times = saxpy(y, sybil.In(x), numpy.float32(2.5), global_size=n)
assert numpy.allclose(y, 2.5 * x + 1)
print(f"right, in {times.seconds * 1e3:.3f} ms")

# %% Many launches: keep the arrays there.
on_x, on_y = bundle.devices[0].array(x), bundle.devices[0].array(y)
events = [saxpy.launch(on_y, on_x, sybil.f32(0.5), global_size=n) for _ in range(10)]
best = min(event.wait().seconds for event in events)
assert numpy.allclose(on_y.get(), 7.5 * x + 1)
if best:
    print(f"{3 * x.nbytes / best / 1e9:.1f} GB/s")

# %% What fails says why.
try:
    bundle["saxpi"]
except sybil.Error as error:
    print(error.check, "-", error.text)

# %% Where did the time go?
print(bundle.report())
