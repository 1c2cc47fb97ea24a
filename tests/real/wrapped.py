"""A second reader of the device images that DPC++ puts into host binaries, written from a description of the records
and not from Sybil's reader, so that the two can be compared.

It reads 64-bit little-endian ELF files (executables, shared libraries and relocatable objects for x86-64 and AArch64)
and PE32+ files. It is strict: a record that breaks the description raises Broken.
"""
import hashlib
import mmap
import struct
from collections import namedtuple

RELATIVE = {62: 8, 183: 1027}
ABSOLUTE = {62: 1, 183: 257}
ET_REL, ET_EXEC = 1, 2
PT_LOAD, PT_DYNAMIC = 1, 2
DT_STRTAB, DT_SYMTAB, DT_RELA, DT_RELASZ, DT_RELRSZ, DT_RELR = 5, 6, 7, 8, 35, 36
SHT_SYMTAB, SHT_RELA, SHT_NOBITS = 2, 4, 8
SHF_ALLOC = 2
FORMATS = ("none", "native", "spirv", "bitcode", "zstd")

# Offsets of the pointer pairs of an image record: size, bytes, entries, property sets.
LAYOUTS = {1: (96, 48, 64, 80), 2: (96, 48, 64, 80), 3: (80, 32, 48, 64)}

Descriptor = namedtuple("Descriptor", "address images")
Image = namedtuple("Image", "address version format target compile_options link_options manifest offset size entries sets")
Entry = namedtuple("Entry", "name size flags form")
Property = namedtuple("Property", "name type value")


class Broken(Exception):
    """A record that breaks the description, or a file that is not understood."""


class Space:
    """An address space over the bytes of a file: ranges of addresses, and pointers by the address of their slot."""

    def __init__(self, data):
        self.data = data
        self.ranges = []      # (first address, end address, offset in the file)
        self.pointers = {}    # address of a slot -> address that it holds
        self.in_place = False # whether a slot without a relocation may hold a pointer

    def add(self, address, size, offset):
        if size:
            self.ranges.append((address, address + size, offset))

    def offset(self, address, size):
        """The place in the file of `size` bytes at an address."""
        for first, end, offset in self.ranges:
            if first <= address and address + size <= end:
                if offset + address - first + size > len(self.data):
                    raise Broken(f"{size} bytes at {address:#x} lie outside of the file")
                return offset + address - first
        raise Broken(f"{size} bytes at {address:#x} are not in the file")

    def read(self, address, layout):
        return struct.unpack_from(layout, self.data, self.offset(address, struct.calcsize(layout)))

    def pointer(self, slot):
        """The address that a slot holds; 0 for a null pointer."""
        if slot in self.pointers:
            return self.pointers[slot]
        value, = self.read(slot, "<Q")
        if value and not self.in_place:
            raise Broken(f"the slot at {slot:#x} holds {value:#x} without a relocation")
        return value

    def text(self, slot):
        """The NUL-ended text that a slot points to; None for a null pointer."""
        address = self.pointer(slot)
        if not address:
            return None
        begin = self.offset(address, 1)
        end = self.data.find(b"\0", begin)
        self.offset(address, end - begin + 1)
        return self.data[begin:end].decode()

    def pair(self, slot):
        """Two neighbouring pointers as an address and a size."""
        begin, end = self.pointer(slot), self.pointer(slot + 8)
        if end < begin or bool(begin) != bool(end):
            raise Broken(f"the pointers at {slot:#x} are {begin:#x} and {end:#x}")
        return begin, end - begin

    def slots(self):
        """Slots that may hold the pointer of a descriptor."""
        if not self.in_place or self.pointers:
            yield from sorted(self.pointers)
            return
        for first, end, offset in self.ranges:
            first_slot = -first % 8
            end = min(end, first + len(self.data) - offset)
            count = max(end - first - first_slot, 0) // 8
            words = memoryview(self.data)[offset + first_slot:offset + first_slot + count * 8]
            for index, (value,) in enumerate(struct.iter_unpack("<Q", words)):
                if value:
                    yield first + first_slot + index * 8


