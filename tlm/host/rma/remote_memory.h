// SPDX-License-Identifier: Apache-2.0
// Interface for reading another host's memory, by any transport.
#pragma once

#include "tlm/gnet/cell.h"
#include "tlm/pcie/byte_view.h"

namespace tinsim {

struct RemoteRead {
  uint16_t host = 0;  ///< number of the one whose memory it is
  uint32_t region = 0;
  uint64_t offset = 0;
  uint32_t bytes = 0;  ///< 1 or more
  uint64_t cookie = 0;
};

class RemoteReader {
 public:
  virtual ~RemoteReader() = default;
  /// A read has ended; `bytes` is empty unless `ok`.
  virtual void read_done(uint64_t cookie, bool ok, ByteView bytes, Cycle at) = 0;
};

/// Times do not decrease from call to call. Reads end in any order, each once and not within
/// read(); their bytes need not be of one moment.
class RemoteMemory {
 public:
  virtual ~RemoteMemory() = default;
  void attach(RemoteReader& reader) { reader_ = &reader; }

  virtual void read(Cycle now, const RemoteRead& read) = 0;
  /// When run() has something to do; kNoCycle if nothing.
  virtual Cycle next() const = 0;
  virtual void run(Cycle now) = 0;

 protected:
  RemoteReader* reader_ = nullptr;
};

}  // namespace tinsim
