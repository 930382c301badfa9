// SPDX-License-Identifier: Apache-2.0
// Flow control of the external MAC: nothing is lost with the headroom that the formula gives, and
// with one unit of the buffer less something is; frames as published; pauses to the cycle.
#include <set>

#include "tests/platform/frame_net.h"
#include "tests/platform/udp_frames.h"
#include "tlm/ethernet/headroom.h"

namespace tinsim {
namespace {

constexpr WireRate k100G = {250, 1};

/// Frames of a partner, without limit: equal frames as fast as the wire takes them, of classes in
/// turn.
struct Stream {
  uint16_t packet_bytes = 0;
  std::vector<uint8_t> classes = {0};
  bool whole_frames = false;  ///< inside IP: 18 octets shorter on the wire, not longer
};

class StreamHost final : public Host {
 public:
  StreamHost(const PartnerParams& params, const Stream& stream)
      : stream_(stream), partner_(params, [this] { return made(); }) {}

  Cycle next() const override { return partner_.next(); }
  PacketPtr take(Cycle now) override {
    const PartnerFrame frame = partner_.take(now);
    arrivals[frame.info.cos].push_back(now);
    Packet packet;
    packet.bytes = stream_.packet_bytes;
    packet.frame_bytes = static_cast<uint16_t>(frame.frame.bytes);
    packet.cos = frame.info.cos;
    packet.number = numbers_[packet.cos]++;
    packet.flow = packet.cos;
    packet.address_hi = ~uint64_t{0} << 32;
    packet.born = now;
    return std::make_shared<const Packet>(packet);
  }
  void receive(const PacketPtr& packet, uint8_t, Cycle at) override {
    const auto pause = parse_pause(packet->data.data(), packet->data.size() - 4, mac_of({0, 0, 2}));
    ASSERT_TRUE(pause);
    pauses.emplace_back(at, *pause);
    partner_.receive(*pause, at);
  }

  std::map<unsigned, std::vector<Cycle>> arrivals;  ///< by class
  std::vector<std::pair<Cycle, PauseFrame>> pauses;

 private:
  std::optional<PartnerFrame> made() {
    PartnerFrame frame;
    frame.frame.bytes =
        std::max(64, stream_.whole_frames ? stream_.packet_bytes - 18 : stream_.packet_bytes + 18);
    frame.at = static_cast<Cycle>(made_ * wire_bytes(frame.frame.bytes) * 8 / 250);
    frame.info.verdict = FrameVerdict::kIpv4;
    frame.info.cos = stream_.classes[made_++ % stream_.classes.size()];
    return frame;
  }

  Stream stream_;
  uint64_t made_ = 0;
  std::map<unsigned, uint32_t> numbers_;
  MacPartner partner_;
};

class NoCells final : public CellSink {
  void arrived(unsigned, unsigned, const Cell&, Cycle) override {}
};

struct RigParams {
  Stream stream;
  FlowControl mode = FlowControl::pause;
  unsigned buffer = 0;
  unsigned share = 0;
  uint32_t xoff = 0, xon = 0;
  uint16_t quanta = 0xffff;
  Cycle cable = 0, response = 0;
};

/// One chip whose cells get no credit: what has entered by the MAC stays in the buffer.
class Rig {
 public:
  explicit Rig(const RigParams& p)
      : directory_(1024),
        engine_(params_of(p), routes(), directory_, classes_, sink_),
        host(partner_of(p), p.stream) {
    engine_.attach(kMacEport, host);
  }
  void run_to(Cycle cycle) {
    for (; now_ < cycle; ++now_) engine_.inject(now_, mailbox_);
  }
  uint64_t lost() const {
    return engine_.counters().lost[static_cast<std::size_t>(IpLoss::kIngressFull)];
  }
  uint64_t taken() const { return engine_.counters().taken; }

 private:
  static IpParams params_of(const RigParams& p) {
    IpParams params;
    params.groups = {EndpointGroup{0, 5}, {5, 5}, {10, 1}};
    params.rates = {k100G, k100G, k100G};
    params.ingress.buffer_bytes = p.buffer;
    params.ingress.share_bytes.fill(p.share != 0 ? p.share : p.buffer);
    params.mac_pause.mode = p.mode;
    params.mac_pause.quanta = p.quanta;
    params.mac_pause.xoff.fill(p.xoff);
    params.mac_pause.xon.fill(p.xon);
    params.mac.response = p.response;
    return params;
  }
  static PartnerParams partner_of(const RigParams& p) {
    PartnerParams partner({IpMacConfig(), 400}, k100G);
    partner.cable = p.cable;
    partner.response = p.response;
    return partner;
  }
  const IpRoutes& routes() {
    routes_.add({{}, 0, false, {1 << 6}});
    return routes_;
  }

