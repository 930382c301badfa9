// SPDX-License-Identifier: Apache-2.0
// Manifest of a folder: are its checksums right, and is a change of any file detected?
#include "platform/result/manifest.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>

#include "base/errors.h"
#include "base/output_file.h"
#include "config_test_util.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Lets this process write so many bytes into a file and no more.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit = {bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

/// Result of GNU sha256sum for the manifest of `folder`.
bool is_verified(const fs::path& folder) {
  const std::string command =
      "cd '" + folder.string() + "' && sha256sum --check --strict --quiet manifest.sha256 2>&1";
  return std::system(command.c_str()) == 0;
}

// Messages and sums of FIPS 180-4's examples (csrc.nist.gov, SHA256.pdf), and a million `a`.
TEST(Manifest, HasThePublishedSums) {
  const TempDir dir;
  write(dir / "one", "abc");
  write(dir / "two", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq");
  write(dir / "many", std::string(1'000'000, 'a'));
  Manifest::of(dir.path()).write(dir.path());
  const std::string text = text_of(dir / Manifest::kName);
  EXPECT_THAT(text,
              HasSubstr("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  one\n"));
  EXPECT_THAT(text,
              HasSubstr("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1  two\n"));
  EXPECT_THAT(
      text, HasSubstr("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0  many\n"));
}

TEST(Manifest, IsVerifiedBySha256sum) {
  const TempDir dir;
  for (const char* name : {"plain.csv", "with space", "back\\slash", "new\nline", "a\rb", "\\n"}) {
    write(dir / name, name);
  }
  Manifest::of(dir.path()).write(dir.path());
  EXPECT_TRUE(is_verified(dir.path()));
  EXPECT_EQ(Manifest::read(dir.path())->first_change(dir.path()), "");
  write(dir / "back\\slash", "other");
  EXPECT_FALSE(is_verified(dir.path()));
  EXPECT_THAT(Manifest::read(dir.path())->first_change(dir.path()),
              HasSubstr("back\\slash: has changed since tinsim wrote it"));
}

TEST(Manifest, SeesEveryByteThatChanges) {
  const TempDir dir;
  const std::string text = "chip,cells\n1,120\n";
  write(dir / "t.csv", text);
  const Manifest manifest = Manifest::of(dir.path());
  for (size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] ^= 1;
    write(dir / "t.csv", other);
    EXPECT_NE(manifest.change_of(dir.path(), "t.csv"), "") << i;
    write(dir / "t.csv", text.substr(0, i));
    EXPECT_NE(manifest.change_of(dir.path(), "t.csv"), "") << i;
  }
  write(dir / "t.csv", text);
  EXPECT_EQ(manifest.change_of(dir.path(), "t.csv"), "");
}

TEST(Manifest, NamesTheLineThatIsNone) {
  const TempDir dir;
  write(dir / "a", "a");
  Manifest::of(dir.path()).write(dir.path());
  const std::string good = text_of(dir / Manifest::kName);
  const auto error_of = [&](const std::string& text) -> std::string {
    write(dir / Manifest::kName, text);
    try {
      Manifest::read(dir.path());
      return "";
    } catch (const ConfigError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(error_of(good), "");
  EXPECT_THAT(error_of(""), HasSubstr("manifest.sha256:1: is not as tinsim wrote it"));
  EXPECT_THAT(error_of(good.substr(good.find('\n') + 1)), HasSubstr(":1: "));  // a foreign list
  EXPECT_THAT(error_of(good + "\n"), HasSubstr(":4: "));
  EXPECT_THAT(error_of(good.substr(0, good.size() - 3)), HasSubstr(":3: "));
  EXPECT_THAT(error_of(good + std::string(64, 'G') + "  b\n"), HasSubstr(":4: "));
}

TEST(WriteListed, ReplacesItsOwnFileAndNoOther) {
  const TempDir dir;
  write_listed(dir.path(), "t.csv", "first");
  write(dir / "mine.csv", "mine");
  EXPECT_EQ(foreign_file_reason(dir.path(), "t.csv"), "");
  EXPECT_EQ(foreign_file_reason(dir.path(), "none.csv"), "");
  EXPECT_EQ(foreign_file_reason(dir.path(), "mine.csv"), "is not listed in manifest.sha256");
  write_listed(dir.path(), "t.csv", "second");
  EXPECT_EQ(text_of(dir / "t.csv"), "second");
  EXPECT_TRUE(is_verified(dir.path()));
  write(dir / "t.csv", "first");
  EXPECT_THAT(foreign_file_reason(dir.path(), "t.csv"),
              HasSubstr("has changed since tinsim wrote it"));
}

// A sweep may be killed between any two of its steps, and must know its files after that.
TEST(WriteListed, KnowsBothFilesWhileOneReplacesTheOther) {
  const TempDir dir;
  write_listed(dir.path(), "t.csv", "first");
  const std::string second(100'000, '2');
  {
    const FileSizeLimit limit(4096);  // the manifest is written, the file is not
    EXPECT_THROW(write_listed(dir.path(), "t.csv", second), OutputError);
  }
  EXPECT_EQ(text_of(dir / "t.csv"), "first");
  EXPECT_EQ(foreign_file_reason(dir.path(), "t.csv"), "");
  write(dir / "t.csv", second);  // as if it had been stopped after that
  EXPECT_EQ(foreign_file_reason(dir.path(), "t.csv"), "");
  write_listed(dir.path(), "t.csv", "third");
  EXPECT_TRUE(is_verified(dir.path()));
  EXPECT_EQ(std::distance(fs::directory_iterator(dir.path()), {}), 2);  // nothing is left over
}

TEST(OutputFile, ReportsAFullDisk) {
  const auto error_of = [](size_t bytes) -> std::string {
    try {
      OutputFile file("/dev/full");
      const std::string text(bytes, 'x');
      file.write(text.data(), text.size());
      file.close();
      return "";
    } catch (const OutputError& error) {
      return error.what();
    }
  };
  for (const size_t bytes : {size_t{1}, size_t{1} << 20}) {
    EXPECT_EQ(error_of(bytes), "/dev/full: cannot write: No space left on device");
  }
}

}  // namespace
}  // namespace tinsim
