# SPDX-License-Identifier: Apache-2.0
"""Holds a device under test to the model of a block, cycle by cycle; for cocotb, or any other bench in Python.

    checker = Checker(tinsim_golden.IslipArbiter(NumPorts=4, NumVcs=4), name="acme", max_mismatches=3)
    checker.reset(values)    # while the reset is active
    checker.cycle(values)    # once per cycle, when all ports are stable
    checker.finish()

`values`: port of the block -> text of its bits, the highest first, such as "0010"; X and Z are "x" and "z". The counts
and messages are those of tinsim_golden_checker.sv.
"""
import contextlib

from tinsim_golden import GoldenError


class Mismatch(Exception):
    """The limit is reached, outputs differed at the end, or nothing was compared."""


def number_and_unknown(text):
    """Bits of a port as a number, X and Z as 0, and the mask of those that are X or Z; U, W, L, H and - of VHDL are as
    X."""
    if not text or set(text) - set("01xXzZuUwWlLhH-"):
        raise ValueError(f"{text!r}: expected the bits of a port, each 0, 1, x or z")
    known = "".join(bit if bit in "01" else "0" for bit in text)
    return int(known, 2), int("".join("0" if bit in "01" else "1" for bit in text), 2)


class Checker:
    """After a mismatch the model goes on with its own registers, until a reset brings both together again.
    `max_mismatches`: cycles with a mismatch until Mismatch is raised; 0: finish() raises it."""

    def __init__(self, model, name=None, max_mismatches=1, show=print):
        self.model, self.name, self.max_mismatches, self.show = model, name or model.BLOCK, max_mismatches, show
        self.cycle_number = self.compared = self.mismatches = 0
        self.was_reset = False
        self.inputs = [port for port, info in model.ports.items() if info.is_input]
        self.outputs = [port for port, info in model.ports.items() if not info.is_input]
        model.keep_last()

    def _set_inputs(self, values):
        for port in self.inputs:
            self.model.set_packed(port, number_and_unknown(values[port])[0])

    @contextlib.contextmanager
    def _rules(self):
        """An input that breaks a rule of the block ends the run, whatever the limit."""
        try:
            yield
        except GoldenError as error:
            self.show(self.summary())
            raise GoldenError(f"{self.name}: cycle {self.cycle_number} after reset: {error}") from None

    def reset(self, values):
        self.cycle_number, self.was_reset = 0, True
        with self._rules():
            self._set_inputs(values)
            self.model.reset()

    def cycle(self, values):
        """Compares the outputs of a cycle, then gives the model the edge that ends it. Before the first reset nothing
        is compared."""
        if not self.was_reset:
            return
        bits = {port: number_and_unknown(values[port]) for port in self.outputs}
        with self._rules():
            self._set_inputs(values)
            difference = self.model.difference({port: pair[0] for port, pair in bits.items()},
                                               {port: pair[1] for port, pair in bits.items()})
            if difference:
                self._show_mismatch(difference)
            self.model.tick()
        self.compared += 1
        self.cycle_number += 1
        if difference:
            self.mismatches += 1
        if self.max_mismatches and self.mismatches >= self.max_mismatches:
            self.show(self.summary())
            raise Mismatch(f"{self.name}: outputs differ, limit reached")

    def _show_mismatch(self, difference):
        of_maximum = f" of {self.max_mismatches}" if self.max_mismatches else ""
        self.show(f"{self.name}: cycle {self.cycle_number} after reset, mismatch {self.mismatches + 1}{of_maximum}:\n"
                  f"{difference}")

    def summary(self):
        return f"{self.name}: {self.compared} cycles compared, {self.mismatches} mismatches"

    def finish(self):
        """Call at the end of a run."""
        self.show(self.summary())
        if self.compared == 0:
            raise Mismatch(f"{self.name}: the checker compared nothing")
        if self.mismatches:
            raise Mismatch(f"{self.name}: outputs differ")
