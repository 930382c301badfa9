// SPDX-License-Identifier: Apache-2.0
// Records of results: each member is declared once, with its kind, its name in files and its
// meaning. Merging, bytes, JSON, CSV and the reference read the list of members that results.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tinsim {

template <int N>
using FieldNumber = std::integral_constant<int, N>;

/// One member of `RecordT`. Its kind (base/fields/kinds.h) decides how values of two ranks merge
/// and how a value is written.
template <class KindT, class RecordT, bool kIsOwn>
struct ListedField {
  using Kind = KindT;
  using Type = typename Kind::Type;
  static constexpr bool kOwn = kIsOwn;  ///< declared by the record itself, not by a base class
  Type RecordT::*member;
  const char* name;  ///< in files, without the suffix of the kind
  const char* text;  ///< what it is, for the reference
};

/// Place of the members of a base class in the list.
template <class BaseT>
struct BaseFields {
  using Base = BaseT;
};

/// Begins the list of record `R`. `walk` and `zip` are those of TIN_FIELDS, for records without a
/// base.
#define TIN_RECORD(R)                                                                   \
  using ThisRecord = R;                                                                 \
  template <class S, class F>                                                           \
  static void walk(S&& s, F&& fn) {                                                     \
    ::tinsim::for_each_field<R>([&](auto f) { fn(f.name, s.*f.member); });              \
  }                                                                                     \
  template <class A, class B, class F>                                                  \
  static void zip(A&& a, B&& b, F&& fn) {                                               \
    ::tinsim::for_each_field<R>([&](auto f) { fn(f.name, a.*f.member, b.*f.member); }); \
  }                                                                                     \
  static constexpr int kFieldsFrom = __COUNTER__ + 1

#define TIN_FIELD_ENTRY(kind, member, label, text, own)                     \
  static constexpr ::tinsim::ListedField<kind, ThisRecord, own> list_entry( \
      ::tinsim::FieldNumber<__COUNTER__ - kFieldsFrom>) {                   \
    return {&ThisRecord::member, label, text};                              \
  }

/// Declares a member of a kind, called `label` in files.
#define TIN_FIELD_AS(kind, member, label, text)    \
  TIN_FIELD_ENTRY(kind, member, label, text, true) \
  typename kind::Type member = kind::initial()
#define TIN_FIELD(kind, member, text) TIN_FIELD_AS(kind, member, #member, text)

/// Lists a member that a base class without a list, and without tail padding, declares.
#define TIN_LISTED(kind, member, text)                \
  TIN_FIELD_ENTRY(kind, member, #member, text, false) \
  static_assert(true)

/// The members of base class `B` stand here in the list.
#define TIN_BASE(B)                                       \
  static constexpr ::tinsim::BaseFields<B> list_entry(    \
      ::tinsim::FieldNumber<__COUNTER__ - kFieldsFrom>) { \
    return {};                                            \
  }                                                       \
  static_assert(true)

namespace detail {

template <class R, int N, class = void>
struct HasEntry : std::false_type {};
template <class R, int N>
struct HasEntry<R, N, std::void_t<decltype(R::list_entry(FieldNumber<N>{}))>> : std::true_type {};

template <class Entry>
struct IsBase : std::false_type {};
template <class B>
struct IsBase<BaseFields<B>> : std::true_type {};

}  // namespace detail

template <class T>
inline constexpr bool kIsRecord = detail::HasEntry<T, 0>::value;

/// Calls fn(ListedField) for each listed member of `R`, in order, those of base classes at their
/// place.
template <class R, int N = 0, class Fn>
constexpr void for_each_field(Fn&& fn) {
  if constexpr (detail::HasEntry<R, N>::value) {
    constexpr auto kEntry = R::list_entry(FieldNumber<N>{});
    using Entry = std::remove_const_t<decltype(kEntry)>;
    if constexpr (detail::IsBase<Entry>::value) {
      for_each_field<typename Entry::Base>(fn);
    } else {
      fn(kEntry);
    }
    for_each_field<R, N + 1>(fn);
  }
}

namespace detail {

template <class B, std::size_t kBytes>
struct WithBytes : B {
  unsigned char bytes[kBytes];
};

/// Size of `B` without its tail padding, into which derived classes place their first members.
template <class B, std::size_t kPadding = 0>
constexpr std::size_t data_size() {
  if constexpr (std::is_empty_v<B>) {
    return 0;
  } else if constexpr (sizeof(WithBytes<B, kPadding + 1>) == sizeof(B)) {
    return data_size<B, kPadding + 1>();
  } else {
    return sizeof(B) - kPadding;
  }
}

struct ListedSize {
  std::size_t end = 0;
  constexpr void add(std::size_t size, std::size_t align) {
    end = (end + align - 1) / align * align + size;
  }
};

/// Adds the members of bases, or the record's own.
template <class R, bool kOwn, int N = 0>
constexpr void add_sizes(ListedSize& size) {
  if constexpr (HasEntry<R, N>::value) {
    using Entry = decltype(R::list_entry(FieldNumber<N>{}));
    if constexpr (IsBase<Entry>::value) {
      if (!kOwn) size.add(data_size<typename Entry::Base>(), alignof(typename Entry::Base));
    } else if constexpr (Entry::kOwn == kOwn) {
      size.add(sizeof(typename Entry::Type), alignof(typename Entry::Type));
    }
    add_sizes<R, kOwn, N + 1>(size);
  }
}

/// Size of the listed members of `R`, first those of its bases, without tail padding.
template <class R>
constexpr std::size_t listed_size() {
  ListedSize size;
  add_sizes<R, false>(size);
  add_sizes<R, true>(size);
  return size.end;
}

}  // namespace detail

/// Whether all members of `R` are listed; a member in the padding between two others is not seen.
/// Walkers refuse other records.
template <class R>
inline constexpr bool kListsAllMembers =
    kIsRecord<R>&& detail::data_size<R>() == detail::listed_size<R>();

}  // namespace tinsim
