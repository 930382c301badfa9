// SPDX-License-Identifier: Apache-2.0
// Round trip: an effective configuration reads back equal to the one that was printed.
#include <rapidcheck.h>

#include <cmath>

#include "config_test_util.h"
#include "platform/config/key_uses.h"
#include "platform/validate/load.h"

namespace tinsim {
namespace {

void randomise(bool& value) { value = *rc::gen::arbitrary<bool>(); }
void randomise(unsigned& value) { value = *rc::gen::arbitrary<unsigned>(); }
void randomise(uint64_t& value) { value = *rc::gen::arbitrary<uint64_t>(); }

void randomise(double& value) {
  value =
      *rc::gen::suchThat(rc::gen::arbitrary<double>(), [](double x) { return std::isfinite(x); });
}

/// Text with everything that means something in YAML, and letters beyond ASCII.
void randomise(std::string& value) {
  static const std::vector<std::string> pieces = {"a",
                                                  "Z",
                                                  "7",
                                                  "-",
                                                  ".",
                                                  " ",
                                                  ":",
                                                  ": ",
                                                  " #",
                                                  "#",
                                                  "'",
                                                  "\"",
                                                  "\\",
                                                  "[",
                                                  "]",
                                                  "{",
                                                  "}",
                                                  ",",
                                                  "&",
                                                  "*",
                                                  "!",
                                                  "|",
                                                  ">",
                                                  "%",
                                                  "@",
                                                  "`",
                                                  "~",
                                                  "?",
                                                  "=",
                                                  "\n",
                                                  "\t",
                                                  "null",
                                                  "true",
                                                  "no",
                                                  "<<",
                                                  "0x1",
                                                  "1e3",
                                                  ".inf",
                                                  "\xc3\xa4",
                                                  "\xe2\x82\xac",
                                                  "\xf0\x9f\x90\x9f"};
  value.clear();
  for (const auto& piece :
       *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces))) {
    value += piece;
  }
}

template <class T>
void randomise(T& value) {
  if constexpr (IsOptional<T>::value) {
    value.reset();
    if (*rc::gen::arbitrary<bool>()) randomise(value.emplace());
  } else if constexpr (IsVector<T>::value) {
    value.resize(*rc::gen::inRange<size_t>(0, 5));
    for (auto& item : value) randomise(item);
  } else if constexpr (IsNamedEnum<T>::value) {
    value = *from_word<T>(*rc::gen::elementOf(words_of<T>()));
  } else if constexpr (std::is_same_v<T, AutoOrNumber>) {
    randomise(value.number);
  } else if constexpr (std::is_same_v<T, Percentage>) {
    randomise(value.percent);
  } else if constexpr (std::is_same_v<T, Ratio>) {
    value = Ratio(*rc::gen::inRange(1u, 1000u), *rc::gen::inRange(1u, 1000u));
  } else {
    T::walk(value, [](const char*, auto& field) { randomise(field); });
  }
}

template <>
void randomise(CellBytes& value) {
  if (*rc::gen::arbitrary<bool>()) {  // what a range is expanded to
    const unsigned min = 8 * *rc::gen::inRange(2u, 21u);
    const unsigned max = 8 * *rc::gen::inRange(min / 8, 21u);
    value.items.clear();
    for (unsigned bytes = min; bytes <= max; bytes += 8) value.items.push_back({bytes, 1});
  } else {
    value.items.resize(*rc::gen::inRange<size_t>(1, 5));
    for (auto& item : value.items) randomise(item);
  }
}

TEST(ConfigRoundTrip, AnyConfiguration) {
  EXPECT_TRUE(rc::check([] {
    PlatformConfig config;
    randomise(config);
    const std::string text = print_config(config);
    RC_LOG() << text;
    const PlatformConfig back = parse_config(text, "printed").config;
    RC_ASSERT(same_fields(back, used_part(config)));
  }));
}

TEST(ConfigRoundTrip, EveryShippedConfiguration) {
  unsigned files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(TINSIM_SOURCE_DIR) + "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    ++files;
    SCOPED_TRACE(entry.path());
    const PlatformConfig config = load_config(entry.path());
    EXPECT_TRUE(same_fields(parse_config(print_config(config), "printed").config, config));
  }
  EXPECT_GE(files, 6u);
}

TEST(ConfigRoundTrip, DamagedTextGivesErrorLinesOrAConfiguration) {
  PlatformConfig config;
  config.traffic.resize(2);
  const std::string good = print_config(config);
  EXPECT_TRUE(rc::check([&] {
    std::string text = good;
    const auto damages = *rc::gen::inRange(1, 6);
    for (int i = 0; i < damages; ++i) {
      const auto at = *rc::gen::inRange<size_t>(0, text.size());
      text.replace(at, *rc::gen::inRange<size_t>(0, 4), *rc::gen::string<std::string>());
    }
    RC_LOG() << text;
    const std::string errors = parse_error(text);
    RC_ASSERT(errors.empty() || errors.rfind("c.yaml:", 0) == 0);
  }));
}

TEST(ConfigRoundTrip, ComparisonSeesADifferenceInEveryField) {
  PlatformConfig config;
  config.traffic.resize(1);
  unsigned fields = 0;
  TrafficConfig::walk(config.traffic[0], [&](const char* name, auto& field) {
    const PlatformConfig before = config;
    const auto saved = field;
    using Field = std::decay_t<decltype(field)>;
    if constexpr (std::is_same_v<Field, CellBytes>)
      field.items[0].bytes += 8;
    else if constexpr (IsOptional<Field>::value)
      field = 1.5;
    else if constexpr (IsVector<Field>::value)
      field.push_back(9);
    else if constexpr (std::is_same_v<Field, std::string>)
      field += "x";
    else if constexpr (std::is_same_v<Field, bool>)
      field = !field;
    else if constexpr (IsNamedEnum<Field>::value)
      field = field == Field{} ? static_cast<Field>(1) : Field{};
    else
      field += 1;
    EXPECT_FALSE(same_fields(before, config)) << name;
    field = saved;
    ++fields;
  });
  EXPECT_EQ(fields, key_names<TrafficConfig>().size());
}

}  // namespace
}  // namespace tinsim
