#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Networks of ExaNet chips on several MPI ranks give the files of one process, byte by byte.

Usage: ranks_exanet_test.py TINSIM PROBE MPIEXEC SOURCE_DIR [unittest arguments]
MPIEXEC empty: this build has no MPI; the tests are skipped.
"""
import sys
import unittest

from ranks_runs import RanksTest

TORUS = """
chip: exanet
topology: {kind: torus, dims: [4, 3, 2], tins_per_pod: 4, hosts_per_tin: 2}
exanet: {line_cycles: 7}
traffic: [{pattern: uniform, load: 0.4, packet_bytes: [0, 256, 512]}]
run: {warmup_us: 3, measure_us: 20, audit: 7}
"""


class SameFilesOfExanet(RanksTest):
    def config_of(self, text):
        config = self.path / "exanet.yaml"
        config.write_text(text, encoding="utf-8")
        return config

    def test_a_torus(self):
        self.check_all(config=self.config_of(TORUS), holds=[r'"delivered": [1-9]\d\d', r'"hops_mean": [2-9]'])

    def test_a_mesh_with_bit_errors(self):
        text = TORUS.replace("torus", "mesh").replace("line_cycles: 7", "bit_error_rate: 1.0e-5, buffers: small")
        self.check_all(config=self.config_of(text), holds=[r'"crc_errors": [1-9]'])

    def test_traces(self):
        text = TORUS + "trace: {cells: {ports: all, csv: true, sets: true}, timeline: {ports: local}, waves: {ports: terminal}}\n"
        self.check_all(config=self.config_of(text), holds=[r'"delivered": [1-9]\d\d'])

    def test_rtl_routers(self):
        text = TORUS.replace("line_cycles: 7", "impl: lockstep, impl_nodes: [2, 13, 23]")
        self.check_all(config=self.config_of(text), holds=[r'"delivered": [1-9]\d\d'])

    def test_a_change_of_rates(self):
        text = TORUS.replace("{warmup_us: 3", "{start_us: 4, start_load: 0.1, warmup_us: 3")
        self.check_all(config=self.config_of(text), holds=[r'"delivered": [1-9]\d\d'])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
