// SPDX-License-Identifier: Apache-2.0
// Fuzz target: lists of flows.
#include "tests/fuzz/harness/fuzz.h"
#include "tlm/host/flows/flow_check.h"
#include "tlm/host/flows/flow_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace tinsim;
  constexpr unsigned kHosts = 8;
  const fuzz::MemoryFile file(data, size);
  fuzz::refuse_or_accept([&] {
    FlowFile checked(file.path());
    const FlowTotals totals = check_flows(checked, kHosts, FlowTransport::ip);
    FlowFile list(file.path());
    uint64_t flows = 0, last = 0;
    for (Flow flow; list.next(flow); ++flows) {
      fuzz::require(flow.src < kHosts && flow.dst < kHosts, "the hosts exist");
      fuzz::require(flow.bytes >= 1 && flow.start_ns >= last, "bytes, and the order of starts");
      last = flow.start_ns;
    }
    fuzz::require(flows == totals.flows, "the check has read all");
  });
  return 0;
}
