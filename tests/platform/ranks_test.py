#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Raw cells on several MPI ranks: all result files are those of one process, byte by byte.

Usage: ranks_test.py TINSIM PROBE MPIEXEC SOURCE_DIR [unittest arguments]
MPIEXEC empty: this build has no MPI; the tests are skipped.
"""
import os
import pathlib
import sys
import unittest

from ranks_runs import FOUR_PODS, PROBE, SOURCE, TINSIM, RanksTest, differing, on_ranks


class SameFiles(RanksTest):
    def test_dragonfly(self):
        files = self.check_all("--set", "run.measure_us=10",
                               config=pathlib.Path(SOURCE) / "configs/dragonfly_4pod.yaml")
        self.assertEqual(sorted(files), ["batches.csv", "config.yaml", "cost_parts.csv", "latency.csv",
                                         "links.csv", "network.json", "ports.csv", "summary.json"])

    def test_other_shapes(self):
        for name, arguments in (
                ("torus", ["topology.tins_per_pod=16"]),  # 4 pods
                ("torus", ["topology.tins_per_pod=10", "link.fidelity=wire",
                           "run.measure_us=1"]),  # 7, the last one smaller, local links between
                ("fat_tree", ["topology.tins_per_pod=4"]),
                ("own_graph", ["topology.tins_per_pod=2"]),
                ("flattened", ["topology.tins_per_pod=4"])):
            with self.subTest(name=name, arguments=arguments):
                sets = [part for each in ("run.warmup_us=2", "run.measure_us=4", *arguments)
                        for part in ("--set", each)]
                self.check_all(*sets, config=pathlib.Path(SOURCE) / f"configs/{name}.yaml",
                               holds=['"delivered": [1-9]'])

    def test_automatic_warm_up(self):
        self.check_all("--set", "run.warmup_us=auto", "--set", "traffic.0.load=0.3", "--set",
                       "run.measure_us=40", holds=['"steady": true', '"warmup_us": [1-9]'])

    def test_automatic_end_of_the_measurement(self):
        self.check_all("--set", "run.measure_us=auto", "--set", "run.max_measure_us=200", "--set",
                       "run.precision={latency_mean: 10 %, latency_p99: 30 %}",
                       holds=['"reached": true'])

    def test_links_at_wire_fidelity(self):
        self.check_all("--set", "link.fidelity=wire", "--set", "link.train_at_start=true",
                       "--set", "run.measure_us=15", holds=['"wire_directions": 32'])

    def test_noise_and_faults(self):
        self.check_all("--set", "link.noise=[{links: all, ber: 1.0e-6}]", "--set",
                       "link.faults=[{links: global, kind: down, at_us: 4, for_us: 2}, "
                       "{links: local, kind: drop_fc, at_us: 3, count: 4}]",
                       holds=[r'"no_lock": [1-9]', r'"wrong_bits": [1-9]', r'"fc_lost": [1-9]'])

    def test_clocks_and_the_failure_of_the_primary(self):
        files = self.check_all(
            "--set", "timesync={enabled: true, clock_ppm: 200, interval_us: 2, timeout_us: 7, "
            "standby: 5, primary_fails_us: 12}", "--set", "run.measure_us=40",
            holds=['"beyond": 0', '"slots_removed": [1-9]', '"rerooted_us": [1-9]'])
        self.assertIn("timesync_error.csv", files)

    def test_failures(self):
        events = ("[{links: global, percent: 25, at_us: 4, for_us: 3}, "
                  "{links: all, percent: 10, seed: 2, at_us: 5, direction: from}, "
                  "{tins: pod2.tin1, at_us: 6}]")
        files = self.check_all(
            "--set", "tin.switch.vcs=32", "--set", "failures.repair_tables_us=1.37", "--set",
            f"failures.events={events}",
            holds=[r'"rerouted": [1-9]', r'"tin_down": [1-9]', r'"misrouted": 0',
                   r'"lost_in_queue": [1-9]'])
        self.assertIn("failures.csv", files)

    def test_parked_cells(self):
        sets = ("topology.pods=6", "topology.tins_per_pod=6", "topology.global_links_per_pair=1",
                "topology.local_links_per_pair=2", "topology.terminal_ports_per_host=2",
                "tin.switch={ports: 50, vcs: 32}", "routing.mode=deterministic",
                "failures.repair_tables_us=2", "failures.events=["
                "{links: all, percent: 30, seed: 48, at_us: 1, for_us: 2.1}, "
                "{links: all, percent: 30, seed: 35, at_us: 3}]", "link.global_m=10")
        self.check_all(*(part for each in sets for part in ("--set", each)),
                       holds=[r'"parked": [1-9]', r'"words": [1-9]', r'"tin": "pod'])

    def test_failures_of_a_torus(self):
        events = ("[{links: all, percent: 10, at_us: 3, for_us: 3}, "
                  "{tins: pod1.tin3, at_us: 4, for_us: 3}]")
        sets = ("tin.switch.vcs=32", "topology.tins_per_pod=16", "run.warmup_us=2",
                "run.measure_us=8", "failures.repair_tables_us=1.37", f"failures.events={events}")
        self.check_all(*(part for each in sets for part in ("--set", each)),
                       config=pathlib.Path(SOURCE) / "configs/torus.yaml",
                       holds=[r'"escaped": [1-9]', r'"tin_down": [1-9]', r'"misrouted": 0'])

    def test_chips_on_pins(self):
        impl = "lockstep" if os.environ.get("TINSIM_RTL") else "lockstep_pins"
        self.check_all("--set", f"tin.impl={impl}", "--set", "tin.impl_chips=[1, 6]",
                       "--set", "run.measure_us=4",
                       holds=["pod 0 tin 1: lockstep compared(.|\n)*pod 3 tin 0: lockstep compared"])

    def test_traces(self):
        files = self.check_all(
            "--set", "trace.cells.ports=all", "--set", "trace.cells.csv=true",
            "--set", "trace.cells.sets=true", "--set", "trace.timeline.ports=all",
            "--set", "trace.waves.ports=all", "--set", "tin.impl=pins",
            "--set", "tin.impl_chips=[2, 7]", "--set", "run.measure_us=4")
        self.assertLessEqual({"cells.pcapng", "cells.csv", "cells_sets.csv", "timeline.json"},
                             files.keys())
        chips = {row.split(b",")[2] for row in files["cells.csv"].splitlines()[1:]}
        self.assertEqual(len(chips), 8)  # of every pod

    def test_windows_that_only_the_phases_end(self):
        # Without audits, batches do not end windows (docs/explanation/architecture.md).
        self.check_all("--set", "run.audit=0", "--set", "run.measure_us=8.3")

    def test_results_in_one_table(self):
        run = on_ranks(2, TINSIM, "run", self.config)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout.count("state hash"), 1)
        self.assertIn("on 2 ranks", run.stdout)


class DifferencesAreNoticed(RanksTest):
    def test_in_any_byte_of_any_file(self):
        files = self.run_on(2, "out")
        for name, content in files.items():
            middle = len(content) // 2
            changed = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1:]
            self.assertEqual(differing({**files, name: changed}, files), [name])
        self.assertEqual(differing(dict(list(files.items())[1:]), files), [list(files)[0]])

    def test_of_a_cell_that_comes_one_cycle_late_between_ranks(self):
        # At little load, so that no cell waits behind others, which would hide a cycle.
        self.config.write_text(FOUR_PODS.replace("audit: 3", "audit: 0").replace("load: 0.6", "load: 0.1"),
                               encoding="utf-8")
        healthy = on_ranks(2, PROBE, self.config, "healthy").stdout.splitlines()
        late = on_ranks(2, PROBE, self.config, "late_cell").stdout.splitlines()
        alone = on_ranks(1, PROBE, self.config, "healthy").stdout.splitlines()
        self.assertRegex(alone[0], "^rank 0 status 0 [0-9a-f]{16}$")
        self.assertIn(alone[0], healthy)
        self.assertTrue(any(line.startswith("rank 0 status 0 ") for line in late), late)
        self.assertNotIn(alone[0], late)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
