// SPDX-License-Identifier: Apache-2.0
// Reader: each kind of mistake in a file gives its exact line.
#include "config_test_util.h"
#include "platform/config/renamed_keys.h"
#include "platform/validate/load.h"

namespace tinsim {
namespace {

TEST(ConfigReader, UnknownKeyNamesPlaceHintAndKnownKeys) {
  EXPECT_EQ(
      parse_error("tin:\n  switch:\n    prots: 8\n"),
      "c.yaml:3:5: tin.switch: unknown key 'prots' (did you mean 'ports'?); expected one of: "
      "ports, arbiter, islip_iterations, arbitration_cycles, vcs, crossbar_speedup, word_bits, "
      "header_bytes");
}

TEST(ConfigReader, UnknownKeyFarFromAllOthersHasNoHint) {
  EXPECT_EQ(parse_error("weather: {}\n"),
            "c.yaml:1:1: unknown key 'weather'; expected one of: base, chip, topology, exanet, "
            "tin, tin_variants, link, failures, routing, ip, host, swift, nic, ethernet_clos, "
            "pcie, rma, traffic, "
            "ip_traffic, rma_traffic, cliquemap, flows, timesync, cell_tracing, mos, ecp, "
            "bring_up, controller, tap, ibr, cost, run, trace");
}

TEST(ConfigReader, RenamedKeyNamesItsNewName) {
  const std::string text =
      "c.yaml:1:16: ip.ingress: unknown key 'rts_start' (renamed to "
      "'initial_rts_window'); expected one of: buffer_kib, ";
  EXPECT_EQ(parse_error("ip: {ingress: {rts_start: 3}}\n").substr(0, text.size()), text);
  const std::string set =
      "--set rma.strict=true: rma: unknown key 'strict' (renamed to "
      "'strict_priority'); expected one of: enabled, ";
  EXPECT_EQ(parse_error("", {"rma.strict=true"}).find(set) != std::string::npos, true);
  EXPECT_EQ(renamed_key("ip.rts_start"), "");
}

TEST(ConfigReader, MemberNameWithUnderscoreIsNotAKey) {
  EXPECT_EQ(first_line(parse_error("tin: {switch_: {ports: 8}}\n")),
            "c.yaml:1:7: tin: unknown key 'switch_' (did you mean 'switch'?); expected one of: "
            "core_mhz, router_latency_cycles, switch, pipeline, vc_fifo, output, impl, impl_block, "
            "impl_chips, blocks");
}

TEST(ConfigReader, WordForAnInteger) {
  EXPECT_EQ(parse_error("topology:\n  pods: four\n"),
            "c.yaml:2:9: topology.pods: 'four' is not an integer; expected an integer from 0 to "
            "4294967295");
}

TEST(ConfigReader, FractionForAnInteger) {
  EXPECT_EQ(parse_error("topology: {pods: 4.0}\n"),
            "c.yaml:1:18: topology.pods: '4.0' is not an integer; expected an integer from 0 to "
            "4294967295");
}

TEST(ConfigReader, QuotedNumberIsAString) {
  EXPECT_EQ(parse_error("link: {local_m: \"1\"}\n"),
            "c.yaml:1:17: link.local_m: '1' is not a number, it is a quoted string; expected a "
            "number");
}

TEST(ConfigReader, WordForATruthValue) {
  EXPECT_EQ(parse_error("traffic:\n  - loop: maybe\n"),
            "c.yaml:2:11: traffic.0.loop: 'maybe' is not a truth value; expected true or false");
}

TEST(ConfigReader, EmptyValue) {
  EXPECT_EQ(parse_error("routing:\n  mode:\n"),
            "c.yaml:2:3: routing.mode: is empty; expected a string");
}

TEST(ConfigReader, IntegerBeyond32Bits) {
  EXPECT_EQ(parse_error("topology: {pods: 4294967296}\n"),
            "c.yaml:1:18: topology.pods: 4294967296 is too large; expected an integer from 0 to "
            "4294967295");
  EXPECT_EQ(parse_config("topology: {pods: 4294967295}\n", "").config.topology.pods, 4294967295u);
}

TEST(ConfigReader, IntegerBeyond64Bits) {
  EXPECT_EQ(parse_error("run: {seed: 18446744073709551616}\n"),
            "c.yaml:1:13: run.seed: 18446744073709551616 is too large; expected an integer from 0 "
            "to 18446744073709551615");
  EXPECT_EQ(parse_config("run: {seed: 18446744073709551615}\n", "").config.run.seed,
            18446744073709551615u);
}

TEST(ConfigReader, NegativeIntoUnsigned) {
  EXPECT_EQ(parse_error("topology:\n  hosts_per_tin: -1\n"),
            "c.yaml:2:18: topology.hosts_per_tin: -1 is negative; expected an integer from 0 to "
            "4294967295");
}

TEST(ConfigReader, NotFinite) {
  EXPECT_EQ(parse_error("link: {local_m: .nan}\n"),
            "c.yaml:1:17: link.local_m: '.nan' is not finite; expected a finite number");
  EXPECT_EQ(parse_error("link: {local_m: -.inf}\n"),
            "c.yaml:1:17: link.local_m: '-.inf' is not finite; expected a finite number");
}

TEST(ConfigReader, DuplicateKey) {
  EXPECT_EQ(parse_error("run:\n  seed: 1\n  audit: 0\n  seed: 2\n"),
            "c.yaml:4:3: run: key 'seed' is given twice, first on line 2; expected it once");
}

TEST(ConfigReader, ListWhereMappingExpected) {
  EXPECT_EQ(parse_error("link: [1, 50]\n"),
            "c.yaml:1:7: link: is a list; expected a mapping with keys of: local_m, global_m, "
            "fec_cycles, local_fec, global_fec, local_fec_cycles, local_rate, global_rate, "
            "fidelity, wire_links, credits, fc_hold_cycles, fc_refresh_us, "
            "timesync_us, "
            "latency_us, train_at_start, noise, faults");
}

TEST(ConfigReader, MappingWhereListExpected) {
  EXPECT_EQ(parse_error("traffic: {load: 0.5}\n"),
            "c.yaml:1:10: traffic: is not a list; expected a list of mappings");
  EXPECT_EQ(parse_error("tin: {output: {weights: {a: 1}}}\n"),
            "c.yaml:1:25: tin.output.weights: is not a list; expected a list or a single value");
}

TEST(ConfigReader, ListWhereScalarExpected) {
  EXPECT_EQ(parse_error("topology: {kind: [single]}\n"),
            "c.yaml:1:18: topology.kind: is a list; expected a string");
}

TEST(ConfigReader, KeyThatIsNoName) {
  EXPECT_EQ(parse_error("tin:\n  vc_fifo:\n    ? [a]\n    : 1\n"),
            "c.yaml:3:7: tin.vc_fifo: a key is a list; expected one of: local_words, global_words, "
            "terminal_words, local_shared_words, global_shared_words");
}

TEST(ConfigReader, SyntaxError) {
  EXPECT_EQ(parse_error("topology: {kind: single\ntin: 3\n"),
            "c.yaml:2:4: end of map flow not found; expected valid YAML");
}

// yaml-cpp takes the first two for an illegal map value and an illegal block entry.
TEST(ConfigReader, TabsInIndentation) {
  for (const char* text : {"tin:\n\tswitch: {ports: 4}\n", "traffic:\n\t- load: 0.1\n",
                           "tin:\n  impl: model\n \timpl_chips: 0\n"}) {
    const std::string error = parse_error(text);
    EXPECT_EQ(error.substr(error.find(": ") + 2),
              "the line is indented with a tab; expected spaces");
  }
  EXPECT_EQ(parse_error("tin: {\n\timpl:\tmodel}\n"), "");
}

TEST(ConfigReader, SecondDocument) {
  EXPECT_EQ(parse_error("run: {seed: 1}\n---\nrun: {seed: 2}\n"),
            "c.yaml:2:1: more text follows the end of the document; expected valid YAML");
}

// yaml-cpp's own loader of several documents never returns on this.
TEST(ConfigReader, TextThatBeginsWithAComma) {
  EXPECT_EQ(parse_error(", tin\n"),
            "c.yaml:1:1: more text follows the end of the document; expected valid YAML");
}

TEST(ConfigReader, EmptyFile) {
  EXPECT_EQ(parse_error(""),
            "c.yaml: is empty; expected a mapping with keys of: base, chip, topology, exanet, tin, "
            "tin_variants, link, failures, routing, ip, host, swift, nic, ethernet_clos, pcie, "
            "rma, traffic, "
            "ip_traffic, rma_traffic, cliquemap, flows, timesync, cell_tracing, mos, ecp, "
            "bring_up, controller, tap, ibr, cost, run, trace");
}

TEST(ConfigReader, SeveralErrorsInOneRun) {
  EXPECT_EQ(parse_error("topology: {pods: x}\nrun:\n  seed: -1\n  warmup: 3\n"),
            "c.yaml:1:18: topology.pods: 'x' is not an integer; expected an integer from 0 to "
            "4294967295\n"
            "c.yaml:3:9: run.seed: -1 is negative; expected an integer from 0 to "
            "18446744073709551615\n"
            "c.yaml:4:3: run: unknown key 'warmup'; expected one of: warmup_us, measure_us, "
            "max_measure_us, precision, seed, audit, start_us, start_load, max_warmup_us, "
            "progress_timeout_us");
}

TEST(ConfigReader, MissingFile) {
  try {
    load_config("/nowhere/c.yaml");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(
        error.what(),
        "/nowhere/c.yaml: cannot be read: No such file or directory; expected a YAML file");
  }
}

TEST(ConfigReader, FolderInsteadOfFile) {
  const TempDir dir;
  try {
    load_config(dir.path());
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.what(),
              dir.path().string() + ": cannot be read: it is a directory; expected a YAML file");
  }
}

TEST(ConfigReader, ErrorsOfTypeAndOfRangeComeTogether) {
  const TempDir dir;
  const auto file = dir.write("c.yaml", "topology: {pods: x}\ntin:\n  switch: {vcs: 65}\n");
  try {
    load_config(file);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.what(), file.string() +
                                ":1:18: topology.pods: 'x' is not an integer; expected an integer "
                                "from 0 to 4294967295\n" +
                                file.string() +
                                ":3:17: tin.switch.vcs: 65 is out of range; expected 1 to 64");
  }
}

