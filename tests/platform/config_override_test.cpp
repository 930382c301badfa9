// SPDX-License-Identifier: Apache-2.0
// Overrides: `--set path=value` reaches every value, and its mistakes name the option.
#include "config_test_util.h"

namespace tinsim {
namespace {

PlatformConfig with(const std::vector<std::string>& overrides, const std::string& text = "{}") {
  return parse_config(text, "c.yaml", overrides).config;
}

std::string error_of(const std::string& override_text, const std::string& text = "{}") {
  return parse_error(text, {override_text});
}

TEST(ConfigOverride, ReachesNestedKeysWithAndWithoutThemInTheFile) {
  EXPECT_EQ(with({"tin.switch.ports=8"}).tin.switch_.ports, 8u);
  EXPECT_EQ(with({"tin.switch.ports=8"}, "tin: {switch: {ports: 9}}").tin.switch_.ports, 8u);
}

TEST(ConfigOverride, ReachesListEntriesByIndex) {
  const auto config = with({"traffic.1.load=0.5"}, "traffic: [{load: 1}, {load: 2}]");
  EXPECT_EQ(config.traffic[0].load, 1);
  EXPECT_EQ(config.traffic[1].load, 0.5);
}

TEST(ConfigOverride, TakesYamlValues) {
  EXPECT_EQ(with({"tin.output.weights=[8,1]"}).tin.output.weights, (std::vector<unsigned>{8, 1}));
  EXPECT_EQ(with({"traffic=[{load: 0.5}]"}).traffic.at(0).load, 0.5);
}

TEST(ConfigOverride, MappingChangesOnlyTheKeysItNames) {
  const auto config = with({"link={local_m: 7}"}, "link: {global_m: 9}");
  EXPECT_EQ(config.link.local_m, 7);
  EXPECT_EQ(config.link.global_m, 9);
}

TEST(ConfigOverride, LaterOnesWin) { EXPECT_EQ(with({"run.seed=5", "run.seed=6"}).run.seed, 6u); }

TEST(ConfigOverride, NullUnsetsAnOptionalValue) {
  const auto config = with({"traffic.0.load=null", "traffic.0.gbps=10"}, "traffic: [{load: 0.5}]");
  EXPECT_FALSE(config.traffic[0].load.has_value());
  EXPECT_EQ(config.traffic[0].gbps, 10);
}

TEST(ConfigOverride, UnknownPath) {
  EXPECT_EQ(error_of("tin.swich.ports=8"),
            "--set tin.swich.ports=8: tin: unknown key 'swich' (did you mean 'switch'?); expected "
            "one of: core_mhz, router_latency_cycles, switch, pipeline, vc_fifo, output, impl, "
            "impl_block, "
            "impl_chips, blocks");
}

TEST(ConfigOverride, PathThatGoesOnBelowAValue) {
  EXPECT_EQ(error_of("run.seed.low=8"),
            "--set run.seed.low=8: run.seed: has no part 'low'; expected the path to end here");
}

TEST(ConfigOverride, IndexBeyondTheList) {
  EXPECT_EQ(error_of("traffic.2.load=1", "traffic: [{load: 1}, {load: 2}]"),
            "--set traffic.2.load=1: traffic: '2' is not one of its entries; expected an index "
            "from 0 to 1");
  EXPECT_EQ(error_of("traffic.0.load=1"),
            "--set traffic.0.load=1: traffic: '0' is not one of its entries; expected a value for "
            "the whole list, which is empty");
}

TEST(ConfigOverride, IndexThatIsNoNumber) {
  EXPECT_EQ(error_of("traffic.-1.load=1", "traffic: [{load: 1}]"),
            "--set traffic.-1.load=1: traffic: '-1' is not one of its entries; expected an index "
            "from 0 to 0");
}

TEST(ConfigOverride, WrongType) {
  EXPECT_EQ(error_of("topology.pods=many"),
            "--set topology.pods=many: topology.pods: 'many' is not an integer; expected an "
            "integer from 0 to 4294967295");
}

TEST(ConfigOverride, BrokenYaml) {
  EXPECT_EQ(error_of("tin.output.weights=[8,1"),
            "--set tin.output.weights=[8,1: tin.output.weights: end of sequence flow not found; "
            "expected a value in YAML");
}

TEST(ConfigOverride, TextAfterTheValue) {
  EXPECT_EQ(error_of("tin.output.weights=[8] 1"),
            "--set tin.output.weights=[8] 1: tin.output.weights: more text follows the end of the "
            "document; expected a value in YAML");
}

TEST(ConfigOverride, NoValueOrNoPath) {
  EXPECT_EQ(error_of("run.seed"), "--set run.seed: has no path or no value; expected path=value");
  EXPECT_EQ(error_of("=3"), "--set =3: has no path or no value; expected path=value");
}

TEST(ConfigOverride, ErrorsJoinThoseOfTheFile) {
  EXPECT_EQ(parse_error("run: {seed: x}", {"run.audit=y"}),
            "c.yaml:1:13: run.seed: 'x' is not an integer; expected an integer from 0 to "
            "18446744073709551615\n"
            "--set run.audit=y: run.audit: 'y' is not an integer; expected an integer from 0 to "
            "4294967295");
}

}  // namespace
}  // namespace tinsim
