// SPDX-License-Identifier: Apache-2.0
// More than 10^5 operations of 1RMA from end to end, each with one thing wrong: it ends with the
// right status, and all memory of both hosts is as a plain model says, to the byte.
#include "rma_mutants.h"

#include <gtest/gtest.h>

namespace tinsim {
namespace {

constexpr uint64_t kBase = 4096, kLength = 8192;   // of the data of either host
constexpr uint64_t kRing = 1 << 14, kEntries = 8;  // completions of the first
constexpr Cycle kQuiet = 3200;                     // longer than any timer

/// Region numbers of the second host. All have the same bytes.
enum Region : uint32_t { kData, kQueue, kRevoked, kReadOnly, kWriteOnly };

RmaParams pair_params() {
  RmaParams params;
  params.carried = true;
  params.cell_bytes = 64;
  params.solicitation.window = 1 << 16;
  params.solicitation.dispatch_limit = 500;
  params.timeout = 2000;
  params.pull_timeout = 1900;
  return params;
}
RegionKey key_of(uint32_t region) {
  return {0x1234'0000u + region, 0x9876'5432'10ull * (region + 3)};
}

/// One operation after the other, from the first host to the second.
class Campaign {
 public:
  Campaign(uint64_t seed, uint64_t ops) : random_(seed), mutator_(random_), left_(ops) {
    for (unsigned n = 0; n < 2; ++n) {
      model_[n].resize(RmaEnginePair::kMemory);
      for (uint8_t& byte : model_[n]) byte = static_cast<uint8_t>(random_.bits());
      pair_.memory(n).write(0, model_[n].data(), model_[n].size());
      register_regions(pair_.engine(n));
    }
    for (unsigned slot = 0; slot < kSlots; ++slot) pair_.engine(0).set_pid(slot, pid_of(slot));
    PairHost& host = pair_.host(0);
    host.on_run = [this](Cycle now) { next(now); };
    host.on_end = [this](const RmaCompletion& completion, Cycle at) {
      end_ = completion;
      ++ended_;
      pair_.host(0).wake(at + kQuiet);
    };
    host.wake(10);
    pair_.meddle = [this](Flight flight) { return meddle(std::move(flight)); };
  }

  void run() {
    pair_.run(kNoCycle - 1);
    EXPECT_EQ(left_, 0u);
    for (unsigned n = 0; n < 2; ++n) {
      const RmaEngine& engine = pair_.engine(n);
      EXPECT_EQ(engine.in_service() + engine.inbound() + engine.open_reads() + engine.servers(),
                0u);
      EXPECT_EQ(engine.window_used() + engine.pull_window_used(), 0u);
    }
  }
  /// The first thing that was not as it must be.
  const std::string& fault() const { return fault_; }
  uint64_t mutants() const { return mutants_; }
  /// By what was wrong, and the type of the message (that of a command: 0).
  const std::map<std::pair<Wrong, unsigned>, uint64_t>& kinds() const { return kinds_; }
  uint64_t ends(RmaStatus status) const { return ends_[static_cast<std::size_t>(status)]; }
  RmaEnginePair& pair() { return pair_; }
  /// For the checker's own test: applied to messages on their way, beside what is planned.
  std::function<void(Flight&)> forge = [](Flight&) {};

 private:
  static constexpr unsigned kSlots = 128;
  static uint32_t pid_of(unsigned slot) { return 0x00BE'EF00u + slot; }

  void register_regions(RmaEngine& engine) {
    const auto put = [&](uint32_t number, bool live, uint8_t perms) {
      engine.register_region(number, {live, kBase, kLength, perms, 0, key_of(number)});
    };
    put(kData, true, 15);
    put(kRevoked, false, 15);
    put(kReadOnly, true, kPermRead);
    put(kWriteOnly, true, kPermWrite);
    engine.register_region(kQueue, {true, kRing, kEntries * kCompletionBytes, kPermWrite, 0, {}});
  }

  void next(Cycle now) {
    if (started_ != 0) check();
    if (left_ == 0) return;
    --left_;
    slot_ = static_cast<unsigned>(started_++ % kSlots);
    make_command();
    plan();
    before_ = counts();
    pair_.command(0, slot_, command_, now);
  }

  void make_command() {
    RmaCommand& c = command_ = {};
    c.op = static_cast<uint8_t>(random_.below(4));
    const bool atomic = c.op >= static_cast<unsigned>(RmaOp::Faa);
    c.size = static_cast<uint16_t>(atomic ? 8 : random_.range(1, 300));
    c.remote = RmaEnginePair::address(1);
    c.remote_region = kData;
    c.local_region = kData;
    c.queue_region = kQueue;
    c.remote_offset = random_.below(kLength - 512);
    if (atomic) c.remote_offset &= ~uint64_t{7};
    c.local_offset = random_.below(kLength - 512);
    c.key = derived(c.remote_region, RmaEnginePair::address(0), pid_of(slot_), c.op);
    if (c.op == static_cast<unsigned>(RmaOp::Cas) && random_.chance(50)) {
      uint8_t* compare = &model_[0][kBase + c.local_offset];
      std::copy_n(&model_[1][kBase + c.remote_offset], 8, compare);
      pair_.memory(0).write(kBase + c.local_offset, compare, 8);
    }
  }
  RegionKey derived(uint32_t region, uint16_t initiator, uint32_t pid, unsigned op) {
    return pair_.engine(0).seal().derive(key_of(region), initiator, pid, op);
  }

  void plan() {
    wrong_ = static_cast<Wrong>(random_.range(1, static_cast<unsigned>(Wrong::kCount) - 1));
    if (in_command(wrong_)) spoil_command();
    const bool read = command_.op == static_cast<unsigned>(RmaOp::Read);
    constexpr RmaCell kRead[] = {RmaCell::Req, RmaCell::Resp};
    constexpr RmaCell kOther[] = {RmaCell::Wreq, RmaCell::Pull, RmaCell::Resp, RmaCell::Ack};
    victim_ = static_cast<unsigned>(read ? kRead[random_.below(2)] : kOther[random_.below(4)]);
    nth_ = random_.below(1 + (command_.size - 1u) / 64);
    // Something is wrong with the refusal of a wrong key.
    const bool refusal = !in_command(wrong_) && random_.chance(10);
    if (refusal) {
      command_.key.hi ^= 1;
      victim_ = static_cast<unsigned>(RmaCell::Nack);
      nth_ = 0;
    }
    refusal_ = refusal;
    hit_ = false;
    seen_ = 0;
    bytes_[0] = bytes_[1] = 0;
  }
  void spoil_command() {
    RmaCommand& c = command_;
    const uint16_t self = RmaEnginePair::address(0);
    switch (wrong_) {
      case Wrong::kKey: {
        const unsigned bit = random_.below(128);
        (bit < 64 ? c.key.lo : c.key.hi) ^= uint64_t{1} << (bit % 64);
        return;
      }
      case Wrong::kOwner: {
        const RegionKey keys[] = {derived(kData, self, pid_of(slot_) + 1, c.op),
                                  derived(kData, c.remote, pid_of(slot_), c.op),
                                  derived(kData, self, pid_of(slot_), (c.op + 1u) % 5),
                                  derived(kReadOnly, self, pid_of(slot_), c.op)};
        c.key = keys[random_.below(4)];
        return;
      }
      case Wrong::kBounds: {
        const uint64_t step = c.op >= static_cast<unsigned>(RmaOp::Faa) ? 8 : 1;
        const uint64_t offsets[] = {kLength - c.size + step, kLength, 0xFFFF'FFFF'FFF8};
        c.remote_offset = offsets[random_.below(3)];
        return;
      }
      case Wrong::kRevoked:
        c.remote_region = kRevoked;
        break;
      case Wrong::kPermission:
        c.remote_region = c.op == static_cast<unsigned>(RmaOp::Read) ? kWriteOnly : kReadOnly;
        break;
      default:  // alignment
        c.op = static_cast<uint8_t>(random_.range(2, 3));
        c.size = 8;
        c.remote_offset = (c.remote_offset & ~uint64_t{7}) + random_.range(1, 7);
    }
    c.key = derived(c.remote_region, self, pid_of(slot_), c.op);
  }

  std::vector<Flight> meddle(Flight flight) {
    forge(flight);
    const unsigned type = flight.cell.type;
    std::vector<Flight> out = {flight};
    if (!in_command(wrong_) && type == victim_) {
      if (wrong_ == Wrong::kReordered) {
        out[0].at += random_.below(300);
        hit_ = true;
      } else if (seen_++ == nth_ && earlier_.count(type) != 0) {
        hit(out, flight);
      }
    }
    if (!hit_) last_[type] = std::move(flight);
    return out;
  }
  void hit(std::vector<Flight>& out, const Flight& flight) {
    hit_ = true;
    if (wrong_ == Wrong::kReplayed) {
      out.push_back(flight);
      out.back().at += kQuiet - 200;
      return;
    }
    mutator_.mutate(wrong_, out[0], earlier_[flight.cell.type]);
    const auto& words = flight.message.words;
    const RmaMeta meta = unpack_meta({words[0], words[1], words[2]});
    bytes_[0] = meta.offset;
    bytes_[1] = meta.offset + meta.length;
  }

  /// What the second host has looked at and found wrong.
  std::array<uint64_t, 2 + kRmaRefusals> counts() {
    const RmaCounters& c = pair_.engine(1).counters();
    std::array<uint64_t, 2 + kRmaRefusals> counts{c.bad_macs, c.replayed};
    std::copy(c.refused.begin(), c.refused.end(), counts.begin() + 2);
    return counts;
  }
  /// Whose count a wrong command must have raised.
  unsigned cause() const {
    switch (wrong_) {
      case Wrong::kBounds:
        return 2 + static_cast<unsigned>(RmaRefusal::Bounds);
      case Wrong::kRevoked:
        return 2 + static_cast<unsigned>(RmaRefusal::NoRegion);
      case Wrong::kPermission:
        return 2 + static_cast<unsigned>(RmaRefusal::Permission);
      case Wrong::kAlignment:
        return 2 + static_cast<unsigned>(RmaRefusal::Alignment);
      default:
        return 0;
    }
  }

  void check() {
    const bool harmless = wrong_ == Wrong::kReplayed || wrong_ == Wrong::kReordered;
    const bool dropped = hit_ && !harmless;
    const auto type = static_cast<RmaCell>(victim_);
    const bool request = type == RmaCell::Req || type == RmaCell::Wreq;
    RmaStatus status = RmaStatus::kOk;
    if (in_command(wrong_) || refusal_) status = RmaStatus::kAuthentication;
    if (dropped && !in_command(wrong_))
      status =
          request ? status_of_mutant(wrong_, mutator_.bit(), command_.op) : RmaStatus::kTimeout;
    if (in_command(wrong_) || hit_) {
      ++mutants_;
      ++kinds_[{wrong_, hit_ ? victim_ : 0}];
    }
    if (ended_ != started_) return fail("has not ended once", status);
    ++ends_[static_cast<std::size_t>(end_.status)];
    if (end_.status != status) return fail("ends wrongly", status);
    auto counted = counts();
    for (std::size_t n = 0; n < counted.size(); ++n) counted[n] -= before_[n];
    if (in_command(wrong_) && counted[cause()] != 1) return fail("is not counted", status);
    const bool refused = in_command(wrong_) || refusal_;
    if (!refused && !(dropped && (request || type == RmaCell::Pull)))
      take_effect(dropped && type == RmaCell::Resp, status);
    for (unsigned n = 0; n < 2; ++n) compare(n, status);
    for (const auto& [of, flight] : last_) earlier_[of] = flight;
    last_.clear();
  }
  /// With `hole` the bytes [bytes_[0], bytes_[1]) have not come.
  void take_effect(bool hole, RmaStatus status) {
    uint8_t* local = &model_[0][kBase + command_.local_offset];
    uint8_t* remote = &model_[1][kBase + command_.remote_offset];
    const auto op = static_cast<RmaOp>(command_.op);
    if (op == RmaOp::Read || op == RmaOp::Write) {
      const uint8_t* from = op == RmaOp::Read ? remote : local;
      uint8_t* to = op == RmaOp::Read ? local : remote;
      for (unsigned n = 0; n < command_.size; ++n)
        if (!hole || n < bytes_[0] || n >= bytes_[1]) to[n] = from[n];
      return;
    }
    if (hole) return;
    const uint64_t old_value = load_little(remote, 8), first = load_little(local, 8);
    if (op == RmaOp::Faa) store_little(remote, 8, old_value + first);
    if (op == RmaOp::Cas && old_value == first) store_little(remote, 8, load_little(local + 8, 8));
    if (status == RmaStatus::kOk && end_.old_value != old_value) fail("old value", status);
  }
  void compare(unsigned n, RmaStatus status) {
    for (uint64_t at = 0; at < RmaEnginePair::kMemory; at += HostMemory::kPageBytes) {
      if (n == 0 && at == kRing) continue;  // completions
      const uint8_t* page = pair_.memory(n).page(at);
      if (!std::equal(page, page + HostMemory::kPageBytes, &model_[n][at]))
        return fail(fmt::format("host {} page {:#x}", n, at), status);
    }
  }
  void fail(const std::string& what, RmaStatus expected) {
    if (!fault_.empty()) return;
    fault_ = fmt::format(
        "operation {} (op {}, {} bytes, wrong {}, type {}, bit {}, hit {}): {}; "
        "status {}, expected {}",
        started_, command_.op, command_.size, static_cast<int>(wrong_), victim_, mutator_.bit(),
        hit_, what, static_cast<int>(end_.status), static_cast<int>(expected));
  }

  RmaEnginePair pair_{pair_params()};
  Random random_;
  Mutator mutator_;
  uint64_t left_, started_ = 0, ended_ = 0, mutants_ = 0;
  std::array<std::vector<uint8_t>, 2> model_;
  unsigned slot_ = 0;
  RmaCommand command_;
  RmaCompletion end_;
  Wrong wrong_ = Wrong::kNothing;
  bool refusal_ = false;             ///< the command's key is wrong, and then its refusal
  unsigned victim_ = 0, nth_ = 0;    ///< the message that is changed: the nth of a type
  unsigned seen_ = 0;                ///< messages of that type
  bool hit_ = false;                 ///< it has come
  std::array<unsigned, 2> bytes_{};  ///< that it carried
  std::array<uint64_t, 2 + kRmaRefusals> before_{};
  std::map<unsigned, Flight> last_, earlier_;  ///< by type: of this operation, of one before
  std::map<std::pair<Wrong, unsigned>, uint64_t> kinds_;
  std::array<uint64_t, kRmaStatuses> ends_{};
  std::string fault_;
};

TEST(RmaMutants, NoneOf100000TouchesAByteOrEndsWithAnotherStatus) {
  Campaign campaign(1, 112'000);
  campaign.run();
  EXPECT_EQ(campaign.fault(), "");
  EXPECT_GE(campaign.mutants(), 100'000u);
  // Six ways to spoil a command, eight to spoil each of six types of messages.
  EXPECT_EQ(campaign.kinds().size(), 6u + 8 * 6);
  for (const auto& [kind, count] : campaign.kinds())
    EXPECT_GT(count, 100u) << static_cast<int>(kind.first) << " " << kind.second;
  EXPECT_GT(campaign.ends(RmaStatus::kOk), 10'000u);
  EXPECT_GT(campaign.ends(RmaStatus::kAuthentication), 10'000u);
  EXPECT_GT(campaign.ends(RmaStatus::kTimeout), 10'000u);
  EXPECT_GT(campaign.pair().engine(1).counters().replayed, 100u);
}

/// Somebody who has the key changes what is read: the model sees it.
TEST(RmaMutants, AForgeryThatIsTakenIsNoticed) {
  Campaign campaign(2, 400);
  Seal seal(pair_params());
  campaign.forge = [&](Flight& flight) {
    if (flight.cell.type != static_cast<unsigned>(RmaCell::Resp) || flight.to != 0) return;
    // AES-GCM is a stream cipher: without its tag a bit of the data would be anybody's to change.
    const auto& words = flight.message.words;
    RmaMeta meta = unpack_meta({words[0], words[1], words[2]});
    const RegionKey key =
        seal.derive(key_of(kData), RmaEnginePair::address(0), 0x00BE'EF00u + (meta.slot & 0xFF), 0);
    const uint64_t answers = flight.message.answers;
    std::vector<uint8_t>& data = flight.message.data;
    if (!seal.open(RmaCell::Resp, meta, key, RmaEnginePair::address(1), answers, answers, data))
      return;
    data[0] ^= 1;
    seal.close(RmaCell::Resp, meta, key, RmaEnginePair::address(1), answers, data);
    const RmaMetaPayload changed = pack_words(meta);
    std::copy(changed.begin(), changed.end(), flight.message.words.begin());
  };
  campaign.run();
  EXPECT_NE(campaign.fault(), "");
}

}  // namespace
}  // namespace tinsim
