#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Linux programs in two network namespaces talk through a simulated Dragonfly, and the recording
replays with the same state_hash; devices that cannot be joined are refused.

Usage: tap_live_test.py TINSIM SOURCE_DIR [Programs | Refusals]. Exit status 77: this machine does not
allow it, or lacks a program; which, is on standard error.
"""
import json
import os
import re
import shutil
import subprocess
import time

from tap_namespaces import SOURCE, TapCase, has_device, main, sh

CONFIG = SOURCE / "configs/tap.yaml"
SLOWDOWN = 1000
SENT, BLOCK = 102400, 5120


class Programs(TapCase):
    HOSTS = {"left": ("tin0", "10.0.0.1", "fd00::1"), "right": ("tin1", "10.1.3.1", "fd00::1:3:1")}

    def join(self, namespace):
        device, address, address6 = self.HOSTS[namespace]
        self.move(device, namespace, address)
        sh(f"ip -n {namespace} -6 addr add {address6}/128 dev {device} nodad")
        sh(f"ip -n {namespace} -6 route add fd00::/16 dev {device}")

    def programs(self):
        """Round-trip times of pings in us of the wall clock, and the report of iperf3."""
        ping = sh("ip netns exec left ping -c 10 -i 0.2 -W 2 10.1.3.1")
        self.assertIn(" 0% packet loss", ping)
        ping6 = sh("ip netns exec right ping -6 -c 3 -i 0.2 -W 2 fd00::1")
        self.assertIn(" 0% packet loss", ping6)
        server = subprocess.Popen(["ip", "netns", "exec", "right", "iperf3", "-s", "-1"],
                                  stdout=subprocess.DEVNULL)
        time.sleep(0.3)
        iperf = json.loads(sh(f"ip netns exec left iperf3 -J -c 10.1.3.1 -n {SENT} -l {BLOCK} -b 4M"))
        self.assertEqual(server.wait(timeout=30), 0)
        times = [1000 * float(t) for t in re.findall(r"time=([0-9.]+) ms", ping + ping6)]
        return times, iperf["end"]

    def test_ping_and_iperf3_through_a_dragonfly(self):
        for namespace in self.HOSTS:
            sh(f"ip netns add {namespace}")
        run = subprocess.Popen(self.tinsim(CONFIG, "tap.replay=''", out="live"), stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.kill)
        for namespace in self.HOSTS:
            self.join(namespace)
        times, iperf = self.programs()
        self.assertEqual(run.wait(timeout=100), 0, run.stderr.read())
        run.stderr.close()
        self.assertNotIn("tin0", sh("ip -n left link show"))  # closed at the end
        self.check_times(times)
        # The server ends when the client has sent all, and leaves what is on its way then.
        self.assertEqual(iperf["sum_sent"]["bytes"], SENT)
        self.assertGreaterEqual(iperf["sum_received"]["bytes"], SENT - 2 * BLOCK)
        self.check_counts(self.summary("live")["tap"])
        self.check_replay()

    def check_times(self, times):
        """A smallest packet takes the closed form of docs/reference/ip_over_gnet.md, 1 us at least
        each way; how much later a program sees it depends on the machine."""
        self.assertEqual(len(times), 13)
        times.sort()
        self.assertGreater(times[0], 2 * 1.0 * SLOWDOWN)
        self.assertLess(times[len(times) // 2], 40.0 * SLOWDOWN)
        print("round-trip times in us:", times)

    def check_counts(self, tap):
        self.assertGreaterEqual(tap["entered"], 2 * 13 + SENT // 1448)
        self.assertGreaterEqual(tap["packet_bytes_out"], SENT - 2 * BLOCK)
        self.assertEqual(tap["frames_out"], tap["entered"])
        self.assertGreaterEqual(tap["neighbour_answers"], 2)
        self.assertEqual(tap["malformed"], {})


class Refusals(TapCase):
    def live(self):
        return self.tinsim(CONFIG, "tap.replay=''", out="live")

    def refused(self, command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertFalse((self.folder / "live").exists())
        line, = done.stderr.splitlines()
        self.assertRegex(line, r"tap\.yaml:\d+:\d+: tap\.ports\.0\.device: 'tin0' cannot be joined: .*; expected ")
        return line

    def test_a_device_in_use(self):
        first = subprocess.Popen(self.tinsim(CONFIG, "tap.replay=''", out="first"), stderr=subprocess.DEVNULL)
        try:
            while not has_device("tin1"):
                time.sleep(0.05)
            self.assertIn("taken by a device in use", self.refused(self.live()))
        finally:
            first.kill()
            first.wait()

    def test_a_device_of_another_kind(self):
        sh("ip tuntap add dev tin0 mode tun")
        self.addCleanup(sh, "ip tuntap del dev tin0 mode tun")
        self.assertIn("taken by a device that is no TAP device", self.refused(self.live()))

    def test_no_permission_to_make_it(self):
        if shutil.which("setpriv") is None:
            self.skipTest("no program setpriv")
        self.assertIn("permission", self.refused(
            ["setpriv", "--bounding-set=-net_admin", "--inh-caps=-net_admin", *self.live()]))

    def test_no_tap_devices(self):
        hidden = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /dev/net && exec "$@"', "sh"]
        self.assertIn("/dev/net/tun cannot be opened: No such file", self.refused(hidden + self.live()))


if __name__ == "__main__":
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    main("ping", "iperf3")
