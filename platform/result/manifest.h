// SPDX-License-Identifier: Apache-2.0
// Manifest of a folder: SHA-256 (FIPS 180-4) of each file that tinsim wrote into it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace tinsim {

/// `manifest.sha256`, in the format of sha256sum(1), so that `sha256sum -c` checks it as well. A
/// file is tinsim's own, and may be replaced, while it is listed and has a sum that is listed.
class Manifest {
 public:
  static constexpr const char* kName = "manifest.sha256";

  /// Of all regular files in `folder`, itself left out. Throws OutputError if one cannot be read.
  static Manifest of(const std::filesystem::path& folder);
  /// That of `folder`; none where there is no such file. Throws ConfigError, with file and line,
  /// where it is damaged or not tinsim's.
  static std::optional<Manifest> read(const std::filesystem::path& folder);

  /// Throws OutputError; the previous one is then still there.
  void write(const std::filesystem::path& folder) const;

  /// A name may have two sums while its file is being replaced.
  void add(const std::string& name, const std::string& sum) { sums_[name].insert(sum); }
  void set(const std::string& name, const std::string& sum) { sums_[name] = {sum}; }
  bool lists(const std::string& name) const { return sums_.count(name) != 0; }

  /// Why `name` in `folder` is not as tinsim wrote it: not listed, no regular file, or of another
  /// sum; empty if it is, and if there is no such file.
  std::string change_of(const std::filesystem::path& folder, const std::string& name) const;
  /// The first listed file that changed, as `NAME: why`; empty: none. Those of `except` may.
  std::string first_change(const std::filesystem::path& folder,
                           const std::set<std::string>& except = {}) const;

 private:
  std::map<std::string, std::set<std::string>> sums_;  ///< by name; hexadecimal
};

/// Writes a file that appears whole or not at all, however the program or the machine ends. Throws
/// OutputError; an earlier file is then still there.
void write_whole(const std::filesystem::path& file, std::string_view text);

/// Why write_listed() would refuse: the file is there, and not as the manifest has it; else empty.
std::string foreign_file_reason(const std::filesystem::path& folder, const std::string& name);

/// write_whole(), and lists the file in the manifest of `folder`; whenever it ends, what is there
/// is listed. Throws OutputError. Precondition: foreign_file_reason() is empty.
void write_listed(const std::filesystem::path& folder, const std::string& name,
                  std::string_view text);
/// Lists a file that is there, as it is now. Throws OutputError.
void list_file(const std::filesystem::path& folder, const std::string& name);

/// The first file in `folder` that is not as its manifest has it, as `NAME: why`; empty: all are.
/// Throws ConfigError where the manifest is damaged.
std::string first_foreign(const std::filesystem::path& folder);

}  // namespace tinsim
