// SPDX-License-Identifier: Apache-2.0
// A second simulator of canonical Dragonflies, to compare with: flits, an input-queued VC router.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

namespace tinsim::reference {

/// Shape, router and traffic. Rates are flits per node and cycle; one flit is one word of a cell.
/// Source of the router: Dally and Towles, Principles and Practices of Interconnection Networks
/// (2004), chapters 16 to 19, with the parameters that BookSim's manual names; of routing and VCs:
/// Kim, Dally, Scott, Abts, ISCA 2008, section 4. It shares no code and no data structure with
/// tinsim.
struct Parameters {
  enum class Routing { kMinimal, kValiant, kUgalL };
  /// How UGAL-L draws and compares. kVcs: over a random group that is neither of the two, by all
  /// that is on its way through a port, or by two VCs of one port (UGAL-L_VCH). kPorts, which is
  /// BookSim's: over the router of any random node, minimally if that is in the own group, by what
  /// has left this router and was not credited yet, of whole ports always.
  enum class Rule { kVcs, kPorts };

  unsigned p = 2, a = 4, h = 2;  ///< terminals and global links per router, routers per group
  unsigned packet_flits = 20;
  unsigned classes = 4;  ///< sets of three VCs; a packet draws one
  unsigned local_buffer = 128, global_buffer = 512, terminal_buffer = 128;  ///< flits per VC
  unsigned output_queue = 40;                  ///< flits per VC behind the crossbar
  unsigned router_delay = 16;                  ///< wire to wire, without load
  unsigned local_wire = 2, global_wire = 112;  ///< cycles
  unsigned credit_delay = 16;                  ///< alongside the wire
  unsigned speedup = 1;                        ///< rounds of allocation per cycle
  Routing routing = Routing::kMinimal;
  unsigned ugal_threshold = 40;  ///< minimal if q_m * 1 <= q_v * 2 + threshold
  Rule ugal_rule = Rule::kVcs;
  unsigned group_offset = 0;  ///< 0: uniform over other routers' nodes; k: to group + k
  double rate = 0.1;
  unsigned warmup = 10000, measure = 20000;  ///< cycles
  unsigned seed = 1;

  unsigned groups() const { return a * h + 1; }
  unsigned routers() const { return a * groups(); }
};

struct Result {
  double accepted = 0;  ///< flits per node and cycle
  double latency = 0;   ///< mean of packets born in the measurement and delivered, cycles
  uint64_t packets = 0;
  double routers_per_packet = 0;
};

/// One run; the same parameters give the same result.
Result run(const Parameters& parameters);

}  // namespace tinsim::reference
