// SPDX-License-Identifier: Apache-2.0
// Keys of a section of the configuration: the members of a struct, each with its meaning, its range
// and the condition under which it has an effect. Reader, validator, printer, JSON Schema and
// reference tables walk this list. The unit of a number is the end of its name (`_us`, `_kib`).
#pragma once

#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rtl_models/common/fields.h"
#include "rtl_models/common/named_enum.h"

namespace tinsim {

struct KeyRange {
  double min = 0;
  double max = std::numeric_limits<double>::infinity();
  bool above_min = false;  ///< `min` itself is out of range
};

constexpr KeyRange range(double min, double max) { return {min, max}; }
constexpr KeyRange above(double min, double max) { return {min, max, true}; }

/// The values of other keys with which a key has an effect. Elsewhere only its default is accepted.
struct OnlyIf {
  std::vector<std::string> selectors;  ///< those keys, by path below the section; see `of_config`
  std::string users;                   ///< for errors: `is only for …`
  std::string without;                 ///< … `expected no KEY …`
  /// Of the section or, with of_config, of the configuration.
  std::function<bool(const void*)> holds;
  bool of_config = false;  ///< a condition on other sections: selectors begin at the top
  bool is_switch = false;  ///< selectors switch a section; its keys may be given while it is off
  bool is_inside = false;  ///< holds for all keys of the section but its `enabled`
};

/// The values that the reader accepts for a key, and its meaning.
struct KeyRule {
  /// A text, a range and a condition, each at most once, in any order.
  template <class... Parts>
  explicit KeyRule(Parts&&... parts) {
    (set(std::forward<Parts>(parts)), ...);
  }

  std::string_view text;  ///< one sentence without full stop
  KeyRange range;
  std::optional<OnlyIf> only_if;

 private:
  void set(std::string_view each) { text = each; }
  void set(const KeyRange& each) { range = each; }
  void set(OnlyIf each) { only_if = std::move(each); }
};

/// True when the number is finite and within the range.
inline bool in_range(const KeyRange& range, double number) {
  return number <= range.max && number >= range.min && !(range.above_min && number == range.min) &&
         number < std::numeric_limits<double>::infinity();
}

/// `a`, `a and b`, `a, b and c`.
inline std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_last = i + 1 == words.size();
    text += (i == 0 ? "" : is_last ? " and " : ", ") + words[i];
  }
  return text;
}

/// Declares `walk`, `zip` (fields.h) and `walk_keys(s, fn)`, which calls fn("name", s.name, rule)
/// for each `(name, text, options…)` in order. Options are a range and a condition.
#define TIN_KEYS(...)                     \
  template <class S, class F>             \
  static void walk(S&& s, F&& fn) {       \
    TIN_EACH(TIN_WALK_KEY, __VA_ARGS__)   \
  }                                       \
  template <class A, class B, class F>    \
  static void zip(A&& a, B&& b, F&& fn) { \
    TIN_EACH(TIN_ZIP_KEY, __VA_ARGS__)    \
  }                                       \
  template <class S, class F>             \
  static void walk_keys(S&& s, F&& fn) {  \
    TIN_EACH(TIN_WALK_RULE, __VA_ARGS__)  \
  }

#define TIN_WALK_KEY(key) TIN_WALK_KEY_ key
#define TIN_WALK_KEY_(f, ...) fn(#f, s.f);
#define TIN_ZIP_KEY(key) TIN_ZIP_KEY_ key
#define TIN_ZIP_KEY_(f, ...) fn(#f, a.f, b.f);
#define TIN_WALK_RULE(key) TIN_WALK_RULE_ key
#define TIN_WALK_RULE_(f, ...) fn(#f, s.f, ::tinsim::KeyRule(__VA_ARGS__));

/// The condition that a member of the section has one of these values.
template <class Section, class Enum>
OnlyIf only_with(Enum Section::*member, std::initializer_list<Enum> values,
                 const std::string& without) {
  OnlyIf only;
  const Section section;
  Section::walk(section, [&](const char* name, const auto& field) {
    if (static_cast<const void*>(&field) == &(section.*member))
      only.selectors.emplace_back(without_last_underscore(name));
  });
  std::vector<std::string> words;
  for (Enum value : values) words.emplace_back(word_of(value));
  only.users = listed(words);
  only.without = without;
  only.holds = [member, all = std::vector<Enum>(values)](const void* at) {
    for (Enum value : all)
      if (static_cast<const Section*>(at)->*member == value) return true;
    return false;
  };
  return only;
}

/// Any other condition on members of the section.
template <class Section>
OnlyIf only_if(bool (*holds)(const Section&), std::vector<std::string> selectors, std::string users,
               std::string without) {
  return {std::move(selectors), std::move(users), std::move(without),
          [holds](const void* at) { return holds(*static_cast<const Section*>(at)); }};
}

/// The condition that a section is switched on: of all of its keys but the switch.
template <class Config, class Section>
OnlyIf only_enabled(Section Config::*section, const std::string& path, std::string users) {
  OnlyIf only;
  only.selectors = {path + ".enabled"};
  only.users = std::move(users);
  only.without = "without " + path + ".enabled: true";
  only.holds = [section](const void* at) {
    return (static_cast<const Config*>(at)->*section).enabled;
  };
  only.is_switch = only.is_inside = true;
  return only;
}

/// The condition of one section that another one is switched on.
template <class Config, class Section>
OnlyIf only_enabled_elsewhere(Section Config::*section, const std::string& path,
                              std::string users) {
  OnlyIf only = only_enabled(section, path, std::move(users));
  only.is_inside = false;
  return only;
}

/// A condition on the whole configuration.
template <class Config>
OnlyIf only_if_config(bool (*holds)(const Config&), std::vector<std::string> selectors,
                      std::string users, std::string without) {
  OnlyIf only = only_if(holds, std::move(selectors), std::move(users), std::move(without));
  only.of_config = true;
  return only;
}

}  // namespace tinsim
