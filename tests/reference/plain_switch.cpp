// SPDX-License-Identifier: Apache-2.0
// A second switch, slow and obvious: what happens in a cycle, in the order of
// docs/explanation/architecture.md.
#include "tests/reference/plain_switch.h"

#include <algorithm>

#include "rtl_models/link_state/link_state.h"
#include "rtl_models/parts/credit.h"
#include "rtl_models/parts/rotate_pick.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/gnet/timing.h"

namespace tinsim::reference {

PlainSwitch::PlainSwitch(const SwitchParams& params, RouteUnit route, unsigned ring_cycles,
                         std::unique_ptr<BlockType>)
    : params_(params),
      route_(std::move(route)),
      mailbox_(ring_cycles),
      of_reset_(SwitchSettings::of(params)) {
  for (unsigned out = 0; out < params.ports; ++out) {
    outputs_[out].credit.fill(params.tx_limit[out]);
  }
}

void PlainSwitch::join_driver(unsigned port, LinkDriver& driver) {
  outputs_[port].driver = &driver;
  driver.observe(observer_, port);
}

void PlainSwitch::step(Cycle now) {
  if (failures_ != nullptr) run_failures(now);  // sees the links of the cycle before
  run_links(now);
  route_arrivals(now);
  arbitrate_with_drops(now);
  choose_cells(now);
  grant_words(now);
}

/// The slot of each link. A cell that was chosen for it begins.
void PlainSwitch::run_links(Cycle now) {
  for (unsigned port = 0; port < params_.ports; ++port) {
    Output& o = outputs_[port];
    const bool begins = o.leaving.words != 0 && o.slot == now;
    if (begins) observer_->cell_started(now, port, o.leaving);
    if (o.driver == nullptr) continue;
    const bool valid = o.leaving.words != 0 && now >= o.slot && now - o.slot < o.leaving.words;
    o.ready = o.driver->cycle(now, valid, begins, valid ? word_of(o.leaving, now - o.slot) : 0,
                              begins ? &o.leaving : nullptr);
    o.up = o.driver->port().state() == static_cast<unsigned>(PhyState::Up);
  }
}

/// All choices of a cycle are made on the queue lengths of the cycles before.
void PlainSwitch::route_arrivals(Cycle now) {
  std::map<unsigned, Held> arrived;
  route_.count_queues(now);
  for (uint32_t i = mailbox_.take_cells(now); i != kNil; i = mailbox_.pool()[i].next) {
    Cell cell = mailbox_.pool()[i].cell;
    const Route to = choose(mailbox_.pool()[i].port, cell);
    --cell.hop;
    const unsigned in = mailbox_.pool()[i].port;
    arrived[in] = {cell, to, now + cell.words};
  }
  take_credits(now);
  for (const auto& [in, held] : arrived) route_.routed(held.to, held.cell.words);
  for (const auto& [in, held] : arrived) put(in, held);
}

void PlainSwitch::take_credits(Cycle now) {
  mailbox_.drain_credits(now, [&](unsigned port, Credit credit, Cycle) {
    outputs_[port].credit[credit.vc] += credit.words;
    route_.credited(port, credit);
  });
}

void PlainSwitch::put(unsigned in, const Held& held) {
  std::deque<Held>& fifo = fifos_[{in, held.cell.vc}];
  fifo.push_back(held);
  if (fifo.size() == 1 && is_dead(held.to.port)) route_anew(in, fifo.front());
}

/// Credit and space for the whole cell.
bool PlainSwitch::fits(const Held& head) const {
  const Output& o = outputs_[head.to.port];
  unsigned reserved = head.cell.words;
  for (const Sent& sent : o.waiting) reserved += sent.cell.vc == head.to.vc ? sent.cell.words : 0;
  return reserved <= params_.queue_words &&
         (is_terminal(head.to.port) || (o.credit[head.to.vc] >= head.cell.words &&
                                        shared_after(head) <= params_.tx_shared[head.to.port]));
}

/// Shared words at the far end that are taken when the cell has been sent: those of each VC beyond
/// its reserved minimum.
unsigned PlainSwitch::shared_after(const Held& head) const {
  const unsigned out = head.to.port;
  const unsigned reserved = params_.tx_limit[out] - params_.tx_shared[out];
  unsigned shared = 0;
  for (unsigned vc = 0; vc < params_.vcs; ++vc) {
    unsigned words = params_.tx_limit[out] - outputs_[out].credit[vc];
    if (vc == head.to.vc) words += head.cell.words;
    shared += words > reserved ? words - reserved : 0;
  }
  return shared;
}

void PlainSwitch::arbitrate(Cycle now) {
  if (now % params_.arbitration_cycles != 0) return;
  const SwitchSettings& used = settings(now, 1);
  VcsAsking asking;
  for (const auto& [place, fifo] : fifos_) {
    if (!has_head(now, place, fifo)) continue;
    const auto [in, vc] = place;
    const unsigned out = fifo.front().to.port;
    if (out >= params_.ports || !fits(fifo.front())) continue;
    if (inputs_[in].free_at > now || outputs_[out].free_at > now) continue;
    asking[{in, out}] |= uint64_t{1} << vc;
  }
  for (const Pair& pair : matching(now, asking)) {
    const uint64_t all = asking.at({pair.in, pair.out}), strict = all & used.strict_vcs;
    uint8_t& pointer = inputs_[pair.in].vc_pointer[pair.out];
    const unsigned vc = pair.vc.value_or(pick_round_robin(strict != 0 ? strict : all, pointer));
    pointer = static_cast<uint8_t>(next_cyclic(vc, params_.vcs));
    transfer(now, pair.in, vc);
  }
}

std::vector<Pair> PlainSwitch::matching(Cycle now, const VcsAsking& asking) {
  const SwitchSettings& used = settings(now, 1);
  Requests candidates;
  for (const auto& [pair, vcs] : asking) {
    for (unsigned vc = 0; vc < params_.vcs; ++vc) {
      if (!(vcs >> vc & 1)) continue;
      const std::deque<Held>& fifo = fifos_.at({pair.first, vc});
      uint32_t words = 0;
      for (const Held& held : fifo) words += held.cell.words;
      candidates[pair].push_back(
          {vc, (used.strict_vcs >> vc & 1) != 0, words, now - fifo.front().cell.birth});
    }
  }
  return plain_match(params_, used.islip_iterations, now, pointers_, candidates);
}

void PlainSwitch::transfer(Cycle now, unsigned in, unsigned vc) {
  const Held head = fifos_[{in, vc}].front();
  const unsigned words = head.cell.words, out = head.to.port;
  const Ratio speedup = params_.crossbar_speedup;
  const Cycle least = (words * speedup.den + speedup.num - 1) / speedup.num;
  const Cycle missing = head.complete > now ? head.complete - now : 0;
  Cell cell = take(now, in, vc, out);
  inputs_[in].free_at = outputs_[out].free_at = now + std::max(least, missing);
  inputs_[in].yielded_to_discard = false;
  if (!is_terminal(out)) outputs_[out].credit[head.to.vc] -= words;
  cell.vc = head.to.vc;
  outputs_[out].waiting.push_back({cell, now});
  route_.matched(now, head.to, words);
}

/// The head of a FIFO goes, and its words are granted again.
Cell PlainSwitch::take(Cycle now, unsigned in, unsigned vc, unsigned out) {
  std::deque<Held>& fifo = fifos_[{in, vc}];
  const Cell cell = fifo.front().cell;
  observer_->matched(now, in, vc, out, cell);
  grants_.push_back({now + params_.delays.match_to_credit(), in, {vc, cell.words}});
  inputs_[in].last_vc = vc;
  fifo.pop_front();
  if (!fifo.empty() && is_dead(fifo.front().to.port)) route_anew(in, fifo.front());
  return cell;
}

/// The cell that begins in the next slot, in which its space is free again. A cell is in its queue
/// a cycle before it may be on the pins.
void PlainSwitch::choose_cells(Cycle now) {
  const SwitchSettings& used = settings(now, params_.delays.match_to_tx);
  const QosPlan qos{params_.vcs, used.strict_vcs, used.weights, params_.longest_words};
  for (unsigned port = 0; port < params_.ports; ++port) {
    Output& o = outputs_[port];
    if (o.driver == nullptr) o.ready = stalls_ == nullptr || (stalls_->ready(now) >> port % 64 & 1);
    const uint64_t end = end_in_parts(port);
    if (!o.ready || now + 1 < end / rate(port).num) continue;
    std::array<std::deque<Sent>::iterator, kMaxVcs> first;
    uint64_t vcs = 0;
    for (auto sent = o.waiting.begin(); sent != o.waiting.end(); ++sent) {
      const bool here = sent->matched + params_.delays.match_to_tx - 1 <= now;
      if (!here || (vcs >> sent->cell.vc & 1)) continue;
      first[sent->cell.vc] = sent;
      vcs |= uint64_t{1} << sent->cell.vc;
    }
    if (vcs == 0) continue;
    const unsigned vc =
        o.picker.next(qos, vcs, [&](unsigned v) { return unsigned{first[v]->cell.words}; });
    // The first cycle after a cell may be partly its own.
    o.begun_parts =
        now + 1 == end / rate(port).num ? static_cast<unsigned>(end % rate(port).num) : 0;
    o.leaving = first[vc]->cell;
    o.slot = now + 1;
    route_.left_queue(o.slot, {static_cast<PortNumber>(port), o.leaving.vc}, o.leaving.words);
    o.waiting.erase(first[vc]);
  }
}

void PlainSwitch::grant_words(Cycle now) {
  std::map<unsigned, Credit> shown;
  for (; !grants_.empty() && grants_.front().at == now; grants_.pop_front()) {
    const Grant& grant = grants_.front();
    observer_->credit_sent(now, grant.in, grant.credit);
    granted_[{grant.in, grant.credit.vc}] += grant.credit.words;
    shown[grant.in] = grant.credit;
  }
  for (unsigned port = 0; port < params_.ports; ++port) {
    LinkDriver* driver = outputs_[port].driver;
    if (driver == nullptr) continue;
    const auto credit = shown.find(port);
    const bool valid = credit != shown.end();
    const unsigned vc = valid ? credit->second.vc : 0;
    driver->end_cycle(now, valid, vc,
                      (params_.rx_depth[port] + granted_[{port, vc}]) % kCreditModulus);
  }
}

}  // namespace tinsim::reference
