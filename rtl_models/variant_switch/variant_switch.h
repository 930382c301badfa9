// SPDX-License-Identifier: Apache-2.0
// Variant switch: the cell switch with a faster crossbar, round-robin matching, shared buffers.
#pragma once

#include <array>
#include <vector>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/round_arbiter/round_arbiter.h"
#include "rtl_models/variant_switch/variant_ports.h"

namespace tinsim {

class StateList;

/// A stage; ports, transfers and shared words are described in README.md. `kPortWords` is the
/// storage of an input port.
template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
class VariantSwitch {
  static_assert((kPortWords & (kPortWords - 1)) == 0, "PortWords: a power of two");
  template <class T>
  using PerPort = std::array<T, kPorts>;

 public:
  struct In {
    Bits<3> iterations_i = 1;
    bool rrm_i = false;
    Bits<2> speedup_i = 1;
    PerPort<Bits<12>> rx_depth_i{}, tx_limit_i{}, tx_shared_i{};
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
    TIN_PORTS(iterations_i, rrm_i, speedup_i, rx_depth_i, tx_limit_i, tx_shared_i, tx_credited_i,
              queue_words_i, strict_i, weight_i, rx_valid_i, rx_sop_i, rx_data_i, route_port_i,
              route_vc_i, fc_valid_i, fc_vc_i, fc_limit_i, tx_ready_i)
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

  VariantSwitch() : inputs_(kPorts), outputs_(kPorts) {}
  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  /// Inputs that may change while cells are in flight.
  struct Settings {
    Bits<3> iterations;
    std::array<bool, kVcs> strict{};
    std::array<Bits<8>, kVcs> weight{};
  };
  static constexpr unsigned kArbiterAge = 1, kQueueAge = 5;  ///< of their settings, in cycles

  // The steps of a cycle, in this order.
  void read_words();
  void take_matches(const In& in);
  void arbitrate(const In& in);
  void send_words(const In& in);
  void count_credit(const In& in);
  void write_words(const In& in);
  void receive(const In& in, unsigned port);
  void free_places();
  void follow_settings(const In& in);

  unsigned hold_of(const VariantInput& input, unsigned vc) const;
  bool fits(const In& in, const VariantCell& head) const;
  unsigned shared_after(const In& in, const VariantCell& head) const;
  unsigned credit(unsigned output, unsigned vc) const;
  void push(VariantOutput& output, unsigned port);
  void begin_cell(VariantOutput& output, unsigned port);

  static Settings settings_of(const In& in) { return {in.iterations_i, in.strict_i, in.weight_i}; }

  std::array<Settings, kQueueAge> settings_{};  ///< of the last cycles, the last one first
  std::vector<VariantInput> inputs_;
  std::vector<VariantOutput> outputs_;
  RoundArbiter<kPorts, kVcs> arbiter_;
  PerPort<CreditCounter<kVcs>> credits_;
  PerPort<typename CreditCounter<kVcs>::In> credit_in_{};
  unsigned speedup_ = 1;
  unsigned queue_words_ = 0;
  Out out_;
};

}  // namespace tinsim
