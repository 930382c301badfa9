// SPDX-License-Identifier: Apache-2.0
// Region table: permission and address of the bytes of a request.
#pragma once

#include <vector>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/rma_region.h"

namespace tinsim {

class StateList;

/// A stage; ports and behaviour are described in README.md.
template <unsigned kRegions>
class RegionTable {
 public:
  struct In {
    bool write_valid_i = false;
    Bits<2> write_kind_i;
    Bits<12> write_region_i;
    Bits<64> write_base_i;
    Bits<48> write_length_i;
    Bits<4> write_perms_i;
    bool write_host_i = false;
    Bits<64> write_key_hi_i, write_key_lo_i;
    bool check_valid_i = false;
    Bits<4> check_op_i;
    Bits<24> check_region_i;
    Bits<48> check_offset_i;
    Bits<16> check_size_i;
    TIN_PORTS(write_valid_i, write_kind_i, write_region_i, write_base_i, write_length_i,
              write_perms_i, write_host_i, write_key_hi_i, write_key_lo_i, check_valid_i,
              check_op_i, check_region_i, check_offset_i, check_size_i)
  };
  struct Out {
    bool result_valid_o = false;
    Bits<4> result_reason_o;
    Bits<64> result_address_o;
    bool result_host_o = false;
    Bits<64> result_key_hi_o, result_key_lo_o;
    TIN_PORTS(result_valid_o, result_reason_o, result_address_o, result_host_o, result_key_hi_o,
              result_key_lo_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static_assert(kRegions >= 4 && kRegions <= 4096, "NumRegions: 4..4096");

  Out checked(const In& in) const;
  void write(const In& in);

  std::vector<RmaRegion> regions_ = std::vector<RmaRegion>(kRegions);
  Out out_;
};

}  // namespace tinsim
