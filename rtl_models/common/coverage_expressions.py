# SPDX-License-Identifier: Apache-2.0
"""Expressions of coverage.toml, and their translation to C++ and SystemVerilog (coverage.py).

Both languages compute with unsigned numbers of 64 bits. An expression has the operators that C and
SystemVerilog share, ports, registers, parameters and `let` names, decimal and 0x numbers, and
  count(i: e)       number of elements of index i for which e is not zero; any(i: e) whether there is one
  bits(p, low, n)   n bits of the port p from bit low on
  past(e)           e in the cycle before; zero in the first one after reset
  value             in a bin of a point that has `of`: that expression
"""
import re

TOKEN = re.compile(r"\s*(0x[0-9a-fA-F]+|\d+|[A-Za-z_]\w*|<<|>>|&&|\|\||==|!=|<=|>=|[-+*/%&|^~!<>?:()\[\],])")
RESERVED = set("""always and assert assign before begin bind bit break buf byte case cell class config const context
continue cover cross default disable do edge else end enum event export extern final for force fork function generate
if iff illegal_bins import in initial inout input inside instance int interface join library local logic longint macro
matches module new nor not null or output package packed parameter primitive priority program property protected pulldown
pullup pure rand randc randcase real ref reg release repeat restrict return s_always sequence shortint signed small solve
static strong struct super supply0 supply1 table tagged task this throughout time tran type union unique unsigned use
var vectored virtual void wait wand weak while wire with within wor xnor xor medium large strong0 strong1 string first_match
until checker clocking coverpoint covergroup bins binsof accept_on reject_on expect""".split())


class ListError(Exception):
    """An entry of coverage.toml that is wrong; says what was expected."""


class Register:
    """A value kept from cycle to cycle, for each element of its indices."""

    def __init__(self, indices, next_value, reset):
        self.indices, self.next, self.reset = indices, next_value, reset


class Scope:
    """Names that expressions may use."""

    def __init__(self, ports, parameters, index, lets):
        self.ports = {port["name"]: port for port in ports}
        self.parameters, self.index, self.lets = parameters, index, lets
        self.registers, self.pasts = {}, {}
        self.limit = 0

    def add_register(self, key, next_value, reset):
        name, *indices = re.findall(r"\w+", key)
        self.registers[name] = Register(indices, next_value, reset)

    def past(self, text):
        """The register that holds the expression of the cycle before."""
        if text not in self.pasts:
            expanded = self.expand(text)
            bound = re.findall(r"\b(?:count|any)\s*\(\s*(\w+)\s*:", expanded)
            indices = [n for n in self.index if n not in bound and re.search(rf"\b{n}\b", expanded)]
            self.pasts[text] = f"past{len(self.pasts)}"
            self.registers[self.pasts[text]] = Register(indices, text, "0")
        return self.pasts[text]

    def expand(self, text):
        """With the `let` names replaced by what they stand for."""
        for _ in range(20):
            bigger = re.sub(r"\b[A-Za-z_]\w*\b",
                            lambda m: f"({self.lets[m.group()]})" if m.group() in self.lets else m.group(), text)
            if bigger == text:
                return text
            text = bigger
        raise ListError(f"{text}: a let that names itself")


