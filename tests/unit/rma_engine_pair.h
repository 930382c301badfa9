// SPDX-License-Identifier: Apache-2.0
// Two 1RMA engines on a wire that a test may do anything with: change messages, hold them back,
// repeat them.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "tlm/pcie/dma_memory.h"
#include "tlm/tin/rma/rma_engine.h"

namespace tinsim {

/// Host memory behind no link: everything is done `kLatency` after it was requested, in order.
class PairDma final : public DmaPort {
 public:
  static constexpr Cycle kLatency = 240;
  static constexpr uint32_t kPiece = 128;

  explicit PairDma(HostMemory& memory) : memory_(memory) {}

  void read(Cycle now, uint64_t address, uint32_t bytes, uint64_t cookie) override {
    for (uint32_t done = 0; done < bytes; done += kPiece) {
      const uint32_t length = std::min(kPiece, bytes - done);
      add({now + kLatency, cookie, address + done, done, length, Kind::kRead, {}, {}});
      todo_.back().last = done + length == bytes;
    }
  }
  void write(Cycle now, uint64_t address, ByteView bytes, uint64_t cookie, bool notify) override {
    add({now + kLatency, cookie, address, 0, bytes.size, Kind::kWrite, {}, {}});
    todo_.back().last = notify;
    todo_.back().data.assign(bytes.data, bytes.data + bytes.size);
  }
  void atomic(Cycle now, const DmaAtomic& atomic, uint64_t cookie) override {
    add({now + kLatency, cookie, atomic.address, 0, 8, Kind::kAtomic, atomic, {}});
  }
  bool withdraw_atomic(Cycle, uint64_t) override { return false; }
  void run(Cycle now, DmaClient& client) override {
    while (!todo_.empty() && todo_.front().at <= now) {
      Todo todo = std::move(todo_.front());
      todo_.pop_front();
      perform(todo, now, client);
    }
    next_ = todo_.empty() ? kNoCycle : todo_.front().at;
  }

 private:
  enum class Kind { kRead, kWrite, kAtomic };
  struct Todo {
    Cycle at;
    uint64_t cookie, address;
    uint32_t offset, bytes;
    Kind kind;
    DmaAtomic atomic;
    std::vector<uint8_t> data;
    bool last = false;
  };
  void add(Todo todo) {
    todo_.push_back(std::move(todo));
    next_ = todo_.front().at;
  }
  void perform(Todo& todo, Cycle now, DmaClient& client) {
    if (todo.kind == Kind::kWrite) {
      memory_.write(todo.address, todo.data.data(), todo.bytes);
      if (todo.last) client.write_landed(todo.cookie, false, now);
      return;
    }
    todo.data.resize(todo.bytes);
    memory_.read(todo.address, todo.data.data(), todo.bytes);
    if (todo.kind == Kind::kRead)
      return client.read_piece(
          {todo.cookie, todo.offset, {todo.data.data(), todo.bytes}, todo.last, false}, now);
    const uint64_t old_value = load_little(todo.data.data(), 8);
    store_little(todo.data.data(), 8, atomic_result(todo.atomic, old_value));
    memory_.write(todo.address, todo.data.data(), 8);
    client.atomic_done(todo.cookie, old_value, false, now);
  }

  HostMemory& memory_;
  std::deque<Todo> todo_;
};

/// Host software that is called at times of its own choice.
class PairHost final : public RmaHost {
 public:
  std::function<void(Cycle)> on_run;
  std::function<void(const RmaCompletion&, Cycle)> on_end;

  void wake(Cycle at) { at_ = std::min(at_, at); }
  Cycle next() const override { return at_; }
  void run(Cycle now) override {
    at_ = kNoCycle;
    on_run(now);
  }
  void completed(const RmaCompletion& completion, Cycle at) override { on_end(completion, at); }

