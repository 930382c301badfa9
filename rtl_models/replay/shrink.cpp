// SPDX-License-Identifier: Apache-2.0
// Makes a recording that shows a difference as small as it can be.
#include "rtl_models/replay/shrink.h"

#include <algorithm>
#include <set>
#include <utility>

#include "rtl_models/replay/held_inputs.h"
#include "rtl_models/replay/input_parts.h"

namespace tinsim {
namespace {

using Cycles = std::vector<RecordedCycle>;

/// The recording without cycles first..last-1. The straps of a reset among those left out are those
/// of the run, where nothing is left before them.
Recording without(const Recording& recording, std::size_t first, std::size_t last) {
  Recording rest = recording;
  Cycles& cycles = rest.cycles;
  if (first == 0) {
    const std::size_t from = std::min(last, cycles.size() - 1);
    for (std::size_t n = 0; n <= from; ++n)
      if (!cycles[n].reset.empty()) rest.straps = cycles[n].reset;
    cycles[from].reset.clear();
  }
  cycles.erase(cycles.begin() + static_cast<std::ptrdiff_t>(first),
               cycles.begin() + static_cast<std::ptrdiff_t>(last));
  return rest;
}

/// Of one candidate: transactions left out because they break a rule without others, and how far
/// before that cycle they are looked for.
constexpr unsigned kRepairs = 100;
constexpr std::size_t kLookBack = 64;

class Shrinker {
 public:
  Shrinker(const ReplayShape& shape, Recording recording, const std::string& field,
           std::uint64_t most_words)
      : shape_(shape),
        field_(field_name(field)),
        valid_(elements_of(shape.in, true)),
        elements_(valid_),
        fields_(fields_of(shape.in)),
        channels_(channels_of(shape.in)),
        words_left_(most_words) {
    // Valid bits first: with them what they qualify loses its meaning.
    const std::vector<Element> others = elements_of(shape.in, false);
    elements_.insert(elements_.end(), others.begin(), others.end());
    best_.recording = std::move(recording);
    best_.recording.straps.resize(shape.in.words);  // a part has no reset
    best_.held = held_inputs(best_.recording);
  }

  Shrunk run() {
    best_.outcome = run_recording(shape_, best_.recording);
    cut_after_difference();
    bool changed = true;
    while (changed && !spent_) {
      changed = keep_last_cycles();
      changed |= clear_fields();
      changed |= drop_channel_values();
      changed |= drop_idle_cycles();
      changed |= drop_spans();
      changed |= drop_resets_and_presets();
      changed |= clear_elements();
      changed |= clear_spans();
      changed |= clear_bits();
    }
    best_.is_complete = !spent_;
    return best_;
  }

 private:
  const Recording& best() const { return best_.recording; }
  std::size_t size() const { return best().cycles.size(); }

  /// Takes the candidate if it shows the difference too, perhaps with fewer transactions.
  bool accept(Recording candidate) {
    for (unsigned repairs = 0; repairs <= kRepairs; ++repairs) {
      const std::size_t refused = try_once(candidate);
      if (refused == kAccepted) return true;
      if (refused == kRejected) return false;
      bool repaired = false;
      if (!repair(candidate, refused, repaired)) return repaired;
    }
    return false;
  }

  /// A rule is broken in cycle `refused`: leaves out one transaction there or, if there is none, in
  /// the cycle before it that has one (a cell that is not complete). False if that ends the
  /// attempt, `accepted` then being its result.
  bool repair(Recording& candidate, std::size_t refused, bool& accepted) {
    std::size_t at = refused;
    const auto has_valid = [&](std::size_t n) {
      return std::any_of(valid_.begin(), valid_.end(), [&](const Element& element) {
        return element.is_in(candidate.cycles[n].in);
      });
    };
    while (at > 0 && refused - at < kLookBack && !has_valid(at)) --at;
    for (const Element& element : valid_) {
      if (!element.is_in(candidate.cycles[at].in)) continue;
      Recording repaired = candidate;
      element.clear(repaired.cycles[at].in);
      const std::size_t then = try_once(repaired);
      accepted = then == kAccepted;
      if (accepted) return false;
      if (then == kRejected || (then == refused && at == refused)) continue;
      candidate = std::move(repaired);
      return true;
    }
    return false;
  }

