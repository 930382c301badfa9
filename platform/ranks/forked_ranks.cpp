// SPDX-License-Identifier: Apache-2.0
// Ranks by fork(): the connections are made before, so every rank inherits its own.
#include "platform/ranks/forked_ranks.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <system_error>

#include "base/stop_signals.h"
#include "platform/ranks/socket_mesh.h"

namespace tinsim {
namespace {

/// Exit status of a rank that ends because another one has ended.
constexpr int kFollows = 127;

struct Child {
  unsigned rank = 0;
  pid_t process = 0;
};

/// How a process ended, from waitpid(). A program that a signal ended early may exit with 128 + it.
int signal_of(int status) {
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  return std::max(WEXITSTATUS(status) - signal_status(0), 0);
}

class ForkedRanks final : public Ranks {
 public:
  explicit ForkedRanks(unsigned count) : size_(count), mesh_(count) {
    const pid_t parent = ::getpid();
    std::fflush(nullptr);  // or every rank would write it
    for (unsigned rank = 1; rank < count; ++rank) {
      const pid_t child = ::fork();
      if (child < 0) give_up(errno);
      if (child == 0) {
        start(rank, parent);
        break;
      }
      children_.push_back({rank, child});
    }
    mesh_.become(rank_);
  }
  ~ForkedRanks() override {
    mesh_.close();
    for (const Child& child : children_) wait_for(child, 0);
  }

  unsigned rank() const override { return rank_; }
  unsigned size() const override { return size_; }

  void exchange(const std::vector<Bytes>& to, std::vector<Bytes>& from) override {
    if (!mesh_.exchange(to, from)) follow();
  }

  void add_up(std::vector<uint64_t>& values) override {
    Bytes own;
    put(own, values);
    std::vector<Bytes> to(size_, own), from(size_);
    exchange(to, from);
    for (unsigned other = 0; other < size_; ++other) {
      if (other == rank_) continue;
      ByteReader reader(from[other]);
      const auto theirs = reader.take_all<uint64_t>();
      for (size_t i = 0; i < values.size(); ++i) values[i] += theirs[i];
    }
  }

 private:
  /// In a child, which ends with its parent.
  void start(unsigned rank, pid_t parent) {
    rank_ = rank;
    children_.clear();
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != parent) ::_exit(kFollows);
  }

  [[noreturn]] void give_up(int reason) {
    end_children();
    throw std::system_error(reason, std::generic_category(), "fork");
  }

  /// The process's status from waitpid(), which is not called twice; nothing: it still runs.
  static std::optional<int> wait_for(const Child& child, int options) {
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(child.process, &status, options)) < 0 && errno == EINTR) {
    }
    if (ended == 0) return std::nullopt;
    return status;
  }

  void end_children() {
    for (const Child& child : children_) ::kill(child.process, SIGKILL);
    for (const Child& child : children_) wait_for(child, 0);
    children_.clear();
  }

  /// A rank has ended early: so does this one. The first does so as the one that began it.
  [[noreturn]] void follow() {
    mesh_.close();
    if (rank_ != 0) ::_exit(kFollows);
    clean_up();
    ::_exit(report_lost_rank());
  }

  /// Ends all others when the rank is found that ended first; returns the program's exit status.
  int report_lost_rank() {
    while (!children_.empty()) {
      for (size_t i = 0; i < children_.size(); ++i) {
        const Child child = children_[i];
        const std::optional<int> status = wait_for(child, WNOHANG);
        if (!status) continue;
        children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i--));
        if (WIFEXITED(*status) && WEXITSTATUS(*status) == kFollows) continue;
        end_children();
        return report(child.rank, *status);
      }
      ::usleep(1000);
    }
    return report_unknown();
  }

  /// A rank that failed alone has reported its error.
  static int report(unsigned rank, int status) {
    const int signal = signal_of(status);
    if (signal != 0) {
      fmt::print(stderr, "tinsim: error: rank {} was ended by signal {} ({})\n", rank, signal,
                 ::strsignal(signal));
      return signal_status(signal);
    }
    return WEXITSTATUS(status) != 0 ? WEXITSTATUS(status) : report_unknown();
  }

  static int report_unknown() {
    fmt::print(stderr, "tinsim: error: a rank ended before the others\n");
    return 1;
  }

  unsigned rank_ = 0;
  unsigned size_;
  SocketMesh mesh_;
  std::vector<Child> children_;  ///< at the first rank: those that still run
};

}  // namespace

std::unique_ptr<Ranks> fork_ranks(unsigned count) { return std::make_unique<ForkedRanks>(count); }

}  // namespace tinsim
