// SPDX-License-Identifier: Apache-2.0
// Trace rules: one clear line for each mistake, at its place.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

/// The error of a pair of chips with this trace section, on line 4; empty when there is none.
std::string trace_error(const std::string& trace) try {
  const ParsedConfig parsed = parse_config(
      "topology: {kind: pair, hosts_per_tin: 2}\n"
      "tin: {switch: {ports: 4}}\n"
      "traffic: [{load: 0.1}]\n"
      "trace: " +
          trace,
      "c.yaml", {});
  validate(parsed.config, parsed.origins);
  return "";
} catch (const ConfigError& error) {
  return error.what();
}

TEST(TraceRules, GoodSectionsAreTaken) {
  EXPECT_EQ(trace_error("{}"), "");
  EXPECT_EQ(trace_error("{cells: {ports: all, file: x.pcapng, csv: true, sets: true}}"), "");
  EXPECT_EQ(trace_error("{from_us: 1, to_us: 2.5, cells: {ports: [local, pod0.tin1.port3]}}"), "");
}

TEST(TraceRules, APortThatIsNotThereIsAnErrorAtItsPlace) {
  EXPECT_EQ(trace_error("{cells: {ports: [local, global]}}"),
            "c.yaml:4:32: trace.cells.ports.1: 'global' names no port in use; expected a port of a "
            "network of 1 pods, 2 TiNs per pod and 4 ports per TiN");
  EXPECT_EQ(trace_error("{cells: {ports: lokal}}"),
            "c.yaml:4:24: trace.cells.ports.0: 'lokal' is no port selector; expected all, local, "
            "global, terminal, or podP.tinT.portN with patterns such as * in place of parts");
}

TEST(TraceRules, ATimeMustNotBeEmpty) {
  EXPECT_EQ(trace_error("{from_us: 2, to_us: 2, cells: {ports: all}}"),
            "c.yaml:4:28: trace.to_us: 2 us is not after from_us 2; expected a later time");
  EXPECT_NE(trace_error("{from_us: -1}"), "");
}

TEST(TraceRules, NamesStayInTheFolderAndShowTheirKind) {
  for (const char* name : {"", "a.pcap", "../a.pcapng", "d/a.pcapng", ".pcapng", "/a.pcapng"}) {
    EXPECT_NE(trace_error("{cells: {ports: all, file: '" + std::string(name) + "'}}")
                  .find("trace.cells.file: '" + std::string(name) +
                        "' is no name for this file; expected a name without folder, with .pcapng "
                        "at its end"),
              std::string::npos)
        << name;
  }
  EXPECT_NE(trace_error("{timeline: {ports: all, file: summary.json}}"), "");
  EXPECT_NE(trace_error("{waves: {ports: all, file: waves.vcd}}"), "");
}

TEST(TraceRules, ATableMustNotReplaceAResult) {
  EXPECT_EQ(trace_error("{cells: {ports: all, file: ports.pcapng, csv: true}}"),
            "c.yaml:4:35: trace.cells.file: 'ports.pcapng' makes the table ports.csv, which is a "
            "result; expected another name");
  EXPECT_EQ(trace_error("{cells: {ports: all, file: ports.pcapng}}"), "");
}

}  // namespace
}  // namespace tinsim
