// SPDX-License-Identifier: Apache-2.0
// Brings a network up over its own links: chips without sessions, through their neighbours.
#include <algorithm>
#include <utility>

#include "platform/controller/network_controller.h"
#include "platform/controller/run_operations.h"

namespace tinsim::control {
namespace {

constexpr std::uint8_t kDhcp = 1, kResponse = 3;  // channels of PMOS
constexpr unsigned kMostHalvings = 3;             // of the packets of streams that fail

}  // namespace

void NetworkController::neighbour_sent(std::size_t proxy, std::uint8_t port, std::uint8_t channel,
                                       const Bytes& data) {
  if (channel == kDhcp) return answer_dhcp(proxy, data, port);
  ProxyStream& of = streams_[proxy];
  if (channel != kResponse || !of.stream || of.stream->port() != port) return;
  if (of.stream->receive(data)) of.stream.reset();
}

/// `port`: that of the proxy `chip` which received the packet; none: it came over Ethernet.
void NetworkController::answer_dhcp(std::size_t chip, const Bytes& packet,
                                    std::optional<std::uint8_t> port) {
  const DhcpServer::Answer answer = dhcp_.reply(packet);
  if (answer.packet.empty()) return;
  if (!port) {
    ++counts_.packets_sent;
    send_(chip, answer.packet);
  } else {
    ++counts_.relayed;
    Bytes body = {*port, kDhcp};
    append(body, answer.packet);
    connections_[chip].session->request(API_MOS_SEND, body, [](const Message&) {});
  }
  if (!answer.acknowledges) return;
  const std::size_t target = chip_of_.at(answer.client);
  ChipProgress& progress = progress_[target];
  if (progress.addressed_us) return;
  if (port) {
    progress.proxy = chip;
    connections_[target].proxy_port = *port;
  }
  progress.addressed_us = now_us_;
  if (tables_.is_current(target)) progress.written_us = now_us_;
  has_news_ = true;
}

/// One chip at a time for each proxy.
void NetworkController::queue_stream(std::size_t chip) {
  ChipConnection& connection = connections_[chip];
  if (connection.is_queued || !progress_[chip].proxy || tables_.is_current(chip)) return;
  connection.is_queued = true;
  streams_[*progress_[chip].proxy].waiting.push_back(chip);
}

void NetworkController::poll_stream(std::size_t proxy) {
  ProxyStream& of = streams_[proxy];
  if (!of.stream) return begin_stream(proxy);
  if (of.stream->packets() != of.packets) {
    of.packets = of.stream->packets();
    of.deadline_us = now_us_ + kStreamTimeoutUs;
  }
  if (of.stream->has_failed() || now_us_ >= of.deadline_us) stream_failed(proxy);
}

/// The states of its links, then its table.
void NetworkController::begin_stream(std::size_t proxy) {
  ProxyStream& of = streams_[proxy];
  if (of.waiting.empty() || !connections_[proxy].is_identified || connections_[proxy].drop_us)
    return;
  const std::size_t chip = of.waiting.front();
  of.waiting.pop_front();
  ChipConnection& target = connections_[chip];
  target.is_queued = false;
  if (target.session || progress_[chip].is_given_up || tables_.is_current(chip)) return;
  if (now_us_ < target.step_after_us || (target.has_links && !tables_.may_update(chip))) {
    target.step_after_us = std::max(target.step_after_us, now_us_ + kPollUs);
    return queue_stream(chip);
  }
  const bool reads = !target.has_links;
  std::vector<RegisterRun> runs;
  if (!reads) runs = tables_.update(chip);
  target.is_queued = true;
  of.target = chip;
  of.packets = 0;
  of.deadline_us = now_us_ + kStreamTimeoutUs;
  ++counts_.streams;
  of.stream = std::make_unique<MosStream>(
      *connections_[proxy].session, target.proxy_port,
      message(API_ACCESS, 1, reads ? link_operations(chip) : write_operations(runs)),
      MosStream::kMostPart >> std::min(target.streams_failed, kMostHalvings),
      [this, chip, reads, count = registers_in(runs)](const Message& response) {
        has_news_ = true;
        connections_[chip].is_queued = false;
        if (!is_accepted(chip, response)) return;
        if (reads) return take_links(chip, response);
        table_written(chip, count);
      });
}

void NetworkController::stream_failed(std::size_t proxy) {
  ++counts_.streams_failed;
  const std::size_t chip = streams_[proxy].target;
  streams_[proxy].stream.reset();
  connections_[chip].is_queued = false;
  if (++connections_[chip].streams_failed > kMostStreams) return give_up(chip);
  change_proxy(chip);
}

/// The session of a proxy is about to end.
void NetworkController::leave_proxy(std::size_t proxy) {
  ProxyStream& of = streams_[proxy];
  connections_[proxy].is_identified = false;
  if (of.stream) of.waiting.push_back(of.target);
  of.stream.reset();
  for (const std::size_t chip : std::exchange(of.waiting, {})) {
    connections_[chip].is_queued = false;
    change_proxy(chip);
  }
}

/// To the next of its neighbours with a session, if there is one.
void NetworkController::change_proxy(std::size_t chip) {
  const auto& neighbours = plan_.chips[chip].neighbours;
  ChipConnection& connection = connections_[chip];
  std::size_t now = 0;
  while (now < neighbours.size() && (neighbours[now].chip != progress_[chip].proxy ||
                                     neighbours[now].port != connection.proxy_port))
    ++now;
  for (std::size_t n = 1; n <= neighbours.size(); ++n) {
    const Neighbour& next = neighbours[(now + n) % neighbours.size()];
    if (!connections_[next.chip].is_identified) continue;
    progress_[chip].proxy = next.chip;
    connection.proxy_port = next.port;
    break;
  }
  has_news_ = true;
}

}  // namespace tinsim::control