  static constexpr std::size_t kAccepted = ~std::size_t{0}, kRejected = kAccepted - 1;
  /// kAccepted, kRejected, or the cycle in which the reference refuses the inputs.
  std::size_t try_once(Recording candidate) {
    if (candidate.cycles.empty() || spent_) return kRejected;
    if (shape_.fix) {
      shape_.fix(candidate.straps);
      for (RecordedCycle& cycle : candidate.cycles) {
        shape_.fix(cycle.in);
        if (!cycle.reset.empty()) shape_.fix(cycle.reset);
      }
    }
    hold_inputs(candidate, best_.held);
    const std::uint64_t words = (candidate.cycles.size() + kShrinkStart) * shape_.in.words;
    spent_ = words > words_left_;
    if (spent_) return kRejected;
    words_left_ -= words;
    if (candidate.straps == best().straps && candidate.cycles == best().cycles) return kRejected;
    ++best_.runs;
    ReplayOutcome outcome = run_recording(shape_, candidate);
    if (outcome.kind == ReplayOutcome::Kind::kRefused) return outcome.index;
    if (outcome.kind != ReplayOutcome::Kind::kDiffers ||
        field_name(outcome.difference.field) != field_)
      return kRejected;
    best_.recording = std::move(candidate);
    best_.outcome = std::move(outcome);
    cut_after_difference();
    return kAccepted;
  }
  void cut_after_difference() {
    best_.recording.cycles.resize(best_.outcome.index + 1);
    best_.recording.difference = best_.outcome.difference;
  }

  bool keep_last_cycles() {
    for (std::size_t kept = 1; kept < size(); kept *= 2)
      if (accept(without(best(), 0, size() - kept))) return true;
    return false;
  }

  /// Calls f(first, last) for spans of half of the cycles, a quarter of them, ..., one. Where f
  /// returns true and cycles went, the next span begins at the same place.
  template <class F>
  bool each_span(F&& f) {
    bool changed = false;
    for (std::size_t span = std::max<std::size_t>(size() / 2, 1); span > 0; span /= 2) {
      for (std::size_t first = 0; first < size() && !spent_;) {
        const std::size_t before = size();
        const bool taken = f(first, std::min(first + span, before));
        changed |= taken;
        if (!taken || size() == before) first += span;
      }
    }
    return changed;
  }
  /// Cycles without a transaction: all of them, those of each half, and so on, which takes fewer
  /// repetitions than the spans between transactions.
  bool drop_idle_cycles() {
    constexpr std::size_t kParts = 64;
    bool changed = false;
    const std::size_t least = size() / kParts;
    for (std::size_t span = size(); span > least && !spent_; span /= 2) {
      for (std::size_t first = 0; first + 1 < size() && !spent_; first += span)
        changed |= accept(without_idle(first, std::min(first + span, size() - 1)));
    }
    return changed;
  }
  Recording without_idle(std::size_t first, std::size_t last) const {
    Recording rest = best();
    const auto is_idle = [this](const RecordedCycle& cycle) {
      return cycle.reset.empty() && cycle.preset.empty() &&
             std::none_of(valid_.begin(), valid_.end(),
                          [&](const Element& element) { return element.is_in(cycle.in); });
    };
    const auto begin = rest.cycles.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = rest.cycles.begin() + static_cast<std::ptrdiff_t>(last);
    rest.cycles.erase(std::remove_if(begin, end, is_idle), end);
    return rest;
  }
  bool drop_spans() {
    return each_span([this](std::size_t first, std::size_t last) {
      return accept(without(best(), first, last));
    });
  }
  /// Idle cycles instead.
  bool clear_spans() {
    return each_span([this](std::size_t first, std::size_t last) {
      Recording candidate = best();
      for (std::size_t n = first; n < last; ++n)
        std::fill(candidate.cycles[n].in.begin(), candidate.cycles[n].in.end(), 0);
      return accept(std::move(candidate));
    });
  }

  /// Whole fields: in resets too, or in the cycles alone.
  bool clear_fields() {
    bool changed = false;
    for (const std::vector<Element>& field : fields_) {
      const auto clear = [&](Words& in) {
        for (const Element& element : field) element.clear(in);
      };
      changed |= change_all(clear) || change_cycles(clear);
    }
    return changed;
  }

  /// Transactions of one value of a selector, such as those of a VC that has no part in it.
  bool drop_channel_values() {
    bool changed = false;
    for (const Channel& channel : channels_) {
      for (const std::size_t selector : channel.selectors) {
        std::set<std::uint32_t> values;
        for (const RecordedCycle& cycle : best().cycles)
          if (channel.valid.is_in(cycle.in)) values.insert(cycle.in[selector]);
        if (values.size() < 2) continue;
        for (const std::uint32_t value : values)
          changed |= change_cycles([&](Words& in) {
            if (in[selector] == value) channel.valid.clear(in);
          });
      }
    }
    return changed;
  }

