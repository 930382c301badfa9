// SPDX-License-Identifier: Apache-2.0
// Cell switch: header check, VC FIFOs, arbiter, crossbar, credit and output queues of N ports.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "rtl_models/cell_header_codec/cell_header_codec.h"
#include "rtl_models/cell_switch/any_arbiter.h"
#include "rtl_models/common/bits.h"
#include "rtl_models/common/block_slot.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/crossbar/crossbar.h"
#include "rtl_models/output_queue/output_queue.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/vc_fifo/vc_fifo.h"

namespace tinsim {

class StateList;

/// A stage; ports, pipeline and rules are described in README.md. `Part` is PlainPart, or BlockSlot
/// where a network may have single blocks of the switch as RTL.
template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords,
          template <class> class Part = PlainPart>
class CellSwitch {
  template <class T>
  using PerPort = std::array<T, kPorts>;

 public:
  struct In {
    Bits<3> iterations_i = 1;
    PerPort<Bits<12>> rx_depth_i{}, tx_limit_i{};
    PerPort<bool> tx_credited_i{};
    Bits<8> queue_words_i;
    std::array<bool, kVcs> strict_i{};
    std::array<Bits<8>, kVcs> weight_i{};
    PerPort<bool> rx_valid_i{}, rx_sop_i{};
    PerPort<Bits<64>> rx_data_i{};
    PerPort<Bits<6>> route_port_i{};
    PerPort<Bits<5>> route_vc_i{};
    PerPort<bool> fc_valid_i{};
    PerPort<Bits<5>> fc_vc_i{};
    PerPort<Bits<12>> fc_limit_i{};
    PerPort<bool> tx_ready_i{};
    TIN_PORTS(iterations_i, rx_depth_i, tx_limit_i, tx_credited_i, queue_words_i, strict_i,
              weight_i, rx_valid_i, rx_sop_i, rx_data_i, route_port_i, route_vc_i, fc_valid_i,
              fc_vc_i, fc_limit_i, tx_ready_i)
  };
  struct Out {
    PerPort<bool> lookup_valid_o{};
    PerPort<Bits<64>> lookup_word_o{};
    PerPort<bool> rx_error_o{};
    PerPort<bool> match_valid_o{};
    PerPort<Bits<6>> match_port_o{};
    PerPort<Bits<5>> match_vc_o{};
    PerPort<bool> xbar_valid_o{}, xbar_sop_o{};
    PerPort<bool> tx_valid_o{}, tx_sop_o{};
    PerPort<Bits<64>> tx_data_o{};
    PerPort<bool> fc_valid_o{};
    PerPort<Bits<5>> fc_vc_o{};
    PerPort<Bits<12>> fc_limit_o{};
    TIN_PORTS(lookup_valid_o, lookup_word_o, rx_error_o, match_valid_o, match_port_o, match_vc_o,
              xbar_valid_o, xbar_sop_o, tx_valid_o, tx_sop_o, tx_data_o, fc_valid_o, fc_vc_o,
              fc_limit_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// The blocks of ports below `ports` are the chosen ones; call before reset().
  void place_blocks(const BlockChoices& choices, ArbiterBlock arbiter, const std::string& name,
                    unsigned ports);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  using Fifo = VcFifo<kVcs, kMaxWords>;
  using Arbiter = ArbiterPart<Part, kPorts, kVcs>;

  struct RxWord {
    bool valid = false, sop = false;
    std::uint64_t data = 0;
  };
  /// Words of one input port on their way to the FIFO: received, and one per lookup cycle.
  struct RxPort {
    unsigned left = 0;  ///< words of a good cell still to be received
    RxWord received, in_lookup, looked_up;
    unsigned write_vc = 0;  ///< VC of the cell being written to the FIFO
  };

  /// Inputs that may change while cells are in flight.
  struct Settings {
    Bits<3> iterations;
    std::array<bool, kVcs> strict{};
    std::array<Bits<8>, kVcs> weight{};

    bool operator==(const Settings& other) const {
      return iterations == other.iterations && strict == other.strict && weight == other.weight;
    }
  };
  static constexpr unsigned kArbiterAge = 1, kQueueAge = 5;  ///< of their settings, in cycles

  static Settings settings_of(const In& in) { return {in.iterations_i, in.strict_i, in.weight_i}; }
  void follow_settings(const In& in);
  void wire_settings();

  // The wires of a cycle: inputs of all blocks, from outputs of all blocks and from `in`.
  void wire_fifos(const In& in);
  void wire_requests(const In& in);
  void wire_matches(const In& in);
  void wire_words();
  void wire_links(const In& in);
  void receive(const In& in, unsigned port);
  void drive_outputs();
  CellHeader decode(unsigned port, std::uint64_t word) const;
  bool is_bad(unsigned port, std::uint64_t word) const;
  std::uint64_t encode(unsigned port, const CellHeader& header) const;

  std::array<Settings, kQueueAge> settings_{};  ///< of the last cycles, the last one first
  Settings of_queues_;                          ///< on the inputs of all output queues
  PerPort<RxPort> rx_{};
  std::uint64_t cycle_ = 0;  ///< since reset
  PerPort<Part<CellHeaderCodec>> codecs_;
  PerPort<Part<Fifo>> fifos_;
  Arbiter arbiter_;
  Part<Crossbar<kPorts>> crossbar_;
  PerPort<Part<CreditCounter<kVcs>>> credits_;
  PerPort<Part<OutputQueue<kVcs>>> queues_;

  PerPort<typename Fifo::In> fifo_in_{};
  typename Arbiter::In arbiter_in_;
  typename Crossbar<kPorts>::In crossbar_in_;
  PerPort<typename CreditCounter<kVcs>::In> credit_in_{};
  PerPort<typename OutputQueue<kVcs>::In> queue_in_{};
  Out out_;
};

}  // namespace tinsim
