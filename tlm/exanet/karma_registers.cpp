// SPDX-License-Identifier: Apache-2.0
// Registers by which the ARM cores of a node reach its router and its intra-tile ports.
#include "tlm/exanet/karma_registers.h"

namespace tinsim {
namespace {

using Router = ExanetPaperRouter;
constexpr unsigned kRegisterBytes = 8, kCoordinateBits = 8, kWrapBit = 7, kHealthShift = 8;
constexpr std::uint64_t kRules = 3, kRanks = 16, kHealthValues = 256;

/// The number of a register in a row of `count`; nothing: the address is not one of theirs.
std::optional<unsigned> index_in(std::uint32_t address, std::uint32_t first, unsigned count) {
  if (address < first || (address - first) % kRegisterBytes != 0) return {};
  const unsigned index = (address - first) / kRegisterBytes;
  return index < count ? std::optional(index) : std::nullopt;
}

template <class Bits>
std::uint64_t mask_of(const Bits& bits) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) mask |= std::uint64_t{bits[i]} << i;
  return mask;
}
template <class Bits>
bool set_mask(std::uint64_t value, Bits& bits) {
  if (value >> bits.size() != 0) return false;
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = value >> i & 1;
  return true;
}

}  // namespace

std::optional<std::uint64_t> KarmaRegisters::read(std::uint32_t address) const {
  const Router::In& held = network_.registers(node_);
  std::uint64_t value = 0;
  switch (address) {
    case karma::kCoordinates:
      for (unsigned d = 0; d < kExanetDims; ++d)
        value |= std::uint64_t{held.here_i[d]} << kCoordinateBits * d;
      return value;
    case karma::kLattice:
      for (unsigned d = 0; d < kExanetDims; ++d)
        value |= (std::uint64_t{held.size_i[d]} | std::uint64_t{held.wrap_i[d]} << kWrapBit)
                 << kCoordinateBits * d;
      return value;
    case karma::kPriority:
      for (unsigned d = 0; d < kExanetDims; ++d)
        value |= std::uint64_t{held.priority_i[d]} << 2 * d;
      return value;
    case karma::kEnable:
      return mask_of(held.enable_i);
    case karma::kChannelRule:
      return std::uint64_t{held.vc_rule_i};
    case karma::kFixed:
      return mask_of(held.fixed_i);
    case karma::kHealth:
      return health_;
    default:
      break;
  }
  if (const auto q = index_in(address, karma::kRank, Router::kQueues))
    return std::uint64_t{held.rank_i[*q]};
  if (const auto p = index_in(address, karma::kSendCount, ExanetNodes::kTilePorts))
    return network_.port(node_, *p).queued();
  if (const auto p = index_in(address, karma::kReceiveCount, ExanetNodes::kTilePorts))
    return network_.port(node_, *p).received().size();
  if (const auto d = index_in(address, karma::kLinkStatus, kExanetDirections)) {
    if (!network_.has_link(node_, *d)) return 0;
    return 1 | std::uint64_t{network_.link(node_, *d).neighbour_health()} << kHealthShift;
  }
  return {};
}

bool KarmaRegisters::set_priority(std::uint64_t value) {
  unsigned seen = 0;
  for (unsigned d = 0; d < kExanetDims; ++d) seen |= 1u << (value >> 2 * d & 3);
  if (value >> 2 * kExanetDims != 0 || seen != (1u << kExanetDims) - 1) return false;
  for (unsigned d = 0; d < kExanetDims; ++d)
    network_.registers(node_).priority_i[d] = static_cast<unsigned>(value >> 2 * d & 3);
  return true;
}

bool KarmaRegisters::write(std::uint32_t address, std::uint64_t value) {
  Router::In& held = network_.registers(node_);
  switch (address) {
    case karma::kPriority:
      return set_priority(value);
    case karma::kEnable: {
      for (unsigned d = 0; d < kExanetDirections; ++d)
        if ((value >> d & 1) != 0 && !network_.has_link(node_, d)) return false;
      return set_mask(value, held.enable_i);
    }
    case karma::kChannelRule:
      if (value >= kRules) return false;
      held.vc_rule_i = static_cast<unsigned>(value);
      return true;
    case karma::kFixed:
      return set_mask(value, held.fixed_i);
    case karma::kHealth:
      if (value >= kHealthValues) return false;
      health_ = static_cast<std::uint8_t>(value);
      for (unsigned d = 0; d < kExanetDirections; ++d)
        if (network_.has_link(node_, d)) network_.link(node_, d).set_health(health_);
      return true;
    default:
      break;
  }
  const auto q = index_in(address, karma::kRank, Router::kQueues);
  if (!q || value >= kRanks) return false;
  held.rank_i[*q] = static_cast<unsigned>(value);
  return true;
}

}  // namespace tinsim
