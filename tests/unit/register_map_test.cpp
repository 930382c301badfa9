// SPDX-License-Identifier: Apache-2.0
// The register map: its rules refuse planted faults, and its page is that of the description.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "rtl_models/registers/decode.h"
#include "rtl_models/registers/export/formats.h"
#include "rtl_models/registers/export/names.h"
#include "rtl_models/registers/map.h"

namespace tinsim::registers {
namespace {

TEST(RegisterMap, ThePageHasItsTables) {
  std::ifstream in(std::string(TINSIM_SOURCE_DIR) + "/docs/reference/registers.md");
  std::ostringstream page;
  page << in.rdbuf();
  EXPECT_NE(page.str().find(markdown()), std::string::npos)
      << "replace docs/reference/registers.md from \"## Map\" on by `tinsim registers`";
}

TEST(RegisterMap, EveryRegisterIsFoundAtItsAddressAndNowhereElse) {
  std::set<std::uint32_t> addresses;
  for_each_register([&](const Group& group, const RegisterArray* array, const Register& reg) {
    const std::uint32_t first = address_of(group, array, reg);
    for (unsigned n = 0; n < (array == nullptr ? 1 : array->count); ++n) {
      const std::uint32_t address = first + (array == nullptr ? 0 : n * array->stride);
      EXPECT_TRUE(addresses.insert(address).second) << reg.name;
      const Place place = place_of(address);
      ASSERT_EQ(place.reg, &reg) << address;
      EXPECT_EQ(place.array, array);
      EXPECT_EQ(place.index, n);
    }
  });
  for (std::uint32_t address = 0; address < 1u << kAddressBits; ++address)
    ASSERT_EQ(place_of(address).reg != nullptr, addresses.count(address) == 1) << address;
}

TEST(RegisterMap, EachRegisterIsPlainOrInOneWindow) {
  unsigned plain = 0;
  for_each_register([&](const Group& group, const RegisterArray* array, const Register& reg) {
    const std::uint32_t address = address_of(group, array, reg);
    const bool in_window = window_at(address) != kWindows;
    EXPECT_NE(plain_at(address) != kPlainRegisters, in_window) << reg.name;
    plain += in_window ? 0 : 1;
  });
  EXPECT_EQ(plain, kPlainRegisters);
}

constexpr Register one(const char* name, std::uint32_t offset, Half half = Half::none) {
  return {name, offset, "", {{"bits", 31, 0, Access::rw, 0, ""}}, half};
}

TEST(RegisterMapRules, FieldsThatOverlapOrDoNotFitAreRefused) {
  EXPECT_TRUE(has_sound_fields({"a", 0, "", {{"low", 3, 0}, {"high", 7, 4}}}));
  EXPECT_FALSE(has_sound_fields({"a", 0, "", {{"low", 4, 0}, {"high", 7, 4}}}));
  EXPECT_FALSE(has_sound_fields({"a", 0, "", {{"high", 7, 4}, {"low", 3, 0}}}));
  EXPECT_FALSE(has_sound_fields({"a", 0, "", {{"low", 0, 3}}}));
  EXPECT_FALSE(has_sound_fields({"a", 0, "", {{"low", 32, 0}}}));
  EXPECT_FALSE(has_sound_fields({"a", 0, "", {{"low", 3, 0, Access::rw, 16}}}));
  EXPECT_FALSE(has_sound_fields({"a", 0, "", {{"Low", 3, 0}}}));
  EXPECT_FALSE(has_sound_fields({"a", 0, "", {{"low", 3, 0}, {"low", 7, 4}}}));
  EXPECT_FALSE(has_sound_fields({"a", 0, "", {}}));
}

TEST(RegisterMapRules, RegistersThatOverlapOrAreNotAlignedAreRefused) {
  static constexpr Register kGood[] = {one("a", 0), one("b", 8)}, kOdd[] = {one("a", 2)},
                            kTwice[] = {one("a", 0), one("b", 0)},
                            kDown[] = {one("a", 4), one("b", 0)},
                            kSame[] = {one("a", 0), one("a", 4)};
  EXPECT_TRUE(has_sound_registers(kGood, 12));
  EXPECT_FALSE(has_sound_registers(kGood, 8));
  EXPECT_FALSE(has_sound_registers(kOdd, 12));
  EXPECT_FALSE(has_sound_registers(kTwice, 12));
  EXPECT_FALSE(has_sound_registers(kDown, 12));
  EXPECT_FALSE(has_sound_registers(kSame, 12));
}

TEST(RegisterMapRules, HalvesStandTogether) {
  static constexpr Register kPair[] = {one("a", 0, Half::low), one("b", 4, Half::high)},
                            kApart[] = {one("a", 0, Half::low), one("b", 8, Half::high)},
                            kLow[] = {one("a", 0, Half::low)}, kHigh[] = {one("b", 4, Half::high)};
  EXPECT_TRUE(has_sound_halves(kPair));
  EXPECT_FALSE(has_sound_halves(kApart));
  EXPECT_FALSE(has_sound_halves(kLow));
  EXPECT_FALSE(has_sound_halves(kHigh));
}

constexpr Register kWord[] = {one("a", 0)}, kGap[] = {one("a", 0), one("b", 8)};

RegisterArray words(std::uint32_t offset, unsigned count, std::uint32_t stride = 4) {
  return {"words", offset, count, stride, Writes::each, "", kWord, {}};
}

TEST(RegisterMapRules, ArraysWithGapsOrCrookedStridesAreRefused) {
  EXPECT_TRUE(is_sound_array(words(16, 3)));
  EXPECT_FALSE(is_sound_array(words(16, 3, 12)));
  EXPECT_FALSE(is_sound_array(words(8, 3, 16)));
  EXPECT_FALSE(is_sound_array(words(16, 0)));
  RegisterArray gap = words(16, 3, 16);
  gap.registers = kGap;
  EXPECT_FALSE(is_sound_array(gap));
  RegisterArray wrong = words(16, 6);
  wrong.dims[0] = {"x", 4};
  EXPECT_FALSE(is_sound_array(wrong));
}

TEST(RegisterMapRules, GroupsKeepTheirRegistersApart) {
  RegisterArray arrays[] = {words(0x10, 4), words(0x20, 4)};
  arrays[1].name = "others";
  Group group{"group", 0x100, 0x100, "", kWord, arrays};
  EXPECT_TRUE(is_sound_group(group));
  arrays[1].offset = 0x1C;
  EXPECT_FALSE(is_sound_group(group));
  arrays[1].offset = 0xF4;
  EXPECT_FALSE(is_sound_group(group));
  arrays[1].offset = 0x20;
  arrays[0].offset = 0;
  EXPECT_FALSE(is_sound_group(group));
  arrays[0].offset = 0x10;
  group.base = 0x80;
  EXPECT_FALSE(is_sound_group(group));
  const Group groups[] = {{"a", 0x100, 0x100, "", kWord, {}}, {"b", 0x100, 0x100, "", kWord, {}}};
  EXPECT_FALSE(is_sound_map(groups, 0x1000));
}

}  // namespace
}  // namespace tinsim::registers
