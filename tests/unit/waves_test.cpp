// SPDX-License-Identifier: Apache-2.0
// Waveform files, read back by GTKWave's own reader.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "base/errors.h"
#include "base/output_error.h"
#include "rtl_models/common/traced.h"
#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"
#include "testbench/vcd_reader.h"
#include "tests/unit/mealy_sum.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() { fs::create_directories(path_); }
  ~Folder() { fs::remove_all(path_); }
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_ = fs::temp_directory_path() / ("tinsim_waves_" + std::to_string(getpid()));
};

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// The values that were set: cycle by cycle the bits of each signal.
struct Recording {
  static constexpr unsigned kWidths[] = {1, 7, 12, 32, 33, 64, 66, 128};
  static constexpr unsigned kCycles = 300;
  std::vector<std::vector<std::string>> cycles;

  /// Each signal changes in one cycle of three, so that most changes come alone.
  explicit Recording(WaveFile& file) {
    std::mt19937_64 random(7);
    std::vector<WaveFile::Signal> signals;
    file.enter("tin0_1.port3");
    for (unsigned width : kWidths) signals.push_back(file.add("w" + std::to_string(width), width));
    file.leave();
    std::vector<std::string> now(signals.size());
    for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
      file.at(cycle);
      for (std::size_t i = 0; i < signals.size(); ++i) {
        if (cycle != 0 && random() % 3 != 0) continue;
        std::uint32_t words[4];
        now[i].clear();
        for (unsigned bit = 0; bit < kWidths[i]; ++bit) {
          const bool one = random() & 1;
          if (bit % 32 == 0) words[bit / 32] = 0;
          words[bit / 32] |= std::uint32_t{one} << (bit % 32);
          now[i].insert(0, 1, one ? '1' : '0');
        }
        file.set_words(signals[i], words);
      }
      cycles.push_back(now);
    }
  }

  /// Values in the file that differ from those set.
  unsigned differences(const Vcd& vcd, const WaveFile& file) const {
    unsigned found = 0;
    for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
      for (std::size_t i = 0; i < std::size(kWidths); ++i) {
        const std::string name = "tin0_1.port3.w" + std::to_string(kWidths[i]);
        found += vcd.bits(name, file.time_ps(cycle)) != cycles[cycle][i];
      }
    }
    return found;
  }
};

TEST(WaveFile, GtkwaveReadsEveryValueOfEveryWidth) {
  const Folder folder;
  WaveFile file(folder.file("a.fst"));
  Recording recording(file);
  file.close();
  const Vcd vcd = read_fst(folder.file("a.fst"));
  EXPECT_EQ(vcd.timescale, "1ps");
  ASSERT_EQ(vcd.signals.size(), std::size(Recording::kWidths));
  for (unsigned width : Recording::kWidths) {
    EXPECT_EQ(vcd.signals.at("tin0_1.port3.w" + std::to_string(width)).width, width);
  }
  EXPECT_EQ(recording.differences(vcd, file), 0u);
  // The comparison can fail: one bit of one value of the widest signal.
  std::string& planted = recording.cycles[Recording::kCycles - 1].back();
  planted[0] = planted[0] == '0' ? '1' : '0';
  EXPECT_EQ(recording.differences(vcd, file), 1u);
}

TEST(WaveFile, TimeIsThatOfTheClock) {
  const Folder folder;
  WaveFile file(folder.file("a.fst"), 300);  // 3333.3 ps
  const auto signal = file.add("s", 4);
  for (unsigned cycle : {0u, 1u, 2u, 3000000u}) {
    file.at(cycle);
    file.set(signal, cycle % 7 + 1);
  }
  file.close();
  const Vcd vcd = read_fst(folder.file("a.fst"));
  std::vector<std::uint64_t> times;
  for (const auto& change : vcd.signals.at("s").changes) {
    if (change.second != "xxxx") times.push_back(change.first);
  }
  EXPECT_EQ(times, (std::vector<std::uint64_t>{0, 3333, 6667, 10000000000}));
}

TEST(WaveFile, ACycleShowsTheLastValueAndOnlyChangesAreWritten) {
  const Folder folder;
  WaveFile file(folder.file("a.fst"));
  const auto signal = file.add("s", 8);
  file.at(4);
  file.set(signal, 1);
  file.at(6);
  file.set(signal, 2);
  file.set(signal, 3);
  file.at(6);
  file.set(signal, 1);  // as before: no change
  file.at(7);
  file.set_idle(signal);
  file.at(9);
  file.set(signal, 0x1FF);  // one bit too many
  file.close();
  const Vcd vcd = read_fst(folder.file("a.fst"));
  const auto& changes = vcd.signals.at("s").changes;
  ASSERT_GE(changes.size(), 3u);
  EXPECT_EQ(std::vector(changes.end() - 3, changes.end()),
            (std::vector<std::pair<std::uint64_t, std::string>>{
                {10000, "00000001"}, {17500, "zzzzzzzz"}, {22500, "11111111"}}));
}

TEST(WaveFile, RefusesToGoBackInTimeAndLateSignals) {
  const Folder folder;
  WaveFile file(folder.file("a.fst"));
  file.add("s", 1);
  file.at(5);
  EXPECT_THROW(file.at(4), InvariantError);
  EXPECT_THROW(file.add("t", 1), std::logic_error);
}

