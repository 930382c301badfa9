// SPDX-License-Identifier: Apache-2.0
// Lockstep<A, B>: two implementations of one block with equal inputs, compared every cycle; a
// block.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "rtl_models/common/block.h"
#include "rtl_models/common/text.h"

namespace tinsim {

/// The two implementations differ. `what()` is a report for the reader: block, cycle, fields with
/// both values, the last cycles, the command that reproduces it.
class LockstepMismatch : public InvariantError {
 public:
  LockstepMismatch(const std::string& report, std::uint64_t cycle, std::string field)
      : InvariantError(report), cycle_(cycle), field_(std::move(field)) {}
  std::uint64_t cycle() const { return cycle_; }
  /// First differing field with its indices, such as "match_port_o[3]".
  const std::string& field() const { return field_; }

 private:
  std::uint64_t cycle_;
  std::string field_;
};

/// A is the reference and gives the outputs; B is held to it. A cycle counts from the last reset.
template <class A, class B>
class Lockstep {
 public:
  using In = typename A::In;
  using Out = typename A::Out;
  using Preset = PresetOf<A>;
  static_assert(std::is_same_v<In, typename B::In> && std::is_same_v<Out, typename B::Out>);

  /// `path` names the block in reports; `reproduce` is the command line that shows the failure
  /// again.
  explicit Lockstep(std::string path = "lockstep", std::string reproduce = "", A a = A(), B b = B())
      : path_(std::move(path)),
        reproduce_(std::move(reproduce)),
        a_(std::move(a)),
        b_(std::move(b)) {}

  /// B shows output n of the field list `cycles[n]` cycles after A: with its inputs or outputs in
  /// further registers. At most kHistory - 1; an output is compared from that cycle after reset on.
  void set_latency(std::vector<unsigned> cycles) {
    latency_ = std::move(cycles);
    max_latency_ = latency_.empty() ? 0 : *std::max_element(latency_.begin(), latency_.end());
    if (max_latency_ >= kHistory)
      throw ConfigError(fmt::format("{}: latency of {} cycles; expected at most {}", path_,
                                    max_latency_, kHistory - 1));
  }

  template <class M = A, std::enable_if_t<kIsStage<M>, int> = 0>
  const Out& out() const {
    return a_.out();
  }
  A& reference() { return a_; }
  B& other() { return b_; }
  template <class M = A, std::enable_if_t<!kIsPart<M>, int> = 0>
  void tick(const In& in) {
    if constexpr (kIsStage<A>)
      compare(in, a_.out(), b_.out());
    else
      compare_eval(in);
    a_.tick(in);
    guard([&] { b_.tick(in); });
  }
  void reset(const In& straps) {
    if constexpr (kIsStage<A>) {
      if (compared_ && cycle_) compare(straps, a_.out(), b_.out());
    }
    a_.reset(straps);
    guard([&] { b_.reset(straps); });
    cycle_ = 0;
  }
  /// The resulting outputs are compared in the following cycle.
  void preset(const Preset& registers) {
    a_.preset(registers);
    b_.preset(registers);
  }
  /// A part is compared here, a Mealy block where its cycle ends.
  template <class M = A, std::enable_if_t<!kIsStage<M>, int> = 0>
  Out eval(const In& in) {
    return kIsPart<A> ? compare_eval(in) : a_.eval(in);
  }

  /// Call at the end of a run. Throws InvariantError if nothing was compared, or if the compared
  /// cycles had no event; returns "path: N cycles, M transactions compared, all equal".
  std::string finish() const {
    const std::string text = fmt::format("{}: {} cycles, {} transactions compared, all equal",
                                         path_, compared_, transactions_);
    if (compared_ == 0 || transactions_ == 0)
      throw InvariantError(fmt::format("{}: lockstep compared nothing ({} cycles, {} transactions)",
                                       path_, compared_, transactions_));
    return text;
  }
  std::uint64_t cycles() const { return compared_; }
  /// Valid bits seen high, on inputs and outputs; cycles, for a block that is no stage and has
  /// none.
  std::uint64_t transactions() const { return transactions_; }

 private:
  static constexpr std::size_t kHistory = 16;

  Out compare_eval(const In& in) {
    Out out = a_.eval(in);
    guard([&] { compare(in, out, b_.eval(in)); });
    return out;
  }

