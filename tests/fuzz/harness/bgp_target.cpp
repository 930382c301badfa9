// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the octets of a BGP connection.
#include "platform/controller/ibr/bgp_message.h"
#include "tests/fuzz/harness/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace tinsim;
  using namespace tinsim::control;
  Bytes stream(data, data + size);
  while (true) {
    const std::size_t before = stream.size();
    const BgpTaken taken = take_bgp_message(stream);
    if (taken.fault) {
      fuzz::require(taken.fault->code >= 1 && taken.fault->code <= 3 && !taken.message,
                    "a fault is one of header, OPEN or UPDATE");
      return 0;
    }
    if (!taken.message) {
      fuzz::require(stream.size() == before, "what is not whole stays");
      return 0;
    }
    fuzz::require(before - stream.size() >= 19, "a message has a header");
    Bytes again = bgp_octets(*taken.message);
    // Long forms of attributes can make a message of the longest longer.
    if (again.size() > 4096) continue;
    const BgpTaken same = take_bgp_message(again);
    fuzz::require(same.message && *same.message == *taken.message && again.empty(),
                  "a message that is built again is the same");
  }
}