TEST(WaveFile, TheSaveFileNamesEachSignalOnceInTheGroupOfItsScope) {
  const Folder folder;
  WaveFile file(folder.file("a.fst"));
  file.enter("tin0_0");
  file.enter("port3");
  file.add("valid", 1);
  file.add("data", 64);
  file.leave();
  file.add("up", 1);
  file.leave();
  file.close();
  const std::string text = text_of(folder.file("a.gtkw"));
  EXPECT_NE(text.find("[dumpfile] \"a.fst\"\n"), std::string::npos);
  EXPECT_NE(text.find("@c00200\n-tin0_0\n@c00200\n-port3\n@28\ntin0_0.port3.valid\n@22\n"
                      "tin0_0.port3.data[63:0]\n@1401200\n-port3\n@28\ntin0_0.up\n@1401200\n"
                      "-tin0_0\n"),
            std::string::npos)
      << text;
}

TEST(WaveFile, TheSameSignalsGiveTheSameBytes) {
  const Folder folder;
  for (const char* name : {"a.fst", "b.fst"}) {
    WaveFile file(folder.file(name));
    Recording recording(file);
  }
  EXPECT_EQ(text_of(folder.file("a.fst")), text_of(folder.file("b.fst")));
}

TEST(WaveFile, NoticesAFileThatWasCutShort) {
  const Folder folder;
  const std::string path = folder.file("a.fst");
  {
    WaveFile file(path);
    Recording recording(file);
  }
  EXPECT_TRUE(WaveFile::is_complete(path));
  fs::resize_file(path, fs::file_size(path) - 1);
  EXPECT_FALSE(WaveFile::is_complete(path));
  EXPECT_THROW(WaveFile(folder.file("no/such/folder.fst")), OutputError);
}

TEST(Traced, DrawsEachChangeOfEachPort) {
  const Folder folder;
  {
    WaveFile file(folder.file("a.fst"));
    Traced<CreditCounter<4>> traced(file, "tin0_0.credit");
    CreditCounter<4>::In in;
    in.init_limit_i = {1, 0, 0, 0};
    traced.reset(in);
    traced.tick(in);
    traced.tick(in);
    in.fc_valid_i = true;
    in.fc_limit_i = 3;
    traced.tick(in);
    in.fc_valid_i = false;
    traced.tick(in);
  }
  const Vcd vcd = read_fst(folder.file("a.fst"));
  // Cycle c at c * 2500 ps; avail_o: four VCs of 12 bits, VC 0 lowest.
  EXPECT_EQ(vcd.signals.at("tin0_0.credit.avail_o").width, 48u);
  EXPECT_EQ(vcd.value("tin0_0.credit.fc_valid_i", 4999), 0u);
  EXPECT_EQ(vcd.value("tin0_0.credit.fc_valid_i", 5000), 1u);
  EXPECT_EQ(vcd.value("tin0_0.credit.fc_limit_i", 5000), 3u);
  EXPECT_EQ(vcd.value("tin0_0.credit.fc_valid_i", 7500), 0u);
  EXPECT_EQ(vcd.value("tin0_0.credit.avail_o", 7499), 1u);
  EXPECT_EQ(vcd.value("tin0_0.credit.avail_o", 7500), 3u);
}

TEST(Traced, DrawsTheOutputsOfAMealyBlockInTheCycleOfTheirInputs) {
  static_assert(kIsMealy<Traced<MealySum>>);
  const Folder folder;
  {
    WaveFile file(folder.file("a.fst"));
    Traced<MealySum> traced(file, "sum");
    traced.reset({});
    for (const MealySum::In& in : {MealySum::In{true, 5}, {false, 9}, {true, 3}, {true, 3}}) {
      traced.eval(in);  // an eval is no cycle
      traced.tick(in);
    }
  }
  const Vcd vcd = read_fst(folder.file("a.fst"));
  // Cycle c at c * 2500 ps; running sums, the term of the cycle included.
  for (const auto& [cycle, sum] : {std::pair{0u, 5u}, {1u, 5u}, {2u, 8u}, {3u, 11u}}) {
    EXPECT_EQ(vcd.value("sum.sum_o", cycle * 2500), sum) << cycle;
  }
  EXPECT_EQ(vcd.value("sum.sum_o", 2 * 2500 - 1), 5u);
  EXPECT_EQ(vcd.value("sum.term_i", 2500), 9u);
}

TEST(Traced, BlocksOfOneFileHaveAScopeEach) {
  using Block = RsFecDecoder;
  const Folder folder;
  unsigned fields = 0;
  {
    WaveFile file(folder.file("a.fst"));
    Traced<Block> a(file, "tin0_0.port1.fec");
    Traced<Block> b(file, "tin0_0.port2.fec");
    fields = static_cast<unsigned>(file.signals()) / 2;
    Block::In in;
    a.reset(in);
    b.reset(in);
    for (int cycle = 0; cycle < 5; ++cycle) {
      a.tick(in);
      b.tick(in);
    }
  }
  const Vcd vcd = read_fst(folder.file("a.fst"));
  unsigned expected = 0;
  auto in_both = [&](const char* name, const auto& field) {
    ++expected;
    for (const char* scope : {"tin0_0.port1.fec.", "tin0_0.port2.fec."}) {
      EXPECT_EQ(vcd.signals.at(scope + std::string(name)).width, kWidth<decltype(field)>);
    }
  };
  Block::In::walk(Block::In{}, in_both);
  Block::Out::walk(Block::Out{}, in_both);
  EXPECT_EQ(fields, expected);
  EXPECT_EQ(vcd.signals.size(), 2 * expected);
}

}  // namespace
}  // namespace tinsim
