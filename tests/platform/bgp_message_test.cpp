// SPDX-License-Identifier: Apache-2.0
// Messages of BGP-4: octets as RFC 4271 has them, and a NOTIFICATION for each fault of section 6.
#include "platform/controller/ibr/bgp_message.h"

#include <gtest/gtest.h>

#include "tests/platform/bgp_peer.h"

namespace tinsim::control {
namespace {

enum : uint8_t { kOpen = 1, kUpdate = 2, kNotification = 3, kKeepalive = 4 };

// AS 65001, hold time 90 s, 10.1.1.2; capability 65, AS numbers of four octets (RFC 6793).
const Bytes kOpenBody = {4, 0xfd, 0xe9, 0, 90, 10, 1, 1, 2, 8, 2, 6, 65, 4, 0, 0, 0xfd, 0xe9};
const Bytes kOrigin = {0x40, 1, 1, 0}, kPath = {0x40, 2, 4, 2, 1, 0xfd, 0xe9},
            kHop = {0x40, 3, 4, 10, 1, 1, 2};

Bytes joined(const std::vector<Bytes>& parts) {
  Bytes all;
  for (const Bytes& part : parts) append(all, part);
  return all;
}

/// Withdrawn routes, attributes and reachable prefixes, each part as octets.
Bytes update(const Bytes& withdrawn, const Bytes& attributes, const Bytes& reachable) {
  Bytes body;
  append16(body, static_cast<uint32_t>(withdrawn.size()));
  append(body, withdrawn);
  append16(body, static_cast<uint32_t>(attributes.size()));
  append(body, attributes);
  append(body, reachable);
  return bgp(kUpdate, body);
}
Bytes with(const std::vector<Bytes>& attributes) {
  return update({}, joined(attributes), {24, 192, 0, 2});
}

BgpTaken take(Bytes stream) { return take_bgp_message(stream); }

void expect_fault(const Bytes& stream, uint8_t code, uint8_t subcode, const Bytes& data = {}) {
  const BgpTaken taken = take(stream);
  EXPECT_FALSE(taken.message);
  ASSERT_TRUE(taken.fault);
  EXPECT_EQ(taken.fault->code, code);
  EXPECT_EQ(taken.fault->subcode, subcode);
  EXPECT_EQ(taken.fault->data, data);
}

TEST(BgpMessage, AnOpenHasItsFields) {
  const BgpTaken taken = take(bgp(kOpen, kOpenBody));
  ASSERT_TRUE(taken.message);
  EXPECT_EQ(std::get<BgpOpen>(*taken.message), (BgpOpen{65001, 90, 0x0a010102}));
}

TEST(BgpMessage, AnUpdateHasItsRoutes) {
  const Bytes path = {0x50, 2, 0, 12, 2, 2, 0, 1, 0, 2, 1, 2, 0, 3, 0, 4};  // long length; a set
  const Bytes other = {0xc0, 8, 4, 1, 2, 3, 4};                             // community, unknown
  const BgpTaken taken = take(update({0, 9, 10, 0xff}, joined({kOrigin, path, kHop, other}),
                                     {24, 192, 0, 2, 32, 1, 2, 3, 4}));
  ASSERT_TRUE(taken.message);
  BgpUpdate expected;
  expected.withdrawn = {{0, 0}, {0x0a800000, 9}};  // bits behind the length are zero
  expected.attributes =
      BgpAttributes{BgpOrigin::kIgp, {{false, {1, 2}}, {true, {3, 4}}}, 0x0a010102};
  expected.reachable = {{0xc0000200, 24}, {0x01020304, 32}};
  EXPECT_EQ(std::get<BgpUpdate>(*taken.message), expected);
  EXPECT_EQ(expected.attributes->path_length(), 3u);
  EXPECT_TRUE(expected.attributes->visits(4));
  EXPECT_FALSE(expected.attributes->visits(5));
}

TEST(BgpMessage, WithdrawalsNeedNoAttributes) {
  const BgpTaken taken = take(update({8, 10}, {}, {}));
  ASSERT_TRUE(taken.message);
  EXPECT_EQ(std::get<BgpUpdate>(*taken.message), (BgpUpdate{{{0x0a000000, 8}}, {}, {}}));
}

TEST(BgpMessage, OctetsOfAllKindsAreReadBack) {
  BgpUpdate update;
  update.withdrawn = {{0, 0}, {0x0a800000, 9}};
  update.attributes =
      BgpAttributes{BgpOrigin::kIncomplete, {{false, {65000}}, {true, {7, 8}}}, 1u << 24};
  update.reachable = {{0xc0000200, 24}, {0x01020304, 32}};
  for (const BgpMessage& message :
       {BgpMessage(BgpOpen{65000, 0, 7}), BgpMessage(update), BgpMessage(BgpKeepalive{}),
        BgpMessage(BgpError{6, 2, {1, 2, 3}})}) {
    const BgpTaken taken = take(bgp_octets(message));
    ASSERT_TRUE(taken.message);
    EXPECT_EQ(*taken.message, message);
  }
  EXPECT_EQ(bgp_octets(BgpKeepalive{}), bgp(kKeepalive, {}));
  EXPECT_EQ(bgp_octets(BgpOpen{65001, 90, 0x0a010102}),
            bgp(kOpen, {4, 0xfd, 0xe9, 0, 90, 10, 1, 1, 2, 0}));
}

TEST(BgpMessage, AStreamIsTakenMessageByMessage) {
  const Bytes all =
      joined({bgp(kOpen, kOpenBody), bgp(kKeepalive, {}), with({kOrigin, kPath, kHop})});
  Bytes stream;
  unsigned messages = 0;
  for (const uint8_t octet : all) {
    stream.push_back(octet);
    const BgpTaken taken = take_bgp_message(stream);
    EXPECT_FALSE(taken.fault);
    messages += taken.message.has_value();
  }
  EXPECT_EQ(messages, 3u);
  EXPECT_TRUE(stream.empty());
}

TEST(BgpMessage, FaultsOfTheHeader) {
  Bytes marker = bgp(kKeepalive, {});
  marker[15] = 0;
  expect_fault(marker, 1, 1);
  expect_fault(bgp(0, {}), 1, 3, {0});
  expect_fault(bgp(5, {}), 1, 3, {5});
  expect_fault(bgp(kKeepalive, {1}), 1, 2, {0, 20});
  expect_fault(bgp(kOpen, Bytes(9)), 1, 2, {0, 28});
  expect_fault(bgp(kUpdate, Bytes(3)), 1, 2, {0, 22});
  expect_fault(bgp(kNotification, {1}), 1, 2, {0, 20});
  expect_fault(bgp(kUpdate, Bytes(4078)), 1, 2, {0x10, 0x01});
  // The longest message is taken: 4077 octets of prefixes that have no attributes.
  expect_fault(bgp(kUpdate, Bytes(4077)), 3, 3, {1});
}

Bytes open_with(std::size_t at, const Bytes& octets) {
  Bytes body = kOpenBody;
  std::copy(octets.begin(), octets.end(), body.begin() + static_cast<std::ptrdiff_t>(at));
  return bgp(kOpen, body);
}

TEST(BgpMessage, FaultsOfAnOpen) {
  expect_fault(open_with(0, {3}), 2, 1, {0, 4});
  expect_fault(open_with(1, {0, 0}), 2, 2);
  expect_fault(open_with(5, {0, 0, 0, 0}), 2, 3);
  expect_fault(open_with(10, {1}), 2, 4);  // authentication, RFC 1771
  expect_fault(open_with(3, {0, 1}), 2, 6);
  expect_fault(open_with(3, {0, 2}), 2, 6);
  EXPECT_FALSE(take(open_with(3, {0, 3})).fault);
  EXPECT_FALSE(take(open_with(3, {0, 0})).fault);
  expect_fault(open_with(9, {7}), 2, 0);
  expect_fault(open_with(11, {7}), 2, 0);
}

TEST(BgpMessage, FaultsOfTheListOfAttributes) {
  expect_fault(with({kOrigin, kOrigin, kPath, kHop}), 3, 1);
  expect_fault(with({kOrigin, kPath, kHop, {0x40, 9}}), 3, 1);
  expect_fault(with({kOrigin, kPath, kHop, {0x40, 5, 5, 1, 2, 3, 4}}), 3, 1);
  expect_fault(bgp(kUpdate, {0, 9, 0, 0}), 3, 1);
  expect_fault(bgp(kUpdate, {0, 0, 0, 1}), 3, 1);
  expect_fault(with({kOrigin, kPath, kHop, {0x40, 99, 0}}), 3, 2, {0x40, 99, 0});
  expect_fault(with({kPath, kHop}), 3, 3, {1});
  expect_fault(with({kOrigin, kHop}), 3, 3, {2});
  expect_fault(with({kOrigin, kPath}), 3, 3, {3});
}

TEST(BgpMessage, FaultsOfAttributes) {
  expect_fault(with({{0xc0, 1, 1, 0}, kPath, kHop}), 3, 4, {0xc0, 1, 1, 0});
  expect_fault(with({{0x60, 1, 1, 0}, kPath, kHop}), 3, 4, {0x60, 1, 1, 0});
  expect_fault(with({kOrigin, kPath, kHop, {0x40, 4, 4, 0, 0, 0, 0}}), 3, 4,
               {0x40, 4, 4, 0, 0, 0, 0});
  expect_fault(with({{0x40, 1, 2, 0, 0}, kPath, kHop}), 3, 5, {0x40, 1, 2, 0, 0});
  expect_fault(with({kOrigin, kPath, {0x40, 3, 3, 1, 2, 3}}), 3, 5, {0x40, 3, 3, 1, 2, 3});
  expect_fault(with({{0x40, 1, 1, 3}, kPath, kHop}), 3, 6, {0x40, 1, 1, 3});
  for (const uint8_t first : {0, 127, 224, 255}) {
    const Bytes hop = {0x40, 3, 4, first, 1, 1, 2};
    expect_fault(with({kOrigin, kPath, hop}), 3, 8, hop);
  }
  expect_fault(with({kOrigin, {0x40, 2, 2, 3, 1}, kHop}), 3, 11);     // kind of segment
  expect_fault(with({kOrigin, {0x40, 2, 2, 2, 0}, kHop}), 3, 11);     // empty
  expect_fault(with({kOrigin, {0x40, 2, 3, 2, 1, 0}, kHop}), 3, 11);  // cut
  EXPECT_FALSE(take(with({kOrigin, {0x40, 2, 0}, kHop})).fault);      // no segment: own AS
  EXPECT_FALSE(take(with({kOrigin, kPath, kHop, {0xe0, 7, 6, 0, 1, 1, 2, 3, 4}})).fault);
}

TEST(BgpMessage, FaultsOfPrefixes) {
  expect_fault(update({33, 1, 2, 3, 4, 5}, {}, {}), 3, 10);
  expect_fault(update({24, 1, 2}, {}, {}), 3, 10);
  expect_fault(update({}, joined({kOrigin, kPath, kHop}), {16, 1}), 3, 10);
}

}  // namespace
}  // namespace tinsim::control
