#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two inputs of the arbiter want output 3; prints who gets it, and the pointers that decide it:

    PYTHONPATH=$(pkg-config --variable=pythondir tinsim-golden) python3 arbiter.py [PORTS VCS]
"""
import sys

import tinsim_golden

PORTS, VCS = map(int, sys.argv[1:] or (4, 4))
arbiter = tinsim_golden.IslipArbiter(NumPorts=PORTS, NumVcs=VCS)
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
    arbiter.req_port_i = [[64] * VCS] * PORTS
except tinsim_golden.GoldenError as error:
    print(error)
