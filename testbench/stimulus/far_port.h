// SPDX-License-Identifier: Apache-2.0
// The far end of a link of a switch chip: a port of another chip, before a toy switch that sends
// and takes cells.
#pragma once

#include <array>
#include <deque>

#include "rtl_models/parts/credit.h"
#include "rtl_models/tin_switch/switch_port.h"
#include "testbench/random_stall.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {

/// Bits of the processor side of a port, drawn at random by the rules of mos_mailbox.
template <class Link, class Mailbox>
void draw_processor(Random& random, Link& in, const Mailbox& out) {
  const std::uint64_t draw = random.bits();
  in.timesync_valid = (draw & 255) == 0;
  in.timesync_status = draw >> 8;
  in.timesync_time = draw >> 12;
  in.measure = (draw >> 20 & 511) == 0;
  in.send_valid = (draw >> 29 & 63) == 0 && out.send_free_o > 0;
  in.send_sub = draw >> 36;
  in.send_payload = draw >> 16;
  in.read = (draw >> 40 & 63) == 0 && out.read_valid_o;
  in.clear = (draw >> 46 & 1023) == 0;
}

template <unsigned kVcs>
class FarPort {
 public:
  struct Params {
    typename SwitchPort<kVcs>::Straps straps;
    unsigned credit = 0;   ///< words of each VC that the chip takes
    bool credited = true;  ///< the chip uses credit, so that words are granted to it
    unsigned vcs = kVcs;   ///< of cells
  };

  void restart(const Params& params) {
    *this = FarPort();
    params_ = params;
    limit_.fill(params.credit);
    link_.reset(params.straps);
    link_.show({});
  }

  const LineWord& line() const { return link_.line(); }

  void tick(Random& random, bool enable, bool signal, const LineWord& line) {
    take_words(random);
    const auto& credit = link_.limits();
    if (credit.fc_valid_o && credit_accepts(limit_[credit.fc_vc_o], credit.fc_limit_o))
      limit_[credit.fc_vc_o] = credit.fc_limit_o;
    typename SwitchPort<kVcs>::In in;
    in.enable = enable;
    in.signal = signal;
    in.line = line;
    draw_processor(random, in, link_.mailbox());
    const bool ready = link_.slot().tx_ready_o;
    link_.tick(in);
    typename SwitchPort<kVcs>::FromSwitch out;
    send(random, ready, out);
    grant(random, out);
    link_.show(out);
  }

 private:
  struct Freed {
    unsigned delay, vc, words;
  };

  void take_words(Random& random) {
    const auto& received = link_.received();
    if (!received.rx_sop_o || !params_.credited) return;
    const std::uint64_t header = received.rx_data_o;
    const unsigned delay = random.chance(95) ? random.below(8) : random.below(300);
    freed_.push_back({delay, header_vc(header), header_len(header)});
  }
  void send(Random& random, bool ready, typename SwitchPort<kVcs>::FromSwitch& out) {
    if (left_ == 0 && ready && stall_.go(random)) {
      CellHeader header = random_header(random);
      header.vc = static_cast<std::uint8_t>(random.below(params_.vcs));
      if (header.len > credit_available(limit_[header.vc], sent_[header.vc])) return;
      sent_[header.vc] = (sent_[header.vc] + header.len) % kCreditModulus;
      left_ = header.len - 1u;
      out.tx_valid = out.tx_sop = true;
      out.tx_data = encode_header(header);
    } else if (left_ > 0) {
      --left_;
      out.tx_valid = true;
      out.tx_data = random.bits();
    }
  }
  void grant(Random& random, typename SwitchPort<kVcs>::FromSwitch& out) {
    if (freed_.empty() || !sink_.go(random) || freed_.front().delay-- > 0) return;
    const Freed freed = freed_.front();
    freed_.pop_front();
    granted_[freed.vc] = (granted_[freed.vc] + freed.words) % kCreditModulus;
    out.fc_valid = true;
    out.fc_vc = freed.vc;
    out.fc_limit = (params_.straps.depth + granted_[freed.vc]) % kCreditModulus;
  }

  Params params_;
  SwitchPort<kVcs> link_;
  std::array<unsigned, kVcs> limit_{}, sent_{}, granted_{};
  unsigned left_ = 0;  ///< words of the cell still to be sent
  std::deque<Freed> freed_;
  RandomStall stall_, sink_;
};

}  // namespace tinsim
