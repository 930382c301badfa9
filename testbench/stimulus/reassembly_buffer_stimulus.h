// SPDX-License-Identifier: Apache-2.0
// Packets whose cells arrive in any order, again, late and wrong, for reassembly_buffer.
#pragma once

#include <algorithm>
#include <vector>

#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/reassembly_buffer/reassembly_buffer.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Every few hundred cycles it is drawn again how long packets are and how often cells are wrong;
/// sometimes packets are given up as soon as they are reserved, so that generations start again.
template <unsigned kContexts, unsigned kSlots>
class ReassemblyBufferStimulus {
 public:
  using In = typename ReassemblyBuffer<kContexts, kSlots>::In;
  using Out = typename ReassemblyBuffer<kContexts, kSlots>::Out;

  explicit ReassemblyBufferStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    packets_.clear();
    released_ = {};
    left_ = 0;
    return {};
  }

  In next(const Out& out) {
    if (left_ == 0) new_profile();
    --left_;
    In in = garbage();
    // The packets of this cycle's state: reservations and releases of this cycle follow at the end.
    if (cells_.go(random_)) send_cell(in, out);
    const std::size_t released = release(in);
    reserve(in, out);
    if (released < kNone) {
      released_[random_.below(kReleased)] = packets_[released].eptr;
      packets_.erase(packets_.begin() + static_cast<std::ptrdiff_t>(released));
    }
    if (in.reserve_valid_i)
      packets_.push_back({static_cast<std::uint16_t>(out.reserve_eptr_o),
                          static_cast<unsigned>(in.reserve_bytes_i),
                          {}});
    return in;
  }

 private:
  static constexpr unsigned kReleased = 8;
  static constexpr std::size_t kNone = ~std::size_t{0};

  struct Packet {
    std::uint16_t eptr;
    unsigned bytes;
    std::vector<unsigned> sent;  ///< idx of the cells that were right
    bool complete() const { return sent.size() == cells_of(bytes); }
  };

  void new_profile() {
    churn_ = random_.chance(25);
    wrong_percent_ = random_.chance(50) ? 5 : random_.chance(50) ? 50 : 0;
    abort_percent_ = random_.chance(60) ? 0 : random_.chance(50) ? 5 : 100;
    give_up_percent_ = random_.chance(70) ? 0 : 5;
    longest_ = random_.chance(25)   ? 4
               : random_.chance(30) ? kDataCellBytes * 3
               : random_.chance(50) ? 1600
                                    : kMaxPacketBytes;
    oldest_first_ = random_.chance(40);
    left_ = churn_ ? random_.range(100, 4000) : random_.range(100, 600);
  }
  In garbage() {
    In in;
    in.reserve_bytes_i = random_.bits();
    in.data_eptr_i = random_.bits();
    in.data_idx_i = random_.bits();
    in.data_vbytes_i = random_.bits();
    in.release_eptr_i = random_.bits();
    return in;
  }
  void send_cell(In& in, const Out& out) {
    in.data_valid_i = true;
    if (packets_.empty() || random_.chance(wrong_percent_)) return send_wrong_cell(in, out);
    // The oldest first, so that long ones are completed too, or any.
    const auto count = static_cast<unsigned>(packets_.size());
    Packet& packet = packets_[oldest_first_ ? 0 : random_.below(count)];
    const unsigned cells = cells_of(packet.bytes);
    unsigned idx = random_.below(cells);
    while (has(packet, idx) && !packet.complete()) idx = (idx + 1) % cells;
    if (!has(packet, idx)) packet.sent.push_back(idx);
    in.data_eptr_i = packet.eptr;
    in.data_idx_i = idx;
    in.data_vbytes_i = random_.chance(abort_percent_) ? 0 : vbytes_of(packet.bytes, idx);
  }
  /// A cell that is like a right one but for one field: it may happen to be right.
  void send_wrong_cell(In& in, const Out& out) {
    const unsigned kind = random_.below(6);
    if (kind == 0) in.data_eptr_i = out.reserve_eptr_o;  // perhaps reserved in this cycle
    if (kind == 1) in.data_eptr_i = released_[random_.below(kReleased)];
    if (kind <= 1) {
      in.data_idx_i = 0;
      in.data_vbytes_i = random_.chance(50) ? 0 : random_.range(1, 4);
    }
    if (kind <= 2 || packets_.empty()) return;
    Packet& packet = packets_[random_.below(static_cast<unsigned>(packets_.size()))];
    const unsigned cells = cells_of(packet.bytes);
    unsigned idx = random_.below(cells);
    unsigned vbytes = vbytes_of(packet.bytes, idx);
    std::uint16_t eptr = packet.eptr;
    if (kind == 3) eptr = static_cast<std::uint16_t>(random_.one_bit_off(eptr, 16));
    if (kind == 4)
      idx = random_.chance(50) ? cells + random_.below(3)
                               : static_cast<unsigned>(random_.one_bit_off(idx, 8));
    if (kind == 5) vbytes = wrong_vbytes(vbytes);
    in.data_eptr_i = eptr;
    in.data_idx_i = idx;
    in.data_vbytes_i = vbytes;
    const bool right = idx < cells && (vbytes == 0 || vbytes == vbytes_of(packet.bytes, idx));
    if (eptr == packet.eptr && right && !has(packet, idx)) packet.sent.push_back(idx);
  }
  unsigned wrong_vbytes(unsigned right) {
    if (random_.chance(30)) return random_.chance(70) ? kDataCellBytes : 1u << random_.below(8);
    if (random_.chance(50)) return static_cast<unsigned>(random_.one_bit_off(right, 8));
    return right + 1 - random_.below(3);
  }
  static bool has(const Packet& packet, unsigned idx) {
    return std::find(packet.sent.begin(), packet.sent.end(), idx) != packet.sent.end();
  }
  /// The packet's place in the list, kNone without a release. Often that of this cycle's cell.
  std::size_t release(In& in) {
    for (std::size_t n = 0; n < packets_.size(); ++n) {
      const Packet& packet = packets_[n];
      const bool leaves =
          churn_ || (packet.complete() && random_.chance(40)) || random_.chance(give_up_percent_);
      if (!leaves || !releases_.go(random_)) continue;
      in.release_valid_i = true;
      in.release_eptr_i = packet.eptr;
      return n;
    }
    return kNone;
  }
  void reserve(In& in, const Out& out) {
    const unsigned free_bytes = kDataCellBytes * static_cast<unsigned>(out.free_slots_o);
    const unsigned most = std::min({free_bytes, longest_, kMaxPacketBytes});
    if (!reserves_.go(random_) || !out.can_reserve_o || most == 0) return;
    in.reserve_valid_i = true;
    const unsigned whole = most / kDataCellBytes * kDataCellBytes;
    in.reserve_bytes_i = random_.chance(20)                ? most
                         : whole > 0 && random_.chance(20) ? whole
                                                           : random_.range(1, most);
  }

  Random random_;
  RandomStall cells_, releases_, reserves_;
  std::vector<Packet> packets_;
  std::array<std::uint16_t, kReleased> released_{};  ///< eptrs of released packets
  // The profile of random rates, and cycles until the next one.
  bool churn_ = false, oldest_first_ = false;
  unsigned wrong_percent_ = 0, abort_percent_ = 0, give_up_percent_ = 0, longest_ = 1, left_ = 0;
};

}  // namespace tinsim
