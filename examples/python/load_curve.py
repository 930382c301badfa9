#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Latency and throughput of one configuration over load, by two arbiters, several runs at a time.

load_curve.py configs/single_tin.yaml
"""
import sys

import numpy
import tinsim

LOADS = (0.3, 0.5, 0.7, 0.9)

# %% The points: every load with every arbiter.
base = tinsim.Config(sys.argv[1], {"run.measure_us": 20})
arbiters = ("islip", "wavefront")
points = [base.changed({"traffic.0.load": load, "tin.switch.arbiter": arbiter})
          for arbiter in arbiters for load in LOADS]
results = tinsim.run_all(points)

# %% Latency over load.
p99 = numpy.array([result["latency_ns.p99"] for result in results]).reshape(len(arbiters), len(LOADS))
print("load     " + "".join(f"{load:>9}" for load in LOADS))
for arbiter, row in zip(arbiters, p99):
    print(f"{arbiter:9}" + "".join(f"{value:9.0f}" for value in row))

# %% Where cells wait: the ports with the longest stalls of the last point.
ports = results[-1].table("ports")
stalls = ports["stall_input_cycles"] + ports["stall_output_cycles"]
worst = numpy.argsort(stalls)[-3:][::-1]
print("most stalls: " + ", ".join(f"port {ports['port'][i]:.0f} vc {ports['vc'][i]:.0f}" for i in worst))
