# SPDX-License-Identifier: Apache-2.0
"""cocotb test of acme_arbiter against the model of islip_arbiter.

NOT RUN UNDER COCOTB HERE: cocotb is not available where tinsim is built. tests/package/python_checker_test.py runs
this file with a stand-in for cocotb and for the device.
"""
import random

import cocotb
import tinsim_golden
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge
from tinsim_checker import Checker

PORTS, VCS = 4, 4
CYCLES = 2000


def draw_requests(rng):
    """Packed req_valid_i and req_port_i: a valid request is for one of the outputs."""
    valid = ports = 0
    for element in range(PORTS * VCS):
        valid |= (rng.random() < 0.4) << element
        ports |= rng.randrange(PORTS) << 6 * element
    return valid, ports


def drive(dut, rng):
    dut.iterations_i.value = rng.randint(1, 4)
    dut.strict_i.value = rng.getrandbits(VCS) & rng.getrandbits(VCS)
    dut.req_valid_i.value, dut.req_port_i.value = draw_requests(rng)
    dut.in_busy_i.value = rng.getrandbits(PORTS) & rng.getrandbits(PORTS)
    dut.out_busy_i.value = rng.getrandbits(PORTS) & rng.getrandbits(PORTS)


def sample(dut, model):
    """The ports, all of which are stable at the falling edge."""
    return {port: str(getattr(dut, port).value) for port in model.ports}


@cocotb.test()
async def arbiter_agrees_with_its_model(dut):
    rng = random.Random(1)
    model = tinsim_golden.IslipArbiter(NumPorts=PORTS, NumVcs=VCS)
    checker = Checker(model, name="acme", max_mismatches=3, show=dut._log.info)
    cocotb.start_soon(Clock(dut.clk_i, 10, units="ns").start())
    dut.rst_ni.value = 0
    drive(dut, rng)
    for _ in range(3):
        await FallingEdge(dut.clk_i)
        checker.reset(sample(dut, model))
    await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    for _ in range(CYCLES):
        drive(dut, rng)
        await FallingEdge(dut.clk_i)
        checker.cycle(sample(dut, model))
        await RisingEdge(dut.clk_i)
    checker.finish()