  void compare(const In& in, const Out& want, const Out& got) {
    history_[compared_ % kHistory] = {in, want, cycle_};
    ++compared_;
    if (max_latency_ == 0) {
      compare_outputs(want, got);
    } else {
      compare_outputs(late_outputs(got), got);
    }
    transactions_ += count_valid(in) + count_valid(want);
    ++cycle_;
  }

  void compare_outputs(const Out& want, const Out& got) {
    bool equal = true;
    Out::zip(want, got, [&](const char*, const auto& x, const auto& y) { equal &= x == y; });
    if (!equal) fail(want, got);
  }

  /// Outputs that B is to show in this cycle; `got` where that lies before the reset.
  Out late_outputs(const Out& got) const {
    Out late = got;
    for (unsigned cycles = 0; cycles <= max_latency_ && cycles <= cycle_; ++cycles) {
      auto latency = latency_.begin();
      Out::zip(late, history_[(compared_ - 1 - cycles) % kHistory].out,
               [&](const char*, auto& field, const auto& then) {
                 if (*latency++ == cycles) field = then;
               });
    }
    return late;
  }

  template <class F>
  void guard(F&& f) {
    try {
      f();
    } catch (const LockstepMismatch&) {
      throw;
    } catch (const InvariantError& error) {
      throw LockstepMismatch(report(fmt::format("  {}\n", error.what())), cycle_, "");
    }
  }

  [[noreturn]] void fail(const Out& want, const Out& got) {
    constexpr unsigned kShown = 20;
    std::string text, first;
    unsigned differences = 0;
    Out::zip(want, got, [&](const char* name, const auto& x, const auto& y) {
      each_difference(name, x, y,
                      [&](const std::string& field, const std::string& a, const std::string& b) {
                        if (first.empty()) first = field;
                        if (++differences <= kShown)
                          text += fmt::format("  {}: reference {}, other {}\n", field, a, b);
                      });
    });
    if (differences > kShown) text += fmt::format("  … {} more\n", differences - kShown);
    throw LockstepMismatch(report(text), cycle_, first);
  }

  std::string report(const std::string& finding) const {
    std::string text = fmt::format("{}: implementations differ in cycle {} after reset\n{}", path_,
                                   cycle_, finding);
    text += latency_line();
    text += "last cycles (fields that are not zero):\n";
    const Entry* before = nullptr;
    for (std::uint64_t n = compared_ < kHistory ? 0 : compared_ - kHistory; n < compared_; ++n) {
      const Entry& entry = history_[n % kHistory];
      text += fmt::format("  {:>8} in  {}\n           out {}\n", entry.cycle,
                          bundle_text(entry.in, before ? &before->in : nullptr),
                          bundle_text(entry.out, before ? &before->out : nullptr));
      before = &entry;
    }
    if (!reproduce_.empty()) text += "reproduce: " + reproduce_ + "\n";
    return text;
  }

  std::string latency_line() const {
    std::vector<std::string> outputs;
    Out::walk(Out{}, [&](const char* name, const auto&) { outputs.emplace_back(name); });
    return latency_text(outputs, latency_, "the other");
  }

  template <class Bundle>
  static std::uint64_t count_valid(const Bundle& bundle) {
    std::uint64_t count = 0;
    bool has_valid = false;
    Bundle::walk(bundle, [&](const char* name, const auto& field) {
      if (std::strstr(name, "valid") == nullptr) return;
      has_valid = true;
      count += count_true(field);
    });
    return has_valid ? count : std::is_same_v<Bundle, In> && !kIsStage<A>;
  }
  static std::uint64_t count_true(bool value) { return value; }
  template <unsigned N>
  static std::uint64_t count_true(const Bits<N>& value) {
    return value != Bits<N>{};
  }
  template <class T, std::size_t N>
  static std::uint64_t count_true(const std::array<T, N>& values) {
    std::uint64_t count = 0;
    for (const T& value : values) count += count_true(value);
    return count;
  }

  struct Entry {
    In in;
    Out out;
    std::uint64_t cycle = 0;
  };
  std::string path_, reproduce_;
  A a_;
  B b_;
  std::array<Entry, kHistory> history_{};
  std::vector<unsigned> latency_;  ///< of each output; empty: none
  unsigned max_latency_ = 0;
  std::uint64_t cycle_ = 0, compared_ = 0, transactions_ = 0;
};

}  // namespace tinsim
