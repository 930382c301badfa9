// SPDX-License-Identifier: Apache-2.0
// The nodes of an ExaNet network: their counts, and their shares of a result.
#include <algorithm>

#include "platform/network/exanet_plan.h"
#include "platform/services/exanet_chips.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"

namespace tinsim {

template <class Fn>
void ExanetChips::for_each_link(const Fn& fn) const {
  for (unsigned chip = 0; chip < topology_.chips.size(); ++chip) {
    for (unsigned direction = 0; direction < kExanetDirections && is_own(chip); ++direction)
      if (nodes_->has_link(chip, direction))
        fn(chip, direction, nodes_->link(chip, direction).stats());
  }
}

/// Chip by chip, so that the rows of several ranks are in the order of those of one.
template <class Fn>
void ExanetChips::for_each_queue(const Fn& fn) const {
  for (unsigned chip = 0; chip < topology_.chips.size(); ++chip) {
    for (unsigned direction = 0; direction < kExanetDirections && is_own(chip); ++direction) {
      if (!nodes_->has_link(chip, direction)) continue;
      const unsigned port = exanet_port(topology_, lattice_, chip, direction);
      for (unsigned vc = 0; vc < kExanetVcs; ++vc)
        fn(QueuePlace{chip, port, vc},
           nodes_->queue(chip,
                         ExanetPaperRouter::queue_of(ExanetNodes::kTilePorts + direction, vc)));
    }
    for (std::size_t i = first_port_[chip]; i < ports_.size() && ports_[i].chip == chip; ++i)
      fn(QueuePlace{chip, ports_[i].port, 0}, nodes_->queue(chip, ports_[i].tile));
  }
}

void ExanetChips::clear_counters(Cycle now) {
  cleared_ = now;
  links_before_.clear();
  for_each_link(
      [this](unsigned, unsigned, const ExanetLinkStats& link) { links_before_.push_back(link); });
  queues_before_.clear();
  for_each_queue([this](const QueuePlace&, const ExanetQueueStats& queue) {
    queues_before_.push_back(queue);
  });
}

uint64_t ExanetChips::cells_injected() const {
  uint64_t packets = 0;
  for (const Port& port : ports_) packets += nodes_->port(port.chip, port.tile).stats().sent;
  return packets;
}

ExanetErrorCounts ExanetChips::errors() const {
  const ExanetStats stats = nodes_->stats();
  ExanetErrorCounts errors;
  errors.corrected_headers = stats.corrected_headers;
  errors.bad_headers = stats.bad_headers;
  errors.crc_errors = stats.ports.crc_errors;
  errors.lost_packets = stats.links.lost_packets;
  errors.discarded = stats.discarded;
  errors.undetected = undetected_;
  errors.framing_errors = stats.links.framing_errors;
  errors.credit_errors = stats.links.credit_errors;
  return errors;
}

uint64_t ExanetChips::cells_dropped() const { return errors().dropped(); }

void ExanetChips::add_links(Cycle now, RunResult& result) const {
  auto& section = result.sections.get<ExanetResult>();
  std::size_t number = 0;
  for_each_link([&](unsigned chip, unsigned direction, const ExanetLinkStats& link) {
    const ChipInfo& info = topology_.chips[chip];
    LinkRow row;
    row.chip = static_cast<uint16_t>(chip);
    row.pod = info.pod;
    row.tin = info.tin;
    row.port = static_cast<uint8_t>(exanet_port(topology_, lattice_, chip, direction));
    row.kind = info.ports[row.port].kind;
    row.peer_chip = info.ports[row.port].peer_chip;
    row.peer_port = info.ports[row.port].peer_port;
    row.cells_sent = link.packets;
    row.slots.cell = link.line_words - link.credit_words;
    row.slots.fc = link.credit_words;
    row.slots.idle = now - link.line_words;
    result.links.push_back(row);
    const ExanetLinkStats before =
        links_before_.empty() ? ExanetLinkStats() : links_before_[number];
    ++number;
    const uint64_t words = link.line_words - before.line_words;
    section.line_words += words;
    section.credit_words += link.credit_words - before.credit_words;
    if (now > cleared_)
      section.busiest_line_percent =
          std::max(section.busiest_line_percent,
                   100.0 * static_cast<double>(words) / static_cast<double>(now - cleared_));
  });
}

/// Words of 64 bits, as those of cells are.
void ExanetChips::add_queues(RunResult& result) const {
  std::size_t number = 0;
  for_each_queue([&](const QueuePlace& place, const ExanetQueueStats& queue) {
    const ExanetQueueStats before =
        queues_before_.empty() ? ExanetQueueStats() : queues_before_[number];
    ++number;
    const ChipInfo& info = topology_.chips[place.chip];
    PortRow row;
    row.chip = static_cast<uint16_t>(place.chip);
    row.pod = info.pod;
    row.tin = info.tin;
    row.port = static_cast<uint8_t>(place.port);
    row.kind = info.ports[place.port].kind;
    row.vc = static_cast<uint8_t>(place.vc);
    row.cells = queue.packets - before.packets;
    row.words = 2 * (queue.words - before.words);
    if (row.words != 0) result.ports.push_back(row);
  });
}

void ExanetChips::collect(const RunFacts& facts, RunResult& result) const {
  auto& section = result.sections.get<ExanetResult>();
  section = measured_;
  section.chips = topology_.chips.size();
  merge_fields<ExanetErrorCounts>(section, errors());
  const auto drop = [&](const char* cause, uint64_t packets) {
    if (packets != 0) result.cells.dropped_by_cause[cause] = packets;
  };
  drop("bad_header", section.bad_headers);
  drop("bad_crc", section.crc_errors);
  drop("lost_frame", section.lost_packets);
  drop("no_route", section.discarded);
  add_links(facts.now, result);
  add_queues(result);
  const std::size_t first = result.warmup_batches.size();
  for (const Port& port : ports_) {
    const std::vector<BornCount> births = port.source.births(facts.now);
    for (std::size_t i = 0; i < births.size(); ++i) {
      Batch& batch = i < first ? result.warmup_batches[i] : result.batches[i - first];
      batch.offered_words += births[i].words;
    }
  }
}

}  // namespace tinsim
