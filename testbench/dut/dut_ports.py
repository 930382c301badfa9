# SPDX-License-Identifier: Apache-2.0
"""Ports of a user's module (from Verilator's XML), and the expressions that connect them to ports of a block."""
import difflib
import re
import xml.etree.ElementTree


class Fault(Exception):
    """An error of the user's, one sentence that names file and port."""


def near(name, names):
    """"; did you mean ..." or the list of what there is."""
    names = sorted(names)
    close = difflib.get_close_matches(name, names, 1)
    return f"did you mean {close[0]}?" if close else f"expected one of {', '.join(names)}"


class UserPort:
    """`sizes`: (low, high, ascending) of each unpacked dimension, the outermost first; `width`: of the whole."""

    def __init__(self, name, direction, place, element, sizes):
        self.name, self.direction, self.place, self.element, self.sizes = name, direction, place, element, sizes
        self.width = element
        for low, high, _ in sizes:
            self.width *= high - low + 1

    def elements(self):
        """Index text of each element, lowest bits first."""
        texts = [""]
        for low, high, _ in reversed(self.sizes):
            texts = [f"[{n}]{inner}" for n in range(low, high + 1) for inner in texts]
        return texts


def constant(node):
    digits = node.get("name").split("'")[-1].lstrip("s")
    return int(digits[1:], {"h": 16, "d": 10, "b": 2}[digits[0]])


class Types:
    """The type table of the XML."""

    def __init__(self, root):
        self.types = {node.get("id"): node for node in root.find("netlist/typetable")}

    def shape(self, number):
        """(bits of a packed element, unpacked dimensions)"""
        node = self.types[number]
        kind = node.tag
        if kind == "basicdtype":
            if node.get("name") not in ("logic", "bit", "byte", "shortint", "int", "integer", "longint"):
                raise KeyError
            return abs(int(node.get("left", 0)) - int(node.get("right", 0))) + 1, []
        if kind in ("refdtype", "enumdtype"):
            return self.shape(node.get("sub_dtype_id"))
        if kind in ("packarraydtype", "unpackarraydtype"):
            left, right = (constant(value) for value in node.find("range"))
            bits, inner = self.shape(node.get("sub_dtype_id"))
            if kind == "packarraydtype":
                return bits * (abs(left - right) + 1), inner
            return bits, [(min(left, right), max(left, right), left < right), *inner]
        if kind == "structdtype":
            return sum(self.shape(member.get("sub_dtype_id"))[0] for member in node), []
        raise KeyError


def user_ports(xml_file, top):
    root = xml.etree.ElementTree.parse(xml_file).getroot()
    files = {node.get("id"): node.get("filename") for node in root.find("files")}
    module = next(node for node in root.iter("module") if node.get("topModule"))
    types, ports = Types(root), {}
    for var in module.findall("var"):
        loc = var.get("loc").split(",")
        place = f"{files[loc[0]]}:{loc[1]}"
        if var.get("vartype", "").startswith("iface"):
            raise Fault(f"{place}: port {var.get('name')} of {top} is an interface; expected a module around it that "
                        "has vectors, arrays or structs")
        if var.get("dir") is None:
            continue
        if var.get("dir") not in ("input", "output"):
            raise Fault(f"{place}: port {var.get('name')} of {top} is {var.get('dir')}; expected input or output")
        try:
            element, sizes = types.shape(var.get("dtype_id"))
        except KeyError:
            raise Fault(f"{place}: port {var.get('name')} of {top} has a type that is no vector of bits; expected "
                        "logic, or arrays, enums or packed structs of it") from None
        ports[var.get("name")] = UserPort(var.get("name"), var.get("dir"), place, element, sizes)
    return ports


def bits_text(count):
    return "1 bit" if count == 1 else f"{count} bits"


class BlockPort:
    """A port of tinsim's: `sizes` as in the port list, the width of an element last."""

    def __init__(self, name, direction, sizes):
        self.name, self.direction, self.sizes = name, direction, sizes
        self.width = 1
        for size in sizes:
            self.width *= size

    def declaration(self):
        sizes = self.sizes[:-1] + ([self.sizes[-1]] if self.sizes[-1] > 1 else [])
        return f"{self.direction}put logic " + "".join(f"[{size - 1}:0]" for size in sizes) + f" {self.name}"

    def type_text(self):
        sizes = self.sizes if self.sizes[-1] > 1 else self.sizes[:-1]
        return bits_text(self.width) + ("" if len(sizes) < 2 else " " + "".join(f"[{size}]" for size in sizes))

    def slice_text(self, first, last):
        """Bits of the port as an expression, such as name[3] or name[1][2:0]; None if they are no slice."""
        text, sizes, width = self.name, list(self.sizes), self.width
        while (first, last) != (0, width - 1):
            element = width // sizes.pop(0)
            low, high = first // element, last // element
            if first % element == 0 and (last + 1) % element == 0:
                return text + (f"[{low}]" if low == high else f"[{high}:{low}]")
            if low != high:
                return None
            text, first, last, width = f"{text}[{low}]", first % element, last % element, element
        return text


