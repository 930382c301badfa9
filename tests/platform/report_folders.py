# SPDX-License-Identifier: Apache-2.0
"""Result folders for the tests of reports: runs by tinsim, and sweeps as docs/reference/sweeps.md has
them."""
import json
import pathlib
import subprocess


def make_run(program, folder, config, *overrides):
    """Runs `config` with `path=value` overrides; the result is in `folder`."""
    command = [program, "run", str(config), "--quiet", "--out", str(folder)]
    for override in overrides:
        command += ["--set", override]
    subprocess.run(command, check=True)
    return pathlib.Path(folder)


def make_sweep(program, folder, config, parameters, rows, name="load", failed=(), common=()):
    """A sweep with a point per row of values. `failed` are numbers of points without a result:
    {number: (status, error)}."""
    folder = pathlib.Path(folder)
    points = []
    for number, values in enumerate(rows):
        hash_ = f"{number + 1:016x}"
        status, error = dict(failed).get(number, ("done", ""))
        if status == "done":
            (folder / "points").mkdir(parents=True, exist_ok=True)
            make_run(program, folder / "points" / hash_, config, *common,
                     *(f"{p}={json.dumps(v)}" for p, v in zip(parameters, values)))
        points.append({"number": number, "point": hash_, "status": status, "error": error,
                       "seed": 1, "parameters": dict(zip(parameters, values))})
    (folder / "sweep.json").write_text(
        json.dumps({"name": name, "parameters": list(parameters), "points": points}))
    return folder
