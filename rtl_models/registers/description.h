// SPDX-License-Identifier: Apache-2.0
// How a register of the chip is described: groups, arrays, registers, fields.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tinsim::registers {

/// Access of software to a field.
enum class Access : std::uint8_t {
  rw,     ///< reads what was written
  ro,     ///< shows a state of the hardware; writes are ignored
  fixed,  ///< always reads its reset value; writes are ignored
  w1c,    ///< hardware sets bits; writing 1 to a bit clears it
  rc,     ///< hardware sets bits; reading clears them
  wo      ///< a write has an effect once; reads zero
};
constexpr const char* access_name(Access access) {
  constexpr const char* kNames[] = {"rw", "ro", "fixed", "w1c", "rc", "wo"};
  return kNames[static_cast<unsigned>(access)];
}

/// The elements of a constant array.
template <class T>
struct View {
  constexpr View() = default;
  template <std::size_t N>
  constexpr View(const T (&elements)[N])
      : data(elements), count(static_cast<unsigned>(N)) {}  // NOLINT: implicit
  constexpr const T* begin() const { return data; }
  constexpr const T* end() const { return data + count; }
  constexpr const T& operator[](std::size_t n) const { return data[n]; }
  constexpr unsigned size() const { return count; }

  const T* data = nullptr;
  unsigned count = 0;
};

constexpr unsigned kRegisterBytes = 4;
constexpr unsigned kMaxFields = 8;

/// Bits msb..lsb. Bits of no field are reserved: they read zero and ignore writes.
struct Field {
  const char* name = nullptr;
  unsigned msb = 0, lsb = 0;
  Access access = Access::rw;
  std::uint32_t reset = 0;  ///< value of the field, not shifted
  const char* text = "";

  constexpr std::uint32_t mask() const { return ~0u >> (31 - msb + lsb) << lsb; }
};

/// Part of a quantity of 64 bits.
enum class Half : std::uint8_t {
  none,
  /// Bits 31..0; bits 63..32 follow in the next register. Reading it holds the next register's
  /// value for the next read of that. A write waits for the write of the next register, and both
  /// take effect together.
  low,
  high
};

struct Register {
  const char* name;
  std::uint32_t offset;  ///< in its group, or in an element of its array
  const char* text;
  Field fields[kMaxFields];  ///< by ascending bits; those without name do not exist
  Half half = Half::none;

  constexpr unsigned field_count() const {
    unsigned count = 0;
    while (count < kMaxFields && fields[count].name != nullptr) ++count;
    return count;
  }
  constexpr View<Field> all_fields() const {
    View<Field> view(fields);
    view.count = field_count();
    return view;
  }
  /// Bits with this access.
  constexpr std::uint32_t mask(Access access) const {
    std::uint32_t bits = 0;
    for (const Field& field : all_fields()) bits |= field.access == access ? field.mask() : 0;
    return bits;
  }
  constexpr std::uint32_t reset() const {
    std::uint32_t value = 0;
    for (const Field& field : all_fields()) value |= field.reset << field.lsb;
    return value;
  }
};

/// One dimension of an array's index, the outermost first.
struct Dimension {
  const char* name = nullptr;
  unsigned count = 0;
};

/// When the registers of an array's element change.
enum class Writes : std::uint8_t {
  each,  ///< each by its own write
  whole  ///< a write to the last register writes all, with the values that were written to the
         ///< others
};

/// `count` elements, `stride` bytes apart.
struct RegisterArray {
  const char* name;
  std::uint32_t offset;  ///< in its group
  unsigned count;
  std::uint32_t stride;
  Writes writes;
  const char* text;
  View<Register> registers;
  Dimension dims[3];  ///< of the index; none: it is a number

  constexpr unsigned dimensions() const {
    unsigned n = 0;
    while (n < 3 && dims[n].name != nullptr) ++n;
    return n;
  }
  constexpr std::uint32_t end() const { return offset + count * stride; }
};

/// Registers of one part of the chip. Plain registers are flip-flops of block register_file; arrays
/// are reached through its array port.
struct Group {
  const char* name;
  std::uint32_t base;  ///< on the register bus
  std::uint32_t size;
  const char* text;
  View<Register> registers;
  View<RegisterArray> arrays;
  bool external = false;  ///< plain registers are reached through the array port too
};

}  // namespace tinsim::registers
