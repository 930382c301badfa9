// SPDX-License-Identifier: Apache-2.0
// Captures the slots of ports, cell by cell: a pcapng file, and tables of the same records.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "platform/trace/pcapng.h"
#include "platform/trace/record.h"
#include "platform/trace/time_sorter.h"
#include "platform/trace/trace.h"

namespace tinsim {

/// One interface per port, in order of chip and port; records in order of cycle, chip and port, for
/// any order in which the chips ran. Memory use depends on the distance in time of the chips, not
/// on the run.
class CellCapture final : public Trace {
 public:
  /// Opens the files. `setup` is copied.
  explicit CellCapture(const TraceSetup& setup);

  SwitchObserver* observer(unsigned chip) override { return tap_of_chip_[chip].get(); }
  void advance(Cycle horizon) override;
  void close(Cycle end) override;

 private:
  /// A cell, or an ordered set where `code` is not 0.
  struct Record {
    Cycle cycle = 0;
    uint32_t interface = 0;
    uint8_t code = 0;
    uint64_t body = 0;
    Cell cell;
    bool operator<(const Record& o) const {
      return cycle != o.cycle ? cycle < o.cycle : interface < o.interface;
    }
  };
  /// Observes one chip.
  class Tap final : public SwitchObserver {
   public:
    explicit Tap(CellCapture& owner) : owner_(owner) { interface_of_port_.fill(kNotTraced); }
    void trace(unsigned port, uint32_t interface) { interface_of_port_[port] = interface; }
    void matched(Cycle, unsigned, unsigned, unsigned, const Cell&) override {}
    void credit_sent(Cycle, unsigned, Credit) override {}
    void cell_started(Cycle cycle, unsigned out, const Cell& cell) override {
      if (takes(cycle, out)) owner_.take({cycle, interface_of_port_[out], 0, 0, cell});
    }
    void set_sent(Cycle cycle, unsigned port, uint8_t code, uint64_t body) override {
      if (!owner_.with_sets_ || !takes(cycle, port)) return;
      owner_.take({cycle, interface_of_port_[port], code, body, {}});
    }

   private:
    static constexpr uint32_t kNotTraced = ~uint32_t{0};
    bool takes(Cycle cycle, unsigned port) const {
      return interface_of_port_[port] != kNotTraced && cycle >= owner_.from_ && cycle < owner_.to_;
    }
    CellCapture& owner_;
    std::array<uint32_t, kMaxPorts> interface_of_port_;
  };

  void open_tables();
  void take(const Record& record);
  void write_before(Cycle cycle);
  void write(const Record& record);
  std::string row_begin(const RecordPlace& place) const;
  void write_cell_row(const RecordPlace& place, const Cell& cell);
  void write_set_row(const RecordPlace& place, const Record& record);

  TraceSetup setup_;
  Cycle from_;
  Cycle to_;
  bool with_sets_;
  std::vector<PortRef> ports_;  ///< by interface
  std::vector<std::unique_ptr<Tap>> tap_of_chip_;
  PcapngWriter capture_;
  std::optional<OutputFile> cell_table_;
  std::optional<OutputFile> set_table_;
  TimeSorter<Record> records_;
  std::size_t
      check_at_size_;  ///< number of held records at which the progress of the chips is checked
};

}  // namespace tinsim