 private:
  Cycle at_ = kNoCycle;
};

/// A message on the wire.
struct Flight {
  Cycle at = 0;     ///< when its last word arrives
  unsigned to = 0;  ///< engine
  Cell cell;
  RmaMessage message;
};

class RmaEnginePair : public CellSink {
 public:
  static constexpr uint64_t kMemory = 1 << 15;

  /// `params` of both but for their numbers and addresses.
  explicit RmaEnginePair(RmaParams params) {
    params.terminal_words = 1024;
    for (unsigned n = 0; n < 2; ++n) {
      params.name = n == 0 ? "first" : "second";
      params.chip = static_cast<uint16_t>(n);
      params.address = address(n);
      side_[n] = std::make_unique<Side>(params, mail_, *this);
    }
  }

  static uint16_t address(unsigned n) { return static_cast<uint16_t>((n + 1) << 6); }
  RmaEngine& engine(unsigned n) { return side_[n]->engine; }
  HostMemory& memory(unsigned n) { return side_[n]->memory; }
  PairHost& host(unsigned n) { return side_[n]->host; }
  /// From a cell's first word at its port to that at the other side.
  Cycle wire = 30;
  /// May change what has just been sent; what it returns goes on its way.
  std::function<std::vector<Flight>(Flight)> meddle = [](Flight flight) {
    return std::vector<Flight>{std::move(flight)};
  };
  void command(unsigned n, unsigned slot, const RmaCommand& command, Cycle now) {
    const CommandBytes bytes = encode_command(command);
    engine(n).store(0, kCommandWindow + slot * kCommandBytes, {bytes.data(), kCommandBytes}, now);
  }
  /// Until nothing more happens, or `end`.
  void run(Cycle end) {
    for (Cycle now = next(); now <= end && now != kNoCycle; now = next()) {
      while (!wire_.empty() && wire_.begin()->first == now) {
        deliver(wire_.begin()->second, now);
        wire_.erase(wire_.begin());
      }
      for (auto& side : side_)
        if (side->due <= now) step(*side, now);
    }
  }
  void arrived(unsigned, unsigned, const Cell&, Cycle) override {}

 private:
  struct Side {
    Side(const RmaParams& params, RmaMail& mail, CellSink& sink)
        : memory(kMemory), dma(memory), engine(params, mail, sink), mailbox(64) {
      engine.attach(0, dma);
      engine.attach(0, host);
    }
    HostMemory memory;
    PairDma dma;
    PairHost host;
    RmaEngine engine;
    Mailbox mailbox;
    Cycle due = 0;
  };

  Cycle next() const {
    const Cycle arrives = wire_.empty() ? kNoCycle : wire_.begin()->first;
    return std::min({arrives, side_[0]->due, side_[1]->due});
  }
  void deliver(const Flight& flight, Cycle now) {
    mail_.post(flight.cell, flight.cell.src, flight.message, now);
    Side& side = *side_[flight.to];
    side.due = std::min(side.due, side.engine.deliver(kRmaFirstEndpoint, flight.cell, now));
  }
  void step(Side& side, Cycle now) {
    Endpoints::Due due = side.engine.inject(now, side.mailbox);
    for (uint32_t i = side.mailbox.take_cells(now + timing::kInjectToRequest); i != kNil;) {
      const uint32_t next = side.mailbox.pool()[i].next;
      const Cell cell = side.mailbox.pool()[i].cell;
      due = side.engine.credit(side.mailbox.pool()[i].port, Credit(cell.vc, cell.words), now);
      side.mailbox.pool().release(i);
      send(cell, now);
      i = next;
    }
    side.due = due.next;
  }
  void send(const Cell& cell, Cycle now) {
    Flight flight{now + wire + cell.words, (cell.dst >> 6) - 1u, cell, {}};
    mail_.take(cell, now, flight.message);
    for (Flight& sent : meddle(std::move(flight)))
      if (sent.to < 2) wire_.emplace(sent.at, std::move(sent));
  }

  RmaMail mail_;
  std::array<std::unique_ptr<Side>, 2> side_;
  std::multimap<Cycle, Flight> wire_;
};

}  // namespace tinsim
