// SPDX-License-Identifier: Apache-2.0
// One direction of a link from the transmit pins to the receive side's effects, run by the sender.
#include "tlm/gnet/link/wire_link.h"

#include <fmt/format.h>

#include <array>
#include <deque>

#include "base/errors.h"
#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/gnet/link/wire_receiver.h"

namespace tinsim {
namespace {

/// Words of each VC in a state that ends at a given cycle. Ends are in order of cycles.
class TimedWords {
 public:
  void add(unsigned vc, unsigned words) { words_[vc] += words; }
  void end(Cycle cycle, unsigned vc, unsigned words) { ends_.push_back({cycle, vc, words}); }
  void advance(Cycle now) {
    for (; !ends_.empty() && ends_.front().cycle <= now; ends_.pop_front())
      words_[ends_.front().vc] -= ends_.front().words;
  }
  unsigned operator[](unsigned vc) const { return words_[vc]; }

 private:
  struct End {
    Cycle cycle;
    unsigned vc, words;
  };
  std::array<unsigned, 32> words_{};
  std::deque<End> ends_;
};

/// Counts the words in flight on a link, as they pass to the sink.
class Auditor final : public WireSink {
 public:
  explicit Auditor(WireSink& sink) : sink_(sink) {}

  void cell(Cycle rx, const Cell& cell, bool damaged) override {
    flying.add(cell.vc, cell.words);
    flying.end(rx, cell.vc, cell.words);
    sink_.cell(rx, cell, damaged);
  }
  void credit(Cycle use, unsigned vc, unsigned words) override { sink_.credit(use, vc, words); }
  void event(const LinkEvent& event) override {
    if (event.kind == LinkEvent::Kind::Lost)
      lost_words.end(event.cycle, event.code, static_cast<unsigned>(event.value));
    sink_.event(event);
  }
  void lost(Cycle rx, const Cell& cell, LossCause cause) override {
    lost_words.add(cell.vc, cell.words);
    sink_.lost(rx, cell, cause);
  }
  void mos_lost(Cycle cycle) override { sink_.mos_lost(cycle); }

  TimedWords flying, lost_words;

 private:
  WireSink& sink_;
};

template <unsigned kVcs, template <class> class Part>
class WireLinkOf final : public WireLink {
 public:
  WireLinkOf(const WireLinkParams& params, WireSink& sink)
      : params_(params), auditor_(sink), direction_(params.wire), receiver_(params, auditor_) {}

  void step(Cycle y, const LinkPort::Decision& slot, const Cell* begins) override;

  Cycle link_cycles() const override { return direction_.link_cycles(); }
  void set_far_enable(Cycle cycle, bool enable) override { receiver_.set_enable(cycle, enable); }
  LinkCounters counters() const override {
    LinkCounters counters = receiver_.counters();
    static_cast<LineCounters&>(counters.errors) = direction_.counters();
    return counters;
  }
  unsigned flying(unsigned vc) const override { return auditor_.flying[vc]; }
  unsigned lost(unsigned vc) const override { return auditor_.lost_words[vc]; }
  unsigned ungranted(unsigned vc) const override { return receiver_.ungranted(vc); }
  unsigned limit(unsigned vc) const override { return receiver_.limit(vc); }

 private:
  void before_slot_0();
  void send_cell(const LinkPort::Decision& slot, const Cell& cell);
  void check_word(const LinkPort::Decision& slot);
  [[noreturn]] void fail(unsigned vc, const std::string& what) const {
    throw InvariantError(fmt::format("{} vc {} cycle {}: {}", params_.name, vc, slot_, what));
  }

  WireLinkParams params_;
  Auditor auditor_;
  WireDirectionOf<Part> direction_;
  WireReceiver<kVcs, Part> receiver_;
  Cycle slot_ = 0;
  /// The cell sent last; slots up to `ahead_` carry its words, which are sent already.
  Cell cell_;
  std::array<std::uint64_t, kMaxCellWords> words_{};
  Cycle ahead_ = 0;
};

template <unsigned kVcs, template <class> class Part>
void WireLinkOf<kVcs, Part>::step(Cycle y, const LinkPort::Decision& slot, const Cell* begins) {
  if (y != slot_) fail(0, fmt::format("expected this slot, not slot {}", y));
  if (y == 0) before_slot_0();
  if (slot_ < ahead_) {
    check_word(slot);
  } else if (begins != nullptr) {
    send_cell(slot, *begins);
  } else {
    if (slot.kind == static_cast<unsigned>(SlotKind::Cell)) fail(0, "a word without a cell");
    receiver_.step(direction_.step(slot.word, slot.control), {slot.word, slot.control, nullptr});
  }
  auditor_.flying.advance(slot_);
  auditor_.lost_words.advance(slot_);
  ++slot_;
}

template <unsigned kVcs, template <class> class Part>
void WireLinkOf<kVcs, Part>::before_slot_0() {
  RxSlot slot;
  if (params_.wire.warm_start)
    slot = {true, true, true, encode_ordered_set(OrderedSetCode::Idle, 0), false, false};
  for (Cycle cycle = 0; cycle < link_cycles(); ++cycle) receiver_.idle(slot);
}

template <unsigned kVcs, template <class> class Part>
void WireLinkOf<kVcs, Part>::send_cell(const LinkPort::Decision& slot, const Cell& cell) {
  for (unsigned n = 0; n < cell.words; ++n) words_[n] = word_of(cell, n);
  if (slot.word != words_[0] || !slot.control) {
    fail(cell.vc, fmt::format("header {:016x}, expected {:016x}", slot.word, words_[0]));
  }
  cell_ = cell;
  ahead_ = slot_ + cell.words;
  for (unsigned n = 0; n < cell.words; ++n) {
    const bool control = n == 0;
    receiver_.step(direction_.step(words_[n], control),
                   {words_[n], control, n == 0 ? &cell_ : nullptr});
  }
}

template <unsigned kVcs, template <class> class Part>
void WireLinkOf<kVcs, Part>::check_word(const LinkPort::Decision& slot) {
  const unsigned n = cell_.words - (ahead_ - slot_);
  if (slot.kind == static_cast<unsigned>(SlotKind::Cell) && slot.word == words_[n]) return;
  fail(cell_.vc, fmt::format("word {} of a cell changed, or the cell was interrupted", n));
}

}  // namespace

std::unique_ptr<WireLink> make_wire_link(const WireLinkParams& params, WireSink& sink) {
  const bool few = link_block_vcs(params.vcs) == 4;
  if (params.wire.has_choices() ||
      any_chosen(params.far_blocks.link_rx, params.far_blocks.fc_receiver,
                 params.far_blocks.link_state)) {
    if (few) return std::make_unique<WireLinkOf<4, BlockSlot>>(params, sink);
    return std::make_unique<WireLinkOf<32, BlockSlot>>(params, sink);
  }
  if (few) return std::make_unique<WireLinkOf<4, PlainPart>>(params, sink);
  return std::make_unique<WireLinkOf<32, PlainPart>>(params, sink);
}

}  // namespace tinsim
