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
place; a whole array is also set from lists. What does not fit is refused before anything is set. The library is that
of $TINSIM_GOLDEN_LIBRARY, or the installed one if the variable is not set or empty.
"""
import collections.abc
import ctypes
import difflib
import math
import operator
import os
import pathlib


class GoldenError(Exception):
    """What tinsim_golden_error() says, or the same of a fault that is found before the library is called."""


def _load():
    path = os.environ.get("TINSIM_GOLDEN_LIBRARY")
    if not path:
        here = pathlib.Path(__file__).resolve()
        found = (folder / "@LIBDIR@" / "libtinsim_golden.so" for folder in here.parents)
        path = next((str(file) for file in found if file.exists()), "libtinsim_golden.so")
    try:
        library = ctypes.CDLL(path)
        abi = library.tinsim_golden_abi()
    except (OSError, AttributeError) as error:
        raise GoldenError(f"no library of the models at {path} (TINSIM_GOLDEN_LIBRARY): {error}") from None
    if abi != 1:
        raise GoldenError(f"{path} has ABI {abi}; expected 1")
    handle, text, size, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64
    words, numbers = ctypes.POINTER(ctypes.c_uint32), ctypes.POINTER(number)
    for name, result, arguments in (
            ("version", text, []),
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
    return library


class _PortInfo(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("is_input", ctypes.c_int), ("width", ctypes.c_uint),
                ("elements", ctypes.c_uint), ("dimensions", ctypes.c_uint), ("sizes", ctypes.c_uint * 4)]


_LIBRARY = _load()


def version():
    return _LIBRARY.tinsim_golden_version().decode()


def _integer(what, value):
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} = {value!r}: expected an integer") from None


def _fitting(what, value, width):
    """`value` as an integer of `width` bits."""
    value = _integer(what, value)
    if not 0 <= value < 1 << width:
        raise GoldenError(f"{what} = {value} does not fit {width} bit{'s' if width > 1 else ''}")
    return value


class Elements:
    """An array port from some index on: sizes of the dimensions left, and the first element of it."""

    def __init__(self, block, name, sizes, first):
        self._block, self._name, self._sizes, self._first = block, name, sizes, first

    def __len__(self):
        return self._sizes[0]

    def _at(self, index):
        index = _integer(f"index of {self._name}", index)
        if not 0 <= index < len(self):
            raise IndexError(f"{self._name}[{index}]: the dimension has {len(self)} elements")
        return self._first + index * math.prod(self._sizes[1:])

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
        """All elements from sequences; nothing is set if a size or a value does not fit."""
        flat = self._flat(values, self._sizes)
        self._block.check_set(self._name, flat)
        for element, value in enumerate(flat, self._first):
            self._block.set(self._name, value, element)

    def _flat(self, values, sizes):
        if not sizes:
            return [values]
        if not hasattr(values, "__len__") or isinstance(values, (str, collections.abc.Mapping, collections.abc.Set)):
            raise TypeError(f"{self._name} = {values!r}: expected a sequence of {sizes[0]} elements")
        if len(values) != sizes[0]:
            raise ValueError(f"{self._name}: {len(values)} values for {sizes[0]} elements")
        return [one for value in values for one in self._flat(value, sizes[1:])]

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
    """A model in the shape that has all of these parameters; without any, in its first shape. `ports`: what the
    library says of each. Attributes are those of the class, and private ones: another is a misspelled port."""

    BLOCK = None
    ports = {}

    def __init__(self, **parameters):
        self._handle = None
        text = ",".join(f"{key}={value}" for key, value in parameters.items())
        self._handle = _LIBRARY.tinsim_golden_create(self.BLOCK.encode(), text.encode())
        if not self._handle:
            raise GoldenError(_LIBRARY.tinsim_golden_error(None).decode())
        self.ports = {}
        info = _PortInfo()
        while _LIBRARY.tinsim_golden_port_at(self._handle, len(self.ports), ctypes.byref(info)) == 1:
            self.ports[info.name.decode()] = info
            info = _PortInfo()

    def __del__(self):
        if getattr(self, "_handle", None):
            _LIBRARY.tinsim_golden_free(self._handle)

    def _check(self, result):
        if result < 0:
            raise GoldenError(_LIBRARY.tinsim_golden_error(self._handle).decode())
        return result

    def __setattr__(self, name, value):
        if not name.startswith("_") and not hasattr(type(self), name):
            near = difflib.get_close_matches(name, self.ports, cutoff=0.5) or list(self.ports)
            raise AttributeError(f"{self.BLOCK} has no port {name}; expected {' or '.join(near)}")
        super().__setattr__(name, value)

    def __reduce_ex__(self, protocol):
        raise TypeError(f"{type(self).__name__} cannot be copied or pickled: its registers are in the library")

    def _info(self, name):
        if name not in self.ports:
            raise GoldenError(f"{self.BLOCK}: no port {name}; expected one of {', '.join(self.ports)}")
        return self.ports[name]

    def _element(self, name, element):
        info, element = self._info(name), _integer(f"{self.BLOCK}: element of {name}", element)
        if not 0 <= element < info.elements:
            raise GoldenError(f"{self.BLOCK}: {name}[{element}]: the port has {info.elements} elements")
        return info, element

    def _words(self, name):
        """All words of a port, and these as a number."""
        info = self._info(name)
        words = (ctypes.c_uint32 * ((info.width * info.elements + 31) // 32))()
        self._check(_LIBRARY.tinsim_golden_get_words(self._handle, name.encode(), words, len(words)))
        return words, int.from_bytes(bytes(words), "little")

    def get(self, name, element=0):
        """A number; an element of more than 64 bits is cut out of the whole port."""
        info, element = self._element(name, element)
        if info.width > 64:
            return self._words(name)[1] >> element * info.width & (1 << info.width) - 1
        value = ctypes.c_uint64()
        self._check(_LIBRARY.tinsim_golden_get(self._handle, name.encode(), element, ctypes.byref(value)))
        return value.value

    def check_set(self, name, values):
        """Raises unless set() takes each of the values; returns them as integers."""
        info = self._info(name)
        if not info.is_input:
            raise GoldenError(f"{self.BLOCK}: {name} is an output and cannot be set")
        return [_fitting(f"{self.BLOCK}: {name}", value, info.width) for value in values]

    def set(self, name, value, element=0):
        info, element = self._element(name, element)
        value, = self.check_set(name, [value])
        if info.width > 64:
            whole, first = self._words(name)[1], element * info.width
            self.set_packed(name, whole & ~((1 << info.width) - 1 << first) | value << first)
            return
        self._check(_LIBRARY.tinsim_golden_set(self._handle, name.encode(), element, value))

    def _packed(self, name, value):
        """Bytes of the words of a port whose value is one number."""
        info = self._info(name)
        bits = info.width * info.elements
        return _fitting(f"{self.BLOCK}: {name}", value, bits).to_bytes((bits + 31) // 32 * 4, "little")

    def set_packed(self, name, value):
        """A whole port as one number, element 0 in the lowest bits."""
        packed = self._packed(name, value)
        words = (ctypes.c_uint32 * (len(packed) // 4)).from_buffer_copy(packed)
        self._check(_LIBRARY.tinsim_golden_set_words(self._handle, name.encode(), words, len(words)))

    def keep_last(self):
        """From the next reset() on difference() shows what the last edge saw (tinsim_golden_keep_last)."""
        self._check(_LIBRARY.tinsim_golden_keep_last(self._handle))

    def difference(self, actual, unknown=None):
        """How other outputs differ from those of this cycle: lines of text, "" if they are equal. `actual`: output
        -> number, as set_packed() has it; `unknown`: output -> mask of the bits that are X or Z."""
        outputs = [name for name, info in self.ports.items() if not info.is_input]
        unknown = unknown or {}
        wrong = [*(name for name in outputs if name not in actual), *(name for name in unknown if name not in outputs)]
        if wrong:
            raise GoldenError(f"{self.BLOCK}: difference: {', '.join(wrong)}; expected each of {', '.join(outputs)}, "
                              "and no others in unknown")
        packed = [b"".join(self._packed(name, actual[name]) for name in outputs),
                  b"".join(self._packed(name, unknown.get(name, 0)) for name in outputs)]
        count = len(packed[0]) // 4
        words = map((ctypes.c_uint32 * count).from_buffer_copy, packed)
        text = _LIBRARY.tinsim_golden_difference(self._handle, *words, count)
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
