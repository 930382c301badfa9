// SPDX-License-Identifier: Apache-2.0
// Random small networks: topology, chips, links, failures and the run.
#include "tests/platform/impl_draw.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/errors.h"
#include "platform/config/reader.h"
#include "platform/run/run_state.h"
#include "platform/validate/validate.h"
#include "tests/platform/impl_draw_hosts.h"

namespace tinsim {
namespace {

/// Properties that every drawn network has.
struct Features {
  explicit Features(RandomText& draw)
      : cliquemap(draw.chance(7)),
        ip(cliquemap || draw.chance(70)),
        rma(cliquemap || !ip || draw.chance(20)),
        raw(draw.chance(20)),
        wire(draw.chance(16)),
        failures(!wire && draw.chance(10)) {}
  bool cliquemap, ip, rma, raw, wire, failures;
};

class NetworkText {
 public:
  NetworkText(RandomText& draw, const Features& has) : draw_(draw), has_(has) {}

  std::string all(const std::string& impl) {
    std::string text = topology();
    text += tin(impl) + link() + routing();
    if (has_.failures) text += failures();
    const DrawnHosts hosts{hosts_, lossy_, has_.cliquemap};
    if (has_.ip) text += ip_text(draw_, hosts);
    if (has_.rma) text += rma_text(draw_, hosts);
    if (has_.cliquemap) text += cliquemap_text(draw_);
    if (has_.raw) text += raw();
    return text + run();
  }

 private:
  std::string topology() {
    const unsigned per_tin = draw_.range(1, 2);
    const unsigned shape = has_.failures ? draw_.range(2, 3) : draw_.below(4);
    if (shape == 0) chips_ = 2;
    if (shape == 1) chips_ = draw_.range(2, 3);
    if (shape == 2) chips_ = 4;
    if (shape == 3) chips_ = pods_ = draw_.range(2, 3), chips_ *= tins_ = draw_.range(1, 2);
    if (shape == 1 || shape == 2) tins_ = chips_;
    hosts_ = chips_ * per_tin;
    if (shape == 0)
      return fmt::format("topology: {{kind: pair, hosts_per_tin: {}, local_links_per_pair: {}}}\n",
                         per_tin, draw_.range(1, 3));
    return fmt::format(
        "topology: {{pods: {}, tins_per_pod: {}, hosts_per_tin: {}, local_links_per_pair: {}, "
        "global_links_per_pair: {}}}\n",
        pods_, tins_, per_tin, draw_.range(1, 2), draw_.range(1, 4));
  }

  std::string tin(const std::string& impl) {
    std::string chips;
    const bool all = draw_.chance(10);
    for (unsigned chip = 0; chip < chips_; ++chip) {
      if (all || draw_.below(chips_) == 0) chips += fmt::format("{}, ", chip);
    }
    if (chips.empty()) chips = std::to_string(draw_.below(chips_));
    const unsigned vcs = has_.failures ? 32 : draw_.of({30u, 31u, 32u});
    std::string output = fmt::format("queue_words: {}", draw_.of({20u, 23u, 24u, 40u, 255u}));
    if (draw_.chance(30)) output += fmt::format(", weights: {}", draw_.list(vcs, 1, 255));
    if (draw_.chance(20)) output += fmt::format(", strict_vcs: [{}]", draw_.below(vcs));
    return fmt::format(
        "tin:\n"
        "  impl: {}\n"
        "  impl_chips: [{}]\n"
        "  core_mhz: {}\n"
        "  router_latency_cycles: {}\n"
        "  switch: {{ports: {}, arbiter: {}, islip_iterations: {}, vcs: {}}}\n"
        "  vc_fifo: {{local_words: {}, global_words: {}, terminal_words: {}}}\n"
        "  output: {{{}}}\n",
        impl, chips, draw_.of({390u, 400u, 400u, 1000u}), draw_.of({16u, 16u, 17u, 40u}),
        draw_.of({34u, 42u, 50u}), draw_.of<const char*>({"islip", "islip", "rrm"}),
        draw_.range(1, 4), vcs, draw_.of({20u, 24u, 55u, 128u}), draw_.of({20u, 33u, 128u, 512u}),
        draw_.of({20u, 21u, 40u, 128u}), output);
  }

