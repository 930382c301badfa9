// SPDX-License-Identifier: Apache-2.0
// Waves of ports of one switch: cells and credits on its pins, waiting cells and available credit.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "platform/trace/wave_queue.h"
#include "tlm/tin/cell_switch/observer.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {

/// Made from events, for any implementation of the switch. Signals that are pins of
/// rtl_models/cell_switch have their names, and their values on the same cycles; the list is in
/// docs/reference/traces.md.
class SwitchWaves final : public SwitchObserver, public PinObserver {
 public:
  /// Nothing is drawn yet. `params` of the switch.
  SwitchWaves(WaveFile& file, WaveQueue& queue, const SwitchParams& params);
  /// Draws `port` in the scope of this name. Before the first event.
  void draw(unsigned port, const std::string& scope);

  /// Mask of the ports drawn.
  uint64_t ports() const;

  /// Pins are drawn in a scope `pins` of their port. Before the first event.
  unsigned add_pins(unsigned port, const char* name, unsigned width, bool is_output) override;
  void pins_changed(Cycle cycle, unsigned number, uint64_t value) override;

  void matched(Cycle cycle, unsigned in, unsigned vc, unsigned out, const Cell& cell) override;
  void credit_sent(Cycle cycle, unsigned in, Credit credit) override;
  void cell_started(Cycle cycle, unsigned out, const Cell& cell) override;
  void set_sent(Cycle cycle, unsigned port, uint8_t code, uint64_t body) override;
  void cell_received(Cycle cycle, unsigned in, const Cell& cell) override;
  void credit_received(Cycle cycle, unsigned out, Credit credit) override;
  void credit_taken(Cycle cycle, unsigned out, Credit credit) override;

 private:
  using Signal = WaveFile::Signal;
  /// Cells in one direction.
  struct Words {
    Signal valid, sop, vc, words, src, dst;
  };
  /// Something with a valid bit and fields that mean something while it is 1.
  struct Event {
    Signal valid;
    std::vector<Signal> fields;
  };
  struct Port {
    std::string scope;
    Words rx, tx;
    Event match, fc_sent, fc_received, set_sent;
    std::vector<Signal> occupancy, available;        ///< by VC
    std::array<uint16_t, kMaxVcs> limit_sent{};      ///< as the last fc_limit_o
    std::array<uint16_t, kMaxVcs> limit_received{};  ///< as the last fc_limit_i
  };

  Words add_words(const char* direction, const char* suffix);
  Event add_event(const std::string& valid,
                  const std::vector<std::pair<std::string, unsigned>>& fields);
  std::vector<Signal> add_levels(const char* scope, unsigned begin);
  void show_cell(Cycle cycle, const Words& words, const Cell& cell);
  void show_event(Cycle cycle, const Event& event, std::initializer_list<uint64_t> fields);

  WaveFile& file_;
  WaveQueue& queue_;
  SwitchParams params_;
  std::array<std::unique_ptr<Port>, kMaxPorts> ports_;
};

}  // namespace tinsim
