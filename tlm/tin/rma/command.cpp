// SPDX-License-Identifier: Apache-2.0
// A command of 64 bytes, and the completion of 32 that it ends with.
#include "tlm/tin/rma/command.h"

#include "tlm/pcie/byte_view.h"

namespace tinsim {

CommandBytes encode_command(const RmaCommand& c) {
  CommandBytes bytes{};
  const auto put = [&bytes](unsigned at, unsigned size, uint64_t value) {
    store_little(bytes.data() + at, size, value);
  };
  put(0, 1, c.op);
  put(1, 1, c.cls);
  put(2, 2, c.size);
  put(4, 2, c.remote);
  put(8, 4, c.remote_region);
  put(12, 4, c.local_region);
  put(16, 8, c.remote_offset);
  put(24, 8, c.local_offset);
  put(32, 4, c.queue_region);
  put(40, 8, c.cookie);
  put(48, 8, c.key.lo);
  put(56, 8, c.key.hi);
  return bytes;
}

RmaCommand decode_command(const CommandBytes& bytes) {
  const auto get = [&bytes](unsigned at, unsigned size) {
    return load_little(bytes.data() + at, size);
  };
  RmaCommand c;
  c.op = static_cast<uint8_t>(get(0, 1));
  c.cls = static_cast<uint8_t>(get(1, 1));
  c.size = static_cast<uint16_t>(get(2, 2));
  c.remote = static_cast<uint16_t>(get(4, 2));
  c.remote_region = static_cast<uint32_t>(get(8, 4));
  c.local_region = static_cast<uint32_t>(get(12, 4));
  c.remote_offset = get(16, 8);
  c.local_offset = get(24, 8);
  c.queue_region = static_cast<uint32_t>(get(32, 4));
  c.cookie = get(40, 8);
  c.key = {get(56, 8), get(48, 8)};
  return c;
}

bool is_reserved_zero(const CommandBytes& bytes) {
  return (load_little(&bytes[6], 2) | load_little(&bytes[36], 4)) == 0;
}

CompletionBytes encode_completion(const RmaCompletion& c, unsigned core_mhz) {
  CompletionBytes bytes{};
  const auto put = [&bytes](unsigned at, unsigned size, uint64_t value) {
    store_little(bytes.data() + at, size, value);
  };
  const auto ns = [core_mhz](Cycle cycles) { return uint64_t{cycles} * 1000 / core_mhz; };
  put(0, 1, static_cast<uint64_t>(c.status) | (c.phase ? 0x80u : 0u));
  put(1, 1, c.op);
  put(2, 2, c.slot);
  put(4, 4, c.bytes);
  put(8, 4, ns(c.issue));
  put(12, 4, ns(c.total));
  put(16, 8, c.cookie);
  put(24, 8, c.old_value);
  return bytes;
}

}  // namespace tinsim
