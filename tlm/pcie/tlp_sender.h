// SPDX-License-Identifier: Apache-2.0
// One direction of a PCIe link: TLPs that wait, the order in which they may go, credit, and the
// wire.
#pragma once

#include <array>
#include <deque>
#include <utility>
#include <vector>

#include "rtl_models/parts/pcie_credit.h"
#include "tlm/pcie/pcie_params.h"
#include "tlm/pcie/tlp.h"

namespace tinsim {

/// Order: posted requests stay in order; nothing else passes a posted request that waited before
/// it; otherwise TLPs of different classes pass each other. Of those that may go, the one that has
/// waited longest does. What is too long for a packet is cut when its turn comes; the parts stay in
/// order, but the answers of different requests take turns if `interleave`.
class TlpSender {
 public:
  struct Counters {
    uint64_t tlps = 0, wire_bytes = 0, payload_bytes = 0;
  };
  struct Arrival {
    Cycle at;
    Tlp tlp;
  };

  /// `peer` is what the receiver advertises.
  TlpSender(const PcieParams& params, const PcieAdvert& peer);

  /// A write, a read or the answer to one may be of any length. The payload of an atomic operation
  /// is given, that of others is found out.
  void add(Tlp tlp);

  /// Puts on the wire what may start in cycle `now`. `free_tags` is how many non-posted requests
  /// may; each takes one by `take_tag`, which may number it.
  template <class TakeTag>
  void send(Cycle now, uint32_t free_tags, TakeTag&& take_tag) {
    while (Waiting* next = choose(now, free_tags)) {
      Tlp tlp = take(*next);
      if (tlp.credit_class() == kNonPosted) {
        --free_tags;
        take_tag(tlp);
      }
      start(std::move(tlp), now);
    }
  }

  /// When send() or arrived() has something to do, given that nothing else happens.
  Cycle next(uint32_t free_tags) const;
  /// Takes the next TLP whose last octet is at the receiver by `now`; its buffer space is free
  /// again, and its sender knows, `credit_cycles` later.
  bool arrived(Cycle now, Cycle credit_cycles, Tlp& tlp);
  /// UpdateFCs that have come back by `now`.
  void take_updates(Cycle now);

  /// What has been added and not been put on the wire, or not all of it.
  size_t waiting(TlpClass c) const { return waiting_[c].size(); }
  bool idle() const;
  /// All finite credit is with the sender.
  bool credit_is_whole() const;
  uint32_t header_credit(TlpClass c) const { return credit_[c].headers.left(); }
  uint32_t data_credit(TlpClass c) const { return credit_[c].data.left(); }
  const Counters& counters() const { return counters_; }

 private:
  struct Waiting {
    uint64_t order = 0;    ///< when it came
    uint64_t turn = 0;     ///< when it came, or last had its turn
    Tlp left;              ///< what is to be sent
    uint32_t gone = 0;     ///< octets sent before
    uint32_t part = 0;     ///< octets of the next packet
    uint32_t payload = 0;  ///< of it, on the link
  };
  struct Credit {
    PcieCredit<kPcieHeaderBits> headers;
    PcieCredit<kPcieDataBits> data;
    PcieBuffer<kPcieHeaderBits> header_buffer;
    PcieBuffer<kPcieDataBits> data_buffer;
    Credit(uint32_t h, uint32_t d) : headers(h), data(d), header_buffer(h), data_buffer(d) {}
    bool is_infinite() const { return headers.is_infinite() && data.is_infinite(); }
  };
  struct Update {
    Cycle at;
    TlpClass of;
    uint32_t data;  ///< credits, beside one header
  };

  bool may_go(TlpClass c, uint32_t free_tags) const;
  Waiting* choose(Cycle now, uint32_t free_tags);
  void measure(Waiting& waiting) const;
  Tlp take(Waiting& waiting);
  static Tlp cut(Waiting& waiting);
  void start(Tlp&& tlp, Cycle now);

  PcieRate rate_;
  uint32_t mps_, mrrs_, rcb_, completion_bytes_;
  bool interleave_;
  std::array<Credit, kTlpClasses> credit_;
  std::array<std::deque<Waiting>, kTlpClasses> waiting_;
  uint64_t turns_ = 0;
  Cycle free_cycle_ = 0;    ///< the wire is free from here on …
  uint64_t free_part_ = 0;  ///< … and so many rate_.num-ths of a cycle
  std::deque<Arrival> flying_;
  std::deque<Update> updates_;
  Counters counters_;
};

}  // namespace tinsim