  IpRoutes routes_;
  PacketDirectory directory_;
  NoCells sink_;
  IpClasses classes_;
  IpEngine engine_;
  Mailbox mailbox_{256};
  Cycle now_ = 0;

 public:
  StreamHost host;
};

// A frame with 1212 octets of IP is 1250 on the wire with preamble and gap: 40 cycles. It takes 19
// units of 64. The threshold is one unit above ten of them, so that the eleventh, which passes it,
// goes as far beyond as one can.
constexpr uint16_t kIpBytes = 1212;
constexpr unsigned kTaken = 19 * 64, kPeriod = 40, kXoff = 10 * kTaken + 64;

RigParams passing(Cycle cable, Cycle response) {
  RigParams params;
  params.stream = {kIpBytes, {0}};
  params.xoff = kXoff;
  params.xon = kXoff / 2;
  params.cable = cable;
  params.response = response;
  return params;
}

/// Of equal frames, by the derivation in docs/reference/ethernet.md.
unsigned exact_headroom(Cycle stop) {
  const unsigned more = (stop + kPeriod - 1) / kPeriod - 1;
  return kTaken - 64 + more * kTaken;
}

// The PAUSE frame is sent a cycle after the threshold, and has passed 576 bits later: 2.304 cycles.
Cycle stop_of(Cycle cable, Cycle response) { return 1 + 3 + 2 * cable + response; }

TEST(MacHeadroom, IsExactForEqualFrames) {
  EXPECT_EQ(wire_bytes(kIpBytes + 18) * 8, kPeriod * 250u);
  for (const auto& [cable, response] : std::vector<std::pair<Cycle, Cycle>>{
           {0, 0}, {0, 36}, {0, 37}, {100, 195}, {100, 196}, {100, 197}, {200, 807}, {1000, 3}}) {
    for (FlowControl mode : {FlowControl::pause, FlowControl::pfc}) {
      RigParams params = passing(cable, response);
      params.mode = mode;
      params.buffer = kXoff + exact_headroom(stop_of(cable, response));
      Rig enough(params);
      enough.run_to(6000);
      EXPECT_EQ(enough.lost(), 0u) << cable << " " << response;
      EXPECT_EQ(enough.taken() * kTaken, params.buffer) << "filled to the last unit";
      params.buffer -= 64;
      Rig less(params);
      less.run_to(6000);
      // Where the frame that passes the threshold is the one that does not fit, no sender is
      // stopped.
      const bool passes = params.buffer >= kXoff + kTaken - 64;
      EXPECT_EQ(less.lost() == 1, passes) << cable << " " << response;
      EXPECT_GE(less.lost(), 1u);
      EXPECT_EQ(stop_cycles({k100G, cable, response, 0}), stop_of(cable, response));
    }
  }
}

// Planted error that the test above must detect: a partner that needs one cycle more, where that is
// the start of a frame.
TEST(MacHeadroom, APartnerACycleTooSlowLoses) {
  RigParams params = passing(100, 197);
  params.buffer = kXoff + exact_headroom(stop_of(100, 196));
  Rig slow(params);
  slow.run_to(6000);
  EXPECT_EQ(slow.lost(), 1u);
}

// Any size: the general formula is at least what comes.
TEST(MacHeadroom, OfTheFormulaSufficesForFramesOfAnySize) {
  for (bool whole : {false, true}) {
    for (uint16_t bytes : {82, 92, 128, 129, 193, 576, 1500, 1501, 8996, 9001}) {
      RigParams params;
      params.stream = {bytes, {0}, whole};
      params.xoff = 40'000;
      params.cable = 300;
      params.response = 500;
      const size_t frame = whole ? bytes - 18u : bytes + 18u;
      const uint64_t headroom = headroom_bytes({k100G, 300, 500, 0}, {frame, whole, 0});
      params.buffer = params.xoff + static_cast<unsigned>(headroom);
      Rig rig(params);
      rig.run_to(20'000);
      EXPECT_EQ(rig.lost(), 0u) << bytes;
      EXPECT_GT(rig.taken(), 0u);
    }
  }
  // 65 octets of IP take 128 of the buffer and 103 of the wire; a frame of 64 octets inside IP, 128
  // and 84.
  const double octets = stop_cycles({k100G, 300, 500, 0}) * 31.25;
  EXPECT_NEAR(static_cast<double>(headroom_bytes({k100G, 300, 500, 0}, {9216, false, 0})),
              octets * 128 / 103 + 9216, 4.0);
  EXPECT_NEAR(static_cast<double>(headroom_bytes({k100G, 300, 500, 0}, {9216, true, 0})),
              octets * 128 / 84 + 9280, 4.0);
}

// Frames of 64 octets take slots rather than bytes: with flow control a packet takes a 4096th of
// the buffer at least, so that slots do not run out before bytes.
TEST(MacHeadroom, HoldsForSlotsToo) {
  RigParams params;
  params.stream = {46, {0}};
  params.buffer = 1 << 20;
  params.cable = 300;
  params.response = 500;
  const uint64_t headroom = headroom_bytes({k100G, 300, 500, 0}, {64, false, 256});
  params.xoff = params.buffer - static_cast<unsigned>(headroom);
  Rig rig(params);
  rig.run_to(20'000);
  EXPECT_EQ(rig.lost(), 0u);
  EXPECT_GT(rig.taken(), 3500u);
  params.xoff = params.buffer;
  Rig without(params);
  without.run_to(20'000);
  EXPECT_GT(without.lost(), 0u);
}

TEST(MacFlow, AStopIsRepeatedAfterHalfOfItsTime) {
  RigParams params = passing(10, 20);
  params.buffer = 1 << 20;
  params.quanta = 1000;  // 2048 cycles
  Rig rig(params);
  rig.run_to(30'000);
  ASSERT_GT(rig.host.pauses.size(), 20u);
  for (std::size_t i = 1; i < rig.host.pauses.size(); ++i) {
    EXPECT_EQ(rig.host.pauses[i].first - rig.host.pauses[i - 1].first, 1024u);
    EXPECT_EQ(rig.host.pauses[i].second.quanta[0], 1000);
    EXPECT_FALSE(rig.host.pauses[i].second.per_class);
  }
  const Cycle paused = rig.host.pauses[0].first;
  EXPECT_LT(rig.host.arrivals[0].back(), paused + 2 * 10 + 20) << "and nothing comes any more";
}

TEST(MacFlow, PfcStopsAClassAndOthersGoOn) {
  RigParams params = passing(50, 100);
  params.stream.classes = {1, 1, 1, 5};
  params.buffer = 1 << 20;
  params.share = 1 << 17;
  params.mode = FlowControl::pfc;
  Rig pfc(params);
  pfc.run_to(20'000);
  ASSERT_EQ(pfc.host.pauses[0].second.enabled, 1 << 1);
  const Cycle stopped = pfc.host.pauses[0].first + 2 * 50 + 100;
  EXPECT_LT(pfc.host.arrivals[1].back(), stopped);
  EXPECT_GT(pfc.host.arrivals[5].back(), stopped + 4 * kPeriod);
  std::set<unsigned> paused;
  for (const auto& [at, pause] : pfc.host.pauses) paused.insert(pause.enabled);
  EXPECT_EQ(paused, (std::set<unsigned>{1 << 1, 1 << 5})) << "the other fills its own share later";

  params.mode = FlowControl::pause;
  Rig pause(params);
  pause.run_to(20'000);
  const Cycle all = pause.host.pauses[0].first + 2 * 50 + 100;
  EXPECT_LT(pause.host.arrivals[1].back(), all);
  EXPECT_LT(pause.host.arrivals[5].back(), all);
}

TEST(MacFlow, APartnerThatDoesNotObeyIsDropped) {
  RigParams params = passing(10, 20);
  params.buffer = 2 * kXoff;
  params.mode = FlowControl::none;
  Rig rig(params);
  rig.run_to(8000);
  const uint64_t frames = 8000 / kPeriod;
  EXPECT_EQ(rig.host.arrivals[0].size(), frames) << "it never waits";
  EXPECT_EQ(rig.taken(), frames);
  EXPECT_EQ(rig.lost(), frames - 2 * kXoff / kTaken);
}

}  // namespace
}  // namespace tinsim