def load_elf(space):
    data = space.data
    if data[4] != 2 or data[5] != 1:
        raise Broken("not a 64-bit little-endian ELF file")
    kind, machine = struct.unpack_from("<HH", data, 16)
    if machine not in RELATIVE:
        raise Broken(f"ELF machine {machine}")
    if kind == ET_REL:
        return load_object(space, machine)
    at, = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    dynamic = {}
    for index in range(count):
        p_type, _, p_offset, p_vaddr, _, p_filesz = struct.unpack_from("<IIQQQQ", data, at + index * size)
        if p_type == PT_LOAD:
            space.add(p_vaddr, p_filesz, p_offset)
        elif p_type == PT_DYNAMIC:
            for tag, value in struct.iter_unpack("<QQ", data[p_offset:p_offset + p_filesz // 16 * 16]):
                if not tag:
                    break
                dynamic.setdefault(tag, value)
    space.in_place = kind == ET_EXEC
    if DT_RELA in dynamic:
        begin = space.offset(dynamic[DT_RELA], dynamic[DT_RELASZ])
        for slot, info, addend in struct.iter_unpack("<QQq", data[begin:begin + dynamic[DT_RELASZ]]):
            if info & 0xffffffff == RELATIVE[machine]:
                space.pointers[slot] = addend
            elif info & 0xffffffff == ABSOLUTE[machine]:
                value, section = symbol(space, dynamic[DT_SYMTAB], info >> 32)
                if section:
                    space.pointers[slot] = value + addend
    if DT_RELR in dynamic:
        load_relr(space, dynamic[DT_RELR], dynamic[DT_RELRSZ])


def symbol(space, table, index):
    _, _, _, section, value, _ = space.read(table + index * 24, "<IBBHQQ")
    return value, section


def load_relr(space, address, size):
    """Packed relative relocations: an even word is a slot, an odd one a map of the 63 slots behind the last word's."""
    begin = space.offset(address, size)
    where = 0
    for (word,) in struct.iter_unpack("<Q", space.data[begin:begin + size]):
        if word & 1 == 0:
            space.pointers[word], = space.read(word, "<Q")
            where = word + 8
            continue
        for bit in range(63):
            if word >> (bit + 1) & 1:
                slot = where + bit * 8
                space.pointers[slot], = space.read(slot, "<Q")
        where += 63 * 8


def section_headers(data):
    at, = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    if not at:
        return []
    if not count:
        count, = struct.unpack_from("<Q", data, at + 32)
    if names == 0xffff:
        names, = struct.unpack_from("<I", data, at + 40)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, at + index * size) for index in range(count)]
    texts = headers[names][4] if names < count else 0
    found = []
    for header in headers:
        begin = texts + header[0]
        name = data[begin:data.find(b"\0", begin)].decode()
        found.append((name, *header[1:]))
    return found


def load_object(space, machine):
    """A relocatable object: each allocated section gets an address of its own."""
    data = space.data
    headers = section_headers(data)
    bases, where = {}, 1 << 32
    for index, (_, kind, flags, _, offset, size, *_) in enumerate(headers):
        if flags & SHF_ALLOC:
            bases[index] = where
            if kind != SHT_NOBITS:
                space.add(where, size, offset)
            where += (size + 0xffff) & ~0xfff
    for _, kind, _, _, offset, size, link, info, _, _ in headers:
        if kind != SHT_RELA or info not in bases:
            continue
        symbols = headers[link][4]
        for place, what, addend in struct.iter_unpack("<QQq", data[offset:offset + size]):
            if what & 0xffffffff != ABSOLUTE[machine]:
                continue
            _, _, _, section, value, _ = struct.unpack_from("<IBBHQQ", data, symbols + (what >> 32) * 24)
            if section in bases:
                space.pointers[bases[info] + place] = bases[section] + value + addend


def load_pe(space):
    data = space.data
    at, = struct.unpack_from("<I", data, 60)
    if data[at:at + 4] != b"PE\0\0":
        raise Broken("not a PE file")
    machine, count = struct.unpack_from("<HH", data, at + 4)
    optional, = struct.unpack_from("<H", data, at + 20)
    magic, = struct.unpack_from("<H", data, at + 24)
    if magic != 0x20b or machine not in (0x8664, 0xaa64):
        raise Broken(f"PE file of machine {machine:#x}, magic {magic:#x}")
    base, = struct.unpack_from("<Q", data, at + 24 + 24)
    directories, = struct.unpack_from("<I", data, at + 24 + 108)
    for index in range(count):
        virtual_size, rva, raw_size, raw = struct.unpack_from("<IIII", data, at + 24 + optional + index * 40 + 8)
        space.add(base + rva, min(virtual_size, raw_size), raw)
    space.in_place = True
    rva, size = struct.unpack_from("<II", data, at + 24 + 112 + 5 * 8) if directories > 5 else (0, 0)
    begin = space.offset(base + rva, size) if size else 0
    end = begin + size
    while begin + 8 <= end:
        page, length = struct.unpack_from("<II", data, begin)
        if length < 8:
            break
        for (word,) in struct.iter_unpack("<H", data[begin + 8:begin + length]):
            if word >> 12 == 10:
                slot = base + page + (word & 0xfff)
                space.pointers[slot], = space.read(slot, "<Q")
        begin += length


