// SPDX-License-Identifier: Apache-2.0
// Connections between ranks: pairs of stream sockets, none of which ever blocks.
#include "platform/ranks/socket_mesh.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace tinsim {
namespace {

/// The soft limit of open files is often 1,024, and 33 ranks need more.
void allow_files(rlim_t count) {
  constexpr rlim_t kOthers = 64;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= count + kOthers) return;
  limit.rlim_cur = std::min(count + kOthers, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

/// After a call that moved no byte: whether it may be repeated later.
bool may_go_on() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

SocketMesh::SocketMesh(unsigned ranks)
    : ranks_(ranks), sockets_(ranks, std::vector<int>(ranks, -1)), transfers_(ranks) {
  allow_files(rlim_t{ranks} * (ranks - 1));
  for (unsigned a = 0; a < ranks; ++a) {
    for (unsigned b = a + 1; b < ranks; ++b) {
      int ends[2];
      if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        const int reason = errno;
        close();
        throw std::system_error(reason, std::generic_category(), "socketpair");
      }
      sockets_[a][b] = ends[0];
      sockets_[b][a] = ends[1];
    }
  }
}

SocketMesh::~SocketMesh() { close(); }

void SocketMesh::close() {
  for (std::vector<int>& of_rank : sockets_) {
    for (int& end : of_rank) {
      if (end >= 0) ::close(end);
      end = -1;
    }
  }
}

void SocketMesh::become(unsigned rank) {
  rank_ = rank;
  std::vector<int> own(ranks_, -1);
  own.swap(sockets_[rank]);
  close();
  own.swap(sockets_[rank]);
}

// Every rank sends and receives in whatever order the sockets allow, so none waits in a circle.
bool SocketMesh::exchange(const std::vector<Bytes>& to, std::vector<Bytes>& from) {
  for (unsigned r = 0; r < ranks_; ++r) {
    transfers_[r] = {};
    transfers_[r].to_send = to[r].size();
  }
  for (;;) {
    bool is_finished = true;
    for (unsigned r = 0; r < ranks_; ++r) {
      if (is_done(r)) continue;
      if (!send(r, to[r]) || !receive(r, from[r])) return false;
      is_finished &= is_done(r);
    }
    if (is_finished) return true;
    if (!wait()) return false;
  }
}

bool SocketMesh::is_done(unsigned rank) const {
  return rank == rank_ || (transfers_[rank].is_sent() && transfers_[rank].is_received());
}

bool SocketMesh::send(unsigned rank, const Bytes& bytes) {
  Transfer& transfer = transfers_[rank];
  constexpr size_t kLength = sizeof transfer.to_send;
  while (!transfer.is_sent()) {
    const size_t of_length = std::min(transfer.sent, kLength);
    const size_t of_bytes = transfer.sent - of_length;
    iovec parts[2] = {{reinterpret_cast<char*>(&transfer.to_send) + of_length, kLength - of_length},
                      {const_cast<char*>(bytes.data()) + of_bytes, bytes.size() - of_bytes}};
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    const ssize_t moved = ::sendmsg(sockets_[rank_][rank], &message, MSG_NOSIGNAL);
    if (moved < 0) return may_go_on();
    transfer.sent += static_cast<size_t>(moved);
  }
  return true;
}

bool SocketMesh::receive(unsigned rank, Bytes& bytes) {
  Transfer& transfer = transfers_[rank];
  constexpr size_t kLength = sizeof transfer.to_receive;
  while (!transfer.is_received()) {
    const bool is_length = transfer.received < kLength;
    char* const to = is_length ? reinterpret_cast<char*>(&transfer.to_receive) + transfer.received
                               : bytes.data() + (transfer.received - kLength);
    const size_t wanted = kLength + (is_length ? 0 : transfer.to_receive) - transfer.received;
    const ssize_t moved = ::recv(sockets_[rank_][rank], to, wanted, 0);
    if (moved == 0) return false;
    if (moved < 0) return may_go_on();
    transfer.received += static_cast<size_t>(moved);
    if (is_length && transfer.received == kLength) bytes.resize(transfer.to_receive);
  }
  return true;
}

/// Until a socket is ready. False: the system refuses.
bool SocketMesh::wait() const {
  std::vector<pollfd> ends;
  for (unsigned r = 0; r < ranks_; ++r) {
    if (is_done(r)) continue;
    const int events =
        (transfers_[r].is_sent() ? 0 : POLLOUT) | (transfers_[r].is_received() ? 0 : POLLIN);
    ends.push_back({sockets_[rank_][r], static_cast<short>(events), 0});
  }
  return ::poll(ends.data(), ends.size(), -1) >= 0 || errno == EINTR;
}

}  // namespace tinsim
