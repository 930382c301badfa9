// SPDX-License-Identifier: Apache-2.0
// Example: a block of one's own, with its ports as SystemC pins, and the run of a network.
// Usage: custom_block NETWORK.yaml
#include <iomanip>
#include <iostream>

#include "base/errors.h"
#include "platform/run/run.h"
#include "platform/validate/load.h"
#include "rtl_models/common/pin_module.h"
#include "word_meter.h"

using namespace tinsim;
using Meter = WordMeter<60>;

std::ostream& row(const char* name) { return std::cout << std::left << std::setw(12) << name; }

/// The names and widths that every adapter makes of the field lists.
void print_ports() {
  const auto print = [](const char* name, const auto& field) {
    std::cout << ' ' << name << '[' << kWidth<decltype(field)> << ']';
  };
  row("ports");
  Meter::In::walk(Meter::In{}, print);
  Meter::Out::walk(Meter::Out{}, print);
  std::cout << '\n';
}

/// One word in every third cycle.
void drive_the_block() {
  Meter meter;
  meter.reset({});
  row("words");
  for (unsigned cycle = 0; cycle <= 180; ++cycle) {
    if (meter.out().update_o) std::cout << ' ' << meter.out().words_o;
    meter.tick({cycle % 3 == 0});
  }
  std::cout << '\n';
}

/// The block behind SystemC signals, as other modules see it.
struct Bench : sc_core::sc_module {
  explicit Bench(const sc_core::sc_module_name& name) : sc_module(name) {
    meter.clk_i(clock);
    meter.rst_ni(reset_n);
    meter.valid_i(valid);
    meter.update_o(update);
    meter.words_o(words);
    reset_n = true;
    valid = true;
  }
  sc_core::sc_clock clock{"clock", sc_core::sc_time(2.5, sc_core::SC_NS)};
  sc_core::sc_signal<bool> reset_n, valid, update;
  sc_core::sc_signal<uint32_t> words;
  PinModule<Meter> meter{"meter"};
};

void run_the_network(const char* file) {
  Bench bench("bench");  // runs with the network, in the same simulated time
  const RunResult result = run_simulation(load_config(file), {file});
  row("on pins") << ' ' << bench.words.read() << '\n';
  row("network") << ' ' << result.network << '\n';
  row("cells") << ' ' << result.cells.injected << " injected, " << result.cells.delivered
               << " delivered, " << result.cells.in_flight << " in flight\n";
  row("latency") << ' ' << std::fixed << std::setprecision(1)
                 << cycles_to_ns(result.mean_latency.mean_cycles, result.core_mhz) << " ns\n";
  row("state hash") << ' ' << std::hex << std::setw(16) << std::setfill('0') << std::right
                    << result.state_hash << '\n';
}

int sc_main(int count, char** arguments) try {
  if (count != 2) throw ConfigError("usage: custom_block NETWORK.yaml");
  print_ports();
  drive_the_block();
  run_the_network(arguments[1]);
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
