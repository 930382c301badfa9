// SPDX-License-Identifier: Apache-2.0
// Longest-prefix match of an IP address, then one GNet address of its group.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/wcmp.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and rules are described in README.md.
template <unsigned kEntries, unsigned kMembers>
class IpLookup {
 public:
  struct In {
    bool write_entry_i = false, write_member_i = false;
    Bits<12> write_index_i;
    bool entry_live_i = false, entry_v6_i = false;
    Bits<64> entry_prefix_hi_i, entry_prefix_lo_i;
    Bits<8> entry_length_i;
    bool entry_punt_i = false;
    Bits<12> entry_base_i, entry_count_i;
    Bits<16> member_i;
    bool valid_i = false, v6_i = false;
    Bits<64> address_hi_i, address_lo_i;
    Bits<16> hash_i;
    TIN_PORTS(write_entry_i, write_member_i, write_index_i, entry_live_i, entry_v6_i,
              entry_prefix_hi_i, entry_prefix_lo_i, entry_length_i, entry_punt_i, entry_base_i,
              entry_count_i, member_i, valid_i, v6_i, address_hi_i, address_lo_i, hash_i)
  };
  struct Out {
    bool valid_o = false, hit_o = false, punt_o = false;
    Bits<16> dst_o;
    TIN_PORTS(valid_o, hit_o, punt_o, dst_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static_assert(kEntries >= 2 && kEntries <= 4096 && kMembers >= 2 && kMembers <= 4096,
                "NumEntries, NumMembers: 2..4096");

  struct Entry {
    bool live = false, v6 = false;
    AddressBits prefix;
    std::uint8_t length = 0;
    bool punt = false;
    std::uint16_t base = 0, count = 0;
  };
  /// A lookup on its way to the members.
  struct PendingLookup {
    bool valid = false, hit = false, punt = false;
    std::uint16_t member = 0;
  };

  PendingLookup match(const In& in) const;
  Out answer(const PendingLookup& lookup) const;
  void check_write(const In& in) const;
  void write(const In& in);

  std::array<Entry, kEntries> entries_{};
  std::array<std::uint16_t, kMembers> members_{};
  PendingLookup compared_, selected_;  ///< after stage 1, after stage 2
  Out out_;
};

}  // namespace tinsim
