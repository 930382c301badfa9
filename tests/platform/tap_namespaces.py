# SPDX-License-Identifier: Apache-2.0
"""Tests with TAP devices in a network and a mount namespace of their own, where the machine allows it."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

SKIPPED = 77
INSIDE = "TINSIM_TAP_TEST_INSIDE"
TINSIM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])


def skip(why):
    print(f"skipped: {why}", file=sys.stderr)
    sys.exit(SKIPPED)


def sh(command, **options):
    return subprocess.run(command.split(), check=True, capture_output=True, text=True, timeout=100,
                          **options).stdout


def enter_namespaces(*programs):
    """Runs this program again in namespaces of its own; ends it as skipped where that is refused, or
    where a program is missing."""
    if os.environ.get(INSIDE):
        sh("mount -t tmpfs none /run")
        return
    for program in ("unshare", "ip", *programs):
        if shutil.which(program) is None:
            skip(f"no program {program}")
    probe = "ip tuntap add dev probe mode tap && mount -t tmpfs none /run"
    done = subprocess.run(["unshare", "--net", "--mount", "sh", "-c", probe], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        skip("namespaces or TAP devices are refused: " + done.stderr.strip())
    os.environ[INSIDE] = "1"
    os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, *sys.argv])


def has_device(name):
    return subprocess.run(["ip", "link", "show", name], capture_output=True, check=False).returncode == 0


class TapCase(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def tinsim(self, config, *overrides, out=None):
        command = [TINSIM, "run", str(config), "--quiet"]
        for each in overrides:
            command += ["--set", each]
        if out is not None:
            command += ["--out", str(self.folder / out)]
        return command

    def summary(self, out):
        return json.loads((self.folder / out / "summary.json").read_text())

    def move(self, device, namespace, address):
        """Moves a device to a namespace, with the address of its port and a route to all others."""
        for _ in range(1000):
            if has_device(device):
                break
            time.sleep(0.05)
        sh(f"ip link set {device} netns {namespace}")
        sh(f"ip -n {namespace} link set lo up")
        sh(f"ip -n {namespace} addr add {address}/32 dev {device}")
        sh(f"ip -n {namespace} link set {device} up")
        sh(f"ip -n {namespace} route add 10.0.0.0/8 dev {device}")

    def check_replay(self):
        """The recording of `live` gives the same, without devices."""
        live = self.summary("live")
        recording = self.folder / "live/tap.pcapng"
        subprocess.run(self.tinsim(self.folder / "live/config.yaml", f"tap.replay={recording}", out="again"),
                       check=True, timeout=200)
        again = self.summary("again")
        self.assertEqual(again["state_hash"], live["state_hash"])
        self.assertEqual(again["tap"]["differing"], 0)
        self.assertEqual(again["tap"]["replayed"], live["tap"]["frames_in"] + live["tap"]["frames_out"]
                         + live["tap"]["neighbour_answers"])
        keep = os.environ.get("TINSIM_KEEP_RECORDING")
        if keep:
            shutil.copy(recording, keep)
            print("state_hash", again["state_hash"])
        return again


def main(*programs):
    enter_namespaces(*programs)
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
