// SPDX-License-Identifier: Apache-2.0
// Captures what ExaNet ports send: interfaces, records, tables.
#include "platform/trace/exanet_capture.h"

#include <fmt/format.h>

#include "platform/trace/record.h"
#include "platform/traffic/exanet_packets.h"

namespace tinsim {
namespace {

constexpr uint32_t kNone = ~uint32_t{0};

std::string name_of_far_end(const Topology& topology, PortRef at) {
  const PortInfo& port = topology.chips[at.chip].ports[at.port];
  if (port.kind == PortKind::kTerminal) return fmt::format("intra-tile port {}", port.endpoint);
  return fmt::format("line to {}", port_name(topology, {port.peer_chip, port.peer_port}));
}

/// Bits of a line in a second; of the bus at an intra-tile port.
uint64_t speed_of(const ExanetTraceSetup& setup, uint32_t port) {
  const unsigned bits = setup.is_line(port) ? 64 : 128;
  return static_cast<uint64_t>(setup.config.exanet.clock_mhz * 1e6) * bits;
}

}  // namespace

ExanetCapture::ExanetCapture(const ExanetTraceSetup& setup)
    : setup_(setup),
      from_(setup.from()),
      with_sets_(setup.config.trace.cells.sets),
      file_(setup.folder / setup.config.trace.cells.file, "tinsim") {
  const std::vector<bool> chosen = setup.chosen_by(setup.config.trace.cells.ports);
  for (uint32_t port = 0; port < chosen.size(); ++port)
    interfaces_.push_back(
        chosen[port]
            ? file_.add_interface({kLinkTypeUser1, port_name(setup.topology, setup.ports[port]),
                                   name_of_far_end(setup.topology, setup.ports[port]),
                                   speed_of(setup, port)})
            : kNone);
  if (setup.config.trace.cells.csv) open_tables();
}

void ExanetCapture::open_tables() {
  const std::string stem = std::filesystem::path(setup_.config.trace.cells.file).stem().string();
  const char* begin = "first_cycle,last_cycle,time_ns,chip,pod,tin,port";
  packet_table_.emplace(setup_.folder / (stem + ".csv"));
  packet_table_->print("{},dst,src,bytes,kind,vc,tag,address,damaged,birth,seq,class\n", begin);
  if (!with_sets_) return;
  set_table_.emplace(setup_.folder / (stem + "_sets.csv"));
  set_table_->print("{},name,word,damaged\n", begin);
}

void ExanetCapture::add_frame(uint32_t port, bool is_received, const ExanetFrame& frame) {
  if (is_received || interfaces_[port] == kNone || frame.first < from_) return;
  const bool is_packet = frame.kind == ExanetFrameKind::kPacket;
  if (!is_packet && !with_sets_) return;
  add_record(port, frame);
  if (is_packet && packet_table_) add_packet_row(port, frame);
  if (!is_packet && set_table_) add_set_row(port, frame);
}

void ExanetCapture::add_record(uint32_t port, const ExanetFrame& frame) {
  std::vector<uint8_t> bytes;
  const auto put = [&bytes](uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i) bytes.push_back(static_cast<uint8_t>(value >> 8 * i));
  };
  put(kRecordVersion, 1);
  put(static_cast<uint8_t>(frame.kind), 1);
  put(static_cast<uint8_t>(RecordDirection::kSent), 1);
  put(frame.is_damaged ? kFlagDamaged : 0, 1);
  put(setup_.ports[port].chip, 2);
  put(setup_.ports[port].port, 1);
  put(frame.vc, 1);
  put(frame.first, 8);
  for (const uint64_t word : frame.words) put(word, 8);
  file_.add_packet(interfaces_[port], setup_.time_of(frame.last), bytes.data(), bytes.size());
}

std::string ExanetCapture::row_begin(uint32_t port, const ExanetFrame& frame) const {
  const ChipInfo& chip = setup_.chip_of(port);
  const uint64_t ps = setup_.time_of(frame.last);
  return fmt::format("{},{},{}.{:03},{},{},{},{}", frame.first, frame.last, ps / 1000, ps % 1000,
                     setup_.ports[port].chip, chip.pod, chip.tin, setup_.ports[port].port);
}

void ExanetCapture::add_packet_row(uint32_t port, const ExanetFrame& frame) {
  const ExanetHeader& header = frame.header;
  const ExanetBirth birth = exanet_birth(header);
  packet_table_->print("{},{},{},{},{},{},{},{},{:d},{},{},{}\n", row_begin(port, frame),
                       exanet_address_text(header.dst, header.dst_port),
                       exanet_address_text(header.src, header.src_port), header.bytes, header.kind,
                       frame.vc, header.tag, header.address, frame.is_damaged, birth.birth,
                       birth.number, birth.cls);
}

void ExanetCapture::add_set_row(uint32_t port, const ExanetFrame& frame) {
  const bool is_credit = frame.kind == ExanetFrameKind::kCredit;
  set_table_->print("{},{},{:#018x},{:d}\n", row_begin(port, frame), is_credit ? "credit" : "stray",
                    frame.words[0], frame.is_damaged);
}

void ExanetCapture::close() {
  file_.close();
  if (packet_table_) packet_table_->close();
  if (set_table_) set_table_->close();
}

}  // namespace tinsim
