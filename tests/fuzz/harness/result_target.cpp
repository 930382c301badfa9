// SPDX-License-Identifier: Apache-2.0
// Fuzz target: result folders as `report` and a resumed `sweep` read them. The first octet of an
// input says which file of a healthy folder the rest replaces.
#include <array>
#include <filesystem>
#include <fstream>

#include "platform/report/run_data.h"
#include "platform/report/sweep_data.h"
#include "platform/sweep/folder.h"
#include "platform/sweep/points.h"
#include "tests/fuzz/harness/fuzz.h"

namespace {

namespace fs = std::filesystem;

constexpr const char* kConfig =
    "topology: {kind: pair}\ntraffic:\n  - {pattern: uniform, load: 0.25}\n";

constexpr const char* kFailed = "0123456789abcdef";  ///< a point that has failed

struct File {
  fs::path path;        ///< below the folder
  std::string healthy;  ///< empty: there is none
};

class Folder {
 public:
  Folder() {
    fs::create_directories(root_ / point_);
    for (const File& file : files_) write(file, file.healthy);
  }
  ~Folder() { fs::remove_all(root_); }

  void replace(std::size_t number, const std::string& text) {
    const File& file = files_[number % files_.size()];
    if (replaced_ != nullptr && replaced_ != &file) write(*replaced_, replaced_->healthy);
    replaced_ = &file;
    std::ofstream(root_ / file.path, std::ios::binary) << text;
  }

  const fs::path& root() const { return root_; }
  const std::string& name() const { return name_; }

 private:
  void write(const File& file, const std::string& text) const {
    if (text.empty()) {
      fs::remove(root_ / file.path);
    } else {
      std::ofstream(root_ / file.path, std::ios::binary) << text;
    }
  }

  const std::string name_ = tinsim::fnv1a(kConfig);
  const fs::path point_ = fs::path("points") / name_;
  const fs::path root_ = fs::temp_directory_path() / ("tinsim-fuzz-" + std::to_string(::getpid()));
  const std::array<File, 10> files_ = {{
      {point_ / "summary.json", R"({"seed": 1, "core_mhz": 400, "state_hash": "a"})"},
      {"sweep.json", R"({"name": "s", "parameters": ["a"], "points": [{"number": 0, "point": ")" +
                         name_ + R"(", "status": "done", "seed": 1, "parameters": {"a": 1}}]})"},
      {fs::path("points") / (std::string(kFailed) + ".failed.json"), ""},
      {point_ / "network.json",
       R"({"chips": [[0, 0], [0, 1]], "ports": 6, "links": [[0, 0, 1, 0, 0]]})"},
      {point_ / "config.yaml", kConfig},
      {point_ / "ports.csv",
       "chip,pod,tin,port,kind,vc,cells,words,stall_input_cycles,stall_output_cycles,"
       "stall_credit_cycles,stall_queue_cycles,peak_words\n0,0,0,1,local,12,3,60,1,2,3,4,20\n"},
      {point_ / "links.csv", "chip,kind,fidelity,cells_sent\n0,local,cell,5\n"},
      {point_ / "latency.csv", "scope,high_ns,cumulative_fraction\nall,10,1\n"},
      {point_ / "batches.csv",
       "phase,cycles,cells,latency_mean_ns,offered_gbps_per_tin,accepted_gbps_per_tin\n"
       "measure,100,5,10.5,1,1\n"},
      {point_ / "manifest.sha256", ""},
  }};
  const File* replaced_ = nullptr;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace tinsim;
  static Folder folder;
  static const SweepFolder sweep(folder.root(), SweepFolder::Use::kForOwner);
  if (size == 0) return 0;
  folder.replace(data[0], fuzz::text_of(data + 1, size - 1));
  fuzz::refuse_or_accept([] {
    Networks networks;
    const auto report = read_sweep(folder.root(), networks);
    fuzz::require(!report.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).empty(),
                  "a report can be written");
  });
  for (const std::string& name : {folder.name(), std::string(kFailed)}) {
    fuzz::refuse_or_accept([&] {
      const PointState state = sweep.state(name);
      fuzz::require(state.status != "done" || !state.failed(), "a point is done or has failed");
    });
  }
  return 0;
}
