// SPDX-License-Identifier: Apache-2.0
// Timeline of a run: tracks, events, and their places in the trace-event format.
#include "platform/trace/timeline.h"

#include "platform/network/switch_plan.h"
#include "rtl_models/parts/ordered_set.h"
#include "tlm/gnet/timing.h"

namespace tinsim {

namespace {

/// Process numbers are positive and thread numbers unlike in the whole file: viewers keep tables of
/// threads by number alone.
unsigned process_of(unsigned chip) { return chip + 1; }
unsigned thread_of(unsigned chip, unsigned port, bool received) {
  return process_of(chip) * 1000 + 2 * port + received;
}

std::string address_text(uint16_t address) {
  return fmt::format("{}.{}.{}", address_pod(address), address_tin(address),
                     address_endpoint(address));
}

}  // namespace

/// Observes one chip.
class Timeline::Tap final : public SwitchObserver {
 public:
  explicit Tap(Timeline& owner) : owner_(owner) { index_.fill(kNotTraced); }
  void trace(unsigned port, uint32_t index) { index_[port] = index; }

  void matched(Cycle cycle, unsigned in, unsigned vc, unsigned, const Cell& cell) override {
    count(cycle + 1, in, Kind::kOccupancy, vc, -int{cell.words});
  }
  void credit_sent(Cycle, unsigned, Credit) override {}
  void cell_started(Cycle cycle, unsigned out, const Cell& cell) override {
    pass(cycle, out, Kind::kSent, cell);
  }
  void set_sent(Cycle cycle, unsigned port, uint8_t code, uint64_t body) override {
    if (index_[port] == kNotTraced) return;
    owner_.take({cycle, index_[port], Kind::kSet, code, 0, {}, body});
  }
  void cell_received(Cycle cycle, unsigned in, const Cell& cell) override {
    pass(cycle, in, Kind::kReceived, cell);
    count(cycle + timing::kRxToRequest, in, Kind::kOccupancy, cell.vc, cell.words);
  }
  void credit_received(Cycle cycle, unsigned out, Credit credit) override {
    count(cycle + timing::kCreditToUse, out, Kind::kAvailable, credit.vc, credit.words);
  }
  void credit_taken(Cycle cycle, unsigned out, Credit credit) override {
    count(cycle + 1, out, Kind::kAvailable, credit.vc, -int{credit.words});
  }

 private:
  static constexpr uint32_t kNotTraced = ~uint32_t{0};
  void pass(Cycle cycle, unsigned port, Kind kind, const Cell& cell) {
    if (index_[port] != kNotTraced) owner_.take({cycle, index_[port], kind, 0, 0, cell, 0});
  }
  void count(Cycle cycle, unsigned port, Kind kind, unsigned vc, int change) {
    if (index_[port] == kNotTraced) return;
    owner_.take({cycle, index_[port], kind, static_cast<uint8_t>(vc), change, {}, 0});
  }

