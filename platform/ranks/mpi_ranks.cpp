// SPDX-License-Identifier: Apache-2.0
// Ranks that talk through MPI. Errors inside MPI end all ranks: its default error handler.
#include "platform/ranks/mpi_ranks.h"

#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <limits>

#include "base/errors.h"
#include "base/stop_signals.h"
#include "base/stopwatch.h"

namespace tinsim {

namespace {

constexpr int kTag = 1;
constexpr double kAnswerS = 0.5;  ///< a window takes milliseconds

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    MPI_Init(nullptr, nullptr);
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rank_ = static_cast<unsigned>(rank);
    size_ = static_cast<unsigned>(size);
  }
  /// A launcher ends the others when one rank fails: wait until the first has printed the reason.
  ~MpiRanks() override {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
  }

  unsigned rank() const override { return rank_; }
  unsigned size() const override { return size_; }

  // All sends are posted before the first receive waits, so no ranks wait in a circle. A message is
  // received as soon as it is found; MPI guarantees the order of the messages of a pair.
  void exchange(const std::vector<Bytes>& to, std::vector<Bytes>& from) override {
    sends_.clear();
    for (unsigned other = 0; other < size_; ++other) {
      if (other != rank_) send(other, to[other]);
    }
    for (unsigned other = 0; other < size_; ++other) {
      if (other != rank_) receive(other, from[other]);
    }
    wait_until([this](int* done) {
      MPI_Testall(static_cast<int>(sends_.size()), sends_.data(), done, MPI_STATUSES_IGNORE);
    });
  }

  void add_up(std::vector<uint64_t>& values) override {
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, values.data(), count_of(values.size()), MPI_UINT64_T, MPI_SUM,
                   MPI_COMM_WORLD, &request);
    wait_until([&](int* done) { MPI_Test(&request, done, MPI_STATUS_IGNORE); });
  }

  [[noreturn]] void abort(int status) override {
    MPI_Abort(MPI_COMM_WORLD, status);
    Ranks::abort(status);
  }

 private:
  /// Calls test(&done) until it is done. A rank that was killed never answers: the launcher then
  /// sends SIGTERM and soon SIGKILL, and in between the first rank removes its unfinished files.
  template <class Test>
  void wait_until(const Test& test) {
    int done = 0;
    double since = 0;
    for (test(&done); done == 0; test(&done)) {
      if (rank_ != 0 || recorded_signal() == 0 || !is_from_parent()) continue;
      if (since == 0) since = time_now().wall_s;
      if (time_now().wall_s - since < kAnswerS) continue;
      clean_up();
      ::_exit(signal_status(recorded_signal()));
    }
  }
  static int count_of(std::size_t count) {
    if (count <= std::numeric_limits<int>::max()) return static_cast<int>(count);
    throw std::runtime_error(fmt::format("{} bytes are too many for one MPI message", count));
  }
  void send(unsigned other, const Bytes& bytes) {
    MPI_Isend(bytes.data(), count_of(bytes.size()), MPI_CHAR, static_cast<int>(other), kTag,
              MPI_COMM_WORLD, &sends_.emplace_back());
  }
  void receive(unsigned other, Bytes& bytes) {
    MPI_Message message;
    MPI_Status status;
    int count = 0;
    wait_until([&](int* found) {
      MPI_Improbe(static_cast<int>(other), kTag, MPI_COMM_WORLD, found, &message, &status);
    });
    MPI_Get_count(&status, MPI_CHAR, &count);
    bytes.resize(static_cast<std::size_t>(count));
    MPI_Mrecv(bytes.data(), count, MPI_CHAR, &message, &status);
  }

  unsigned rank_ = 0;
  unsigned size_ = 1;
  std::vector<MPI_Request> sends_;
};

}  // namespace

std::unique_ptr<Ranks> make_mpi_ranks() { return std::make_unique<MpiRanks>(); }

}  // namespace tinsim
