# SPDX-License-Identifier: Apache-2.0
"""Runs the simulator from Python and reads its results as arrays.

    import tinsim
    config = tinsim.Config("configs/pod.yaml")
    for load in (0.2, 0.4, 0.6):
        result = config.run({"traffic.0.load": load})
        print(load, result["latency_ns.p99"], result["verdict"])

Each run is a process of the program `tinsim`, so runs do not influence each other, and threads start several at a
time (run_all). The program is the one that TINSIM_PROGRAM names, else the one installed with this package, else the
one on the PATH. Everything that is known of keys, defaults and rules stays in the program.
"""

import concurrent.futures
import csv
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import weakref

__all__ = ["Config", "ConfigError", "InvariantError", "Result", "RunError", "program", "run_all"]


class RunError(Exception):
    """The program ended with another status than 0. `status` is its exit status, the text its errors."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class ConfigError(RunError):
    """Bad input: exit status 2; each line names file, line, key and what was expected."""


class InvariantError(RunError):
    """The model broke one of its rules: exit status 3; the text names chip, port, VC and cycle."""


_ERRORS = {2: ConfigError, 3: InvariantError}


def program():
    """Path of the program `tinsim`. Raises FileNotFoundError if there is none."""
    named = os.environ.get("TINSIM_PROGRAM")
    installed = pathlib.Path(__file__).resolve().parents[4] / "bin" / "tinsim"
    found = named or (str(installed) if installed.is_file() else shutil.which("tinsim"))
    if not found:
        raise FileNotFoundError("no program 'tinsim'; expected TINSIM_PROGRAM, or a folder of the PATH that has it")
    return found


def _call(arguments):
    """Standard output of one run of the program. Raises RunError or one of its kinds."""
    done = subprocess.run([program(), *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise _ERRORS.get(done.returncode, RunError)(done.returncode, done.stderr.strip())
    return done.stdout


def _yaml(value):
    """A value as --set takes it. JSON is YAML."""
    return value if isinstance(value, str) else json.dumps(value)


class Config:
    """A configuration file with changed keys. `config["traffic.0.load"] = 0.5` is `--set traffic.0.load=0.5`."""

    def __init__(self, file, changes=None):
        self.file = str(file)
        self.changes = dict(changes or {})

    def __setitem__(self, key, value):
        self.changes[key] = value

    def __delitem__(self, key):
        del self.changes[key]

    def changed(self, changes=None):
        """A copy with further changes, which come last."""
        return Config(self.file, {**self.changes, **(changes or {})})

    def _arguments(self):
        return [self.file, *(word for key, value in self.changes.items() for word in ("--set", f"{key}={_yaml(value)}"))]

    def check(self):
        """The report of `tinsim check`: effective configuration and derived figures. Raises ConfigError."""
        return _call(["check", *self._arguments()])

    def run(self, changes=None, out=None):
        """Simulates, and returns the Result. `out`: a new folder for it; None: a temporary one, which is removed with
        the Result. Raises ConfigError, InvariantError or RunError."""
        config = self.changed(changes)
        temporary = tempfile.mkdtemp(prefix="tinsim-") if out is None else None
        folder = pathlib.Path(out or temporary, *(["result"] if temporary else []))
        try:
            _call(["run", *config._arguments(), "--quiet", "--out", folder])
            return Result(folder, temporary)
        except BaseException:
            if temporary:
                shutil.rmtree(temporary)
            raise


class Result:
    """A result folder: `result["latency_ns.p99"]` is a value of summary.json, table("ports") a CSV file."""

    def __init__(self, folder, temporary=None):
        """`temporary`: a folder that is removed with this object."""
        self.folder = pathlib.Path(folder)
        if temporary:
            weakref.finalize(self, shutil.rmtree, temporary)
        self.summary = json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))

    def __getitem__(self, path):
        """A value by its dotted path; an index selects an entry of a list. Raises KeyError."""
        value = self.summary
        for word in path.split("."):
            try:
                value = value[int(word)] if isinstance(value, list) else value[word]
            except (KeyError, IndexError, TypeError, ValueError):
                raise KeyError(path) from None
        return value

    def tables(self):
        """Names of the tables, in alphabetical order."""
        return sorted(file.stem for file in self.folder.glob("*.csv"))

    def table(self, name):
        """Columns of <name>.csv: {column: array}. Numbers are float64, with NaN for empty cells; other columns are
        texts. Raises FileNotFoundError."""
        import numpy  # only tables need it

        with open(self.folder / f"{name}.csv", newline="", encoding="utf-8") as file:
            rows = csv.reader(file)
            header = next(rows)
            columns = list(zip(*rows)) or [()] * len(header)
        return {column: _array(numpy, cells) for column, cells in zip(header, columns)}


def _array(numpy, cells):
    try:
        return numpy.array([float(cell) if cell else numpy.nan for cell in cells], dtype=numpy.float64)
    except ValueError:
        return numpy.array(cells, dtype=str)


def run_all(configs, jobs=None):
    """The results of all configurations, in their order, `jobs` at a time (None: one per core). The error of the first
    one that fails is raised when all have ended."""
    with concurrent.futures.ThreadPoolExecutor(jobs or len(os.sched_getaffinity(0))) as pool:
        futures = [pool.submit(config.run) for config in configs]
        concurrent.futures.wait(futures)
        return [future.result() for future in futures]