  Timeline& owner_;
  std::array<uint32_t, kMaxPorts> index_;
};

Timeline::Timeline(const TraceSetup& setup)
    : setup_(setup),
      from_(setup.from()),
      to_(setup.to()),
      tap_of_chip_(setup.topology.chips.size()),
      file_(setup.folder / setup.config.trace.timeline.file, "ns") {
  for (const PortRef& port : traced_ports(setup.topology, setup.config.trace.timeline.ports)) {
    add_port(port);
  }
}

Timeline::~Timeline() = default;

SwitchObserver* Timeline::observer(unsigned chip) { return tap_of_chip_[chip].get(); }

void Timeline::add_port(PortRef ref) {
  auto& tap = tap_of_chip_[ref.chip];
  if (!tap) {
    tap = std::make_unique<Tap>(*this);
    const ChipInfo& info = setup_.topology.chips[ref.chip];
    file_.name_process(process_of(ref.chip), fmt::format("pod{}.tin{}", info.pod, info.tin));
  }
  tap->trace(ref.port, static_cast<uint32_t>(ports_.size()));
  for (const bool received : {false, true})
    file_.name_thread(process_of(ref.chip), thread_of(ref.chip, ref.port, received),
                      fmt::format("port{} {}", ref.port, received ? "rx" : "tx"));
  const unsigned vcs = setup_.config.tin.switch_.vcs;
  const unsigned credit =
      switch_params(setup_.config, setup_.topology, ref.chip).tx_limit[ref.port];
  Port port{ref, std::vector<Counter>(vcs), std::vector<Counter>(vcs)};
  for (Counter& counter : port.available) {
    counter.words = credit;
  }
  ports_.push_back(std::move(port));
}

void Timeline::take(const Event& event) {
  events_.push(event);
  limit_.check(events_, [this] { advance(setup_.horizon()); });
}

void Timeline::advance(Cycle horizon) {
  if (horizon > kObserverLag) write_before(horizon - kObserverLag);
}

void Timeline::close(Cycle end) {
  write_before(end);
  file_.close();
}

void Timeline::write_before(Cycle cycle) {
  events_.write_until(cycle, [this](const Event& event) { write(event); });
}

void Timeline::write(const Event& event) {
  if (event.cycle >= to_) return;
  Port& port = ports_[event.port];
  switch (event.kind) {
    case Kind::kOccupancy:
      return write_counter(event, port.occupancy[event.vc_or_code]);
    case Kind::kAvailable:
      return write_counter(event, port.available[event.vc_or_code]);
    case Kind::kSet:
      return write_set(event);
    default:
      return write_cell(event);
  }
}

void Timeline::write_cell(const Event& event) {
  if (event.cycle < from_) return;
  const Port& port = ports_[event.port];
  const Cell& cell = event.cell;
  file_.put(R"({{"ph":"X","cat":"cell","name":"{}->{}","pid":{},"tid":{},"ts":{},"dur":{},)"
            R"("args":{{"vc":{},"words":{},"class":{},"hop":{},"seq":{},"cycle":{},"birth":{}}}}})",
            address_text(cell.src), address_text(cell.dst), process_of(port.ref.chip),
            thread_of(port.ref.chip, port.ref.port, event.kind == Kind::kReceived),
            microseconds(0, event.cycle), microseconds(event.cycle, event.cycle + cell.words),
            cell.vc, cell.words, cell.cls, cell.hop, cell.seq, event.cycle, cell.birth);
}

void Timeline::write_set(const Event& event) {
  if (event.cycle < from_) return;
  const Port& port = ports_[event.port];
  file_.put(R"({{"ph":"i","s":"t","cat":"set","name":"{}","pid":{},"tid":{},"ts":{},)"
            R"("args":{{"body":"{:#015x}","cycle":{}}}}})",
            ordered_set_name(event.vc_or_code), process_of(port.ref.chip),
            thread_of(port.ref.chip, port.ref.port, false), microseconds(0, event.cycle),
            event.body, event.cycle);
}

// A counter that never changes is not shown; one that does begins with the value before.
void Timeline::write_counter(const Event& event, Counter& counter) {
  const unsigned before = counter.words;
  counter.words += static_cast<unsigned>(event.change);
  if (event.cycle < from_) return;
  if (!counter.shown && event.cycle > from_) put_counter(from_, event, before);
  counter.shown = true;
  put_counter(event.cycle, event, counter.words);
}

void Timeline::put_counter(Cycle cycle, const Event& event, unsigned words) {
  const Port& port = ports_[event.port];
  file_.put(R"({{"ph":"C","name":"port{} vc{} {}","pid":{},"ts":{},"args":{{"words":{}}}}})",
            port.ref.port, event.vc_or_code,
            event.kind == Kind::kOccupancy ? "occupancy" : "available", process_of(port.ref.chip),
            microseconds(0, cycle), words);
}

/// From one cycle to another, with the picoseconds as six decimals: differences of rounded times,
/// so that adjacent intervals neither overlap nor leave a gap.
std::string Timeline::microseconds(Cycle from, Cycle to) const {
  const unsigned mhz = setup_.config.tin.core_mhz;
  const uint64_t ps = picoseconds(to, mhz) - picoseconds(from, mhz);
  return fmt::format("{}.{:06}", ps / 1'000'000, ps % 1'000'000);
}

}  // namespace tinsim
