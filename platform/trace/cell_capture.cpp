// SPDX-License-Identifier: Apache-2.0
// Captures the slots of ports: interfaces, order, files.
#include "platform/trace/cell_capture.h"

#include <algorithm>

#include "rtl_models/parts/ordered_set.h"
#include "tlm/gnet/cell_words.h"

namespace tinsim {
namespace {

constexpr std::size_t kCheckAtSize = 1 << 16;  ///< records, about 3 MB

std::string name_of_far_end(const Topology& topology, PortRef at) {
  const PortInfo& port = topology.chips[at.chip].ports[at.port];
  if (port.kind == PortKind::kTerminal) return fmt::format("terminal, endpoint {}", port.endpoint);
  return fmt::format("{} link to {}", port.kind == PortKind::kLocal ? "local" : "global",
                     port_name(topology, {port.peer_chip, port.peer_port}));
}

}  // namespace

CellCapture::CellCapture(const TraceSetup& setup)
    : setup_(setup),
      from_(setup.from()),
      to_(setup.to()),
      with_sets_(setup.config.trace.cells.sets),
      ports_(traced_ports(setup.topology, setup.config.trace.cells.ports)),
      tap_of_chip_(setup.topology.chips.size()),
      capture_(setup.folder / setup.config.trace.cells.file, "tinsim"),
      check_at_size_(kCheckAtSize) {
  const uint64_t bits_per_second = uint64_t{setup.config.tin.core_mhz} * 1'000'000 * 64;
  for (const PortRef& port : ports_) {
    const uint32_t interface =
        capture_.add_interface({kLinkTypeUser0, port_name(setup.topology, port),
                                name_of_far_end(setup.topology, port), bits_per_second});
    auto& tap = tap_of_chip_[port.chip];
    if (!tap) tap = std::make_unique<Tap>(*this);
    tap->trace(port.port, interface);
  }
  if (setup.config.trace.cells.csv) open_tables();
}

void CellCapture::open_tables() {
  const std::string stem = std::filesystem::path(setup_.config.trace.cells.file).stem().string();
  cell_table_.emplace(setup_.folder / (stem + ".csv"));
  cell_table_->print(
      "cycle,time_ns,chip,pod,tin,port,dst,src,len,type,vc,hop,trace,crc,damaged,birth,seq\n");
  if (!with_sets_) return;
  set_table_.emplace(setup_.folder / (stem + "_sets.csv"));
  set_table_->print("cycle,time_ns,chip,pod,tin,port,code,name,body,crc\n");
}

void CellCapture::take(const Record& record) {
  records_.push(record);
  if (records_.size() < check_at_size_) return;
  advance(setup_.horizon());
  check_at_size_ = std::max(
      kCheckAtSize, 2 * records_.size());  // the chips' times differ widely: check less often
}

void CellCapture::advance(Cycle horizon) {
  if (horizon > kObserverLag) write_before(horizon - kObserverLag);
}

void CellCapture::close(Cycle end) {
  write_before(end);
  capture_.close();
  if (cell_table_) cell_table_->close();
  if (set_table_) set_table_->close();
}

void CellCapture::write_before(Cycle cycle) {
  records_.write_until(cycle, [this](const Record& record) { write(record); });
}

void CellCapture::write(const Record& record) {
  RecordPlace place;
  place.chip = ports_[record.interface].chip;
  place.port = ports_[record.interface].port;
  place.cycle = record.cycle;
  const bool is_cell = record.code == 0;
  if (is_cell && record.cell.damaged) place.flags |= kFlagDamaged;
  const RecordBytes bytes = is_cell
                                ? cell_record(place, record.cell)
                                : set_record(place, encode_ordered_set({record.code, record.body}));
  capture_.add_packet(record.interface, picoseconds(record.cycle, setup_.config.tin.core_mhz),
                      bytes.bytes.data(), bytes.count);
  if (is_cell && cell_table_) write_cell_row(place, record.cell);
  if (!is_cell && set_table_) write_set_row(place, record);
}

std::string CellCapture::row_begin(const RecordPlace& place) const {
  const ChipInfo& chip = setup_.topology.chips[place.chip];
  const uint64_t ps = picoseconds(place.cycle, setup_.config.tin.core_mhz);
  return fmt::format("{},{}.{:03},{},{},{},{}", place.cycle, ps / 1000, ps % 1000, place.chip,
                     chip.pod, chip.tin, place.port);
}

void CellCapture::write_cell_row(const RecordPlace& place, const Cell& cell) {
  const uint64_t word = word_of(cell, 0);
  const CellHeader header = decode_header(word);
  cell_table_->print("{},{},{},{},{},{},{},{:d},{},{:d},{},{}\n", row_begin(place), header.dst,
                     header.src, header.len, header.cell_type, header.vc, header.hop, header.trace,
                     word >> 56, (place.flags & kFlagDamaged) != 0, cell.birth, cell.seq);
}

void CellCapture::write_set_row(const RecordPlace& place, const Record& record) {
  const uint64_t word = encode_ordered_set({record.code, record.body});
  set_table_->print("{},{},{},{:#015x},{}\n", row_begin(place), record.code,
                    ordered_set_name(record.code), record.body, word >> 56);
}

}  // namespace tinsim
