// SPDX-License-Identifier: Apache-2.0
// Rules of `tin_variants`: TiNs that exist, and switches that can be built.
#include <fmt/format.h>

#include "platform/config/chip_impl.h"
#include "platform/network/topology/tin_variants.h"
#include "platform/network/topology/topology.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

std::string at(std::size_t index, const std::string& key = "") {
  return fmt::format("tin_variants.{}{}{}", index, key.empty() ? "" : ".", key);
}

bool changes_anything(const TinVariantConfig& variant) {
  bool any = false;
  TinVariantConfig::walk_keys(variant, [&any](const char*, const auto& value, const KeyRule&) {
    if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, std::string>)
      any = any || value.has_value();
  });
  return any;
}

void check_entry(const PlatformConfig& config, std::size_t i, RuleErrors& errors) {
  const TinVariantConfig& variant = config.tin_variants[i];
  const TinConfig tin = with_variant(config.tin, variant);
  errors.expect(changes_anything(variant), at(i),
                "changes no key of these TiNs; expected one besides tins");
  errors.expect(tin.switch_.arbiter != ArbiterKind::wavefront || !variant.islip_iterations,
                at(i, "islip_iterations"),
                "has no effect with arbiter: wavefront; expected another arbiter, or no such key");
  errors.expect((config.link.local_fec && config.link.global_fec) || !variant.crossbar_speedup,
                at(i, "crossbar_speedup"),
                "decides how fast local links are with link.local_fec: false; expected one "
                "tin.switch.crossbar_speedup for all TiNs");
  check_fifo_words(tin.vc_fifo, at(i), errors);
}

}  // namespace

void check_fifo_words(const VcFifoConfig& fifo, const std::string& path, RuleErrors& errors) {
  constexpr unsigned kMostWords = 2047;  // half the modulus of credit limits
  for (PortKind kind : {PortKind::kLocal, PortKind::kGlobal}) {
    const unsigned own = vc_fifo_words(fifo, kind), shared = shared_words(fifo, kind);
    errors.expect(own + shared <= kMostWords, path,
                  fmt::format("has VC FIFOs of {} words and {} shared ones; expected at most {} "
                              "together",
                              own, shared, kMostWords));
  }
}

void check_tin_variants(const PlatformConfig& config, RuleErrors& errors) {
  for (std::size_t i = 0; i < config.tin_variants.size(); ++i) check_entry(config, i, errors);
}

void check_tin_variants_exist(const PlatformConfig& config, RuleErrors& errors) {
  if (config.tin_variants.empty()) return;
  const Topology topology = make_topology(config);
  for (std::size_t i = 0; i < config.tin_variants.size(); ++i) {
    const std::string& tins = config.tin_variants[i].tins;
    expect_tins(errors, at(i, "tins"), topology, tins);
  }
  if (switch_impl(config) == SwitchImpl::model) return;
  for (unsigned chip : config.tin.impl_chips) {
    const uint16_t variant = topology.chips[chip].variant;
    errors.expect(variant == kNoVariant, at(variant, "tins"),
                  fmt::format("names chip {}, which is on pins; expected chips that are not in "
                              "tin.impl_chips",
                              chip));
  }
}

}  // namespace tinsim
