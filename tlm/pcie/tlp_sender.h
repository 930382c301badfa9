// SPDX-License-Identifier: Apache-2.0
// One direction of a PCIe link: queued TLPs, their order, credit, and the wire.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/fields/kinds.h"
#include "tlm/pcie/growing_queue.h"
#include "tlm/pcie/pcie_params.h"
#include "tlm/pcie/pcie_replay.h"
#include "tlm/pcie/pcie_wire.h"
#include "tlm/pcie/tlp.h"
#include "tlm/pcie/tlp_credit.h"

namespace tinsim {

/// Order: posted requests stay in order; no other TLP passes a posted request that was queued
/// before it; otherwise TLPs of different classes pass each other. Of the TLPs that may start, the
/// one that has waited longest does. A request or answer too long for one packet is cut when it
/// starts. The parts stay in order, but the answers of different requests alternate if
/// `interleave`.
///
/// Packets that start between two calls of send() are put on the wire by the second, each in its
/// own cycle: calls are needed only when a report is due.
class TlpSender {
 public:
  struct Sent {
    uint64_t tlps = 0, wire_bytes = 0, payload_bytes = 0;
  };
  struct Counters : Sent {
    TIN_RECORD(Counters);
    TIN_LISTED(Sum, tlps, "packets that were put on the wire");
    TIN_LISTED(Sum, wire_bytes, "their bytes, with framing and headers, repeated packets too");
    TIN_LISTED(Sum, payload_bytes, "their payload");
    TIN_FIELD(Sum, replayed, "packets that failed and were sent again");
    TIN_FIELD(Sum, timeouts, "ends of the sender's timer, as the Nak was lost");
  };

  /// Of the two directions of a link.
  enum class Way : uint8_t { kUp, kDown };

  /// `peer` is the credit that the receiver advertises; it returns credit `credit_cycles` after a
  /// TLP.
  TlpSender(const PcieParams& params, const PcieAdvert& peer, Way way);

  /// A write, a read or the answer to one may be of any length. The payload of an atomic operation
  /// is given, that of others is found out.
  void add(const Tlp& tlp);
  /// The answer to a request, with all its octets unless `error`.
  void add_answer(const Tlp& request, bool error);

  /// Takes back the first TLP of class `of` that waits as a whole and fulfils `is_match`, if there
  /// is one.
  template <class IsMatch>
  std::optional<Tlp> withdraw(TlpClass of, IsMatch&& is_match) {
    uint32_t before = kNil;
    for (uint32_t place = waiting_[of].first; place != kNil; place = pool_[place].next) {
      const Tlp tlp = pool_[place].left;
      if (tlp.begin == 0 && is_match(tlp)) {
        drop(of, place, before);
        return tlp;
      }
      before = place;
    }
    return std::nullopt;
  }

