// SPDX-License-Identifier: Apache-2.0
// Small networks with mailboxes, clocks, registers and meters for `tin.blocks`.
#pragma once

#include <gtest/gtest.h>

#include <exception>
#include <string>
#include <vector>

#include "platform/validate/load.h"
#include "testbench/run_fresh.h"
#include "tests/platform/chip_buses.h"

namespace tinsim::control {

inline const std::string kTopology =
    "topology: {kind: dragonfly, pods: 2, tins_per_pod: 2, hosts_per_tin: 1,"
    " terminal_ports_per_host: 1, global_links_per_pair: 2, local_links_per_pair: 1}\n";
/// Words at the highest rate, which fill the transmit queues, and slow reads, so that receive
/// queues overflow; some words are lost on the wire.
inline const std::string kMos =
    kTopology +
    "tin: {switch: {ports: 4}, impl_chips: [2], vc_fifo: {local_words: 24, global_words: 70,"
    " terminal_words: 20}}\n"
    "link: {fidelity: wire, global_m: 5, noise: [{ber: 1.0e-5}]}\n"
    "traffic: [{load: 0.5}]\n"
    "mos: {words_per_us: 9, read_words_per_us: 1.5}\n"
    "run: {warmup_us: 0, measure_us: 40}\n";
/// Clocks that are off and drift, and one whose messages stop.
inline const std::string kClocks =
    kTopology +
    "tin: {switch: {ports: 4}, impl_chips: [0, 2, 3], vc_fifo: {local_words: 24, global_words: 70,"
    " terminal_words: 20}}\n"
    "link: {global_m: 5}\n"
    "traffic: [{load: 0.9}]\n"
    "timesync: {enabled: true, interval_us: 2, timeout_us: 7, clock_ppm: 500}\n"
    "run: {warmup_us: 0, measure_us: 60}\n";
/// Firmware comes up over MOS and Ethernet, reads and writes registers.
inline const std::string kBringUp =
    "topology: {kind: dragonfly, pods: 2, tins_per_pod: 2, hosts_per_tin: 2,"
    " global_links_per_pair: 2, local_links_per_pair: 2}\n"
    "tin: {impl_chips: [1]}\n"
    "routing: {mode: minimal_adaptive}\n"
    "ip: {enabled: true, payload: carried, routes: [{prefix: 255.255.255.255/32, punt: true}]}\n"
    "ecp: {enabled: true, ethernet_chips: [0]}\n"
    "bring_up: {enabled: true}\n"
    "run: {warmup_us: 0, measure_us: 12000}\n";

inline RunResult run(const std::string& network, const std::vector<std::string>& overrides = {}) {
  return run_fresh(parse_config(network, "control.yaml", overrides).config);
}

/// The error of a run; empty if it ends well.
inline std::string error_of(const std::string& network, const std::string& override_) {
  try {
    run(network, {override_});
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

constexpr uint32_t kMeasure = 0x2008, kDelay = 0x2400 + 12;
constexpr Cycle kLink = 9;  ///< pin to pin over 1 m

/// The delay that software reads of port 0, at wire fidelity, after a measurement.
inline uint32_t measured_delay(const std::string& impl) {
  Chips net(
      load_config(TINSIM_SOURCE_DIR "/configs/link_flap.yaml",
                  {"topology.local_links_per_pair=2", "traffic.0.load=0.3", "tin.switch.ports=10",
                   "link.wire_links=[pod0.tin*.port0]", "link.faults=[]", "tin.impl_chips=[0,1]",
                   "tin.blocks.latency_meter=" + impl}));
  net.run_to(1000);
  EXPECT_EQ(net.read(1000, 0, kDelay), 0u);
  EXPECT_FALSE(net.bus(0).write(1000, kMeasure, 1).error);
  net.run_to(2000);
  return net.read(2000, 0, kDelay);
}

}  // namespace tinsim::control