  std::string link() {
    std::string text = fmt::format(
        "link: {{local_m: {}, global_m: {}, fec_cycles: {}, fidelity: {}, fc_hold_cycles: {}, "
        "fc_refresh_us: {}, timesync_us: {}",
        has_.wire || has_.failures ? draw_.of({0.5, 1.0, 3.0}) : draw_.of({0.0, 0.1, 1.0, 7.3}),
        draw_.of({0.5, 5.0, 20.0}),
        has_.wire || has_.failures ? draw_.of({0u, 12u}) : draw_.below(20),
        has_.wire ? "wire" : "cell", draw_.of({0u, 8u, 32u, 255u}), draw_.of({0.0, 3.0, 10.0}),
        draw_.of({0.0, 0.0, 0.5, 3.0}));
    if (has_.wire && draw_.chance(70)) {
      lossy_ = true;
      text += fmt::format(", noise: [{{links: all, ber: {}}}]", draw_.of({1e-5, 5e-5, 3e-4}));
    }
    if (has_.wire && draw_.chance(40)) {
      lossy_ = true;
      text += fmt::format(
          ", faults: [{{links: all, kind: drop_fc, at_us: 1, count: {}, times: 3, every_us: 0.7}}, "
          "{{links: all, at_us: {}, for_us: {}}}]",
          draw_.range(1, 8), draw_.of({1.3, 2.0}), draw_.of({0.01, 0.3}));
    }
    return text + "}\n";
  }

  std::string routing() {
    return fmt::format("routing: {{mode: {}}}\n",
                       draw_.of<const char*>({"minimal_deterministic", "minimal_adaptive",
                                              "deterministic", "fully_adaptive"}));
  }

  /// Some links of one TiN or between pods; which of them, often ones that pins do not support.
  std::string failures() {
    lossy_ = true;
    return fmt::format(
        "failures:\n"
        "  repair_tables_us: {}\n"
        "  events: [{{links: {}, percent: {}, seed: {}, at_us: {}, for_us: {}}}]\n",
        draw_.of({0.05, 0.6}),
        draw_.of<const char*>({"pod0.tin0.*", "local", "global", "pod1.tin1.*"}),
        draw_.of({5, 20, 40}), draw_.below(1000), draw_.of({0.7, 1.5}), draw_.of({0.4, 1.0}));
  }

  std::string raw() {
    return fmt::format(
        "traffic: [{{pattern: {}, load: {}, cell_bytes: {{min: 16, max: 160}}, class: [{}]}}]\n",
        draw_.of<const char*>({"uniform", "permutation"}), draw_.of({0.05, 0.3, 1.0}),
        draw_.below(10));
  }

  std::string run() {
    const double measure = has_.rma ? draw_.of({5.0, 8.0}) : draw_.of({2.0, 4.0, 6.0});
    std::string text =
        fmt::format("run: {{warmup_us: {}, measure_us: {}, seed: {}, audit: {}",
                    draw_.of({0.0, 0.5}), measure, draw_.below(100000), draw_.of({0, 0, 1, 7}));
    return text + ", progress_timeout_us: 1000}\n";
  }

  RandomText& draw_;
  Features has_;
  bool lossy_ = false;  ///< cells may be lost, so what waits for them has to be given up
  unsigned pods_ = 1, tins_ = 1, chips_ = 1, hosts_ = 1;
};

/// Keys with a stream of their own, so that earlier seeds still draw what they had found.
void draw_later_keys(RandomText& draw, PlatformConfig& config) {
  if (config.ip.enabled && config.ip.payload == Payload::carried)
    config.ip.time_to_live = draw.of({TimeToLive::keep, TimeToLive::drop, TimeToLive::punt});
  if (config.ip.enabled && config.ip.ingress.spread == IpSpread::cell)
    config.ip.ingress.interleaved_packets = draw.of({1u, 2u, 3u, 16u, 64u});
  const RouteMode mode = config.routing.mode;
  if (mode == RouteMode::minimal_adaptive || mode == RouteMode::fully_adaptive)
    config.routing.metric = draw.of({QueueMetric::uncredited, QueueMetric::output_queue});
}

/// Which failures pins do not support depends on the tables.
void check_failures_on_pins(const PlatformConfig& config) {
  if (config.failures.events.empty()) return;
  RunState state = network_of(config, "drawn.yaml");
  ready_for_failures(config, state.topology, state.tables);
  const Failures failures(config, state.topology, state.tables);
}

}  // namespace

PlatformConfig draw_network(uint64_t seed, const std::string& impl) {
  constexpr unsigned kMaxTries = 2000;
  constexpr uint64_t kLater = uint64_t{1} << 63;
  RandomText draw(seed), later(seed | kLater);
  const Features features(draw);
  std::string why;
  for (unsigned i = 0; i < kMaxTries; ++i) {
    const std::string text = NetworkText(draw, features).all(impl);
    try {
      PlatformConfig config = parse_config(text, "drawn.yaml").config;
      draw_later_keys(later, config);
      validate(config);
      check_failures_on_pins(config);
      return config;
    } catch (const ConfigError& error) {
      why = fmt::format("{}\n{}", error.what(), text);
    }
  }
  throw std::runtime_error("no valid configuration drawn; the last one: " + why);
}

}  // namespace tinsim
