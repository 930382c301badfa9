# SPDX-License-Identifier: Apache-2.0
"""What tests of reports in a browser share: opening a report, reading its marks and tables, and
what a page must not do. A test's command line is TINSIM SOURCE_DIR."""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from browser import Browser, find_chromium
from report_folders import make_run

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
POD = SOURCE / "configs/pod.yaml"

# Data of all items of marks of a type, in all views of a chart.
MARKS = """(() => {
  const found = [];
  const walk = item => {
    if (item.marktype && item.marktype !== 'group') {
      if (item.role === 'mark' && item.marktype === TYPE)
        found.push(...item.items.map(i => i.datum));
    } else {
      for (const inner of item.items || []) walk(inner);
    }
  };
  walk(tinsim_report.views[ID].scenegraph().root);
  return found.map(d => Object.fromEntries(
      Object.entries(d).filter(([k, v]) => typeof v !== 'object')));
})()"""


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.browser = Browser(1366, 768)
        cls.browser.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.temporary.cleanup()

    def report(self, folder, *arguments):
        """Writes the report, opens it, waits until it is drawn."""
        subprocess.run([PROGRAM, "report", str(folder), *arguments], check=True)
        return self.open(folder / "report.html")

    def open(self, path):
        self.browser.prefer("light")
        self.browser.open(path)
        self.browser.wait_for("typeof tinsim_report === 'object' && "
                              "(tinsim_report.is_drawn || tinsim_report.errors.length > 0)")
        return path

    def wait_until_drawn(self):
        self.browser.wait_for("tinsim_report.is_drawn")

    def marks(self, chart, kind):
        return self.browser.run(MARKS.replace("TYPE", json.dumps(kind))
                                     .replace("ID", json.dumps(chart)))

    def text(self):
        return self.browser.run("document.body.innerText")

    def table(self, caption):
        """Rows of the table with that caption, as text by column title."""
        return self.browser.run("""(() => {
          const table = [...document.querySelectorAll('table')].find(
              t => t.caption.textContent.includes(CAPTION));
          const names = [...table.tHead.rows[0].cells].map(c => c.textContent);
          return [...table.tBodies[0].rows].map(
              r => Object.fromEntries([...r.cells].map((c, i) => [names[i], c.textContent])));
        })()""".replace("CAPTION", json.dumps(caption)))

    def problems(self, path):
        """What a page must not do."""
        found = [f"logged: {text}" for text in self.browser.complaints]
        found += [f"drawing: {text}" for text in self.browser.run("tinsim_report.errors")]
        found += [f"loaded: {url}" for url in self.browser.requests
                  if url != f"file://{path}" and not url.startswith("data:")]
        if self.browser.run("typeof hacked !== 'undefined'"):
            found.append("a string was executed")
        if self.browser.run("document.documentElement.scrollWidth > innerWidth"):
            found.append("wider than the window")
        return found

    def clean(self, path):
        self.assertEqual(self.problems(path), [])


def main():
    """Runs the calling file's tests; status 77, skipped, where nothing can be tested."""
    if find_chromium() is None:
        print("skipped: no chromium")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as probe:
        make_run(PROGRAM, f"{probe}/run", POD, "run.measure_us=1")
        subprocess.run([PROGRAM, "report", f"{probe}/run"], check=True)
        page = pathlib.Path(f"{probe}/run/report.html").read_text(encoding="utf-8")
    if 'id="licences"' not in page:
        print("skipped: built without Vega")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