  bool drop_resets_and_presets() {
    bool changed = false;
    for (std::size_t n = 0; n < size() && !spent_; ++n) {
      for (Words RecordedCycle::*part : {&RecordedCycle::reset, &RecordedCycle::preset}) {
        if (n >= size() || (best().cycles[n].*part).empty()) continue;
        Recording candidate = best();
        (candidate.cycles[n].*part).clear();
        changed |= accept(std::move(candidate));
      }
      changed |= clear_registers(n);
    }
    return changed;
  }
  bool clear_registers(std::size_t n) {
    bool changed = false;
    for (std::size_t word = 0; n < size() && word < best().cycles[n].preset.size(); ++word) {
      Recording candidate = best();
      candidate.cycles[n].preset[word] = 0;
      changed |= accept(std::move(candidate));
    }
    return changed;
  }

  bool clear_elements() {
    bool changed = false;
    for (const Element& element : elements_) {
      const auto is_used = [&] {
        return is_anywhere([&](const Words& in) { return element.is_in(in); });
      };
      if (spent_ || !is_used()) continue;
      changed |= change_all([&](Words& in) { element.clear(in); });
      if (best_.held[element.first] || !is_used()) continue;
      changed |= change_straps([&](Words& in) { element.clear(in); });
      changed |= each_span([&](std::size_t first, std::size_t last) {
        Recording candidate = best();
        for (std::size_t n = first; n < last; ++n) element.clear(candidate.cycles[n].in);
        return accept(std::move(candidate));
      });
    }
    return changed;
  }

  /// In straps, a reset or a cycle.
  template <class F>
  bool is_anywhere(F&& has) const {
    return has(best().straps) ||
           std::any_of(best().cycles.begin(), best().cycles.end(), [&](const RecordedCycle& cycle) {
             return has(cycle.in) || (!cycle.reset.empty() && has(cycle.reset));
           });
  }

  template <class F>
  bool change_all(F&& change) {
    if (spent_) return false;
    Recording candidate = best();
    change(candidate.straps);
    for (RecordedCycle& cycle : candidate.cycles) {
      change(cycle.in);
      if (!cycle.reset.empty()) change(cycle.reset);
    }
    return accept(std::move(candidate));
  }
  template <class F>
  bool change_cycles(F&& change) {
    if (spent_) return false;
    Recording candidate = best();
    for (RecordedCycle& cycle : candidate.cycles) change(cycle.in);
    return accept(std::move(candidate));
  }
  template <class F>
  bool change_straps(F&& change) {
    if (spent_) return false;
    Recording candidate = best();
    change(candidate.straps);
    bool changed = accept(std::move(candidate));
    for (std::size_t n = 0; n < size(); ++n) {
      if (best().cycles[n].reset.empty()) continue;
      candidate = best();
      change(candidate.cycles[n].reset);
      changed |= accept(std::move(candidate));
    }
    return changed;
  }

  /// Bits of values that are needed, the highest first: in all cycles, then in each.
  bool clear_bits() {
    bool changed = false;
    for (std::size_t word = 0; word < shape_.in.words; ++word) {
      for (unsigned bit = 32; bit-- > 0 && !spent_;) {
        const std::uint32_t mask = std::uint32_t{1} << bit;
        const auto clear = [&](Words& in) { in[word] &= ~mask; };
        if (!is_anywhere([&](const Words& in) { return (in[word] & mask) != 0; })) continue;
        changed |= change_all(clear);
        if (best_.held[word]) continue;
        changed |= change_straps(clear);
        for (std::size_t n = 0; n < size() && !spent_; ++n) {
          if (!(best().cycles[n].in[word] & mask)) continue;
          Recording candidate = best();
          clear(candidate.cycles[n].in);
          changed |= accept(std::move(candidate));
        }
      }
    }
    return changed;
  }

  const ReplayShape& shape_;
  std::string field_;
  std::vector<Element> valid_, elements_;
  std::vector<std::vector<Element>> fields_;
  std::vector<Channel> channels_;
  std::uint64_t words_left_;
  bool spent_ = false;
  Shrunk best_;
};

}  // namespace

Shrunk shrink(const ReplayShape& shape, const Recording& recording, const std::string& field,
              std::uint64_t most_words) {
  return Shrinker(shape, recording, field, most_words).run();
}

}  // namespace tinsim
