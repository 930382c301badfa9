// SPDX-License-Identifier: Apache-2.0
// A plug-in of flows: hosts on a ring exchange halos with both neighbours, round after round.
//
// Options: "rounds=N bytes=B". A host begins a round when it has both halos of the round before.
#include <cstdio>

#include "tlm/host/flows/flow_plugin.h"

namespace {

class Stencil {
 public:
  Stencil(unsigned hosts, unsigned rounds, unsigned bytes)
      : hosts_(hosts), rounds_(rounds), bytes_(bytes) {}

  bool next(tin_flow& flow) {
    const uint64_t per_round = 2 * uint64_t{hosts_};
    if (id_ == per_round * rounds_) return false;
    const uint64_t begin = id_ / per_round * per_round;  // of the round
    const auto host = static_cast<unsigned>((id_ - begin) / 2);
    const bool right = id_ % 2 == 0;
    flow = {id_, host, right ? next_to(host) : before(host), bytes_, 0, after_, 0};
    if (begin != 0) {
      after_[0] = begin - per_round + 2 * uint64_t{before(host)};       // its flow to the right
      after_[1] = begin - per_round + 2 * uint64_t{next_to(host)} + 1;  // its flow to the left
      flow.after_count = 2;
    }
    ++id_;
    return true;
  }

 private:
  unsigned next_to(unsigned host) const { return (host + 1) % hosts_; }
  unsigned before(unsigned host) const { return (host + hosts_ - 1) % hosts_; }

  unsigned hosts_, rounds_, bytes_;
  uint64_t id_ = 0;
  uint64_t after_[2] = {};
};

}  // namespace

uint32_t tin_flow_version(void) { return TIN_FLOW_PLUGIN_VERSION; }

void* tin_flow_open(const tin_flow_setup* setup, char* error, size_t error_bytes) {
  unsigned rounds = 0, bytes = 0;
  if (std::sscanf(setup->options, "rounds=%u bytes=%u", &rounds, &bytes) != 2) {
    std::snprintf(error, error_bytes, "options are '%s'; expected 'rounds=N bytes=B'",
                  setup->options);
    return nullptr;
  }
  return new Stencil(setup->hosts, rounds, bytes);
}

int tin_flow_next(void* list, tin_flow* flow, char*, size_t) {
  return static_cast<Stencil*>(list)->next(*flow) ? 1 : 0;
}

void tin_flow_close(void* list) { delete static_cast<Stencil*>(list); }