def block_ports(port_list):
    ports = {}
    if port_list["kind"] != "part":
        ports = {name: BlockPort(name, "in", [1]) for name in ("clk_i", "rst_ni")}
    for port in port_list["ports"]:
        ports[port["name"]] = BlockPort(port["name"], port["direction"], port["array"] + [port["width"]])
    return ports


class Piece:
    """Bits of a port of the block (`port` None: a constant), inverted or not; the most significant bits first in a
    list of pieces."""

    def __init__(self, text, width, port=None, low=0, inverted=False):
        self.text, self.width, self.port, self.low, self.inverted = text, width, port, low, inverted


# Groups: constant with a width, number, name, symbol, index and its second part.
TOKEN = re.compile(r"\s*(?:(\d+'[bdh][0-9a-fA-F_]+)|(\d+)(?![\w'])|([A-Za-z_]\w*)|([{},!~])"
                   r"|\[\s*(\d+)\s*(?::\s*(\d+)\s*)?\])")


class Expression:
    """expression := [! or ~] ( name [index]... | constant | {expression, ...} )

    `entry` names it in errors."""

    def __init__(self, text, block, ports, entry):
        self.block, self.ports, self.entry = block, ports, entry
        self.tokens, position = [], 0
        while text[position:].strip():
            match = TOKEN.match(text, position)
            if not match:
                raise Fault(f"{entry}: not understood from '{text[position:]}' on; expected a port of "
                            f"{block}, port[3], port[7:0], !port, {{port, port}} or a constant such as 0 or 4'b0")
            self.tokens.append(match)
            position = match.end()
        self.at = 0

    def parse(self):
        pieces = self.expression()
        if self.at != len(self.tokens):
            raise Fault(f"{self.entry}: something follows after its end")
        return pieces

    def take(self, symbols):
        if self.at < len(self.tokens) and self.tokens[self.at][4] and self.tokens[self.at][4] in symbols:
            self.at += 1
            return self.tokens[self.at - 1][4]
        return None

    def expression(self):
        if self.take("!~"):
            pieces = self.expression()
            for piece in pieces:
                piece.inverted = not piece.inverted
            return pieces
        if self.take("{"):
            pieces = self.expression()
            while self.take(","):
                pieces += self.expression()
            if not self.take("}"):
                raise Fault(f"{self.entry}: expected a '}}'")
            return pieces
        if self.at == len(self.tokens):
            raise Fault(f"{self.entry}: ends too early")
        token = self.tokens[self.at]
        self.at += 1
        if token[1]:
            return [Piece(token[1], int(token[1].split("'")[0]))]
        if token[2]:
            return [Piece(token[2], None)]  # as wide as the port
        if token[3]:
            return [self.port(token[3])]
        raise Fault(f"{self.entry}: '{token[0].strip()}' stands where a port was expected")

    def port(self, name):
        if name not in self.ports:
            raise Fault(f"{self.entry}: {self.block} has no port {name}; {near(name, self.ports)}")
        port = self.ports[name]
        sizes, low, text = list(port.sizes), 0, name
        if len(sizes) > 1 and sizes[-1] == 1:
            sizes.pop()
        width = port.width
        while self.at < len(self.tokens) and self.tokens[self.at][5] is not None:
            high, below = int(self.tokens[self.at][5]), self.tokens[self.at][6]
            below = high if below is None else int(below)
            if not sizes or not below <= high < sizes[0]:
                raise Fault(f"{self.entry}: index {self.tokens[self.at][0].strip()} is outside {name}, "
                            f"which has {port.type_text()}")
            element = width // sizes[0]
            low, width = low + below * element, (high - below + 1) * element
            sizes = sizes[1:] if high == below else []
            text += self.tokens[self.at][0].strip()
            self.at += 1
        return Piece(text, width, port, low)