TEST(ConfigReader, ScalarStandsForAListOfOne) {
  const auto scalar = parse_config("traffic: [{class: 4}]", "").config;
  const auto list = parse_config("traffic: [{class: [4]}]", "").config;
  EXPECT_EQ(scalar.traffic[0].class_, list.traffic[0].class_);
}

TEST(ConfigReader, CellSizesInThreeForms) {
  const auto sizes = [](const std::string& text) {
    std::vector<std::pair<unsigned, unsigned>> items;
    const auto parsed = parse_config("traffic: [{cell_bytes: " + text + "}]", "");
    for (auto item : parsed.config.traffic[0].cell_bytes.items) {
      items.emplace_back(item.bytes, item.weight);
    }
    return items;
  };
  using Items = std::vector<std::pair<unsigned, unsigned>>;
  EXPECT_EQ(sizes("48"), (Items{{48, 1}}));
  EXPECT_EQ(sizes("{min: 16, max: 40}"), (Items{{16, 1}, {24, 1}, {32, 1}, {40, 1}}));
  EXPECT_EQ(sizes("{min: 64, max: 4096, step: 2016}"), (Items{{64, 1}, {2080, 1}, {4096, 1}}));
  EXPECT_EQ(sizes("[{bytes: 16, weight: 3}, {bytes: 160}]"), (Items{{16, 3}, {160, 1}}));
}

