// SPDX-License-Identifier: Apache-2.0
// More than 10^5 operations of 1RMA from end to end, each with one thing wrong: it ends with the
// right status, and all memory of both hosts is as a plain model says, to the byte.
#include <gtest/gtest.h>

#include "rma_mutant_campaign.h"

namespace tinsim {
namespace {

TEST(RmaMutants, NoneOf100000TouchesAByteOrEndsWithAnotherStatus) {
  MutantCampaign campaign(1, 112'000);
  campaign.run();
  EXPECT_EQ(campaign.fault(), "");
  EXPECT_GE(campaign.mutants(), 100'000u);
  // Six ways to spoil a command, nine to spoil each of six types of messages.
  EXPECT_EQ(campaign.kinds().size(), 6u + 9 * 6);
  for (const auto& [kind, count] : campaign.kinds())
    EXPECT_GT(count, 100u) << static_cast<int>(kind.first) << " " << kind.second;
  EXPECT_GT(campaign.ends(RmaStatus::kOk), 10'000u);
  EXPECT_GT(campaign.ends(RmaStatus::kAuthentication), 10'000u);
  EXPECT_GT(campaign.ends(RmaStatus::kTimeout), 10'000u);
  EXPECT_GT(campaign.pair().engine(1).counters().replayed, 100u);
}

/// A user who has the key changes what is read: the model sees it.
TEST(RmaMutants, AForgeryThatIsTakenIsNoticed) {
  MutantCampaign campaign(2, 400);
  Seal seal(pair_params());
  campaign.forge = [&](Flight& flight) {
    if (flight.cell.type != static_cast<unsigned>(RmaCell::Resp) || flight.to != 0) return;
    // AES-GCM is a stream cipher: without its tag an attacker could change bits of the data.
    const auto& words = flight.message.words;
    RmaMeta meta = unpack_meta({words[0], words[1], words[2]});
    const RegionKey key =
        seal.derive(key_of(kData), RmaEnginePair::address(0),
                    CommandMaker::pid_of(meta.slot & 0xFF), 0, RmaEnginePair::address(1));
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
