// SPDX-License-Identifier: Apache-2.0
// Operations of 1RMA between two engines, in each of which one thing is wrong.
#pragma once

#include "rma_mutant_commands.h"

namespace tinsim {

inline constexpr Cycle kQuiet = 3200;  // longer than any timer
inline constexpr Cycle kMoment = 60;   // a message has been checked

inline RmaParams pair_params() {
  RmaParams params;
  params.payload = Payload::carried;
  params.cell_bytes = 64;
  params.solicitation.window = 1 << 16;
  params.solicitation.dispatch_limit = 500;
  params.timeout = 2000;
  params.pull_timeout = 1900;
  return params;
}
/// One operation after the other, from the first host to the second.
class MutantCampaign {
 public:
  MutantCampaign(uint64_t seed, uint64_t ops) : random_(seed), mutator_(random_), left_(ops) {
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
  /// For the checker's own test: applied to messages on their way, alongside what is planned.
  std::function<void(Flight&)> forge = [](Flight&) {};

 private:
  enum Count : unsigned { kBadMacs, kReplays, kTwice, kRefusals };
  using Counts = std::array<uint64_t, kRefusals + kRmaRefusals>;

  void next(Cycle now) {
    if (started_ != 0) check();
    if (left_ == 0) return;
    --left_;
    slot_ = static_cast<unsigned>(started_++ % CommandMaker::kSlots);
    command_ = maker_.make(slot_);
    if (command_.op == static_cast<unsigned>(RmaOp::Cas) && random_.chance(50))
      model_.make_equal(command_);
    plan();
    before_ = counts();
    pair_.command(0, slot_, command_, now);
  }

  void plan() {
    wrong_ = static_cast<Wrong>(random_.range(1, static_cast<unsigned>(Wrong::kCount) - 1));
    if (in_command(wrong_)) maker_.spoil(command_, wrong_, slot_);
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
    if (wrong_ == Wrong::kReplayed || wrong_ == Wrong::kRepeated) {
      out.push_back(flight);
      out.back().at += wrong_ == Wrong::kReplayed ? kQuiet - 200 : kMoment;
      return;
    }
    mutator_.mutate(wrong_, out[0], earlier_[flight.cell.type]);
    const auto& words = flight.message.words;
    const RmaMeta meta = unpack_meta({words[0], words[1], words[2]});
    octets_ = {meta.offset, static_cast<unsigned>(meta.offset + meta.length)};
  }

  /// Errors detected by the second host, and PULLs that arrived at the first twice.
  Counts counts() {
    const RmaCounters& c = pair_.engine(1).counters();
    Counts counts{c.bad_macs, c.replayed,
                  pair_.engine(0).counters().dropped[static_cast<std::size_t>(RmaDrop::kTwice)]};
    std::copy(c.refused.begin(), c.refused.end(), counts.begin() + kRefusals);
    return counts;
  }
  /// Whose count must have been raised by one.
  std::optional<unsigned> cause() const {
    switch (wrong_) {
      case Wrong::kKey:
      case Wrong::kOwner:
        return kBadMacs;
      case Wrong::kBounds:
        return kRefusals + static_cast<unsigned>(RmaRefusal::Bounds);
      case Wrong::kRevoked:
        return kRefusals + static_cast<unsigned>(RmaRefusal::NoRegion);
      case Wrong::kPermission:
        return kRefusals + static_cast<unsigned>(RmaRefusal::Permission);
      case Wrong::kAlignment:
        return kRefusals + static_cast<unsigned>(RmaRefusal::Alignment);
      default:
        break;
    }
    const bool again = hit_ && (wrong_ == Wrong::kReplayed || wrong_ == Wrong::kRepeated);
    if (again && is_request()) return kReplays;
    if (hit_ && wrong_ == Wrong::kRepeated && type() == RmaCell::Pull) return kTwice;
    return {};
  }
  RmaCell type() const { return static_cast<RmaCell>(victim_); }
  bool is_request() const { return type() == RmaCell::Req || type() == RmaCell::Wreq; }

  void check() {
    // A REQ that comes twice is refused the second time, before its data have come; after the PULL
    // a refusal says nothing any more.
    const bool refused_twin = hit_ && wrong_ == Wrong::kRepeated && type() == RmaCell::Req;
    const bool dropped = hit_ && wrong_ < Wrong::kReplayed;
    const bool refused = in_command(wrong_) || refusal_ || refused_twin;
    RmaStatus status = refused ? RmaStatus::kAuthentication : RmaStatus::kOk;
    if (dropped)
      status = is_request() ? status_of_mutant(wrong_, mutator_.bit(), command_.op)
                            : RmaStatus::kTimeout;
    if (in_command(wrong_) || hit_) {
      ++mutants_;
      ++kinds_[{wrong_, hit_ ? victim_ : 0}];
    }
    if (ended_ != started_) return fail("has not ended once", status);
    ++ends_[static_cast<std::size_t>(end_.status)];
    if (end_.status != status) return fail("ends wrongly", status);
    auto counted = counts();
    for (std::size_t n = 0; n < counted.size(); ++n) counted[n] -= before_[n];
    if (cause() && counted[*cause()] != 1) return fail("is not counted", status);
    if (!refused && !(dropped && (is_request() || type() == RmaCell::Pull))) {
      const bool hole = dropped && type() == RmaCell::Resp;
      const uint64_t old_value = model_.apply(command_, hole ? octets_ : OctetRange{});
      if (status == RmaStatus::kOk && end_.old_value != old_value) fail("old value", status);
    }
    if (!model_.is_right()) fail("memory is wrong", status);
    for (const auto& [of, flight] : last_) earlier_[of] = flight;
    last_.clear();
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
  PairModel model_{pair_, random_};
  CommandMaker maker_{pair_, random_};
  Mutator mutator_;
  uint64_t left_, started_ = 0, ended_ = 0, mutants_ = 0;
  unsigned slot_ = 0;
  RmaCommand command_;
  RmaCompletion end_;
  Wrong wrong_ = Wrong::kNothing;
  bool refusal_ = false;           ///< the command's key is wrong, and then its refusal
  unsigned victim_ = 0, nth_ = 0;  ///< the message that is changed: the nth of a type
  unsigned seen_ = 0;              ///< messages of that type
  bool hit_ = false;               ///< it has come
  OctetRange octets_;              ///< that it carried
  Counts before_{};
  std::map<unsigned, Flight> last_, earlier_;  ///< by type: of this operation, of one before
  std::map<std::pair<Wrong, unsigned>, uint64_t> kinds_;
  std::array<uint64_t, kRmaStatuses> ends_{};
  std::string fault_;
};

}  // namespace tinsim
