# SPDX-License-Identifier: Apache-2.0
"""Runs of every kind of traffic and host, and the verdict that each must get. What is saturated is
asked for more than a bound that follows from rates; what fails has a cause that must show."""
import copy
import json

import yaml

POD = {"kind": "dragonfly", "pods": 1, "tins_per_pod": 4, "hosts_per_tin": 2}
PODS = {"kind": "dragonfly", "pods": 2, "tins_per_pod": 4, "global_links_per_pair": 4}
TIN_DIES = {"events": [{"tins": "pod0.tin1", "at_us": 10}]}
RUN = {"warmup_us": 10, "measure_us": 40}
SHORT = {"warmup_us": 1, "measure_us": 1}  # fewer than the 20 batches that are needed

PORT_GBPS = 25.6   # a word of 64 bits each 2.5 ns
NIC_GBPS = 100.0
MAC_GBPS = 100.0


def raw(**entry):
    return {"topology": POD, "run": RUN,
            "traffic": [{"pattern": "uniform", "load": 0.1, **entry}]}


def ip(transport, run=None, drop_threshold=None, at_macs=False, **entry):
    config = {"topology": POD, "run": run or RUN, "ip": {"enabled": True},
              "ip_traffic": [{"pattern": "uniform", "gbps": 10, "transport": transport, **entry}]}
    if drop_threshold is not None:
        config["ip"]["egress"] = {"drop_threshold": drop_threshold}
    if at_macs:
        config["host"] = {"at_macs": True}
    return config


def frames(capture, source):
    return {"topology": POD, "run": {"warmup_us": 0, "measure_us": 100},
            "ip": {"enabled": True, "payload": "carried", "time_to_live": "keep",
                   "routes": [{"prefix": "0.0.0.0/0", "macs": [3]}, {"prefix": "::/0", "macs": [3]}],
                   "replay": [{"host": 1, "file": str(source / "tests/data/ethernet" / capture),
                               "time_scale": 1e-5}]}}


def rma(gbps, run=None, outstanding=16, topology=None, **entry):
    """Both hosts of a chip read from both of one in the other pod, over the one link between."""
    entry = {"pattern": "pairs", "sources": [0, 1], "targets": [8, 9], **entry}
    return {"topology": topology or PODS, "run": run or {"warmup_us": 20, "measure_us": 200},
            "rma": {"enabled": True},
            "rma_traffic": [{"op": "read", "bytes": 4096, "gbps": gbps,
                             "outstanding": outstanding, **entry}]}


# 4096 bytes are 32 cells of 20 words, 5120 bytes.
RMA_BOUND_GBPS = PORT_GBPS * 4096 / 5120 / 2


def lookups(ops_per_s, run=None):
    return {"topology": POD, "run": run or RUN, "ip": {"enabled": True},
            "rma": {"enabled": True, "payload": "carried"},
            "cliquemap": {"enabled": True, "clients": 4, "backends": 4, "keys": 100,
                          "ops_per_s": ops_per_s}}


def with_(config, **more):
    return {**copy.deepcopy(config), **more}


def cases(source):
    """name -> (configuration, verdict, reasons by name)."""
    dying = {"failures": TIN_DIES}
    noisy = {"link": {"noise": [{"ber": 1e-4}]}}
    saturated, unsteady = {"balance": "saturated"}, {"balance": "unsteady"}
    return {
        "raw": (raw(), "healthy", {}),
        # Seven hosts send to one, each half of a port.
        "raw_saturated": (raw(pattern="incast", targets=[0], load=0.5), "saturated", saturated),
        "raw_noise": (with_(raw(), **noisy), "failing",
                      {"cells_lost": "failing", **unsteady}),
        "raw_tin_dies": (with_(raw(), **dying), "failing",
                         {"cells_lost": "failing", **unsteady}),
        "raw_short": (with_(raw(), run=SHORT), "unsteady", unsteady),

        "none": (ip("none"), "healthy", {}),
        "none_saturated": (ip("none", pattern="pairs", sources=[0], targets=[2],
                              gbps=1.2 * NIC_GBPS), "saturated", saturated),
        "none_dropped": (ip("none", pattern="incast", targets=[0], drop_threshold=1), "failing",
                         {"packets_lost": "failing"}),
        "none_short": (ip("none", run=SHORT), "unsteady", unsteady),

        "swift": (ip("swift"), "healthy", {}),
        "swift_saturated": (ip("swift", pattern="incast", targets=[0], gbps=0.3 * NIC_GBPS),
                            "saturated", saturated),
        "swift_dropped": (ip("swift", pattern="incast", targets=[0], drop_threshold=1), "failing",
                          {"packets_lost": "failing", "packets_repeated": "failing"}),
        "swift_short": (ip("swift", run=SHORT), "unsteady", unsteady),

        "mac": (ip("none", at_macs=True), "healthy", {}),
        "mac_saturated": (ip("none", at_macs=True, pattern="pairs", sources=[8], targets=[10],
                             gbps=1.2 * MAC_GBPS), "saturated", saturated),
        "mac_dropped": (ip("none", at_macs=True, pattern="incast", targets=[8], drop_threshold=1),
                        "failing", {"packets_lost": "failing"}),
        "mac_short": (ip("none", at_macs=True, run=SHORT), "unsteady", unsteady),

        "frames": (frames("veth.pcapng", source), "healthy", {}),
        "frames_malformed": (frames("faults.pcap", source), "failing",
                             {"frames_malformed": "failing", **unsteady}),
        "frames_few": (frames("kinds.pcap", source), "unsteady", unsteady),

        "rma": (rma(0.5 * RMA_BOUND_GBPS), "healthy", {}),
        # One operation of each host at a time: none is late, what cannot start waits.
        "rma_saturated": (rma(2 * RMA_BOUND_GBPS, outstanding=1), "saturated", saturated),
        # 64 KB of a chip's window take 64 KB * 8 / 20.48 Gb/s = 25.6 us, more than TIMEOUT.
        "rma_late": (rma(2 * RMA_BOUND_GBPS), "failing",
                     {"operations_failed": "failing", **saturated}),
        # The link carries the offered load; operations fail with the TiN, not for timeouts.
        "rma_tin_dies": (with_(rma(5, topology=POD, pattern="permutation", sources=[], targets=[]),
                               **dying), "failing",
                         {"operations_failed": "failing", "cells_lost": "failing"}),
        "rma_short": (rma(0.5 * RMA_BOUND_GBPS, run=SHORT), "unsteady", unsteady),

        "lookups": (lookups(200_000), "healthy", {}),
        # 131 Gb/s of values for each client, over a PCIe link of 114.
        "lookups_saturated": (lookups(4_000_000), "saturated", saturated),
        "lookups_short": (lookups(200_000, run=SHORT), "unsteady", unsteady),
    }


def write(folder, name, config):
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(json.loads(json.dumps(config))))
    return path
