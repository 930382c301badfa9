// SPDX-License-Identifier: Apache-2.0
// Hand-made result folders for the tests of reports.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace tinsim {

/// A folder of the test's own, removed at its end, with the result of a made-up run of two chips.
class ReportTest : public testing::Test {
 protected:
  ReportTest() {
    std::filesystem::create_directories(folder_);
    write("summary.json", R"({"config": "a.yaml", "network": "pair", "seed": 1, "chips": 2,
                              "core_mhz": 400, "cycles": 1000, "measure_us": 2})");
    write("config.yaml",
          "topology: {kind: pair, hosts_per_tin: 2, local_links_per_pair: 2}\n"
          "tin: {switch: {ports: 6}}\n"
          "traffic:\n  - {pattern: uniform, load: 0.25}\n");
    write("network.json", R"({"chips": [[0, 0], [0, 1]], "ports": 6, "links":
                              [[0, 0, 1, 0, 0], [0, 1, 1, 1, 0], [1, 0, 0, 0, 0], [1, 1, 0, 1, 0]]})");
    write("ports.csv", kPortColumns +
                           "0,0,0,1,local,12,3,60,1,2,3,4,20\n"
                           "0,0,0,1,local,27,5,90,10,20,30,40,35\n"
                           "1,0,1,2,terminal,12,7,70,100,200,300,400,10\n");
  }
  ~ReportTest() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }

  const std::string kPortColumns =
      "chip,pod,tin,port,kind,vc,cells,words,stall_input_cycles,stall_output_cycles,"
      "stall_credit_cycles,stall_queue_cycles,peak_words\n";
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("tinsim-report-" + std::to_string(::getpid()));
};

}  // namespace tinsim
