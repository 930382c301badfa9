// SPDX-License-Identifier: Apache-2.0
// One port of a link: the content of its slots, and the state of the link at this end.
#include "tlm/gnet/link/link_port.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <type_traits>

#include "base/errors.h"
#include "rtl_models/common/block_slot.h"
#include "rtl_models/fc_sender/fc_sender.h"
#include "rtl_models/latency_meter/latency_meter.h"
#include "rtl_models/link_state/link_state.h"
#include "rtl_models/ordered_set_codec/ordered_set_codec.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/credit.h"
#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "tlm/gnet/timing.h"

namespace tinsim {
namespace {

constexpr unsigned kStateUp = static_cast<unsigned>(PhyState::Up);

/// Multiples of an interval, without zero.
class Periodic {
 public:
  explicit Periodic(Cycle interval) : interval_(interval), next_(interval) {}
  bool due(Cycle now) {
    if (interval_ == 0 || now != next_) return false;
    next_ += interval_;
    return true;
  }

 private:
  Cycle interval_, next_;
};

template <unsigned kVcs, template <class> class Part>
class LinkPortOf final : public LinkPort {
 public:
  explicit LinkPortOf(const LinkPortParams& params);

  void send_mos(MosSource& source) override { mos_ = &source; }
  void set_enable(Cycle cycle, bool enable) override;
  void measure(Cycle cycle) override { measurements_.push_back(cycle); }
  void event(const LinkEvent& event) override;
  Decision cycle(Cycle x, bool tx_valid, bool tx_sop, std::uint64_t tx_data) override;
  void end_cycle(Cycle x, bool limit_valid, unsigned vc, unsigned limit) override;

  void send_timesync(Cycle due, TimeSyncBody body) override;

  unsigned state() const override { return static_cast<unsigned>(state_.out().state_o); }
  unsigned unadvertised(unsigned vc) const override {
    return credit_distance(limit_[vc], advertised_[vc]);
  }
  unsigned awaited(unsigned vc) const override {
    uint64_t words = 0;
    for (const LinkEvent& e : events_) {
      if (e.kind == LinkEvent::Kind::Lost && e.code == vc) words += e.value;
    }
    return static_cast<unsigned>(words);
  }
  unsigned advertised(unsigned vc) const override { return advertised_[vc]; }
  const std::vector<StateChange>& state_changes() const override { return state_changes_; }
  const std::array<std::optional<Delay>, 2>& delays() const override { return delays_; }
  std::optional<std::uint64_t> delay() const override {
    if (!delays_[0]) return {};
    return delays_[0]->cycles;
  }
  std::optional<TimeSync> timesync() const override { return timesync_; }
  const Counters& counters() const override { return counters_; }
  const Driven& driven() const override { return driven_; }

 private:
  using FcIn = typename FcSender<kVcs>::In;

  struct DueTimeSync {
    Cycle due;
    TimeSyncBody body;
  };

  void recode();
  void check_now(Cycle x) const;
  void offer_mos(Cycle x);
  void drive_timesync(Cycle x);
  void take_events(FcIn& fc, LinkState::In& state, LatencyMeter::In& latency);
  void grant(const FcIn& in);
  void advertise(std::uint64_t word);
  bool starts_measurement(Cycle x);
  void measured(const Delay& delay);

