// SPDX-License-Identifier: Apache-2.0
// Check sequences and addresses against published values and independent implementations.
#include <arpa/inet.h>

#include <boost/crc.hpp>

#include "ethernet_frames.h"
#include "testbench/bench_random.h"
#include "tlm/ethernet/address.h"

namespace tinsim {
namespace {

// Check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms.
TEST(FrameCheckSequence, OfTheDigitsIsThePublishedValue) {
  const std::string digits = "123456789";
  Octets frame(digits.begin(), digits.end());
  EXPECT_EQ(frame_check_sequence(frame.data(), frame.size()), 0xcbf43926u);
  frame.resize(13);
  put_fcs(frame.data(), 9);
  EXPECT_EQ(Octets(frame.begin() + 9, frame.end()), (Octets{0x26, 0x39, 0xf4, 0xcb}));
}

TEST(FrameCheckSequence, AgreesWithBoost) {
  Random random(1);
  for (unsigned size = 0; size < 300; ++size) {
    Octets frame(size);
    for (uint8_t& octet : frame) octet = static_cast<uint8_t>(random.bits());
    boost::crc_32_type crc;
    crc.process_bytes(frame.data(), frame.size());
    EXPECT_EQ(frame_check_sequence(frame.data(), frame.size()), crc.checksum());
  }
}

TEST(FrameCheckSequence, EveryWrongBitIsSeen) {
  const Octets good = checked(ethernet(0x88b5, Octets(46, 0x5a)));
  EXPECT_TRUE(fcs_good(good.data(), good.size()));
  for (size_t bit = 0; bit < good.size() * 8; ++bit) {
    Octets bad = good;
    bad[bit / 8] = static_cast<uint8_t>(bad[bit / 8] ^ 1u << bit % 8);
    EXPECT_FALSE(fcs_good(bad.data(), bad.size())) << bit;
  }
  for (size_t size = 0; size < 4; ++size) EXPECT_FALSE(fcs_good(good.data(), size));
}

// RFC 1071, section 3: the sum of these octets is ddf2.
TEST(InternetChecksum, OfTheExampleInRfc1071) {
  const Octets example = {0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7};
  EXPECT_EQ(internet_checksum(example.data(), example.size()), 0xffff - 0xddf2);
  EXPECT_EQ(internet_checksum(example.data(), 7), 0xffff - 0xdcfb) << "last octet padded with 0";
}

// The carries of a long sum are added more than once: 40000 words of ffff are ffff.
TEST(InternetChecksum, OfALongBlockFoldsEveryCarry) {
  const Octets ones(80000, 0xff);
  EXPECT_EQ(internet_checksum(ones.data(), ones.size()), 0);
}

// RFC 1624, section 4: a case in which the equation of RFC 1141 gives ffff.
TEST(UpdatedChecksum, OfTheExampleInRfc1624) {
  EXPECT_EQ(updated_checksum(0xdd2f, 0x5555, 0x3285), 0x0000);
}

TEST(Addresses, AreWhatThePlanWrites) {
  for (const HostPlace place : {HostPlace{0, 0, 1}, {1, 3, 1}, {47, 15, 0}, {255, 254, 253}}) {
    const std::string pod = std::to_string(place.pod), tin = std::to_string(place.tin),
                      host = std::to_string(place.host);
    uint8_t v4[4], v6[16];
    ASSERT_EQ(inet_pton(AF_INET, ("10." + pod + "." + tin + "." + host).c_str(), v4), 1);
    char text[32];
    std::snprintf(text, sizeof text, "fd00::%x:%x:%x", place.pod, place.tin, place.host);
    ASSERT_EQ(inet_pton(AF_INET6, text, v6), 1);
    Octets ours;
    append_be(ours, ipv4_of(place).hi, 8);
    EXPECT_EQ(Octets(ours.begin(), ours.begin() + 4), Octets(v4, v4 + 4)) << text;
    EXPECT_EQ(ipv4_of(place).hi & 0xffffffff, 0u);
    EXPECT_EQ(ipv4_of(place).lo, 0u);
    ours.clear();
    append_be(ours, ipv6_of(place).hi, 8);
    append_be(ours, ipv6_of(place).lo, 8);
    EXPECT_EQ(ours, Octets(v6, v6 + 16)) << text;
    EXPECT_EQ(mac_of(place), (MacAddress{2, 0, place.pod, place.tin, 0, place.host}));
  }
}

TEST(Addresses, LeadBackToTheirPlaceAndNoOthersDo) {
  const HostPlace place = {12, 7, 1};
  for (const IpAddress& address : {ipv4_of(place), ipv6_of(place)}) {
    ASSERT_TRUE(place_of(address));
    EXPECT_EQ(*place_of(address), place);
    for (unsigned bit = 0; bit < 128; ++bit) {
      IpAddress other = address;
      (bit < 64 ? other.hi : other.lo) ^= uint64_t{1} << bit % 64;
      const unsigned low = bit % 64;
      const bool in_plan =
          address.v6 ? bit >= 64 && (low < 8 || (low >= 16 && low < 24) || (low >= 32 && low < 40))
                     : bit >= 32 && bit < 56;
      EXPECT_EQ(place_of(other).has_value(), in_plan) << bit;
    }
  }
}

}  // namespace
}  // namespace tinsim
