// SPDX-License-Identifier: Apache-2.0
// Field list: the members of an aggregate, named once, from which every generic face is made
// (Verilated pins, comparison, SystemC pins, packed bits, trace, YAML, JSON Schema).
#pragma once

// Up to 81 fields per aggregate (four levels of three-fold rescanning).
#define TIN_EXPAND(...) TIN_EX4(TIN_EX4(TIN_EX4(__VA_ARGS__)))
#define TIN_EX4(...) TIN_EX3(TIN_EX3(TIN_EX3(__VA_ARGS__)))
#define TIN_EX3(...) TIN_EX2(TIN_EX2(TIN_EX2(__VA_ARGS__)))
#define TIN_EX2(...) TIN_EX1(TIN_EX1(TIN_EX1(__VA_ARGS__)))
#define TIN_EX1(...) __VA_ARGS__
#define TIN_PAREN ()
#define TIN_EACH(m, ...) __VA_OPT__(TIN_EXPAND(TIN_EACH_(m, __VA_ARGS__)))
#define TIN_EACH_(m, a, ...) m(a) __VA_OPT__(TIN_AGAIN TIN_PAREN(m, __VA_ARGS__))
#define TIN_AGAIN() TIN_EACH_
#define TIN_WALK_ONE(f) fn(#f, s.f);
#define TIN_ZIP_ONE(f) fn(#f, a.f, b.f);
#define TIN_PIN_ONE(f) Pin<decltype(S::f)> f{#f};

/// Declares `walk(s, fn)`, which calls fn("name", s.name) for each field in order, and
/// `zip(a, b, fn)`, which calls fn("name", a.name, b.name) for the members of the same name of any
/// two types: a member missing on either side does not compile.
#define TIN_FIELDS(...)                   \
  template <class S, class F>             \
  static void walk(S&& s, F&& fn) {       \
    TIN_EACH(TIN_WALK_ONE, __VA_ARGS__)   \
  }                                       \
  template <class A, class B, class F>    \
  static void zip(A&& a, B&& b, F&& fn) { \
    TIN_EACH(TIN_ZIP_ONE, __VA_ARGS__)    \
  }

/// The field list of a block's inputs or outputs. It also declares `Pins<S, Pin>`, S being the
/// bundle itself: one member `Pin<type of the field>` per port, which has the port's name.
#define TIN_PORTS(...)                           \
  TIN_FIELDS(__VA_ARGS__)                        \
  template <class S, template <class> class Pin> \
  struct Pins {                                  \
    TIN_EACH(TIN_PIN_ONE, __VA_ARGS__)           \
  };
