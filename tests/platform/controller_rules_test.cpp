// SPDX-License-Identifier: Apache-2.0
// Configurations that a controller in a run refuses, with the key.
#include <gtest/gtest.h>

#include "base/errors.h"
#include "platform/validate/load.h"

namespace tinsim {
namespace {

using Overrides = std::vector<std::string>;

/// The error of configs/controller_4pod.yaml with these overrides; none: empty.
std::string error_of(const Overrides& overrides) {
  try {
    load_config(TINSIM_SOURCE_DIR "/configs/controller_4pod.yaml", overrides);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(ControllerRules, ErrorsNameTheKey) {
  EXPECT_EQ(error_of({}), "");
  const std::pair<Overrides, std::string> cases[] = {
      {{"controller.operations=[{at_us: 1, act: drain, tins: pod9.tin9}]"},
       "controller.operations.0.tins: 'pod9.tin9' matches no TiN; expected two names"},
      {{"controller.operations=[{at_us: 1, act: undrain}]"},
       "controller.operations.0.tins: is missing; expected TiNs"},
      {{"controller.operations=[{at_us: 1, act: kill, tins: pod0.tin0}]"},
       "controller.operations.0.tins: is only for drain and undrain"},
      {{"controller.operations=[{at_us: 1, act: kill, instance: ibr}]"},
       "controller.operations.0.instance: 'ibr' is unknown; expected one of: nib, re, fm, sfe"},
      {{"controller={kind: none, operations: [{act: kill}]}", "traffic=[]"},
       "controller.operations: are those of a controller; expected none"},
      {{"topology={kind: torus, dims: [4, 4]}"}, "topology.kind: is torus, for which a controller"},
      {{"routing.mode=valiant"}, "routing.mode: is valiant, for which a controller has no flows"},
      {{"run.start_load=0.1"}, "run.start_load: lets cells leave before they have routes"},
      {{"link.global_m=1000"}, "link.global_m: is 1000 with chips of several pods"},
      {{"bring_up.enabled=true"}, "bring_up.enabled: writes the tables too; expected false"},
      {{"host.at_macs=true", "ip_traffic=[{gbps: 1, message_bytes: 4096}]"},
       "host.at_macs: puts hosts where the controller is"},
      {{"ecp.ethernet_chips=[4, 0]", "controller.timeline=true"},
       "controller.timeline: is written where pod 0 is simulated"}};
  for (const auto& [overrides, text] : cases)
    EXPECT_NE(error_of(overrides).find(text), std::string::npos)
        << overrides[0] << ": " << error_of(overrides);
}

}  // namespace
}  // namespace tinsim
