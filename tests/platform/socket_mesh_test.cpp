// SPDX-License-Identifier: Apache-2.0
// Connections between ranks of one machine, each rank in a process of its own.
#include "platform/ranks/socket_mesh.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <vector>

namespace tinsim {
namespace {

constexpr unsigned kRanks = 4;

/// Lengths around zero, around a socket's buffer of some hundred kilobytes, and beyond.
std::size_t length_of(unsigned turn, unsigned from, unsigned to) {
  constexpr std::size_t kLengths[] = {0, 1, 7, 8, 9, 4096, 212'992, 3'000'000};
  return kLengths[(turn + 3 * from + 5 * to) % std::size(kLengths)];
}

Bytes message(unsigned turn, unsigned from, unsigned to) {
  Bytes bytes(length_of(turn, from, to));
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>(i * 31 + i / 256 + turn * 7 + from * 5 + to * 3);
  return bytes;
}

/// Whether act(rank), in one process for each rank, is true for all; act ends with its process.
bool is_true_for_all(SocketMesh& mesh, const std::function<bool(unsigned)>& act) {
  std::vector<pid_t> processes;
  for (unsigned rank = 0; rank < kRanks; ++rank) {
    const pid_t process = ::fork();
    if (process == 0) {
      mesh.become(rank);
      ::_exit(act(rank) ? 0 : 1);
    }
    processes.push_back(process);
  }
  mesh.close();
  bool is_true = true;
  for (const pid_t process : processes) {
    int status = 0;
    ::waitpid(process, &status, 0);
    is_true &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  return is_true;
}

TEST(SocketMesh, DeliversMessagesOfEveryLengthToTheRankTheyAreFor) {
  SocketMesh mesh(kRanks);
  EXPECT_TRUE(is_true_for_all(mesh, [&](unsigned rank) {
    std::vector<Bytes> to(kRanks), from(kRanks);
    for (unsigned turn = 0; turn < 24; ++turn) {
      for (unsigned other = 0; other < kRanks; ++other) to[other] = message(turn, rank, other);
      from[rank] = {'o', 'w', 'n'};
      if (!mesh.exchange(to, from)) return false;
      for (unsigned other = 0; other < kRanks; ++other) {
        const Bytes want = other == rank ? Bytes{'o', 'w', 'n'} : message(turn, other, rank);
        if (from[other] != want) return false;
      }
    }
    return true;
  }));
}

TEST(SocketMesh, ReportsARankThatHasEndedToAllOthers) {
  SocketMesh mesh(kRanks);
  EXPECT_TRUE(is_true_for_all(mesh, [&](unsigned rank) {
    std::vector<Bytes> to(kRanks), from(kRanks);
    if (!mesh.exchange(to, from)) return false;
    return rank == 2 || !mesh.exchange(to, from);
  }));
}

/// The last message of a rank that ends in good order is received all the same.
TEST(SocketMesh, DeliversTheLastMessageOfARankThatEndsAtOnce) {
  SocketMesh mesh(kRanks);
  EXPECT_TRUE(is_true_for_all(mesh, [&](unsigned rank) {
    if (rank % 2 == 1) ::usleep(50'000);
    std::vector<Bytes> to(kRanks, Bytes(100, static_cast<char>(rank))), from(kRanks);
    if (!mesh.exchange(to, from)) return false;
    const unsigned other = (rank + 1) % kRanks;
    return from[other] == Bytes(100, static_cast<char>(other));
  }));
}

}  // namespace
}  // namespace tinsim