class Translator:
    """Calls with an expression and returns it in the other language."""

    def __init__(self, scope):
        self.scope, self.value = scope, ""

    def __call__(self, text):
        expanded = self.scope.expand(text)
        outer = getattr(self, "tokens", None), getattr(self, "place", None)
        self.tokens, self.place = self.split(expanded), 0
        result = self.run(())
        if self.place != len(self.tokens):
            raise ListError(f"{text}: unexpected '{self.tokens[self.place]}'")
        self.tokens, self.place = outer
        return result

    @staticmethod
    def split(text):
        tokens, place = [], 0
        while place < len(text.rstrip()):
            match = TOKEN.match(text, place)
            if not match:
                raise ListError(f"{text}: '{text[place:]}' is no part of an expression")
            tokens.append(match.group(1))
            place = match.end()
        return tokens

    def peek(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, expected=None):
        token = self.peek()
        if not token or (expected and token != expected):
            raise ListError(f"{' '.join(self.tokens)}: expected '{expected or 'more'}' instead of '{token}'")
        self.place += 1
        return token

    def run(self, stop):
        """Tokens up to one of `stop`, which is left; brackets within belong to it."""
        text = []
        while self.peek() and self.peek() not in stop:
            token = self.take()
            if token == "(":
                text.append(f"({self.run((')',))})")
                self.take(")")
            elif token == "?":
                text.append(f"? {self.run((':',))} :")
                self.take(":")
            elif re.match(r"\d", token):
                text.append(self.number(int(token, 0)))
            elif re.match(r"\w", token):
                text.append(self.name(token))
            elif token in ")]":
                raise ListError(f"{' '.join(self.tokens)}: a bracket too many")
            else:
                text.append(token)
        return " ".join(text)

    def subscripts(self):
        found = []
        while self.peek() == "[":
            self.take()
            found.append(self.run(("]",)))
            self.take("]")
        return found

    def name(self, token):
        scope = self.scope
        if token == "value" and self.value:
            return self.value
        if token in scope.ports:
            return self.port(scope.ports[token], self.subscripts())
        if token in scope.registers:
            return self.register(token, self.subscripts())
        if token in scope.parameters:
            return self.parameter(token)
        if token in scope.index:
            return token
        if token in ("count", "any"):
            return self.fold(token)
        if token == "bits":
            return self.bits()
        if token == "past":
            self.take("(")
            start = self.place
            self.run((")",))
            inner = " ".join(self.tokens[start:self.place])
            self.take(")")
            name = scope.past(inner)
            return self.register(name, scope.registers[name].indices)
        raise ListError(f"{token}: no port, register, parameter, index or let of this list")

    def fold(self, kind):
        self.take("(")
        index = self.take()
        if index not in self.scope.index:
            raise ListError(f"{kind}({index}: …): expected one of {', '.join(self.scope.index)}")
        self.take(":")
        start = self.place
        inner = self.run((")",))
        text = self.tokens[start:self.place]
        bound = {index} | {text[n + 2] for n, token in enumerate(text) if token in ("count", "any")}
        used = [name for name in self.scope.index if name not in bound and name in text]
        self.take(")")
        total = self.loop(index, inner, used)
        return f"({total} != {self.number(0)})" if kind == "any" else total

    def bits(self):
        self.take("(")
        port = self.scope.ports[self.take()]
        subscripts = self.subscripts()
        self.take(",")
        low = int(self.take(), 0)
        self.take(",")
        width = int(self.take(), 0)
        self.take(")")
        return self.slice(port, subscripts, low, width)

    def check_depth(self, port, subscripts):
        if len(subscripts) != len(port["array"]):
            raise ListError(f"{port['name']}: {len(subscripts)} subscripts; expected {len(port['array'])}")


class Cpp(Translator):
    @staticmethod
    def number(value):
        return f"{value}ull"

    @staticmethod
    def parameter(name):
        return f"std::uint64_t{{{name}}}"

    def element(self, port, subscripts):
        self.check_depth(port, subscripts)
        text = f"{port['direction']}.{port['name']}"
        for subscript in subscripts:
            text = f"element({text}, {subscript})"
        return text

    def port(self, port, subscripts):
        return f"std::uint64_t{{{self.element(port, subscripts)}}}"

    def slice(self, port, subscripts, low, width):
        return f"slice({self.element(port, subscripts)}, {low}, {width})"

    @staticmethod
    def register(name, subscripts):
        return f"{name}_" + "".join(f"[{s}]" for s in subscripts)

    def loop(self, index, inner, _used):
        size = Cpp(self.scope)(str(self.scope.index[index]))
        return (f"[&] {{ std::uint64_t of_{index} = 0; for (std::uint64_t {index} = 0; {index} < ({size}); ++{index}) "
                f"of_{index} += ({inner}) ? 1 : 0; return of_{index}; }}()")


class Sv(Translator):
    def __init__(self, scope):
        super().__init__(scope)
        self.functions = []

    @staticmethod
    def number(value):
        return f"64'd{value}"

    @staticmethod
    def parameter(name):
        return f"64'({name})"

    def port(self, port, subscripts):
        self.check_depth(port, subscripts)
        return f"64'({port['name']}{''.join(f'[{s}]' for s in subscripts)})"

    def slice(self, port, subscripts, low, width):
        return f"64'({port['name']}{''.join(f'[{s}]' for s in subscripts)}[{low} +: {width}])"

    @staticmethod
    def register(name, subscripts):
        return f"{name}_q" + "".join(f"[{s}]" for s in subscripts)

    def loop(self, index, inner, used):
        size = Sv(self.scope)(str(self.scope.index[index]))
        arguments = ", ".join(f"longint unsigned {name}" for name in used)
        key = f"({arguments});\n    longint unsigned total;\n    total = 0;\n" \
              f"    for (longint unsigned {index} = 0; {index} < {size}; {index}++) if ({inner}) total++;\n    return total;\n"
        names = [f for f in self.functions if key in f]
        name = f"count{len(self.functions)}" if not names else f"count{self.functions.index(names[0])}"
        if not names:
            self.functions.append(f"\n  function automatic longint unsigned {name}{key}  endfunction\n")
        return f"{name}({', '.join(used)})"