  /// Puts on the wire the packets that may start in cycles `from` to `to`, each in its own cycle;
  /// credit returned by `credit_by` counts. `free_tags` is the number of non-posted requests that
  /// may start; each takes a tag by `take_tag`, which may number it. Then `on_wire` receives the
  /// TLP and the cycle in which its last octet is at the receiver. `ahead`: a single TLP that will
  /// certainly start after `to` is put on the wire as well; no later TLP can start before it.
  template <class TakeTag, class OnWire>
  void send(Cycle from, Cycle to, Cycle credit_by, uint32_t free_tags, bool ahead,
            TakeTag&& take_tag, OnWire&& on_wire) {
    for (Cycle at = std::max(from, wire_.free_at()); waiting_tlps_ != 0;) {
      if (at > to && !(ahead && may_send_only_tlp(free_tags))) break;
      const Cycle by = std::min(at, credit_by);
      if (updates_.size() >= kManyUpdates) take_updates(by);
      if (const uint32_t next = choose(free_tags, by); next != kNil) {
        Tlp tlp = take(next);
        if (tlp.credit_class() == kNonPosted) {
          --free_tags;
          take_tag(tlp);
        }
        const Cycle arrival = start(tlp.credit_class(), tlp.wire_bytes(), tlp.payload, at);
        at = std::max(at, wire_.free_at());
        on_wire(tlp, arrival);
      } else if (next_update_ <= std::min(to, credit_by)) {
        at = next_update_;
      } else {
        break;
      }
    }
  }
  /// Only answers are queued, or none, and they start as soon as the wire is free.
  bool has_answers_alone() const {
    return waiting_tlps_ == waiting_[kCompletion].count && credit_[kCompletion].is_infinite() &&
           replay_ == nullptr;
  }
  /// The part of an answer that was put on the wire.
  struct alignas(8) Part {
    Cycle arrival = 0;
    uint32_t op = 0, offset = 0, bytes = 0;
    uint32_t data = 0, begin = 0;  ///< as in Tlp
    uint16_t tag = 0;
    bool last = false, error = false;
  };
  /// Puts the answer whose turn it is on the wire, which is free by cycle `at`, or the next part of
  /// it. Precondition: has_answers_alone() and waits().
  [[gnu::always_inline]] Part send_answer(Cycle at) {
    List& list = waiting_[kCompletion];
    Waiting& waiting = pool_[list.first];
    Tlp& left = waiting.left;
    const Cycle arrival =
        start(kCompletion, kTlpCompletionBytes + waiting.payload, waiting.payload, at);
    const bool is_last = waiting.part == left.bytes;
    const Part part{arrival,    left.op,  left.offset, waiting.part, left.data,
                    left.begin, left.tag, is_last,     left.error};
    if (part.last) {
      drop_first(kCompletion);
      return part;
    }
    advance(left, waiting.part);
    measure_answer(waiting);
    if (interleave_) take_turn(list, waiting);
    return part;
  }
  /// Puts a whole write, of so many octets on the link, made in cycle `now`, on the wire as soon as
  /// this is free, as if it had been added; false if another TLP waits or it has no credit yet.
  bool write_at_once(uint32_t payload, Cycle now, Cycle& arrival) {
    if (updates_.size() >= kManyUpdates) take_updates(now);
    if (waiting_tlps_ != 0 || !obtain_credit(kPosted, payload, now)) return false;
    ++turns_;
    arrival = start(kPosted, kTlpRequestBytes + payload, payload, std::max(now, wire_.free_at()));
    return true;
  }
  /// When the next TLP may start, or the next UpdateFC for waiting TLPs arrives; kNoCycle if none
  /// waits, or only for a tag.
  Cycle next_start(uint32_t free_tags) const;
  /// Processes credit returned by `now`. Credit is also processed where a packet requires it.
  void take_updates(Cycle now) {
    if (next_update_ <= now) apply_updates(now);
  }
  /// The same, but only if all credit has returned by `now`.
  void take_last_updates(Cycle now) {
    if (credit_back() > now) return;
    take_updates(now);
    uncounted_credit_back_ = 0;
  }
  /// From the start of a TLP of so many octets on a wire that is free to its arrival.
  Cycle cycles_on_wire(uint32_t bytes) const {
    const PcieWire::Time& last = times_[kCompletion];
    const PcieWire::Time time = last.bytes == bytes ? last : wire_.time_of(bytes);
    return time.cycles + (time.part > 0 ? 1 : 0);
  }
  /// First cycle in which a packet may start on the wire.
  Cycle free_at() const { return wire_.free_at(); }
  /// When the last credit in flight will return; 0: none is in flight.
  Cycle credit_back() const {
    return std::max(uncounted_credit_back_, updates_.empty() ? 0 : updates_.back().at);
  }

  /// Prefetches memory outside the object itself.
  void prefetch() const {
    updates_.prefetch();
    if (waiting_tlps_ != 0) prefetch_lines(pool_.data(), pool_.size() * sizeof(Waiting));
  }

  /// TLPs that were added and are not completely on the wire.
  size_t waiting(TlpClass c) const { return waiting_[c].count; }
  bool waits() const { return waiting_tlps_ != 0; }
  /// The arrival of a queued TLP is reported.
  bool is_awaited() const { return awaited_ != 0; }
  /// All finite credit is with the sender.
  bool credit_is_whole() const;
  Counters counters() const {
    if (replay_ == nullptr) return {sent_, 0, 0};
    const PcieReplay::Counters& again = replay_->counters();
    return {{sent_.tlps, sent_.wire_bytes + again.wire_bytes, sent_.payload_bytes},
            again.packets,
            again.timeouts};
  }

 private:
  struct Waiting {
    uint64_t order = 0;    ///< order of arrival
    uint64_t turn = 0;     ///< order of arrival, or of its last turn
    Tlp left;              ///< octets to be sent
    uint32_t part = 0;     ///< octets of the next packet
    uint32_t payload = 0;  ///< of it, on the link
    uint32_t next = 0;     ///< place of the next in its list
  };
  static constexpr uint32_t kNil = ~0u;
  /// Queued TLPs, in order.
  struct List {
    uint32_t first = kNil, last = kNil;
    uint32_t count = 0;
    bool empty() const { return count == 0; }
  };
  struct Update {
    Cycle at;
    TlpClass of;
    uint32_t data;  ///< credits, in addition to one header
  };
  bool is_never_exhausted(const PcieAdvert& peer) const;
  static constexpr std::size_t kManyUpdates = 16;  ///< to wait until credit is needed

