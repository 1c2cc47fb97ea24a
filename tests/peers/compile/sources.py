"""The corpus: small sources, and how they are put together for a compiler.

A file of corpus/ has several sources. Each begins with a line

    //: NAME [MARK...] [| A=VALUE,... [B=VALUE,...]]

and continues to the next such line. After a `|`, the source is a template: @A becomes each value in turn, and, of several names, values at
the same place belong together. Marks:

    run[=GLOBAL/LOCAL]   launch the kernel `run(const T *in, U *out)` and compare results; sizes are such as 8x4/4x2
    ulps[=N]             results may differ by N units in the last place; without N, by twice what functions.def allows the function @F
    refused              both compilers refuse the source
    ours, dpcpp          only Sybil refuses it, only DPC++ does
    alone                not compiled with others, since they would be refused as a whole, or variables of one would be in images of another

Sources of one file that both compilers accept are compiled together, each in a namespace with its name, since reading the headers takes
longer than compiling a source. Others are apart from them. The examples are sources, too."""
import dataclasses
import functools
import pathlib
import re

CORPUS = pathlib.Path(__file__).with_name("corpus")
EXAMPLES = pathlib.Path(__file__).parents[3] / "examples"
TOGETHER = 64  # sources in a group
REFUSED = ("refused", "ours", "dpcpp")
FUNCTIONS = pathlib.Path(__file__).parents[3] / "frontend/include/sycl/detail/functions.def"

PRELUDE = """#define SYCL_SIMPLE_SWIZZLES
#include <sycl/sycl.hpp>
namespace oneapi = sycl::ext::oneapi;
namespace exp_ = sycl::ext::oneapi::experimental;
#define PROPERTY(...) SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((__VA_ARGS__))
#define KERNEL PROPERTY(exp_::nd_range_kernel<1>)
#define TASK PROPERTY(exp_::single_task_kernel)
#define ITEM oneapi::this_work_item::get_nd_item<1>()
#define HERE oneapi::this_work_item::get_nd_item<1>().get_global_id(0)
"""


@dataclasses.dataclass
class Source:
    name: str
    text: str
    file: str
    run: str = None  # GLOBAL/LOCAL
    ulps: int = 0  # how far results may be apart
    refused: str = None  # one of REFUSED
    alone: bool = False


@functools.cache
def allowed_ulps():
    """{function: units in the last place that a device's result may differ from the exact one}"""
    text = FUNCTIONS.read_text(encoding="utf-8")
    return {name: int(ulps) for name, ulps in re.findall(r"^MATH\w\(\d+, (\w+), .*?, (\d+)(?:, [-.\d]+)+\)$", text, re.M)}


def expand(head, text, file):
    """The sources of one section."""
    words, _, values = head.partition("|")
    name, *marks = words.split()
    columns = {key: value.split(",") for key, value in (column.split("=", 1) for column in values.split())}
    for i in range(max(map(len, columns.values()), default=1)):
        row = {key: value[i] for key, value in columns.items()}
        at = lambda t, row=row: re.sub(r"@(\w)", lambda m: row[m[1]], t)  # noqa: E731
        source = Source(at(name), at(text), file, alone="alone" in marks)
        for mark in map(at, marks):
            if mark.split("=")[0] == "run":
                source.run = mark.partition("=")[2] or "64/16"
            elif mark.split("=")[0] == "ulps":
                source.ulps = int(mark.partition("=")[2] or 2 * allowed_ulps()[row["F"]])
            elif mark in REFUSED:
                source.refused = mark
            elif mark != "alone":
                raise ValueError(f"{source.name}: unknown mark {mark}")
        yield source


def corpus():
    sources = []
    for path in sorted(CORPUS.glob("*.cpp")):
        _, *sections = re.split(r"^//: ", path.read_text(encoding="utf-8"), flags=re.M)
        for section in sections:
            head, _, text = section.partition("\n")
            sources += expand(head, text.strip() + "\n", path.stem)
    for path in (*sorted((EXAMPLES / "kernels").glob("*.cpp")), EXAMPLES / "axpy.cpp"):
        text = path.read_text(encoding="utf-8").replace("#include <sycl/sycl.hpp>\n", "")
        sources.append(Source(f"example_{path.stem}", text, "examples", alone=path.stem == "axpy"))
    names = [source.name for source in sources]
    assert len(names) == len(set(names)), f"repeated names: {sorted(n for n in set(names) if names.count(n) > 1)}"
    return sources


class Group:
    """Sources that are compiled together."""

    def __init__(self, sources):
        self.sources = sources
        # With precompiled headers, DPC++ 2026.2 does not know which aspects code uses. These sources use none, or are refused for other reasons.
        self.precompiled = all(source.file not in ("aspects", "examples") if source.alone else source.refused in ("refused", "dpcpp")
                               for source in sources)
        self.text = PRELUDE
        self.starts = []  # the first line of each source
        for source in sources:
            self.starts.append(self.text.count("\n") + 1)
            self.text += f"namespace {source.name} {{\n{source.text}}}\n"

    def owner(self, line):
        """The source of a line, None for those before all sources."""
        found = [source for start, source in zip(self.starts, self.sources) if start <= line]
        return found[-1] if found else None

    def blamed(self, log, file):
        """Sources that errors of a log are about, with the first message: at the error's place, or where the notes after it lead."""
        found, message = {}, None
        for line in log.splitlines():
            place = re.match(rf"\s*(\S*?)([^/\s]+):(\d+):\d+: ((?:fatal )?error: )?(.*)", line)
            if not place:
                continue
            if place[4]:
                message = place[5]
            owner = self.owner(int(place[3])) if re.fullmatch(file, place[2]) else None
            if owner and message:
                found.setdefault(owner.name, message)
                message = None
        return found


def grouped(sources, crashes):
    """Groups of one file each; those that are not accepted by both, of all files, by the compiler that refuses them. For a compiler that crashes,
    such sources can be alone, too."""
    kinds = {}
    for source in sources:
        alone = source.alone and (crashes or not source.refused)
        kinds.setdefault(source.name if alone else source.refused or f"{source.file}.cpp", []).append(source)
    return [Group(kind[i:i + TOGETHER]) for kind in kinds.values() for i in range(0, len(kind), TOGETHER)]
