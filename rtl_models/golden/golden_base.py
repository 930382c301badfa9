# SPDX-License-Identifier: Apache-2.0
"""The cycle-exact models of tinsim's blocks, through libtinsim_golden (tinsim_golden.h says what a call means).

    arbiter = IslipArbiter(NumPorts=4, NumVcs=4)
    arbiter.iterations_i = 1
    arbiter.reset()
    arbiter.req_valid_i[0][2] = 1
    arbiter.req_port_i[0][2] = 3
    arbiter.tick()
    print(arbiter.match_valid_o, arbiter.match_port_o[0], arbiter.state("grant_pointer"))

A port is a number or, if it is an array, a sequence of sequences of numbers, whose elements are read and written in
place; a whole array is also set from lists. The library is that of $TINSIM_GOLDEN_LIBRARY, or the installed one.
"""
import ctypes
import os
import pathlib


class GoldenError(Exception):
    """What tinsim_golden_error() says."""


def _load():
    path = os.environ.get("TINSIM_GOLDEN_LIBRARY")
    if path is None:
        here = pathlib.Path(__file__).resolve()
        found = (folder / "@LIBDIR@" / "libtinsim_golden.so" for folder in here.parents)
        path = next((str(file) for file in found if file.exists()), "libtinsim_golden.so")
    library = ctypes.CDLL(path)
    handle, text, size, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64
    words, numbers = ctypes.POINTER(ctypes.c_uint32), ctypes.POINTER(number)
    for name, result, arguments in (
            ("abi", ctypes.c_int, []), ("version", text, []),
            ("shape", ctypes.c_int, [size, ctypes.POINTER(text), ctypes.POINTER(text)]),
            ("create", handle, [text, text]), ("free", None, [handle]), ("error", text, [handle]),
            ("port_at", ctypes.c_int, [handle, size, ctypes.POINTER(_PortInfo)]),
            ("set", ctypes.c_int, [handle, text, size, number]), ("get", ctypes.c_int, [handle, text, size, numbers]),
            ("set_words", ctypes.c_int, [handle, text, words, size]),
            ("get_words", ctypes.c_int, [handle, text, words, size]),
            ("keep_last", ctypes.c_int, [handle]), ("difference", text, [handle, words, words, size]),
            ("tick", ctypes.c_int, [handle]), ("reset", ctypes.c_int, [handle]),
            ("state_name", text, [handle, size]), ("state", ctypes.c_long, [handle, text, numbers, size])):
        function = getattr(library, f"tinsim_golden_{name}")
        function.restype, function.argtypes = result, arguments
    if library.tinsim_golden_abi() != 1:
        raise GoldenError(f"{path} has ABI {library.tinsim_golden_abi()}; expected 1")
    return library


class _PortInfo(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("is_input", ctypes.c_int), ("width", ctypes.c_uint),
                ("elements", ctypes.c_uint), ("dimensions", ctypes.c_uint), ("sizes", ctypes.c_uint * 4)]


_LIBRARY = _load()


def version():
    return _LIBRARY.tinsim_golden_version().decode()


class Elements:
    """An array port from some index on: sizes of the dimensions left, and the first element of it."""

    def __init__(self, block, name, sizes, first):
        self._block, self._name, self._sizes, self._first = block, name, sizes, first

    def __len__(self):
        return self._sizes[0]

    def _at(self, index):
        if not 0 <= index < len(self):
            raise IndexError(f"{self._name}[{index}]: the dimension has {len(self)} elements")
        step = 1
        for size in self._sizes[1:]:
            step *= size
        return self._first + index * step

    def __getitem__(self, index):
        element = self._at(index)
        if len(self._sizes) > 1:
            return Elements(self._block, self._name, self._sizes[1:], element)
        return self._block.get(self._name, element)

    def __setitem__(self, index, value):
        element = self._at(index)
        if len(self._sizes) > 1:
            Elements(self._block, self._name, self._sizes[1:], element).assign(value)
        else:
            self._block.set(self._name, value, element)

    def assign(self, values):
        if len(values) != len(self):
            raise ValueError(f"{self._name}: {len(values)} values for {len(self)} elements")
        for index, value in enumerate(values):
            self[index] = value

    def to_list(self):
        return [value.to_list() if isinstance(value, Elements) else value for value in self]

    def __eq__(self, other):
        return self.to_list() == (other.to_list() if isinstance(other, Elements) else other)

    def __repr__(self):
        return repr(self.to_list())


class Port:
    """A port as an attribute of a block."""

    def __init__(self, name, text):
        self.name, self.__doc__ = name, text

    def __get__(self, block, owner=None):
        if block is None:
            return self
        sizes = block.ports[self.name].sizes[:block.ports[self.name].dimensions]
        return Elements(block, self.name, sizes, 0) if sizes else block.get(self.name)

    def __set__(self, block, value):
        now = self.__get__(block)
        if isinstance(now, Elements):
            now.assign(value)
        else:
            block.set(self.name, value)


