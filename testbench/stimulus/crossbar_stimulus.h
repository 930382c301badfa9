// SPDX-License-Identifier: Apache-2.0
// Random legal transfers with their words, as tight as the rules allow, for the crossbar.
#pragma once

#include "rtl_models/crossbar/crossbar.h"
#include "rtl_models/parts/cell_header.h"
#include "testbench/random_stall.h"

namespace tinsim {

template <unsigned kPorts>
class CrossbarStimulus {
 public:
  using In = typename Crossbar<kPorts>::In;
  using Out = typename Crossbar<kPorts>::Out;

  explicit CrossbarStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    ports_ = {};
    return {};
  }

  In next(const Out&) {
    In in;
    for (Port& port : ports_) {
      if (port.in_held > 0) --port.in_held;
      if (port.out_held > 0) --port.out_held;
    }
    for (unsigned input = 0; input < kPorts; ++input) present_word(in, input);
    const bool go = starts_.go(random_);
    const unsigned first = random_.below(kPorts);
    for (unsigned n = 0; n < kPorts; ++n) {
      const unsigned input = (first + n) % kPorts;
      in.start_port_i[input] = random_.bits();
      in.start_len_i[input] = random_.bits();
      if (go) start(in, input);
    }
    return in;
  }

 private:
  struct Port {
    unsigned in_held = 0, out_held = 0;  ///< cycles until the next start is allowed
    // Lengths of cells started now and one cycle ago, and of the cell whose words are due.
    unsigned started = 0, waiting = 0;
    unsigned len = 0, left = 0;
  };

  void present_word(In& in, unsigned input) {
    Port& port = ports_[input];
    if (port.waiting > 0) port.len = port.left = port.waiting;
    port.waiting = port.started;
    port.started = 0;
    in.in_data_i[input] = random_.bits();
    in.in_valid_i[input] = port.left > 0;
    in.in_sop_i[input] = port.left > 0 && port.left == port.len;
    if (port.left > 0) --port.left;
  }
  void start(In& in, unsigned input) {
    const unsigned output = random_.below(kPorts);
    if (ports_[input].in_held > 0 || ports_[output].out_held > 0 || random_.chance(20)) return;
    const unsigned len =
        random_.chance(20) ? kMinCellWords : random_.range(kMinCellWords, kMaxCellWords);
    in.start_valid_i[input] = true;
    in.start_port_i[input] = output;
    in.start_len_i[input] = len;
    ports_[input].started = ports_[input].in_held = ports_[output].out_held = len;
  }

  Random random_;
  RandomStall starts_;
  std::array<Port, kPorts> ports_{};
};

}  // namespace tinsim
