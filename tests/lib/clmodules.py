"""SPIR-V modules that clang-15 and llvm-spirv-15 make of OpenCL C, for tests."""
import shutil
import subprocess

TOOLS = ("clang-15", "llvm-spirv-15")


def missing():
    """The first program that is not there, or None."""
    return next((tool for tool in TOOLS if not shutil.which(tool)), None)


def compile_cl(source, output, *options, translator=()):
    """None, or what a tool had to say."""
    bitcode = output.with_suffix(".bc")
    for command in (["clang-15", "-c", "-target", "spir64", "-cl-std=CL2.0", "-emit-llvm", "-O1", *options, source, "-o", bitcode],
                    ["llvm-spirv-15", "--spirv-max-version=1.4", *translator, bitcode, "-o", output]):
        done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            return done.stdout
    return None