class Block:
    """A model; parameters not given are those of its first shape. `ports`: what the library says of each."""

    BLOCK = None

    def __init__(self, **parameters):
        text = ",".join(f"{key}={value}" for key, value in parameters.items())
        self._handle = _LIBRARY.tinsim_golden_create(self.BLOCK.encode(), text.encode())
        if not self._handle:
            raise GoldenError(_LIBRARY.tinsim_golden_error(None).decode())
        self.ports = {}
        info = _PortInfo()
        while _LIBRARY.tinsim_golden_port_at(self._handle, len(self.ports), ctypes.byref(info)):
            self.ports[info.name.decode()] = info
            info = _PortInfo()

    def __del__(self):
        if getattr(self, "_handle", None):
            _LIBRARY.tinsim_golden_free(self._handle)

    def _check(self, result):
        if result < 0:
            raise GoldenError(_LIBRARY.tinsim_golden_error(self._handle).decode())
        return result

    def _words(self, name):
        if name not in self.ports:
            raise GoldenError(f"{self.BLOCK}: no port {name}")
        info = self.ports[name]
        return (ctypes.c_uint32 * ((info.width * info.elements + 31) // 32))()

    def get(self, name, element=0):
        """A number; an element of more than 64 bits is cut out of the whole port."""
        if name in self.ports and self.ports[name].width > 64:
            words = self._words(name)
            self._check(_LIBRARY.tinsim_golden_get_words(self._handle, name.encode(), words, len(words)))
            width = self.ports[name].width
            return int.from_bytes(bytes(words), "little") >> element * width & (1 << width) - 1
        value = ctypes.c_uint64()
        self._check(_LIBRARY.tinsim_golden_get(self._handle, name.encode(), element, ctypes.byref(value)))
        return value.value

    def set(self, name, value, element=0):
        value = int(value)
        if name in self.ports and self.ports[name].width > 64:
            words, width = self._words(name), self.ports[name].width
            if not 0 <= value < 1 << width:
                raise GoldenError(f"{self.BLOCK}: {name} = {value} does not fit {width} bits")
            self._check(_LIBRARY.tinsim_golden_get_words(self._handle, name.encode(), words, len(words)))
            whole = int.from_bytes(bytes(words), "little")
            whole = whole & ~((1 << width) - 1 << element * width) | value << element * width
            words = type(words).from_buffer_copy(whole.to_bytes(len(words) * 4, "little"))
            self._check(_LIBRARY.tinsim_golden_set_words(self._handle, name.encode(), words, len(words)))
            return
        if not 0 <= value < 1 << 64:
            raise GoldenError(f"{self.BLOCK}: {name} = {value} does not fit 64 bits")
        self._check(_LIBRARY.tinsim_golden_set(self._handle, name.encode(), element, value))

    def set_packed(self, name, value):
        """A whole port as one number, element 0 in the lowest bits."""
        words = self._words(name)
        if not 0 <= value < 1 << 32 * len(words):
            raise GoldenError(f"{self.BLOCK}: {name} = {value} does not fit the port")
        words = type(words).from_buffer_copy(value.to_bytes(4 * len(words), "little"))
        self._check(_LIBRARY.tinsim_golden_set_words(self._handle, name.encode(), words, len(words)))

    def keep_last(self):
        """Before reset(): difference() then shows what the last edge saw (tinsim_golden_keep_last)."""
        self._check(_LIBRARY.tinsim_golden_keep_last(self._handle))

    def difference(self, actual, unknown=None):
        """How other outputs differ from those of this cycle: lines of text, "" if they are equal. `actual`: output
        -> number, as set_packed() has it; `unknown`: output -> mask of the bits that are X or Z."""
        packed = [b"", b""]
        for name, info in self.ports.items():
            if not info.is_input:
                size = 4 * len(self._words(name))
                packed[0] += actual[name].to_bytes(size, "little")
                packed[1] += (unknown or {}).get(name, 0).to_bytes(size, "little")
        words = ctypes.c_uint32 * (len(packed[0]) // 4)
        text = _LIBRARY.tinsim_golden_difference(self._handle, *map(words.from_buffer_copy, packed), len(packed[0]) // 4)
        if text is None:
            self._check(-1)
        return text.decode()

    def tick(self):
        """The rising clock edge."""
        self._check(_LIBRARY.tinsim_golden_tick(self._handle))

    def reset(self):
        """Reset with the straps that the inputs hold."""
        self._check(_LIBRARY.tinsim_golden_reset(self._handle))

    def state_names(self):
        names = []
        while (name := _LIBRARY.tinsim_golden_state_name(self._handle, len(names))) is not None:
            names.append(name.decode())
        return names

    def state(self, name):
        """Values of a register or queue; a list of one for a plain register."""
        count = self._check(_LIBRARY.tinsim_golden_state(self._handle, name.encode(), None, 0))
        values = (ctypes.c_uint64 * count)()
        self._check(_LIBRARY.tinsim_golden_state(self._handle, name.encode(), values, count))
        return list(values)
