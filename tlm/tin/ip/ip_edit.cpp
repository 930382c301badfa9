// SPDX-License-Identifier: Apache-2.0
// Registers of the IP path, and the parameters that they hold.
#include "tlm/tin/ip/ip_edit.h"

#include <algorithm>

namespace tinsim {
namespace {

using What = IpEdit::What;

constexpr unsigned kPullStrictShift = 8, kHighShift = 16;
constexpr unsigned kCtsWeightShift = 8, kMarkShift = 16, kPeriodShift = 12;

IpTraps::Words trap_words(const IpEdit& edit) {
  IpTraps::Words words;
  std::copy_n(edit.words.begin(), words.size(), words.begin());
  return words;
}

bool is_in(uint32_t value, uint32_t least, uint32_t most) {
  return value >= least && value <= most;
}

}  // namespace

bool is_valid(const IpEdit& edit) {
  const uint32_t word = edit.words[0];
  switch (edit.what) {
    case What::kRtsMaxHold:
      return word != 0;
    case What::kRtsCredit:
      return is_in(word, 100, 1000);
    case What::kPace:
      return word <= 1000;
    case What::kRtsCongestion:
      return is_in(word & 127, 1, 101) && is_in(word >> kPeriodShift, 64, 1000000);
    case What::kWeights:
      return (word & 255) != 0 && (word >> kCtsWeightShift & 255) != 0;
    case What::kTrap:
      return IpTraps::is_valid(trap_words(edit));
    default:
      return true;
  }
}

void apply(const IpEdit& edit, IpParams& params) {
  const uint32_t word = edit.words[0];
  const unsigned n = edit.index;
  IpIngressParams& in = params.ingress;
  IpEgressParams& out = params.egress;
  switch (edit.what) {
    case What::kClasses:
      in.pull_plan.strict = word >> kPullStrictShift & 255;
      params.high_classes = static_cast<uint8_t>(word >> kHighShift);
      return;
    case What::kEarlyRts:
      in.early_rts_bytes = word;
      return;
    case What::kRtsWindow:
      in.initial_rts_window = word;
      return;
    case What::kRtsLifetime:
      in.rts_state_lifetime = word;
      return;
    case What::kRtsMaxHold:
      in.rts_max_hold = word;
      return;
    case What::kRtsProbe:
      in.rts_probe_interval = word;
      return;
    case What::kRtsCredit:
      in.rts_credit_percent = word;
      return;
    case What::kPace:
      out.pace_percent = word;
      return;
    case What::kRtsCongestion:
      out.rts_congestion_percent = word & 127;
      out.rts_congestion_period_cycles = word >> kPeriodShift;
      return;
    case What::kSpace:
      in.share_bytes[n] = word;
      return;
    case What::kWeights:
      in.pull_plan.weights[n] = static_cast<uint8_t>(word);
      out.cts_plan.weights[n] = static_cast<uint8_t>(word >> kCtsWeightShift);
      return;
    case What::kThresholds:
      out.drop_thresholds[n] = word & 0xFFF;
      out.mark_thresholds[n] = word >> kMarkShift & 0xFFF;
      return;
    case What::kWindow:
      out.windows[n] = word;
      return;
    case What::kTrap:
      return params.traps.set(n, trap_words(edit));
    case What::kRtsTimeout:
    case What::kFetchTimeout:
    case What::kMember:
    case What::kEntry:
      return;
  }
}

IpEdit::Words words_of(What what, unsigned n, const IpParams& params) {
  const IpIngressParams& in = params.ingress;
  const IpEgressParams& out = params.egress;
  switch (what) {
    case What::kClasses:
      return {out.cts_plan.strict | in.pull_plan.strict << kPullStrictShift |
              uint32_t{params.high_classes} << kHighShift};
    case What::kEarlyRts:
      return {in.early_rts_bytes};
    case What::kRtsWindow:
      return {in.initial_rts_window};
    case What::kRtsLifetime:
      return {in.rts_state_lifetime};
    case What::kRtsMaxHold:
      return {in.rts_max_hold};
    case What::kRtsProbe:
      return {in.rts_probe_interval};
    case What::kRtsCredit:
      return {in.rts_credit_percent};
    case What::kRtsTimeout:
      return {in.rts_timeout};
    case What::kFetchTimeout:
      return {out.fetch_timeout};
    case What::kPace:
      return {out.pace_percent};
    case What::kRtsCongestion:
      return {out.rts_congestion_percent | out.rts_congestion_period_cycles << kPeriodShift};
    case What::kSpace:
      return {in.share_bytes[n]};
    case What::kWeights:
      return {in.pull_plan.weights[n] | uint32_t{out.cts_plan.weights[n]} << kCtsWeightShift};
    case What::kThresholds:
      return {out.drop_thresholds[n] | out.mark_thresholds[n] << kMarkShift};
    case What::kWindow:
      return {out.windows[n]};
    case What::kTrap: {
      const IpTraps::Words trap = params.traps.words(n);
      IpEdit::Words words{};
      std::copy(trap.begin(), trap.end(), words.begin());
      return words;
    }
    case What::kMember:
    case What::kEntry:
      break;
  }
  return {};
}

}  // namespace tinsim
