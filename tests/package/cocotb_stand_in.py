# SPDX-License-Identifier: Apache-2.0
"""Stands for cocotb: runs a test coroutine with a device that is a model of the block, and may have a bug.

Its clock has rising and falling edges in turn; assignments to ports hold at once.
"""
import sys
import types


class Edge:
    """A trigger; awaited, it is handed to run()."""

    def __init__(self, _signal):
        pass

    def __await__(self):
        yield type(self)


class RisingEdge(Edge):
    pass


class FallingEdge(Edge):
    pass


class Clock:
    def __init__(self, *_arguments, **_options):
        pass

    async def start(self):
        pass


class Handle:
    """A port: `value` is a number that was assigned, or the text of its bits."""

    def __init__(self, device, name):
        self._device, self._name = device, name

    @property
    def value(self):
        return self._device.bits(self._name)

    @value.setter
    def value(self, number):
        self._device.values[self._name] = number


class Device:
    """`fault(cycle, name, bits)` returns the bits that an output shows; cycles count from 0 after reset."""

    def __init__(self, model, fault):
        self.model, self.fault, self.values, self.cycle, self.lines = model, fault, {"rst_ni": 1}, 0, []
        self._log = types.SimpleNamespace(info=self.lines.append)

    def __getattr__(self, name):
        return Handle(self, name)

    def bits(self, name):
        info = self.model.ports[name]
        self._set_inputs()
        value = sum(self.model.get(name, n) << n * info.width for n in range(info.elements))
        bits = f"{value:0{info.width * info.elements}b}"
        return bits if info.is_input else self.fault(self.cycle, name, bits)

    def _set_inputs(self):
        for name, value in self.values.items():
            if name in self.model.ports:
                self.model.set_packed(name, value)

    def rising_edge(self):
        self._set_inputs()
        if self.values["rst_ni"]:
            self.model.tick()
            self.cycle += 1
        else:
            self.model.reset()
            self.cycle = 0


def install():
    """Makes `import cocotb` find this."""
    cocotb = types.ModuleType("cocotb")
    cocotb.test = lambda: lambda coroutine: coroutine
    cocotb.start_soon = lambda coroutine: coroutine.close()
    modules = {"cocotb": cocotb, "cocotb.clock": types.ModuleType("cocotb.clock"),
               "cocotb.triggers": types.ModuleType("cocotb.triggers")}
    modules["cocotb.clock"].Clock = Clock
    modules["cocotb.triggers"].RisingEdge, modules["cocotb.triggers"].FallingEdge = RisingEdge, FallingEdge
    sys.modules.update(modules)


def run(test, device):
    """Runs the coroutine of a test to its end, or to its exception."""
    coroutine, is_high = test(device), False
    try:
        wanted = coroutine.send(None)
        while True:
            is_high = not is_high
            if is_high:
                device.rising_edge()
            if wanted is (RisingEdge if is_high else FallingEdge):
                wanted = coroutine.send(None)
    except StopIteration:
        pass
