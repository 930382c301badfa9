// SPDX-License-Identifier: Apache-2.0
// Region table: may this request touch these bytes, and where are they.
#include "rtl_models/region_table/region_table.h"

#include "rtl_models/common/state.h"

namespace tinsim {
namespace {
/// Values of write_kind_i; others do nothing.
enum : unsigned { kRegister = 0, kRekey = 1, kRevoke = 2 };
}  // namespace

template <unsigned kRegions>
void RegionTable<kRegions>::tick(const In& in) {
  out_ = in.check_valid_i ? checked(in) : Out{};
  if (in.write_valid_i && in.write_region_i < kRegions) write(in);
}

template <unsigned kRegions>
typename RegionTable<kRegions>::Out RegionTable<kRegions>::checked(const In& in) const {
  const RmaRegion* region = in.check_region_i < kRegions ? &regions_[in.check_region_i] : nullptr;
  const RmaRefusal reason = judge_region(region, static_cast<unsigned>(in.check_op_i),
                                         in.check_offset_i, static_cast<unsigned>(in.check_size_i));
  Out out;
  out.result_valid_o = true;
  out.result_reason_o = static_cast<std::uint64_t>(reason);
  if (reason == RmaRefusal::UnknownOp || reason == RmaRefusal::NoRegion) return out;
  out.result_host_o = region->host != 0;
  out.result_key_hi_o = region->key.hi;
  out.result_key_lo_o = region->key.lo;
  if (reason == RmaRefusal::Granted) out.result_address_o = region->base + in.check_offset_i;
  return out;
}

template <unsigned kRegions>
void RegionTable<kRegions>::write(const In& in) {
  RmaRegion& region = regions_[in.write_region_i];
  const RegionKey key{in.write_key_hi_i, in.write_key_lo_i};
  const auto kind = static_cast<unsigned>(in.write_kind_i);
  if (kind == kRegister)
    region = {true,
              in.write_base_i,
              in.write_length_i,
              static_cast<std::uint8_t>(in.write_perms_i),
              static_cast<std::uint8_t>(in.write_host_i),
              key};
  if (kind == kRekey) region.key = key;  // a region that is not registered is never read
  if (kind == kRevoke) region = {};
}

template <unsigned kRegions>
void RegionTable<kRegions>::reset(const In&) {
  regions_.assign(kRegions, {});
  out_ = {};
}

template <unsigned kRegions>
void RegionTable<kRegions>::list_state(StateList& state) const {
  state.add_each("live", regions_, [](const RmaRegion& region) { return region.live; });
  state.add_each("base", regions_, [](const RmaRegion& region) { return region.base; });
  state.add_each("length", regions_, [](const RmaRegion& region) { return region.length; });
  state.add_each("perms", regions_, [](const RmaRegion& region) { return region.perms; });
  state.add_each("host", regions_, [](const RmaRegion& region) { return region.host; });
}

template class RegionTable<16>;
template class RegionTable<4096>;

}  // namespace tinsim
