// SPDX-License-Identifier: Apache-2.0
// Senders, lookup and receivers around a cell switch: random cells, some bad, random stalls, and
// settings that change.
#pragma once

#include <deque>
#include <memory>

#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/parts/credit.h"
#include "testbench/random_stall.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords>
class CellSwitchStimulus {
 public:
  using In = typename CellSwitch<kPorts, kVcs, kMaxWords>::In;
  using Out = typename CellSwitch<kPorts, kVcs, kMaxWords>::Out;

  explicit CellSwitchStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    straps_ = {};
    straps_.queue_words_i = random_.range(kMaxCellWords, 255);
    draw_iterations();
    strict_percent_ = random_.chance(75) ? 20 : 100;
    for (unsigned vc = 0; vc < kVcs; ++vc) draw_settings(vc);
    change_percent_ = random_.chance(50) ? 0 : random_.chance(50) ? 2 : 100;
    vcs_ = random_.chance(50) ? kVcs : random_.range(1, kVcs);
    outputs_ = random_.chance(70) ? kPorts : random_.range(1, kPorts);
    bad_percent_ = random_.below(3) * 5;
    for (unsigned port = 0; port < kPorts; ++port) {
      straps_.rx_depth_i[port] = random_.range(kMinCellWords, kMaxWords);
      straps_.tx_limit_i[port] = random_.chance(60) ? random_.range(kMaxCellWords, 200)
                                 : random_.chance(80)
                                     ? (1u << random_.range(5, 10)) + random_.below(kMaxCellWords)
                                     : random_.range(kMaxCellWords, kCreditHalfRange - 1);
      straps_.tx_credited_i[port] = random_.chance(80);
      senders_[port] = Sender();
      senders_[port].limit.fill(straps_.rx_depth_i[port]);
      receivers_[port] = Receiver();
      receivers_[port].limit.fill(straps_.tx_limit_i[port]);
    }
    return straps_;
  }

  In next(const Out& out) {
    if (random_.chance(change_percent_)) draw_iterations();
    if (random_.chance(change_percent_)) draw_settings(random_.below(vcs_));
    In in = straps_;
    for (unsigned port = 0; port < kPorts; ++port) {
      if (out.fc_valid_o[port]) senders_[port].limit[out.fc_vc_o[port]] = out.fc_limit_o[port];
      send(in, port);
      receive(in, out, port);
      in.tx_ready_i[port] = receivers_[port].ready.go(random_);
    }
    return in;
  }

 protected:
  Random& random() { return random_; }
  /// All VCs of an input share `shared` words of its memory, besides `reserved` of their own;
  /// between restart() and next().
  unsigned share(unsigned port, unsigned reserved, unsigned shared) {
    senders_[port].shared = shared;
    senders_[port].limit.fill(reserved + shared);
    straps_.rx_depth_i[port] = reserved + shared;
    return reserved + shared;
  }

 private:
  struct Route {
    unsigned port = 0, vc = 0;
  };
  struct Sender {
    std::array<unsigned, kVcs> limit{}, sent{};
    unsigned left = 0;              ///< words of a good cell not sent yet
    bool bad = true;                ///< words now would belong to no good cell
    std::array<Route, 3> lookup{};  ///< answers on their way, the next one first
    RandomStall stall;
    unsigned shared = 0;  ///< words of the input's memory that VCs share; 0: none
  };
  struct Receiver {
    struct Freed {
      unsigned delay, vc, words;
    };
    std::array<unsigned, kVcs> limit{};
    std::deque<Freed> freed;
    RandomStall stall, ready;
  };

  void draw_iterations() { straps_.iterations_i = random_.range(1, 4); }
  void draw_settings(unsigned vc) {
    straps_.strict_i[vc] = random_.chance(strict_percent_);
    straps_.weight_i[vc] = random_.chance(70)   ? random_.range(1, 8)
                           : random_.chance(50) ? 1u << random_.below(8)
                                                : random_.range(1, 255);
  }

  void send(In& in, unsigned port) {
    Sender& sender = senders_[port];
    in.route_port_i[port] = sender.lookup[0].port;
    in.route_vc_i[port] = sender.lookup[0].vc;
    sender.lookup[0] = sender.lookup[1];
    sender.lookup[1] = sender.lookup[2];
    const auto junk = static_cast<unsigned>(random_.bits() >> 32);
    sender.lookup[2] = {junk & 63, junk >> 6 & 31};
    in.rx_sop_i[port] = junk >> 11 & 1;
    in.rx_data_i[port] = random_.bits();

    if (sender.left > 0) {
      in.rx_valid_i[port] = true;
      in.rx_sop_i[port] = false;
      --sender.left;
    } else if (sender.stall.go(random_)) {
      begin(in, port, sender);
    } else if (sender.bad && random_.chance(50)) {
      in.rx_valid_i[port] = true;
      in.rx_sop_i[port] = false;
    }
  }

  void begin(In& in, unsigned port, Sender& sender) {
    CellHeader header = random_header(random_);
    const unsigned vc = random_.below(vcs_);
    header.vc = static_cast<std::uint8_t>(vc);
    if (random_.chance(bad_percent_)) {
      sender.bad = true;
      in.rx_valid_i[port] = in.rx_sop_i[port] = true;
      in.rx_data_i[port] = corrupt(header);
      return;
    }
    if (header.len > credit_available(sender.limit[vc], sender.sent[vc])) return;
    if (sender.shared != 0 && shared_after(port, vc, header.len) > sender.shared) return;
    sender.sent[vc] = (sender.sent[vc] + header.len) % kCreditModulus;
    sender.bad = false;
    sender.left = header.len - 1u;
    sender.lookup[2] = {random_.below(outputs_), random_.below(vcs_)};
    in.rx_valid_i[port] = in.rx_sop_i[port] = true;
    in.rx_data_i[port] = encode_header(header);
  }

  /// Shared words that the VCs of an input hold once a cell of `words` has been sent on `vc`.
  unsigned shared_after(unsigned port, unsigned vc, unsigned words) const {
    const Sender& sender = senders_[port];
    const unsigned depth = straps_.rx_depth_i[port], reserved = depth - sender.shared;
    unsigned shared = 0;
    for (unsigned v = 0; v < kVcs; ++v) {
      unsigned held = depth - credit_available(sender.limit[v], sender.sent[v]);
      if (v == vc) held += words;
      shared += held > reserved ? held - reserved : 0;
    }
    return shared;
  }

  std::uint64_t corrupt(CellHeader header) {
    switch (random_.below(5)) {
      case 0:
        header.hop = 0;
        break;
      case 1:
        header.len = random_.chance(50) ? random_.below(2) : random_.range(21, 31);
        break;
      case 2:
        header.cell_type = random_.range(10, 14);
        break;
      case 3:
        return with_crc(encode_header(header) ^ 1u << random_.below(4));
      default:
        if (kVcs < 32 && random_.chance(50)) {
          header.vc = random_.range(kVcs, 31);
          break;
        }
        return encode_header(header) ^ std::uint64_t{1} << random_.below(64);
    }
    return encode_header(header);
  }

  void receive(In& in, const Out& out, unsigned port) {
    Receiver& receiver = receivers_[port];
    if (out.tx_sop_o[port]) {
      const std::uint64_t word = out.tx_data_o[port];
      const unsigned delay = random_.chance(90) ? random_.below(8) : random_.below(200);
      receiver.freed.push_back({delay, header_vc(word), header_len(word)});
    }
    const auto junk = static_cast<unsigned>(random_.bits() >> 32);
    in.fc_vc_i[port] = junk;
    in.fc_limit_i[port] = junk >> 5;
    if (!straps_.tx_credited_i[port] || !receiver.stall.go(random_)) return;
    if (receiver.freed.empty() && !random_.chance(30)) return;
    unsigned vc = random_.below(kVcs);  // a repetition, unless something became free
    if (!receiver.freed.empty() && receiver.freed.front().delay-- == 0) {
      vc = receiver.freed.front().vc;
      receiver.limit[vc] = (receiver.limit[vc] + receiver.freed.front().words) % kCreditModulus;
      receiver.freed.pop_front();
    }
    in.fc_valid_i[port] = true;
    in.fc_vc_i[port] = vc;
    in.fc_limit_i[port] = receiver.limit[vc];
  }

  Random random_;
  In straps_;  ///< and the present settings
  unsigned vcs_ = kVcs, outputs_ = kPorts, bad_percent_ = 0, strict_percent_ = 20,
           change_percent_ = 0;  ///< cycles with other rounds, and with other settings of a VC
  std::array<Sender, kPorts> senders_{};
  std::array<Receiver, kPorts> receivers_{};
};

}  // namespace tinsim