TEST(ConfigReader, CellSizeRangeMustBeOne) {
  const std::string rest =
      "is no range of cell sizes; expected min, max and step, multiples of 4 up to 4096, with max "
      "a whole number of steps above min; a step that is not given is 8";
  for (const char* range :
       {"{min: 16, max: 161}", "{min: 14, max: 22}", "{min: 80, max: 16}", "{max: 160}",
        "{min: 16}", "{min: 0, max: 4294967288}", "{min: 16, max: 4104}",
        "{min: 16, max: 40, step: 16}", "{min: 16, max: 40, step: 0}", "{min: 16, max: 28}"}) {
    EXPECT_EQ(parse_error(std::string("traffic:\n  - cell_bytes: ") + range),
              "c.yaml:2:17: traffic.0.cell_bytes: " + rest)
        << range;
  }
}

TEST(ConfigReader, TrafficFileIsRelativeToTheConfigurationOrToTheOverridesFolder) {
  const TempDir dir;
  dir.write("t.csv", "");
  const auto file = dir.write(
      "c.yaml", "topology: {kind: single}\ntraffic:\n  - {pattern: trace, file: ./t.csv}\n");
  EXPECT_EQ(load_config(file).traffic[0].file, (dir / "t.csv").string());

  const auto here = std::filesystem::current_path();
  const TempDir other;
  const auto trace = other.write("u.csv", "");
  std::filesystem::current_path(other.path());
  const auto config = load_config(file, {"traffic.0.file=u.csv"});
  std::filesystem::current_path(here);
  EXPECT_EQ(config.traffic[0].file, trace.string());
}

}  // namespace
}  // namespace tinsim
