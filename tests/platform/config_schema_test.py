# SPDX-License-Identifier: Apache-2.0
"""JSON Schema: an independent validator accepts and rejects what the program does."""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema
import yaml

PROGRAM, CONFIGS = sys.argv[1], pathlib.Path(sys.argv[2])

# One change each to a good configuration, and whether it stays good. Only rules about single
# values: a schema cannot know those between keys.
CHANGES = [
    (("topology",), {"kind": "pair"}, True),
    (("topology", "kind"), "ring", False),
    (("topology", "pods"), 64, True),
    (("topology", "pods"), 65, False),
    (("topology", "pods"), 0, False),
    (("topology", "pods"), "four", False),
    (("topology", "pods"), 2.5, False),
    (("topology", "podz"), 2, False),
    (("tin", "switch"), {"ports": 49}, True),
    (("tin", "switch"), [49], False),
    (("tin", "output"), {"weights": 3}, True),
    (("tin", "output"), {"weights": [0]}, False),
    (("tin", "output"), {"strict_vcs": [3, 4]}, True),
    (("tin", "output"), {"strict_vcs": [0, "3..7/2"]}, True),
    (("tin", "output"), {"strict_vcs": "3..5"}, True),
    (("tin", "output"), {"strict_vcs": ["3-5"]}, False),
    (("link", "global_m"), 10000, True),
    (("link", "global_m"), -1, False),
    (("link", "fidelity"), "wire", True),
    (("link", "fidelity"), "bits", False),
    (("link", "wire_links"), "local", True),
    (("link", "wire_links"), ["local", "pod0.tin0.port0"], True),
    (("link", "wire_links"), [3.5, {}], False),
    (("link", "fc_hold_cycles"), 256, False),
    (("link", "train_at_start"), True, True),
    (("link", "noise"), [], True),
    (("link", "noise"), [{"ber": 0.5}], True),
    (("link", "noise"), [{"ber": 0.6}], False),
    (("link", "noise"), {"ber": 0.5}, False),
    (("link", "noise"), [{"bers": 0.5}], False),
    (("link", "faults"), [{"at_us": 5, "for_us": 2}], True),
    (("link", "faults"), [{"kind": "up", "for_us": 2}], False),
    (("link", "faults"), [{"kind": "stuck", "for_us": 2, "value": 1}], True),
    (("link", "faults"), [{"kind": "stuck", "for_us": 2, "value": 2}], False),
    (("link", "faults"), [{"kind": "drop_fc", "count": None}], True),
    (("link", "faults"), [{"for_us": 2, "times": 0}], False),
    (("run", "seed"), -1, False),
    (("run", "seed"), 2**64 - 1, True),
    (("run", "seed"), 2**64, False),
    (("run", "measure_us"), 0, False),
    (("run", "warmup_us"), "auto", True),
    (("run", "warmup_us"), 7.5, True),
    (("run", "warmup_us"), "later", False),
    (("traffic",), [], False),
    (("traffic",), {"load": 0.3}, False),
    (("traffic", 0, "load"), 4.1, False),
    (("link", "train_at_start"), True, True),
    (("link", "train_at_start"), 3, False),
    (("traffic", 0, "class"), 4, True),
    (("traffic", 0, "class"), [4, 9], True),
    (("traffic", 0, "class"), [10], False),
    (("traffic", 0, "cell_bytes"), 48, True),
    (("traffic", 0, "cell_bytes"), 50, False),
    (("traffic", 0, "cell_bytes"), {"min": 16, "max": 160}, True),
    (("traffic", 0, "cell_bytes"), {"min": 16}, False),
    (("traffic", 0, "cell_bytes"), {"min": 32, "max": 320, "step": 32}, True),
    (("traffic", 0, "cell_bytes"), {"min": 16, "max": 4104}, False),
    (("traffic", 0, "cell_bytes"), [{"bytes": 16, "weight": 3}], True),
    (("traffic", 0, "cell_bytes"), [{"bytes": 16, "weight": 0}], False),
    (("traffic", 0, "cell_bytes"), [], False),
]


def program_accepts(config):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "c.yaml"
        file.write_text(yaml.safe_dump(config))
        done = subprocess.run([PROGRAM, "check", file], capture_output=True, text=True)
    assert done.returncode in (0, 2), done
    return done.returncode == 0


def changed(config, path, value):
    config = copy.deepcopy(config)
    place = config
    for key in path[:-1]:
        place = place.setdefault(key, {}) if isinstance(place, dict) else place[key]
    place[path[-1]] = value
    return config


def main():
    text = subprocess.run([PROGRAM, "schema"], capture_output=True, check=True, text=True).stdout
    schema = json.loads(text)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)

    files = sorted(CONFIGS.glob("*.yaml"))
    assert len(files) >= 6, files
    for file in files:
        validator.validate(yaml.safe_load(file.read_text()))

    good = {
        "topology": {"kind": "dragonfly", "global_links_per_pair": 1},
        "traffic": [{"load": 0.3}],
    }
    assert validator.is_valid(good) and program_accepts(good)
    failures = []
    for path, value, expected in CHANGES:
        config = changed(good, path, value)
        verdicts = validator.is_valid(config), program_accepts(config)
        if verdicts != (expected, expected):
            failures.append(f"{path} = {value}: schema, program {verdicts}, expected {expected}")
    print(f"{len(files)} files, {len(CHANGES)} changes, {len(failures)} failures")
    print("\n".join(failures))
    return 1 if failures else 0


sys.exit(main())
