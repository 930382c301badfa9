#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Extracts docs/pictures/bootstrap.csv from the timeline of a controller.

Usage: bootstrap_rows.py controller_timeline.json >docs/pictures/bootstrap.csv. A row for each plan, and for each
request, address and session of a TiN, until nothing is to be written for the last time.
"""
import csv
import json
import sys

NAMES = {"address by DHCP": "address", "identified over PMOS": "pmos", "identified over TCP": "tcp",
         "session ended": "ended", "read": "read", "write": "write", "plan": "plan", "settled": "settled"}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    threads = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
    rows = [(e["ts"], e["ts"] + e.get("dur", 0), threads[e["tid"]], NAMES[e["name"]], e.get("args", {}).get("by", ""))
            for e in events if e["name"] in NAMES]
    last = max(row[0] for row in rows if row[3] == "settled")
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(("from_us", "to_us", "who", "what", "by"))
    out.writerows(sorted(row for row in rows if row[0] <= last))
    return 0


if __name__ == "__main__":
    sys.exit(main())
