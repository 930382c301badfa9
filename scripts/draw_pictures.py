#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of docs/pictures/: chip, pipeline, Dragonfly, the curves of a report, a bootstrap.

Usage: draw_pictures.py [--check] [FOLDER]. Without FOLDER, docs/pictures. With --check nothing is written, and the exit
status is 1 if a file differs from what would be drawn. The output depends on this script, pod_load.csv and
bootstrap.csv alone.
"""
import csv
import math
import pathlib
import sys

INK, GREY, LINE, PAPER = "#1f2933", "#52606d", "#9aa5b1", "#ffffff"
BLUE, TEAL, ORANGE, VIOLET, RED = "#2563a8", "#0f766e", "#c2560c", "#6d4bb0", "#b42318"
PALE = {BLUE: "#dbe9f8", TEAL: "#d3efec", ORANGE: "#fde6d3", VIOLET: "#e8e1f6", GREY: "#edf0f3", RED: "#fbdedb"}


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Picture:
    """SVG elements in order, on a white page of its own, so that dark pages show it as well."""

    def __init__(self, width, height, title):
        self.items = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" '
            'font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="14">',
            f"<title>{title}</title>",
            f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8" fill="{PAPER}" stroke="{LINE}"/>']

    def box(self, x, y, width, height, colour, radius=6, fill=None, weight=1.5):
        self.items.append(f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
                          f'rx="{radius}" fill="{fill or PALE[colour]}" stroke="{colour}" stroke-width="{weight}"/>')

    def text(self, x, y, words, size=14, colour=INK, anchor="middle", bold=False, turn=None):
        for i, line in enumerate(words.split("\n")):
            place = f'transform="translate({number(x)} {number(y)}) rotate({turn})"' if turn else \
                f'x="{number(x)}" y="{number(y + i * size * 1.3)}"'
            weight = ' font-weight="bold"' if bold else ""
            self.items.append(f'<text {place} font-size="{size}" fill="{colour}" '
                              f'text-anchor="{anchor}"{weight}>{line}</text>')

    def line(self, points, colour=GREY, width=1.5, dash=None, both=False, arrow=False):
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.items.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>')
        if arrow or both:
            self.head(points[-2], points[-1], colour)
        if both:
            self.head(points[1], points[0], colour)

    def head(self, start, end, colour, size=8):
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        corners = [end] + [(end[0] - size * math.cos(angle + turn), end[1] - size * math.sin(angle + turn))
                           for turn in (0.45, -0.45)]
        path = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
        self.items.append(f'<polygon points="{path}" fill="{colour}"/>')

    def circle(self, x, y, radius, colour, fill=None, weight=1.5):
        self.items.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" fill="{fill or PALE[colour]}" '
                          f'stroke="{colour}" stroke-width="{weight}"/>')

    def __str__(self):
        return "\n".join(self.items + ["</svg>", ""])


def chip():
    p = Picture(960, 560, "The TiN chip: cell switch, links, IP path, 1RMA and hosts")
    p.text(24, 34, "TiN: 50 ports of 25.6 Gb/s, one 8-byte word per cycle of 2.5 ns", 16, anchor="start", bold=True)
    p.box(150, 56, 660, 384, GREY, 10, fill="#f7f9fa")
    p.box(180, 76, 600, 150, BLUE)
    p.text(480, 98, "cell switch", 15, BLUE, bold=True)
    stages = ["receive, check\nroute table", "VC FIFOs\n32 per port", "iSLIP\narbiter", "crossbar\n50 x 50",
              "output queues\nstrict, weighted"]
    for i, words in enumerate(stages):
        x = 196 + 116 * i
        p.box(x, 118, 102, 62, BLUE, fill=PAPER)
        p.text(x + 51, 144, words, 12)
        if i:
            p.line([(x - 14, 149), (x, 149)], BLUE, arrow=True)
    p.text(480, 206, "credits per VC, in words, return in flow-control sets", 12, GREY)
    for y, side, name in ((120, 20, "local links\nports 0 to 21\n11 peers x 2"),
                          (120, 830, "global links\nports 24 to 31\n8, with FEC")):
        p.box(side, y - 26, 110, 90, TEAL if side < 100 else ORANGE)
        p.text(side + 55, y, name, 12)
    p.line([(130, 139), (180, 139)], TEAL, 2.5, both=True)
    p.line([(780, 139), (830, 139)], ORANGE, 2.5, both=True)
    units = [(180, 150, "NIC\n5 ports, 100 Gb/s", VIOLET), (344, 150, "Ethernet MAC\n5 ports, 100 Gb/s", VIOLET),
             (508, 110, "control CPU\n1 port", VIOLET), (632, 148, "1RMA engine\n6 ports", RED)]
    for x, width, words, colour in units:
        p.box(x, 282, width, 56, colour)
        p.text(x + width / 2, 306, words, 12)
        p.line([(x + width / 2, 226), (x + width / 2, 282)], colour, 2, both=True)
    p.text(337, 250, "terminal ports\n32 to 49", 12, GREY)
    p.box(180, 364, 438, 54, VIOLET, fill=PAPER)
    p.text(399, 386, "IP path: look-up, RTS, CTS, cellifier,\nreassembly, order within the flow", 12)
    for x in (255, 419, 563):
        p.line([(x, 338), (x, 364)], VIOLET, both=True)
    p.box(632, 364, 148, 54, RED, fill=PAPER)
    p.text(706, 386, "2 x PCIe\nGen3 x16", 12)
    p.line([(706, 338), (706, 364)], RED, both=True)
    p.line([(255, 418), (255, 490)], VIOLET, 2, both=True)
    p.line([(419, 418), (419, 490)], VIOLET, 2, both=True)
    p.line([(706, 418), (706, 490)], RED, 2, both=True)
    for x, width, words in ((190, 130, "hosts 0, 1"), (349, 140, "Ethernet network"), (632, 148, "memory of hosts 0, 1")):
        p.box(x, 490, width, 36, GREY)
        p.text(x + width / 2, 513, words, 12)
    p.text(920, 548, "VC: virtual channel. FEC: forward error correction.", 11, GREY, "end")
    return p


def pipeline():
    p = Picture(960, 300, "One hop takes 16 cycles of 2.5 ns")
    p.text(24, 34, "One hop without load: 16 cycles, 40 ns from wire to wire", 16, anchor="start", bold=True)
    left, step, top = 48, 54, 92
    stages = [(4, "SerDes, gearbox\nblock lock, descrambler", TEAL), (1, "check", BLUE), (2, "table\nlook-up", BLUE),
              (1, "VC\nFIFO", BLUE), (2, "iSLIP\nmatch", ORANGE), (2, "crossbar", BLUE), (1, "output\nqueue", VIOLET),
              (3, "scrambler, gearbox\nSerDes", TEAL)]
    at = 0
    for cycles, words, colour in stages:
        x = left + step * at
        p.box(x + 2, top, step * cycles - 4, 62, colour)
        lines = words.count("\n") + 1
        p.text(x + step * cycles / 2, top + 37 - 8 * (lines - 1), words, 12)
        at += cycles
    for cycle in range(17):
        x = left + step * cycle
        p.line([(x, top + 68), (x, top + 76)], LINE)
        p.text(x, top + 92, "w" if cycle == 0 else f"w+{cycle}", 11, GREY)
    for cycle, words in ((4, "t: header on\nreceive pins"), (8, "a: head of its VC,\nmatched here"),
                         (13, "header on\ntransmit pins")):
        x = left + step * cycle
        p.line([(x, top - 4), (x, top - 14)], INK)
        p.text(x, top - 34, words, 11)
    for first, last, y, words, colour in ((4, 12, 224, "switch core: 8 cycles, 20 ns", BLUE),
                                          (0, 16, 262, "hop: 16 cycles, 40 ns", INK)):
        x0, x1 = left + step * first, left + step * last
        p.line([(x0, y), (x1, y)], colour, both=True)
        p.box((x0 + x1) / 2 - 118, y - 11, 236, 22, colour, 4, fill=PAPER, weight=0)
        p.text((x0 + x1) / 2, y + 5, words, 13, colour)
    return p


def dragonfly():
    p = Picture(960, 620, "Dragonfly: pods of fully joined TiNs, each pair of pods joined")
    p.text(24, 34, "Dragonfly: TiNs of a pod are fully joined, and each pair of pods has global links", 16,
           anchor="start", bold=True)
    tins, radius = 6, 78
    centres = [(220, 190), (740, 190), (220, 440), (740, 440)]

    def place(pod, tin):
        angle = 2 * math.pi * (tin + 0.5) / tins
        return centres[pod][0] + radius * math.cos(angle), centres[pod][1] + radius * math.sin(angle)

    for x, y in centres:
        p.circle(x, y, 112, LINE, fill="#f7f9fa")
    # Which TiN of either pod holds the link: positions nearest to the other pod.
    for one, tin, other, peer in ((0, 0, 1, 2), (0, 5, 1, 3), (2, 0, 3, 2), (2, 5, 3, 3), (0, 1, 2, 4), (1, 1, 3, 4),
                                  (0, 0, 3, 3), (1, 2, 2, 5)):
        p.line([place(one, tin), place(other, peer)], ORANGE, 2)
    for pod in range(4):
        for tin in range(tins):
            for peer in range(tin):
                p.line([place(pod, tin), place(pod, peer)], TEAL, 1)
    route = [place(0, 2), place(0, 5), place(1, 3), place(1, 0)]
    p.line(route, RED, 4)
    for pod, (x, y) in enumerate(centres):
        for tin in range(tins):
            a, b = place(pod, tin)
            p.circle(a, b, 13, BLUE)
        # Names stand outside of the circles, away from the links between pods.
        p.text(x - 150 if pod % 2 == 0 else x + 150, y - 84, f"pod {pod}", 14, INK, bold=True)
    for pod, tin, side, words in ((0, 2, -1, "source host"), (1, 0, 1, "target host")):
        x, y = place(pod, tin)
        p.box(x + side * 100 - 45, y + 12, 90, 26, GREY, 4)
        p.text(x + side * 100, y + 30, words, 12)
        p.line([(x + side * 13, y + 4), (x + side * 55, y + 22)], RED, 3)
    p.text(480, 178, "minimal route:\nlocal, global, local", 12, RED)
    y = 588
    for x, colour, width, words in ((40, TEAL, 2, "local link, 1 m"), (210, ORANGE, 2.5, "global link, 50 m, FEC"),
                                    (430, RED, 4, "route of a cell")):
        p.line([(x, y - 4), (x + 30, y - 4)], colour, width)
        p.text(x + 38, y, words, 12, anchor="start")
    p.text(936, y, "the Clique: 48 pods of 12 TiNs, 2 links per pair", 12, GREY, "end")
    return p


def ticks(p, x0, y0, width, height, x_marks, y_marks, x_of, y_of):
    for value, label in x_marks:
        p.line([(x_of(value), y0), (x_of(value), y0 + height)], "#e4e7eb", 1)
        p.text(x_of(value), y0 + height + 18, label, 11, GREY)
    for value, label in y_marks:
        p.line([(x0, y_of(value)), (x0 + width, y_of(value))], "#e4e7eb", 1)
        p.text(x0 - 8, y_of(value) + 4, label, 11, GREY, "end")
    p.box(x0, y0, width, height, LINE, 0, fill="none", weight=1)


def mark(p, x, y, colour, verdict):
    if verdict == "healthy":
        p.circle(x, y, 4.5, colour, fill=PAPER, weight=2)
    elif verdict == "unsteady":
        points = " ".join(f"{number(a)},{number(b)}" for a, b in ((x, y - 6), (x - 5.5, y + 4.5), (x + 5.5, y + 4.5)))
        p.items.append(f'<polygon points="{points}" fill="{PAPER}" stroke="{colour}" stroke-width="2"/>')
    else:
        p.box(x - 4.5, y - 4.5, 9, 9, colour, 0, fill=colour, weight=2)


def report(folder):
    with open(folder / "pod_load.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    p = Picture(960, 470, "Report of a sweep: latency and accepted throughput of a pod by load")
    p.text(24, 36, "pod_load: curves of a sweep", 17, anchor="start", bold=True)
    healthy = sum(row["verdict"] == "healthy" for row in rows)
    p.text(24, 60, f"{len(rows)} points, {healthy} healthy. One pod of 12 TiNs, uniform traffic, cells of 160 bytes, "
           "two classes.", 12, GREY, "start")
    y0, width, height, top = 110, 370, 270, 600.0
    x_marks = [(v, str(v)) for v in range(0, 601, 100)]

    left = 74
    x_of = lambda v: left + width * v / top
    low, high = math.log10(100), math.log10(20000)
    y_of = lambda v: y0 + height * (1 - (math.log10(v) - low) / (high - low))
    p.text(left, 96, "Latency [ns], logarithmic", 13, anchor="start", bold=True)
    ticks(p, left, y0, width, height, x_marks, [(v, f"{v:,}") for v in (100, 200, 500, 1000, 2000, 5000, 10000, 20000)],
          x_of, y_of)
    for key, name, colour in (("mean_ns", "mean", BLUE), ("p50_ns", "median", TEAL), ("p99_ns", "99th percentile", ORANGE)):
        points = [(x_of(float(r["offered_gbps"])), y_of(float(r[key]))) for r in rows]
        p.line(points, colour, 2)
        for (x, y), row in zip(points, rows):
            mark(p, x, y, colour, row["verdict"])
    for i, (name, colour) in enumerate((("99th percentile", ORANGE), ("mean", BLUE), ("median", TEAL))):
        p.line([(left + 14, y0 + 20 + 18 * i), (left + 38, y0 + 20 + 18 * i)], colour, 2)
        p.text(left + 46, y0 + 24 + 18 * i, name, 12, anchor="start")

    right = 556
    x_of2 = lambda v: right + width * v / top
    y_of2 = lambda v: y0 + height * (1 - v / top)
    p.text(right, 96, "Accepted [Gb/s per TiN]", 13, anchor="start", bold=True)
    ticks(p, right, y0, width, height, x_marks, x_marks, x_of2, y_of2)
    p.line([(x_of2(0), y_of2(0)), (x_of2(top), y_of2(top))], GREY, 1.5, dash="5 4")
    p.text(x_of2(440), y_of2(480), "offered", 12, GREY, "end")
    points = [(x_of2(float(r["offered_gbps"])), y_of2(float(r["accepted_gbps"]))) for r in rows]
    p.line(points, BLUE, 2)
    for (x, y), row in zip(points, rows):
        mark(p, x, y, BLUE, row["verdict"])
    for x in (left, right):
        p.text(x + width / 2, y0 + height + 40, "offered [Gb/s per TiN]", 12, GREY)
    for x, verdict in ((330, "healthy"), (440, "unsteady"), (556, "saturated")):
        mark(p, x, 448, INK, verdict)
        p.text(x + 12, 452, verdict, 12, anchor="start")
    return p


def bootstrap(folder):
    with open(folder / "bootstrap.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["from_us"], row["to_us"] = int(row["from_us"]), int(row["to_us"])
    tins = sorted({row["who"] for row in rows if row["who"].startswith("pod")},
                  key=lambda name: [int(part) for part in name.replace("pod", "").replace("tin", "").split(".")])
    end = max(row["to_us"] for row in rows)
    left, top, width, step = 104, 96, 820, 20
    height = step * len(tins)
    p = Picture(960, top + height + 92, "A bootstrap: sessions and requests of each TiN over time")
    p.text(24, 36, "Bootstrap of four pods from reset", 17, anchor="start", bold=True)
    p.text(24, 60, "A row for each TiN; times in ms from power-on.", 12, GREY, "start")
    x_of = lambda us: left + width * us / end
    for mark_ms in range(0, int(end / 1000) + 1, 5):
        x = x_of(1000 * mark_ms)
        p.line([(x, top), (x, top + height + 6)], LINE, 1)
        p.text(x, top + height + 22, str(mark_ms), 12, GREY)
    for row in rows:
        if row["what"] == "plan":
            p.line([(x_of(row["from_us"]), top - 8), (x_of(row["from_us"]), top + height)], RED, 1, dash="3 3")
    for place, tin in enumerate(tins):
        y = top + step * place
        p.text(left - 10, y + 14, tin, 12, anchor="end")
        own = [row for row in rows if row["who"] == tin]
        begun = None
        for row in own + [{"what": "ended", "from_us": end}]:
            if row["what"] in ("pmos", "tcp", "ended") and begun:
                colour = BLUE if begun["what"] == "tcp" else ORANGE
                p.box(x_of(begun["from_us"]), y + 3, max(1, x_of(row["from_us"]) - x_of(begun["from_us"])), step - 6,
                      colour, 2, weight=1)
                begun = None
            if row["what"] in ("pmos", "tcp"):
                begun = row
        for row in own:
            if row["what"] in ("read", "write"):
                colour = TEAL if row["what"] == "read" else VIOLET
                p.box(x_of(row["from_us"]), y + 5, max(1, x_of(row["to_us"]) - x_of(row["from_us"])), step - 10, colour,
                      0, fill=colour, weight=0.5)
            elif row["what"] == "address":
                p.circle(x_of(row["from_us"]), y + step / 2, 3, INK, fill=PAPER)
    y = top + height + 58
    p.circle(left + 4, y - 4, 3, INK, fill=PAPER)
    p.text(left + 16, y, "address by DHCP", 12, anchor="start")
    for x, colour, fill, name in ((260, ORANGE, None, "session by a neighbour"), (430, BLUE, None, "session over TCP"),
                                  (570, TEAL, TEAL, "read"), (640, VIOLET, VIOLET, "write")):
        p.box(x, y - 10, 14, 12, colour, 2, fill=fill, weight=1)
        p.text(x + 20, y, name, 12, anchor="start")
    p.line([(720, y - 4), (744, y - 4)], RED, 1, dash="3 3")
    p.text(750, y, "plan", 12, anchor="start")
    return p


def main():
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    folder = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).parents[1] / "docs" / "pictures"
    pictures = {"chip.svg": chip(), "pipeline.svg": pipeline(), "dragonfly.svg": dragonfly(), "report.svg": report(folder),
                "bootstrap.svg": bootstrap(folder)}
    stale = []
    for name, picture in pictures.items():
        path = folder / name
        if "--check" not in sys.argv:
            path.write_text(str(picture), encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != str(picture):
            stale.append(name)
    for name in stale:
        print(f"{name}: differs from what scripts/draw_pictures.py draws")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
