#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every kind of traffic and host, healthy, saturated, failing and unsteady: summary.json, the table
and the tables of a sweep say the same verdict, with the same reasons.

Usage: verdict_run_test.py TINSIM SOURCE_DIR
"""
import csv
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import verdict_cases

TINSIM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
LABELS = {"failing": "FAILING", "saturated": "SATURATED", "unsteady": "NOT STEADY"}


def words_of(table):
    """The table without line breaks, so that its texts are as they were before."""
    return " ".join(table.split())


class Verdicts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def run_case(self, name, config):
        """The table, and summary.json."""
        path = verdict_cases.write(self.folder, name, config)
        done = subprocess.run([TINSIM, "run", path, "--out", self.folder / name],
                              capture_output=True, text=True, check=True)
        return done.stdout, json.loads((self.folder / name / "summary.json").read_text())

    def test_each_case_has_its_verdict_and_reasons(self):
        for name, (config, verdict, reasons) in verdict_cases.cases(SOURCE).items():
            with self.subTest(name):
                table, summary = self.run_case(name, config)
                self.assertEqual(summary["verdict"], verdict)
                found = {key: of["verdict"] for key, of in summary["verdict_reasons"].items()}
                self.assertEqual(found, reasons)
                self.assertEqual(summary["saturated"], "saturated" in reasons.values())
                self.assertEqual(summary["steady"], "balance" not in reasons)
                self.assertIn(f"\n  verdict       {verdict}\n", table)
                for of in summary["verdict_reasons"].values():
                    self.assertIn(f"{LABELS[of['verdict']]} {of['text']}", words_of(table))

    def test_counts_are_those_of_the_sections(self):
        cases = verdict_cases.cases(SOURCE)
        def reason(name, key):
            summary = self.run_case(name, cases[name][0])[1]
            return summary, summary["verdict_reasons"][key]

        summary, lost = reason("raw_noise", "cells_lost")
        self.assertEqual((lost["count"], lost["of"]),
                         (summary["cells"]["dropped"], summary["cells"]["injected"]))
        summary, lost = reason("none_dropped", "packets_lost")
        self.assertEqual((lost["count"], lost["of"]),
                         (sum(summary["ip"]["packets_lost"].values()), summary["ip"]["packets_in"]))
        summary, again = reason("swift_dropped", "packets_repeated")
        hosts = [c["hosts"] for c in summary["ip"]["classes"]]
        self.assertEqual((again["count"], again["of"]),
                         (sum(h["sent_again"] for h in hosts), sum(h["sent"] for h in hosts)))
        summary, failed = reason("rma_late", "operations_failed")
        ended = summary["rma"]["ops"][0]["ended"]
        self.assertEqual((failed["count"], failed["of"]),
                         (sum(ended.values()) - ended["ok"], sum(ended.values())))
        self.assertEqual(failed["share"], failed["count"] / failed["of"])
        self.assertGreater(ended["timeout"], 0)

    def test_1rma_is_offered_what_was_born_and_bound_by_the_link(self):
        """Also what waits for a slot at the end was requested: Poisson, five deviations."""
        asked = 2 * verdict_cases.RMA_BOUND_GBPS
        table, summary = self.run_case("asked", verdict_cases.rma(asked))
        entry = summary["rma"]["entries"][0]
        operations = 2 * asked * 200e3 / 8 / 4096
        self.assertAlmostEqual(entry["offered_gbps_per_host"] / asked, 1,
                               delta=5 / operations ** 0.5)
        self.assertAlmostEqual(entry["bound_gbps_per_host"], verdict_cases.RMA_BOUND_GBPS)
        self.assertAlmostEqual(summary["rma"]["demand"]["busiest_link_load"], 2)
        self.assertEqual(summary["rma"]["demand"]["kind"], "global links")
        self.assertLessEqual(entry["goodput_gbps_per_host"], entry["bound_gbps_per_host"])
        self.assertIn("10.240 Gb/s per host, at which the busiest of the global links is full",
                      words_of(table))
        self.assertIn("would load the busiest of the global links to 200.0 %", words_of(table))

    def test_a_sweep_has_a_column_for_each(self):
        config = verdict_cases.rma(1)
        verdict_cases.write(self.folder, "base", config)
        loads = [0.5, 2]
        rows = [f"  - {{rma_traffic.0.gbps: {load * verdict_cases.RMA_BOUND_GBPS}}}\n"
                for load in loads]
        (self.folder / "sweep.yaml").write_text("base: base.yaml\nlist:\n" + "".join(rows))
        out = self.folder / "sweep"
        subprocess.run([TINSIM, "sweep", self.folder / "sweep.yaml", "--out", out, "--quiet"],
                       check=True)
        with open(out / "sweep.csv", newline="", encoding="utf-8") as file:
            table = list(csv.DictReader(file))
        self.assertEqual([row["verdict"] for row in table], ["healthy", "failing"])
        names = ["verdict_reasons.operations_failed.count", "verdict_reasons.operations_failed.text",
                 "verdict_reasons.balance.verdict"]
        self.assertEqual([table[0][name] for name in names], ["", "", ""])
        self.assertGreater(int(table[1][names[0]]), 0)
        self.assertIn("operations of 1RMA failed", table[1][names[1]])
        self.assertEqual(table[1][names[2]], "saturated")
        database = sqlite3.connect(out / "sweep.sqlite")
        columns = ", ".join(f'"{name}"' for name in ["verdict", *names])
        found = database.execute(f"SELECT {columns} FROM points ORDER BY number").fetchall()
        database.close()
        self.assertEqual(found[0], ("healthy", None, None, None))
        self.assertEqual(found[1], ("failing", int(table[1][names[0]]), table[1][names[1]],
                                    "saturated"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
