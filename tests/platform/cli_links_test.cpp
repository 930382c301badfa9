// SPDX-License-Identifier: Apache-2.0
// `tinsim check` on links: the shipped configurations and their counts by hand.
#include <gtest/gtest.h>

#include <sstream>

#include "platform/cli/network_check.h"
#include "platform/validate/load.h"

namespace tinsim {
namespace {

std::string figures(const std::string& file, const std::vector<std::string>& set = {}) {
  std::ostringstream out;
  print_network_figures(out, load_config(TINSIM_SOURCE_DIR "/configs/" + file, set));
  return out.str();
}

void expect_line(const std::string& text, const std::string& line) {
  EXPECT_NE(("\n" + text).find("\n" + line + "\n"), std::string::npos) << line << "\n" << text;
}

TEST(CheckLinks, CleanNetworkOfBothKinds) {
  const std::string text = figures("dragonfly_4pod.yaml");
  // 4 pods of 66 pairs of TiNs with 2 links each; 6 pairs of pods with 32.
  expect_line(text,
              "local links: 528 at cell fidelity, 0 at wire fidelity; 0 noisy, 0 with faults");
  expect_line(text,
              "global links: 192 at cell fidelity, 0 at wire fidelity; 0 noisy, 0 with faults");
  expect_line(
      text,
      "FC refresh: a set every 181 cycles = 0.55 % of the slots; every VC every 3982 cycles "
      "= 9.96 us");
}

TEST(CheckLinks, NoiseAndFaultsOfTheShippedConfigurations) {
  const std::string noise = figures("link_noise.yaml");
  expect_line(noise, "local links: 0 at cell fidelity, 2 at wire fidelity; 2 noisy, 0 with faults");
  expect_line(noise, "note: 2 links are at wire fidelity because of noise or faults");
  const std::string flap = figures("link_flap.yaml");
  expect_line(flap, "local links: 1 at cell fidelity, 1 at wire fidelity; 0 noisy, 1 with faults");
  expect_line(flap, "note: 1 link is at wire fidelity because of noise or faults");
}

TEST(CheckLinks, WireByChoiceNeedsNoNote) {
  const std::string text = figures("link_noise.yaml", {"link.fidelity=wire"});
  expect_line(text, "local links: 0 at cell fidelity, 2 at wire fidelity; 2 noisy, 0 with faults");
  EXPECT_EQ(text.find("note:"), std::string::npos) << text;
}

TEST(CheckLinks, NoRefresh) {
  expect_line(figures("pair.yaml", {"link.fc_refresh_us=0"}), "FC refresh: none");
}

// Classes 4 to 7 share VCs, as 0 to 3 do; ip_strict.yaml has 7 strict alongside bulk of 0.
TEST(CheckClasses, ClassesThatShareVcsWithStrictOnes) {
  const auto notes = [](const std::vector<std::string>& set) {
    const std::string text = figures("ip_strict.yaml", set);
    return text.find("note: classes of service on the VCs of strict ones") != std::string::npos;
  };
  EXPECT_FALSE(notes({}));
  EXPECT_TRUE(notes({"ip_traffic.0.cos=5", "ip_traffic.1.cos=7"}));
  EXPECT_TRUE(notes({"ip_traffic.0.cos=7", "ip_traffic.1.cos=5"}));
  EXPECT_FALSE(notes({"ip_traffic.0.cos=7", "ip_traffic.1.cos=7"}));
  EXPECT_FALSE(notes({"ip_traffic.0.cos=5", "ip_traffic.1.cos=7", "ip.high_classes=[7]"}));
  EXPECT_FALSE(notes({"ip_traffic.0.cos=5", "ip_traffic.1.cos=7", "tin.output.strict_vcs=[1]"}));
}

}  // namespace
}  // namespace tinsim
