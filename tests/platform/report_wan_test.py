#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The report of `tinsim wan` in a browser: every curve has a mark for each row.

Usage: report_wan_test.py TINSIM SOURCE_DIR
"""
import subprocess

from report_page import PROGRAM, Report, main


class Wan(Report):
    def test_curves_of_both_models(self):
        path = self.folder / "wan.html"
        subprocess.run([PROGRAM, "wan", "--steps", "--frames", "--set", "wan.steps=400", "--report", str(path)],
                       check=True, stdout=subprocess.DEVNULL)
        self.open(path)
        for model in ("steps", "frames"):
            for curve in ("occupancy", "pause", "sink_pause"):
                self.assertEqual(len(self.marks(f"wan-{model}-{curve}", "line")), 400, curve)
            self.assertEqual(len(self.marks(f"wan-{model}-occupancy", "area")), 400)
        self.assertGreater(len(self.marks("wan-depth", "symbol")), 20)
        self.assertIn("17.92 (wrong)", self.text())
        self.clean(path)


if __name__ == "__main__":
    main()