def read_entries(space, address, size):
    found, at = [], address
    while at < address + size:
        if at + 8 in space.pointers or space.in_place and space.read(at + 8, "<Q")[0] != 0x80001:
            form, name, tail = 32, space.text(at + 8), space.read(at + 16, "<Qi")
        elif space.read(at, "<QHHI") == (0, 1, 8, 0):
            form, name, tail = 56, space.text(at + 24), (*space.read(at + 32, "<Q"), 0)
        else:
            raise Broken(f"the entry at {at:#x} has neither form")
        if name is None:
            raise Broken(f"the entry at {at:#x} has no name")
        found.append(Entry(name, *tail, form))
        at += form
    if at != address + size:
        raise Broken(f"the entries at {address:#x} do not fill {size} bytes")
    return found


def read_property(space, at):
    name, value = space.text(at), space.pointer(at + 8)
    kind, size = space.read(at + 16, "<I4xQ")
    if kind == 1:
        return Property(name, kind, size & 0xffffffff)
    if kind != 2:
        raise Broken(f"the property at {at:#x} has type {kind}")
    begin = space.offset(value, size) if size else 0
    return Property(name, kind, bytes(space.data[begin:begin + size]))


def read_sets(space, address, size):
    if size % 24:
        raise Broken(f"the property sets at {address:#x} have {size} bytes")
    found = []
    for at in range(address, address + size, 24):
        begin, length = space.pair(at + 8)
        if length % 32:
            raise Broken(f"the properties at {begin:#x} have {length} bytes")
        found.append((space.text(at), [read_property(space, where) for where in range(begin, begin + length, 32)]))
    return found


def read_image(space, at):
    version, kind, form, zero = space.read(at, "<HBBI")
    if version not in LAYOUTS or kind != 4 or form >= len(FORMATS) or zero:
        raise Broken(f"no image record at {at:#x}: version {version}, kind {kind}, format {form}")
    size, bytes_at, entries_at, sets_at = LAYOUTS[version]
    begin, length = space.pair(at + bytes_at)
    manifest = space.pair(at + 32)[1] if version < 3 else 0
    return size, Image(at, version, FORMATS[form], space.text(at + 8), space.text(at + 16), space.text(at + 24), manifest,
                       space.offset(begin, length), length, read_entries(space, *space.pair(at + entries_at)),
                       read_sets(space, *space.pair(at + sets_at)))


def candidates(space):
    """Addresses that have the shape of a descriptor, and the count of images."""
    for slot in space.slots():
        try:
            version, count, zero, images, first, second = space.read(slot - 8, "<HHIQQQ")
        except Broken:
            continue
        if version == 1 and count and not zero and not first and not second and \
                not any(where in space.pointers for where in (slot - 8, slot + 8, slot + 16)):
            yield slot - 8, count


def open_space(path):
    with open(path, "rb") as file:
        try:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            raise Broken("an empty file") from None
    space = Space(data)
    try:
        if data[:4] == b"\x7fELF":
            load_elf(space)
        elif data[:2] == b"MZ":
            load_pe(space)
        else:
            raise Broken("neither ELF nor PE")
    except struct.error as error:
        raise Broken(str(error)) from None
    return space


def read(path, rejected=None):
    """The address space of a file and its descriptors. `rejected` collects candidates that lead to no image record."""
    space = open_space(path)
    found = []
    for address, count in candidates(space):
        try:
            first = space.read(space.pointer(address + 8), "<HBBI")
            if first[0] not in LAYOUTS or first[1] != 4 or first[2] >= len(FORMATS) or first[3]:
                raise Broken(f"no image record at {space.pointer(address + 8):#x}: {first}")
        except Broken as error:
            if rejected is not None:
                rejected.append((address, count, str(error)))
            continue
        images, at = [], space.pointer(address + 8)
        for _ in range(count):
            size, image = read_image(space, at)
            images.append(image)
            at += size
        found.append(Descriptor(address, images))
    return space, found


def sha256(space, image):
    return hashlib.sha256(memoryview(space.data)[image.offset:image.offset + image.size]).hexdigest()


def spirv_kernels(data):
    """Names of the entry points of a SPIR-V module; the instructions behind them are not looked at."""
    names, at = [], 20
    while at + 4 <= len(data):
        word, = struct.unpack_from("<I", data, at)
        opcode, count = word & 0xffff, word >> 16
        if opcode not in (17, 10, 11, 14, 15) or not count:
            break
        if opcode == 15:
            text = bytes(data[at + 12:at + count * 4])
            names.append(text[:text.find(b"\0")].decode())
        at += count * 4
    return names
