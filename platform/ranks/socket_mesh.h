// SPDX-License-Identifier: Apache-2.0
// A connection between every two ranks of one machine, made before they are forked.
#pragma once

#include <vector>

#include "base/bytes.h"

namespace tinsim {

class SocketMesh {
 public:
  /// Throws std::system_error.
  explicit SocketMesh(unsigned ranks);
  ~SocketMesh();
  SocketMesh(const SocketMesh&) = delete;
  SocketMesh& operator=(const SocketMesh&) = delete;

  /// Keeps the connections of this rank alone.
  void become(unsigned rank);
  void close();

  /// Sends to[r] to each other rank r, and receives from[r]. False: a rank has ended.
  /// Precondition: become() was called.
  bool exchange(const std::vector<Bytes>& to, std::vector<Bytes>& from);

 private:
  /// One message in each direction, its length before it.
  struct Transfer {
    uint64_t to_send = 0, to_receive = 0;  ///< length of the message
    size_t sent = 0, received = 0;         ///< bytes so far, those of the length included
    bool is_sent() const { return sent == sizeof to_send + to_send; }
    bool is_received() const {
      return received >= sizeof to_receive && received == sizeof to_receive + to_receive;
    }
  };

  bool send(unsigned rank, const Bytes& bytes);
  bool receive(unsigned rank, Bytes& bytes);
  bool wait() const;
  bool is_done(unsigned rank) const;

  unsigned ranks_;
  unsigned rank_ = 0;
  std::vector<std::vector<int>> sockets_;  ///< [a][b]: the end of rank a towards rank b; -1: none
  std::vector<Transfer> transfers_;        ///< by the other rank
};

}  // namespace tinsim
