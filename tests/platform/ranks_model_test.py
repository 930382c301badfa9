#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic of bench/ranks_model.py, against its formula worked out by hand.

Usage: ranks_model_test.py SOURCE_DIR
"""
import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "bench"))
import ranks_model as model  # noqa: E402

EVEN = model.Measured(pods=48, alone_s=10e-3, total_s=9.6e-3, pod_spread=0, handing_s=0, pair_bytes=1000)
NOTHING = model.Network("", 0, 0, math.inf)
WIRE = model.Network("", 30e-6, 5e-6, 1e9)


def row(rank, exchanges, sent, cpu_s, exchange_cpu_s, between):
    return {"rank": rank, "exchanges": exchanges, "bytes": sent, "cpu_s": cpu_s, "exchange_cpu_s": exchange_cpu_s,
            "between_s": between}


class Model(unittest.TestCase):
    def test_one_rank_is_what_was_measured(self):
        self.assertEqual(model.window_s(EVEN, 1, 16, WIRE), 10e-3)

    def test_without_costs_pods_are_shared(self):
        for ranks, pods in ((2, 24), (16, 3), (20, 3), (32, 2), (47, 2), (48, 1)):
            self.assertAlmostEqual(model.window_s(EVEN, ranks, 64, NOTHING), 0.2e-3 * pods)

    def test_the_slowest_of_equal_ranks(self):
        m = model.Measured(48, 10e-3, 9.6e-3, 0.5, 0, 0)
        # 3 pods each: sigma is 0.5 / sqrt(3) of the mean, and the largest of 16 is sqrt(2 ln 16) sigma above.
        self.assertAlmostEqual(model.window_s(m, 16, 16, NOTHING), 0.6e-3 * (1 + 0.5 / 3**0.5 * 2.3548200450309493))

    def test_messages_within_a_machine_and_between_machines(self):
        m = model.Measured(48, 10e-3, 9.6e-3, 0, 2e-6, 1000)
        self.assertAlmostEqual(model.window_s(m, 8, 8, WIRE), 1.2e-3 + 7 * 2e-6)
        # Two machines of 24 pods: 24 * 24 pairs of 1000 bytes at 1 GB/s, 8 messages of 5 us, 30 us of latency.
        self.assertAlmostEqual(model.window_s(m, 16, 8, WIRE), 0.6e-3 + 15 * 2e-6 + 30e-6 + 8 * 5e-6 + 576e-6)

    def test_pairs_of_pods_on_different_ranks(self):
        self.assertEqual([model.pairs_between(4, ranks) for ranks in (1, 2, 4)], [0, 8, 12])
        self.assertEqual(model.pairs_between(5, 2), 2 * 2 * 3)


class Measurement(unittest.TestCase):
    def test_differences_of_two_lengths(self):
        """Four pods on two ranks; the longer run has two windows more."""
        alone = [[row(0, 3, 0, 1.0, 0, [])], [row(0, 3, 0, 1.8, 0, [])]]
        many = [[row(0, 5, 100, 0.6, 0.1, [9.0] * 5), row(1, 5, 140, 0.6, 0.1, [9.0] * 5)],
                [row(0, 7, 900, 1.0, 0.12, [9.0] * 5 + [0.2, 0.2]), row(1, 7, 940, 1.1, 0.12, [9.0] * 5 + [0.3, 0.1])]]
        m = model.measured(4, alone, many)
        self.assertAlmostEqual(m.alone_s, 0.4)
        self.assertAlmostEqual(m.total_s, (0.9 - 0.04) / 2)
        self.assertAlmostEqual(m.handing_s, 0.01)  # of one message of each rank and window
        self.assertAlmostEqual(m.pair_bytes, 1600 / 2 / 8)
        # Deviations of 0.05 in both windows, of a mean of 0.2, by two pods.
        self.assertAlmostEqual(m.pod_spread, 0.25 * 2**0.5)

    def test_times_from_elsewhere(self):
        m = model.replaced(EVEN, 4000, 10)
        self.assertEqual((m.alone_s, m.total_s, m.handing_s, m.pair_bytes), (4e-3, 4e-3, 1e-5, 1000))
        self.assertEqual(model.replaced(EVEN, None, None), EVEN)

    def test_the_turn_of_the_least_time_counts(self):
        slow = [row(0, 1, 0, 0.5, 0, []), row(1, 1, 0, 2.5, 0, [])]
        quick = [row(0, 1, 0, 1.2, 0, []), row(1, 1, 0, 1.3, 0, [])]
        self.assertIs(model.best([slow, quick, slow]), quick)

    def test_the_table_ends_with_the_pods(self):
        rows = model.table(EVEN, 16, (NOTHING,)).splitlines()[2:]
        self.assertEqual([line.split("|")[1].strip() for line in rows], [str(ranks) for ranks in model.RANKS])
        self.assertEqual(rows[0].split("|")[-2].strip(), "1.0")
        self.assertEqual(rows[4], "| 16 | 1 | 0 | 16.7 |")  # 10 ms by 0.6 ms
        self.assertEqual(rows[-1], "| 64 | more than the 48 pods | | |")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
