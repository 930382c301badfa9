// SPDX-License-Identifier: Apache-2.0
// Manifest of a folder: checksums, their file, and files that are replaced together with it.
#include "platform/result/manifest.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include "base/errors.h"
#include "base/folder_path.h"
#include "base/output_file.h"
#include "base/printable.h"
#include "base/program_version.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstLine =
    "# Files that tinsim wrote and may replace; sha256sum -c checks them.";
constexpr std::string_view kWriter = "# Written by ";
constexpr std::size_t kDigits = 64;

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    check(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
  }
  void add(const char* bytes, std::size_t count) {
    check(EVP_DigestUpdate(context_.get(), bytes, count));
  }
  std::string finish() {
    std::array<unsigned char, kDigits / 2> sum{};
    check(EVP_DigestFinal_ex(context_.get(), sum.data(), nullptr));
    std::string text;
    for (const unsigned char byte : sum) text += fmt::format("{:02x}", byte);
    return text;
  }

 private:
  static void check(int good) {
    if (good != 1) throw std::runtime_error("OpenSSL: no SHA-256");
  }
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

std::string sum_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  Sha256 sum;
  std::array<char, 1 << 16> block;
  while (in) {
    in.read(block.data(), block.size());
    sum.add(block.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (!in.eof()) {
    throw OutputError(fmt::format("{}: cannot read: {}", file.string(), std::strerror(errno)));
  }
  return sum.finish();
}

std::string sum_of_text(std::string_view text) {
  Sha256 sum;
  sum.add(text.data(), text.size());
  return sum.finish();
}

bool is_sum(std::string_view text) {
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// As sha256sum does: a name that would break its line is escaped, and its line begins with `\`.
std::string line_of(const std::string& name, const std::string& sum) {
  std::string escaped;
  for (const char c : name) {
    const char* of_c = c == '\\' ? "\\\\" : c == '\n' ? "\\n" : c == '\r' ? "\\r" : nullptr;
    of_c != nullptr ? escaped += of_c : escaped += c;
  }
  return fmt::format("{}{}  {}\n", escaped == name ? "" : "\\", sum, escaped);
}

std::string unescaped(std::string_view text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '\\' && i + 1 < text.size();
    if (is_escape) ++i;
    name += !is_escape ? text[i] : text[i] == 'n' ? '\n' : text[i] == 'r' ? '\r' : text[i];
  }
  return name;
}

}  // namespace

Manifest Manifest::of(const fs::path& folder) {
  Manifest manifest;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name != kName && entry.is_regular_file()) manifest.set(name, sum_of(entry.path()));
  }
  return manifest;
}

std::optional<Manifest> Manifest::read(const fs::path& folder) {
  const fs::path path = folder / kName;
  if (!fs::exists(path)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string line;
  std::size_t number = 1;
  const auto fail = [&](const char* expected) {
    throw ConfigError(fmt::format("{}:{}: is not as tinsim wrote it; expected {}", path.string(),
                                  number, expected));
  };
  if (!std::getline(file, line) || line != kFirstLine) fail("the first line of a manifest");
  Manifest manifest;
  while (std::getline(file, line)) {
    ++number;
    if (number == 2 && line.rfind(kWriter, 0) == 0) continue;
    const bool is_escaped = !line.empty() && line[0] == '\\';
    const std::string_view rest = std::string_view(line).substr(is_escaped);
    const std::string_view sum = rest.substr(0, kDigits);
    const bool is_line =
        is_sum(sum) && rest.size() > kDigits + 2 && rest.substr(kDigits, 2) == "  ";
    if (!is_line) fail("64 hexadecimal digits, two spaces and a name");
    const std::string_view name = rest.substr(kDigits + 2);
    manifest.add(is_escaped ? unescaped(name) : std::string(name), std::string(sum));
  }
  return manifest;
}

void Manifest::write(const fs::path& folder) const {
  std::string text = fmt::format("{}\n{}{}\n", kFirstLine, kWriter, program_version());
  for (const auto& [name, sums] : sums_) {
    for (const std::string& sum : sums) text += line_of(name, sum);
  }
  write_whole(folder / kName, text);
}

std::string Manifest::change_of(const fs::path& folder, const std::string& name) const {
  const fs::file_status status = fs::symlink_status(folder / name);
  if (!fs::exists(status)) return "";
  const auto listed = sums_.find(name);
  if (listed == sums_.end()) return fmt::format("is not listed in {}", kName);
  if (!fs::is_regular_file(status)) return "is no regular file any more";
  const std::string sum = sum_of(folder / name);
  if (listed->second.count(sum) != 0) return "";
  return fmt::format("has changed since tinsim wrote it: its SHA-256 is {}, and {} in {}", sum,
                     *listed->second.begin(), kName);
}

std::string Manifest::first_change(const fs::path& folder,
                                   const std::set<std::string>& except) const {
  for (const auto& [name, sums] : sums_) {
    if (except.count(name) != 0) continue;
    const std::string change = change_of(folder, name);
    if (!change.empty()) return fmt::format("{}: {}", name, change);
  }
  return "";
}

void write_whole(const fs::path& file, std::string_view text) {
  const fs::path staging = free_name(fmt::format("{}.tmp-{}", file.string(), ::getpid()));
  OutputFile out(staging);
  try {
    out.write(text.data(), text.size());
    out.close_on_disk();
    std::error_code failed;
    fs::rename(staging, file, failed);
    if (failed) {
      throw OutputError(fmt::format("{}: cannot be replaced: {}", file.string(), failed.message()));
    }
  } catch (const OutputError&) {
    std::error_code ignored;
    fs::remove(staging, ignored);
    throw;
  }
}

std::string foreign_file_reason(const fs::path& folder, const std::string& name) {
  return Manifest::read(folder).value_or(Manifest()).change_of(folder, name);
}

void write_listed(const fs::path& folder, const std::string& name, std::string_view text) {
  Manifest manifest = Manifest::read(folder).value_or(Manifest());
  const std::string sum = sum_of_text(text);
  manifest.add(name, sum);
  manifest.write(folder);
  write_whole(folder / name, text);
  manifest.set(name, sum);
  manifest.write(folder);
}

void list_file(const fs::path& folder, const std::string& name) {
  Manifest manifest = Manifest::read(folder).value_or(Manifest());
  manifest.set(name, sum_of(folder / name));
  manifest.write(folder);
}

std::string first_foreign(const fs::path& folder) {
  const std::optional<Manifest> manifest = Manifest::read(folder);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (manifest && name == Manifest::kName) continue;
    const std::string why = manifest ? manifest->change_of(folder, name)
                                     : fmt::format("there is no {}", Manifest::kName);
    if (!why.empty()) return fmt::format("{}: {}", printable(name), why);
  }
  return "";
}

}  // namespace tinsim
