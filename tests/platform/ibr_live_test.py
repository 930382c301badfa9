#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""BIRD in a network namespace announces prefixes through a simulated Dragonfly, and they arrive in
the IP tables of all chips; the recording replays with the same state_hash.

Usage: ibr_live_test.py TINSIM SOURCE_DIR. Exit status 77: this machine does not allow it, or lacks
BIRD; which, is on standard error. scripts/setup_bird.sh fetches it.
"""
import os
import shutil
import subprocess
import time

from tap_namespaces import SOURCE, TapCase, main, sh

CONFIG = SOURCE / "configs/ibr.yaml"
BIRD = """
router id 10.1.3.2;
protocol device {{}}
protocol static stays {{ ipv4; route 192.0.2.0/24 blackhole; route 198.51.100.0/25 blackhole; }}
protocol static goes {{ ipv4; route 203.0.113.0/24 blackhole; }}
protocol bgp tin {{
  local 10.1.3.2 as 65001;
  neighbor 10.0.1.1 as 65000;
  multihop 2;
  passive;
  ipv4 {{ import all; export where source = RTS_STATIC; }};
}}
"""


class Bird(TapCase):
    def birdc(self, command):
        return subprocess.run(["birdc", "-s", str(self.folder / "control"), *command.split()], check=True,
                              capture_output=True, text=True, timeout=20).stdout

    def start_bird(self):
        (self.folder / "bird.conf").write_text(BIRD.format())
        bird = subprocess.Popen(["ip", "netns", "exec", "outside", "bird", "-f", "-c", str(self.folder / "bird.conf"),
                                 "-s", str(self.folder / "control")], stderr=subprocess.DEVNULL)
        self.addCleanup(bird.wait)
        self.addCleanup(bird.terminate)

    def wait_for(self, command, text, seconds=60):
        end = time.time() + seconds
        while time.time() < end:
            try:
                found = self.birdc(command)
            except subprocess.CalledProcessError:
                found = ""
            if text in found:
                return
            time.sleep(0.1)
        self.fail(f"{command}: no {text} in {found}")

    def test_routes_of_bird_arrive_in_the_tables(self):
        sh("ip netns add outside")
        run = subprocess.Popen(self.tinsim(CONFIG, "tap.replay=''", out="live"), stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.kill)
        self.move("bgp0", "outside", "10.1.3.2")
        self.start_bird()
        self.wait_for("show protocols tin", "Established")
        self.wait_for("show route protocol tin", "10.0.0.0/8")  # what the speaker announces
        time.sleep(1)
        self.birdc("disable goes")
        self.assertEqual(run.wait(timeout=100), 0, run.stderr.read())
        run.stderr.close()
        for ibr in (self.summary("live")["ibr"], self.check_replay()["ibr"]):
            self.assertEqual((ibr["established"], ibr["sessions"]), (1, 1))
            self.assertEqual((ibr["prefixes"], ibr["chips_right"], ibr["chips"]), (2, 8, 8))
            self.assertEqual((ibr["faults"], ibr["refused"], ibr["hold_expired"]), (0, 0, 0))
            self.assertGreaterEqual(ibr["updates"], 3)


if __name__ == "__main__":
    os.environ["PATH"] += f":/usr/sbin:{SOURCE}/build/bird/usr/sbin"
    main("bird", "birdc")
