// SPDX-License-Identifier: Apache-2.0
// Records as bytes between ranks, in the order of their lists.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/bytes.h"
#include "base/fields/kinds.h"

namespace tinsim {

template <class R>
void put_fields(Bytes& to, const R& record);
template <class R>
void take_fields(ByteReader& from, R& record);

// One value: what is trivial as it stands in memory, the rest by its elements.
template <class T>
void put_value(Bytes& to, const T& value) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    put(to, value);
  } else {
    put_fields(to, value);
  }
}
inline void put_value(Bytes& to, const std::string& text) { put(to, text); }
template <class T>
void put_value(Bytes& to, const std::vector<T>& values) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    put(to, values);
  } else {
    put(to, uint64_t{values.size()});
    for (const T& value : values) put_value(to, value);
  }
}
inline void put_value(Bytes& to, const std::map<std::string, uint64_t>& counts) {
  put(to, uint64_t{counts.size()});
  for (const auto& [name, count] : counts) put(to, name), put(to, count);
}
template <class T>
void put_value(Bytes& to, const std::optional<T>& value) {
  put(to, value.has_value());
  if (value) put_value(to, *value);
}
inline void put_value(Bytes& to, const NamedTimes& of) { put(to, of.name), put(to, of.times); }

template <class T>
void take_value(ByteReader& from, T& value) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    value = from.take<T>();
  } else {
    take_fields(from, value);
  }
}
inline void take_value(ByteReader& from, std::string& text) { text = from.take_text(); }
template <class T>
void take_value(ByteReader& from, std::vector<T>& values) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    values = from.take_all<T>();
  } else {
    values.resize(from.take<uint64_t>());
    for (T& value : values) take_value(from, value);
  }
}
inline void take_value(ByteReader& from, std::map<std::string, uint64_t>& counts) {
  counts.clear();
  for (auto left = from.take<uint64_t>(); left != 0; --left) {
    const std::string name = from.take_text();
    counts[name] = from.take<uint64_t>();
  }
}
template <class T>
void take_value(ByteReader& from, std::optional<T>& value) {
  value.reset();
  if (from.take<bool>()) take_value(from, value.emplace());
}
inline void take_value(ByteReader& from, NamedTimes& of) {
  of.name = from.take_text();
  of.times = from.take<Histogram>();
}

template <class R>
void put_fields(Bytes& to, const R& record) {
  static_assert(kListsAllMembers<R>, "a member has no TIN_FIELD");
  for_each_field<R>([&](auto field) {
    if constexpr (decltype(field)::Kind::kSent) put_value(to, record.*field.member);
  });
}

/// Reads the octets that put_fields() wrote.
template <class R>
void take_fields(ByteReader& from, R& record) {
  for_each_field<R>([&](auto field) {
    if constexpr (decltype(field)::Kind::kSent) take_value(from, record.*field.member);
  });
}

}  // namespace tinsim
