#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two inputs of the arbiter want output 3; prints who gets it, and the pointers that decide it:

    PYTHONPATH=$(pkg-config --variable=pythondir tinsim-golden) python3 arbiter.py
"""
import tinsim_golden

arbiter = tinsim_golden.IslipArbiter(NumPorts=4, NumVcs=4)
print("tinsim", tinsim_golden.version())
arbiter.iterations_i = 1
arbiter.reset()
for source in 1, 2:
    arbiter.req_valid_i[source][0] = 1
    arbiter.req_port_i[source][0] = 3
for cycle in range(4):
    arbiter.tick()
    print("granted", arbiter.match_valid_o, "grant pointer of output 3:", arbiter.state("grant_pointer")[3])
try:
    arbiter.req_port_i = [[64] * 4] * 4
except tinsim_golden.GoldenError as error:
    print(error)
