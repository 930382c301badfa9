// SPDX-License-Identifier: Apache-2.0
// The ExaNet APErouter: intra-tile and inter-tile ports, virtual cut-through.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/exanet_router/router_queue.h"
#include "rtl_models/parts/exanet_route.h"

namespace tinsim {

class StateList;

/// A stage; ports, timing and rules are described in README.md.
template <unsigned kIntra, unsigned kInter, unsigned kHeaderWords, unsigned kIntraWords,
          unsigned kInterWords>
class ExanetRouter {
 public:
  static constexpr unsigned kIntraPorts = kIntra, kInterPorts = kInter;
  static constexpr unsigned kHeaderSize = kHeaderWords, kIntraSize = kIntraWords,
                            kInterSize = kInterWords;  ///< buffers of a queue, in words
  static constexpr unsigned kPorts = kIntra + kInter;
  static constexpr unsigned kQueues = kIntra + 2 * kInter;

  struct In {
    std::array<Bits<6>, 3> here_i{};
    std::array<Bits<7>, 3> size_i{};
    std::array<bool, 3> wrap_i{};
    std::array<Bits<6>, 6> port_map_i{};
    std::array<std::array<Bits<8>, 2>, kPorts> out_header_words_i{};
    std::array<std::array<Bits<13>, 2>, kPorts> out_payload_words_i{};
    std::array<Bits<2>, 3> priority_i{};
    std::array<bool, 6> enable_i{};
    Bits<2> vc_rule_i;
    std::array<bool, kPorts> fixed_i{};
    std::array<Bits<4>, kQueues> rank_i{};
    std::array<bool, kPorts> in_valid_i{};
    std::array<Bits<2>, kPorts> in_kind_i{};
    std::array<bool, kPorts> in_vc_i{};
    std::array<Bits<128>, kPorts> in_data_i{};
    std::array<std::array<Bits<2>, 2>, kPorts> out_freed_header_i{}, out_freed_payload_i{};
    TIN_PORTS(here_i, size_i, wrap_i, port_map_i, out_header_words_i, out_payload_words_i,
              priority_i, enable_i, vc_rule_i, fixed_i, rank_i, in_valid_i, in_kind_i, in_vc_i,
              in_data_i, out_freed_header_i, out_freed_payload_i)
  };
  struct Out {
    std::array<bool, kPorts> out_valid_o{};
    std::array<Bits<2>, kPorts> out_kind_o{};
    std::array<bool, kPorts> out_vc_o{};
    std::array<Bits<128>, kPorts> out_data_o{};
    std::array<Bits<2>, kQueues> freed_header_o{}, freed_payload_o{};
    std::array<bool, kQueues> corrected_o{}, bad_header_o{}, discarded_o{};
    TIN_PORTS(out_valid_o, out_kind_o, out_vc_o, out_data_o, freed_header_o, freed_payload_o,
              corrected_o, bad_header_o, discarded_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

  static constexpr unsigned queue_of(unsigned port, bool vc) {
    return port < kIntra ? port : kIntra + 2 * (port - kIntra) + vc;
  }

 private:
  /// A port as an output.
  struct Output {
    std::array<std::uint16_t, 2> header_space{}, payload_space{};  ///< behind it
    std::array<std::uint16_t, 2> header_words{}, payload_words{};  ///< sizes
    bool busy = false;
    std::uint8_t hold = 0;     ///< cycles until the arbiter is free
    std::uint8_t packets = 0;  ///< ended, modulo 4
    std::uint8_t pointer = 0;  ///< round robin
  };

  bool fits(unsigned queue, unsigned output) const;
  void arbitrate(const In& in, unsigned output);
  unsigned pick(const In& in, unsigned output) const;
  void step(const In& in, unsigned queue);
  void route(const In& in, unsigned queue);
  void move_word(unsigned queue, bool shown);
  void end_packet(unsigned queue, bool shown);
  void arrive(const In& in, unsigned port);
  void release(const In& in);
  void show(unsigned queue, ExanetKind kind, const ExanetWord& word);

  static constexpr unsigned kNone = kQueues;

  ExanetLattice lattice_;
  ExanetPlace here_{};
  std::array<ExanetQueue, kQueues> queues_;
  std::array<Output, kPorts> outputs_{};
  std::array<std::uint8_t, kPorts> granted_{};  ///< in this cycle: a queue or kNone
  Out out_;
};

}  // namespace tinsim