  LinkPortParams params_;
  Part<FcSender<kVcs>> fc_;
  Part<TxScheduler> tx_;
  Part<LinkState> state_;
  Part<LatencyMeter> latency_;
  Part<OrderedSetCodec> codec_;
  std::uint64_t codec_cycle_ = 0;
  FcIn fc_straps_;         ///< on the pins of RTL in every cycle
  TxScheduler::In tx_in_;  ///< of this cycle
  Decision slot_;          ///< of this cycle
  MosSource* mos_ = nullptr;
  Cycle now_ = 0;
  bool lock_ = false, enable_ = true;
  std::size_t next_enable_ = 0;
  Periodic timesync_due_, latency_due_;
  std::deque<DueTimeSync> timesyncs_;
  std::deque<LinkEvent> events_;  ///< of this cycle and later ones, in order of cycles
  /// Internal state of fc_sender: words granted, restored after loss, and advertised, modulo 4096.
  std::array<unsigned, kVcs> limit_{}, lost_{}, advertised_{};
  std::deque<Cycle> measurements_;  ///< that were requested, by cycle
  std::vector<StateChange> state_changes_;
  std::array<std::optional<Delay>, 2> delays_;
  std::optional<TimeSync> timesync_;
  Driven driven_;
  Counters counters_;
};

template <unsigned kVcs, template <class> class Part>
LinkPortOf<kVcs, Part>::LinkPortOf(const LinkPortParams& params)
    : params_(params),
      lock_(params.start_up),
      timesync_due_(params.timesync_interval),
      latency_due_(params.latency_interval) {
  place_block(fc_, params.blocks.fc_sender, {params.name});
  place_block(tx_, params.blocks.tx_scheduler, {params.name});
  place_block(state_, params.blocks.link_state, {params.name});
  place_block(latency_, params.blocks.latency_meter, {params.name});
  place_block(codec_, params.blocks.ordered_set_codec, {params.name, &codec_cycle_});
  latency_.reset({});
  fc_straps_.depth_i = params.depth;
  fc_straps_.hold_cycles_i = params.fc_hold_cycles;
  fc_straps_.refresh_cycles_i = params.fc_refresh_cycles;
  fc_straps_.refresh_phase_i = params.fc_refresh_phase;
  fc_.reset(fc_straps_);
  tx_in_.mos_gap_i = timing::kMosGap;
  tx_.reset(tx_in_);
  LinkState::In state;
  state.start_up_i = params.start_up;
  state_.reset(state);
  limit_.fill(params.depth % kCreditModulus);
  advertised_ = limit_;
}

template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::event(const LinkEvent& event) {
  if (event.cycle < now_) {
    throw InvariantError(fmt::format("{} vc {} cycle {}: an event of kind {} for cycle {} is late",
                                     params_.name, unsigned{event.code}, now_,
                                     static_cast<unsigned>(event.kind), event.cycle));
  }
  const auto later = [](Cycle cycle, const LinkEvent& e) { return cycle < e.cycle; };
  if (events_.empty() || events_.back().cycle <= event.cycle)
    events_.push_back(event);
  else
    events_.insert(std::upper_bound(events_.begin(), events_.end(), event.cycle, later), event);
}

template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::check_now(Cycle x) const {
  if (x == now_) return;
  throw InvariantError(
      fmt::format("{} vc 0 cycle {}: expected this cycle, not cycle {}", params_.name, now_, x));
}

template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::send_timesync(Cycle due, TimeSyncBody body) {
  const Cycle earliest = timesyncs_.empty() ? now_ : std::max(now_, timesyncs_.back().due + 1);
  if (due < earliest)
    throw InvariantError(
        fmt::format("{} vc 0 cycle {}: a TIMESYNC for cycle {}; expected one for cycle {} or later",
                    params_.name, now_, due, earliest));
  timesyncs_.push_back({due, body});
}

template <unsigned kVcs, template <class> class Part>
LinkPort::Decision LinkPortOf<kVcs, Part>::cycle(Cycle x, bool tx_valid, bool tx_sop,
                                                 std::uint64_t tx_data) {
  check_now(x);
  const auto& fc = fc_.out();
  const LinkState::Out& state = state_.out();
  const LatencyMeter::Out& latency = latency_.out();
  tx_in_.cells_enable_i = state.cells_enable_o;
  tx_in_.tx_valid_i = tx_valid;
  tx_in_.tx_sop_i = tx_valid && tx_sop;
  tx_in_.tx_data_i = tx_valid ? tx_data : 0;
  tx_in_.fc_request_i = fc.request_o;
  tx_in_.fc_urgent_i = fc.urgent_o;
  tx_in_.fc_body_i = fc.body_o;
  drive_timesync(x);
  tx_in_.lat_valid_i = latency.lat_valid_o;
  tx_in_.lat_sub_i = latency.lat_sub_o;
  tx_in_.lat_residence_i = latency.lat_residence_o;
  tx_in_.phy_valid_i = state.phy_valid_o;
  tx_in_.phy_state_i = unsigned(state.state_o);
  if (mos_ != nullptr) offer_mos(x);
  const TxScheduler::Out out = tx_.eval(tx_in_);
  slot_ = {out.tx_ready_o, static_cast<std::uint8_t>(out.kind_o), out.control_o, out.word_o};
  if constexpr (!std::is_same_v<Part<OrderedSetCodec>, OrderedSetCodec>) recode();
  ++counters_.slots[slot_.kind];
  return slot_;
}

// The set of this slot, as the codec reads it and forms it again.
template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::recode() {
  codec_cycle_ = now_;
  if (static_cast<SlotKind>(slot_.kind) == SlotKind::Cell) return;
  OrderedSetCodec::In in;
  in.word_i = slot_.word;
  const OrderedSetCodec::Out set = codec_.eval(in);
  in.code_i = set.code_o;
  in.body_i = set.body_o;
  slot_.word = codec_.eval(in).word_o;
}

template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::offer_mos(Cycle x) {
  tx_in_.mos_valid_i = mos_->offered_from() <= x;
  const MosBody word = tx_in_.mos_valid_i ? mos_->next(x) : MosBody{};
  tx_in_.mos_sub_i = word.sub;
  tx_in_.mos_payload_i = word.payload;
}

template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::drive_timesync(Cycle x) {
  TimeSyncBody body;
  body.time = x;
  tx_in_.timesync_valid_i = timesync_due_.due(x);
  if (!timesyncs_.empty() && timesyncs_.front().due == x) {
    tx_in_.timesync_valid_i = true;
    body = timesyncs_.front().body;
    timesyncs_.pop_front();
  }
  driven_.timesync_valid = tx_in_.timesync_valid_i;
  driven_.timesync = body;
  tx_in_.timesync_status_i = body.status;
  tx_in_.timesync_time_i = body.time;
}

template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::end_cycle(Cycle x, bool limit_valid, unsigned vc, unsigned limit) {
  check_now(x);
  const auto kind = static_cast<SlotKind>(slot_.kind);
  FcIn fc = fc_straps_;
  fc.limit_valid_i = limit_valid;
  fc.limit_vc_i = vc;
  fc.limit_i = limit;
  fc.sent_valid_i = tx_in_.tx_sop_i;
  fc.sent_vc_i = header_vc(slot_.word);
  fc.sent_words_i = header_len(slot_.word);
  fc.take_i = kind == SlotKind::Fc;
  LinkState::In state;
  state.start_up_i = params_.start_up;
  state.phy_sent_i = kind == SlotKind::Phy;
  LatencyMeter::In latency;
  latency.start_i = driven_.measure = starts_measurement(x);
  latency.sent_i = kind == SlotKind::Lat;
  if (latency.sent_i) {
    const LatBody sent = unpack_lat(decode_ordered_set(slot_.word).body);
    latency.sent_sub_i = static_cast<unsigned>(sent.sub);
  }
  take_events(fc, state, latency);
  state.enable_i = driven_.enable = enable_;
  state.lock_i = lock_;

  grant(fc);
  if (fc.take_i) advertise(slot_.word);
  tx_.tick(tx_in_);
  fc_.tick(fc);
  const unsigned before = this->state();
  state_.tick(state);
  if (this->state() != before)
    state_changes_.push_back({x + 1, static_cast<std::uint8_t>(this->state())});
  const bool was_up = before == kStateUp, is_up = this->state() == kStateUp;
  counters_.up_entries += !was_up && is_up;
  counters_.up_exits += was_up && !is_up;
  latency_.tick(latency);
  if (latency_.out().delay_valid_o) measured({x + 1, latency_.out().delay_o});
  if (kind == SlotKind::Mos) mos_->left(x);
  ++now_;
}

template <unsigned kVcs, template <class> class Part>
bool LinkPortOf<kVcs, Part>::starts_measurement(Cycle x) {
  bool starts = latency_due_.due(x);
  for (; !measurements_.empty() && measurements_.front() <= x; measurements_.pop_front())
    starts = true;
  return starts;
}

template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::measured(const Delay& delay) {
  delays_ = {delay, delays_[0]};
  const bool is_first = counters_.delays++ == 0;
  counters_.least_delay = is_first ? delay.cycles : std::min(counters_.least_delay, delay.cycles);
  counters_.most_delay = std::max(counters_.most_delay, delay.cycles);
}

template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::set_enable(Cycle cycle, bool enable) {
  if (cycle < now_ || (!params_.enable.empty() && params_.enable.back().cycle > cycle))
    throw InvariantError(fmt::format("{} vc 0 cycle {}: a change of enable for cycle {} is late",
                                     params_.name, now_, cycle));
  params_.enable.push_back({cycle, enable});
}

template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::take_events(FcIn& fc, LinkState::In& state,
                                         LatencyMeter::In& latency) {
  for (; next_enable_ < params_.enable.size() && params_.enable[next_enable_].cycle == now_;
       ++next_enable_) {
    enable_ = params_.enable[next_enable_].enable;
  }
  for (; !events_.empty() && events_.front().cycle == now_; events_.pop_front()) {
    const LinkEvent& event = events_.front();
    switch (event.kind) {
      case LinkEvent::Kind::Lock:
        lock_ = event.code != 0;
        break;
      case LinkEvent::Kind::Phy:
        state.phy_valid_i = true;
        state.phy_state_i = event.code;
        break;
      case LinkEvent::Kind::Lat:
        latency.set_valid_i = true;
        latency.set_sub_i = event.code;
        latency.set_residence_i = event.value;
        break;
      case LinkEvent::Kind::TimeSync:
        timesync_ = TimeSync{now_, event.value};
        ++counters_.timesyncs;
        break;
      case LinkEvent::Kind::Lost:
        fc.lost_valid_i = true;
        fc.lost_vc_i = event.code;
        fc.lost_words_i = event.value;
        counters_.words_granted_again += event.value;
        break;
      case LinkEvent::Kind::Mos:     // for the control processor, not for the port
      case LinkEvent::Kind::Enable:  // for the far side's WireLink
        break;
    }
  }
}

template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::grant(const FcIn& in) {
  if (in.lost_valid_i) {
    const unsigned vc = in.lost_vc_i, words = in.lost_words_i;
    lost_[vc] = (lost_[vc] + words) % kCreditModulus;
    limit_[vc] = (limit_[vc] + words) % kCreditModulus;
  }
  if (in.limit_valid_i) {
    const unsigned vc = in.limit_vc_i;
    limit_[vc] = (unsigned(in.limit_i) + lost_[vc]) % kCreditModulus;
  }
}

template <unsigned kVcs, template <class> class Part>
void LinkPortOf<kVcs, Part>::advertise(std::uint64_t word) {
  const FcBody set = unpack_fc(decode_ordered_set(word).body);
  if (set.init) return;
  for (const CreditLimit& entry : set.limits) advertised_[entry.vc] = entry.limit;
}

}  // namespace

std::unique_ptr<LinkPort> make_link_port(const LinkPortParams& params) {
  const BlockChoices& of = params.blocks;
  const bool few = link_block_vcs(params.vcs) == 4;
  if (any_chosen(of.fc_sender, of.tx_scheduler, of.link_state, of.latency_meter,
                 of.ordered_set_codec)) {
    if (few) return std::make_unique<LinkPortOf<4, BlockSlot>>(params);
    return std::make_unique<LinkPortOf<32, BlockSlot>>(params);
  }
  if (few) return std::make_unique<LinkPortOf<4, PlainPart>>(params);
  return std::make_unique<LinkPortOf<32, PlainPart>>(params);
}

}  // namespace tinsim