  bool has_credit(TlpClass c, uint32_t payload) const {
    return credit_[c].has(pcie_data_credits(payload));
  }
  /// The same, with credit returned by `by`.
  bool obtain_credit(TlpClass c, uint32_t payload, Cycle by) {
    if (has_credit(c, payload)) return true;
    take_updates(by);
    return has_credit(c, payload);
  }
  bool may_start_with_credit(TlpClass c, uint32_t free_tags) const;
  bool may_start(TlpClass c, uint32_t free_tags) const;
  bool may_send_only_tlp(uint32_t free_tags) const;
  /// Place of the next TLP; kNil: none may start. Mostly answers alone wait.
  uint32_t choose(uint32_t free_tags, Cycle credit_by) {
    const List& answers = waiting_[kCompletion];
    if (answers.empty() || answers.count != waiting_tlps_)
      return choose_of_all(free_tags, credit_by);
    return obtain_credit(kCompletion, pool_[answers.first].payload, credit_by) ? answers.first
                                                                               : kNil;
  }
  uint32_t choose_of_all(uint32_t free_tags, Cycle credit_by);
  /// The first of its class; null: none waits.
  const Waiting* first_of(TlpClass c) const {
    return waiting_[c].empty() ? nullptr : &pool_[waiting_[c].first];
  }
  uint32_t allocate();
  void append(List& list, uint32_t place) {
    pool_[place].next = kNil;
    (list.empty() ? list.first : pool_[list.last].next) = place;
    list.last = place;
    ++list.count;
  }
  /// Nothing is left of the first.
  void drop_first(TlpClass c) { drop(c, waiting_[c].first, kNil); }
  /// The TLP at `place`, behind `before` (kNil: as the first), has been sent completely.
  void drop(TlpClass c, uint32_t place, uint32_t before) {
    List& list = waiting_[c];
    Waiting& waiting = pool_[place];
    --waiting_tlps_;
    awaited_ -= waiting.left.unreported ? 0 : 1;
    (before == kNil ? list.first : pool_[before].next) = waiting.next;
    if (list.last == place) list.last = before;
    --list.count;
    waiting.next = free_;
    free_ = place;
  }
  static void advance(Tlp& left, uint32_t part) {
    left.begin += part;
    left.address += part;
    left.offset += part;
    left.bytes -= part;
  }
  /// The first of the list, `waiting`, moves to its end.
  void take_turn(List& list, Waiting& waiting) {
    waiting.turn = turns_++;
    if (list.count == 1) return;
    const uint32_t place = list.first;
    list.first = waiting.next;
    pool_[list.last].next = place;
    list.last = place;
    waiting.next = kNil;
  }
  void measure(Waiting& waiting) const;
  void measure_answer(Waiting& waiting) const {
    const Tlp& left = waiting.left;
    waiting.part = completion_part(left.address, left.bytes, completion_bytes_, rcb_);
    waiting.payload = tlp_payload_bytes(left.address, waiting.part);
  }
  Tlp take(uint32_t place);
  Cycle start(TlpClass of, uint32_t wire_bytes, uint32_t payload, Cycle at);
  void apply_updates(Cycle now);

  PcieWire wire_;
  Cycle credit_cycles_;
  uint32_t mps_, mrrs_, rcb_, completion_bytes_;
  bool interleave_;
  uint32_t waiting_tlps_ = 0, awaited_ = 0;
  uint64_t turns_ = 0;
  Cycle next_update_ = kNoCycle;
  Cycle uncounted_credit_back_ = 0;  ///< when the last credit that is not counted is back
  /// Of the packets sent last; most of a class are of one size.
  std::array<PcieWire::Time, kTlpClasses> times_;
  std::array<List, kTlpClasses> waiting_;
  std::pmr::vector<Waiting> pool_;
  uint32_t free_ = kNil;  ///< the first of its free places
  std::array<TlpCredit, kTlpClasses> credit_;
  GrowingQueue<Update> updates_;
  Sent sent_;
  std::unique_ptr<PcieReplay> replay_;  ///< null: nothing fails, or waits for an Ack
};

/// On the wire from cycle `at` on; returns the cycle of its arrival.
[[gnu::always_inline]] inline Cycle TlpSender::start(TlpClass of, uint32_t wire_bytes,
                                                     uint32_t payload, Cycle at) {
  PcieWire::Time& time = times_[of];
  if (time.bytes != wire_bytes) time = wire_.time_of(wire_bytes);
  if (__builtin_expect(replay_ != nullptr, false)) {
    replay_->send(wire_, time, at);
  } else {
    wire_.wait_until(at);
    wire_.occupy(time);
  }
  ++sent_.tlps;
  sent_.wire_bytes += wire_bytes;
  sent_.payload_bytes += payload;
  const Cycle arrival = wire_.end();
  TlpCredit& credit = credit_[of];
  if (credit.kind != TlpCredit::kCounted) {
    if (credit.kind == TlpCredit::kNeverExhausted)
      uncounted_credit_back_ = arrival + credit_cycles_;
    return arrival;
  }
  const uint32_t data = pcie_data_credits(payload);
  credit.take(data);
  if (updates_.empty()) next_update_ = arrival + credit_cycles_;
  updates_.push_back({arrival + credit_cycles_, of, data});
  return arrival;
}

}  // namespace tinsim
