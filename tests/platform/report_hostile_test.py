#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports on results full of hostile strings: they stay text; and what the other tests rely on
notices planted code, requests and missing rows.

Usage: report_hostile_test.py TINSIM SOURCE_DIR
"""
import json
import shutil

from report_folders import make_run, make_sweep
from report_page import POD, PROGRAM, Report, main, rows_of

HOSTILE = "</script><script>hacked=1</script><img src=x onerror='hacked=1'>${hacked=1}'\"`\\1\\"


class Hostile(Report):
    def test_strings_of_a_run_stay_text(self):
        config = self.folder / f"{HOSTILE.replace('/', '_')}.yaml"
        shutil.copy(POD, config)
        run = make_run(PROGRAM, self.folder / "run", config, "run.measure_us=1")
        summary = json.loads((run / "summary.json").read_text())
        summary["notes"] = [HOSTILE]
        summary["network"] = summary["unsteady_reason"] = HOSTILE
        summary["steady"] = False
        (run / "summary.json").write_text(json.dumps(summary))
        with open(run / "config.yaml", "a", encoding="utf-8") as file:
            file.write(f"# {HOSTILE}\n")
        ports = (run / "ports.csv").read_text().replace("local", HOSTILE.replace(",", ""))
        (run / "ports.csv").write_text(ports)
        (run / "manifest.sha256").unlink()  # it would reveal the changes
        path = self.report(run)
        self.assertIn(HOSTILE, self.text())
        self.assertIn(str(config), self.text())
        self.clean(path)

    def test_strings_of_a_sweep_stay_text(self):
        sweep = make_sweep(PROGRAM, self.folder / "sweep", POD,
                           ["traffic.0.load", "routing.mode", "tin.output.queue_words"],
                           [[load, mode, words] for load in (0.1, 0.2) for words in (20, 80)
                            for mode in ("minimal_adaptive", "minimal_deterministic")],
                           name=HOSTILE, failed={7: ("failed", HOSTILE)},
                           common=["run.measure_us=1"])
        index = (sweep / "sweep.json").read_text()
        quoted = json.dumps(HOSTILE)[1:-1]
        for old, new in (("tin.output.queue_words", "image"), ("minimal_adaptive", quoted),
                         ("minimal_deterministic", quoted + "2"), ("routing.mode", quoted)):
            index = index.replace(old, new)
        (sweep / "sweep.json").write_text(index)
        path = self.report(sweep)
        self.assertIn(HOSTILE, self.text())
        # Tooltips are made of strings too.
        self.browser.hover("#chart-latency .mark-symbol.role-mark path")
        self.browser.wait_for("document.querySelector('#vg-tooltip-element.visible')?.innerText"
                              f".includes({json.dumps(HOSTILE)})", 5)
        self.clean(path)

    def test_names_of_axes_stay_text(self):
        sweep = make_sweep(PROGRAM, self.folder / "axes", POD,
                           ["tin.output.queue_words", "link.local_m"],
                           [[words, metres] for words in (20, 80) for metres in range(1, 11)],
                           common=["run.measure_us=1"])
        index = (sweep / "sweep.json").read_text()
        for number, name in enumerate(("tin.output.queue_words", "link.local_m")):
            index = index.replace(name, json.dumps(HOSTILE + str(number))[1:-1])
        (sweep / "sweep.json").write_text(index)
        path = self.report(sweep)
        self.assertEqual(len(self.marks("latency", "symbol")), 4 * 20)
        self.clean(path)

    def test_the_checker_notices_code_and_requests(self):
        run = make_run(PROGRAM, self.folder / "planted", POD, "run.measure_us=1")
        path = self.report(run)
        self.clean(path)
        page = path.read_text(encoding="utf-8")
        for planted in ("<script>hacked=1</script>", "<img src='http://localhost:9/a.png'>",
                        "<div style='width:5000px'>wide</div>"):
            path.write_text(page.replace("<main", planted + "<main", 1), encoding="utf-8")
            self.open(path)
            self.assertNotEqual(self.problems(path), [], planted)
        # So are marks counted.
        data = json.loads(page.split('id="data">')[1].split("</script>")[0])
        data["run"]["ports"].pop()
        path.write_text(page.split('id="data">')[0] + 'id="data">' + json.dumps(data)
                        + "</script>" + page.split("</script>", 1)[1], encoding="utf-8")
        self.open(path)
        ports = {(r["chip"], r["port"]) for r in rows_of(run / "ports.csv")}
        self.assertEqual(len(self.marks("ports", "rect")), len(ports) - 1)
        # The policy keeps a planted script from running, too.
        path.write_text(page.replace("<main", "<script>hacked=1</script><main", 1),
                        encoding="utf-8")
        self.open(path)
        self.assertNotIn("a string was executed", self.problems(path))


if __name__ == "__main__":
    main()
