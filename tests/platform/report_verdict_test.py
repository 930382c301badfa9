#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports on runs of every verdict in a browser: the reasons are there, and nothing is green in a
run, or in a sweep with a point, that is not healthy.

Usage: report_verdict_test.py TINSIM SOURCE_DIR
"""
import json

import verdict_cases
from report_folders import make_run, make_sweep
from report_page import PROGRAM, SOURCE, Report, main

SHOWN = ["raw", "raw_noise", "none_dropped", "swift_saturated", "mac_short", "frames_malformed",
         "rma", "rma_saturated", "rma_late", "rma_tin_dies", "lookups", "lookups_saturated"]
TITLES = {"failing": "Failing", "saturated": "Saturated", "unsteady": "Not steady"}


class Verdicts(Report):
    def lines(self, level):
        """What is shown so, [[about, text], …]."""
        return self.browser.run("""[...document.querySelectorAll('.verdict li.LEVEL')].map(
            li => [...li.children].map(part => part.textContent))""".replace("LEVEL", level))

    def test_nothing_is_green_that_is_not_healthy(self):
        cases = verdict_cases.cases(SOURCE)
        for name in SHOWN:
            with self.subTest(name):
                config, verdict, _ = cases[name]
                path = verdict_cases.write(self.folder, name, config)
                run = make_run(PROGRAM, self.folder / name, path)
                page = self.report(run)
                green = self.lines("good")
                if verdict == "healthy":
                    self.assertEqual(green[0][0], "Healthy")
                    self.assertIn("Losses", [about for about, _ in green])
                else:
                    self.assertEqual(green, [])
                shown = [[about.split(" ", 1)[1], text] for about, text in
                         self.lines("bad") + self.lines("warn")]
                summary = json.loads((run / "summary.json").read_text())
                for of in summary["verdict_reasons"].values():
                    self.assertIn([TITLES[of["verdict"]], of["text"]], shown)
                self.clean(page)

    def test_a_sweep_counts_verdicts_and_opens_a_healthy_point(self):
        path = verdict_cases.write(self.folder, "base", verdict_cases.rma(1))
        loads = [[x * verdict_cases.RMA_BOUND_GBPS] for x in (0.5, 2)]
        sweep = make_sweep(PROGRAM, self.folder / "sweep", path, ["rma_traffic.0.gbps"], loads)
        page = self.report(sweep)
        self.assertIn("healthy 1, unsteady 0, saturated 0, failing 1.", self.text())
        rows = self.table("All points that are done")
        self.assertEqual([row["verdict"] for row in rows], ["healthy", "failing"])
        self.assertIn("operations of 1RMA failed", rows[1]["why"])
        self.assertNotIn("Points", [about for about, _ in self.lines("good")])
        self.assertEqual({m["state"] for m in self.marks("latency", "symbol")},
                         {"healthy", "failing"})
        self.assertEqual(self.browser.run("document.querySelector('select').value"), "0")
        self.clean(page)


if __name__ == "__main__":
    main()
