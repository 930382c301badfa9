// SPDX-License-Identifier: Apache-2.0
// Result folder: whole or not at all, whatever happens between start and end.
#include <unistd.h>

#include "base/usage_error.h"
#include "config_test_util.h"
#include "platform/cli/output_dir.h"
#include "platform/result/manifest.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

size_t entries(const fs::path& folder) {
  return static_cast<size_t>(std::distance(fs::directory_iterator(folder), {}));
}

void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A previous result with these files, each holding its own name.
void make_result(const fs::path& folder, const std::vector<std::string>& names) {
  OutputDir out(folder);
  for (const std::string& name : names) write(out.staging() / name, name);
  out.commit();
}

/// The error for a refused folder.
std::string refusal_of(const fs::path& folder) try {
  OutputDir{folder};
  return "";
} catch (const UsageError& error) {
  return error.what();
}

TEST(OutputDir, AppearsOnlyAtCommit) {
  const TempDir dir;
  OutputDir out(dir / "out");
  write(out.staging() / "summary.json", "{}");
  EXPECT_FALSE(fs::exists(dir / "out"));
  out.commit();
  EXPECT_EQ(text_of(dir / "out/summary.json"), "{}");
  EXPECT_EQ(entries(dir.path()), 1u);
}

TEST(OutputDir, WithoutCommitLeavesNothingBehind) {
  const TempDir dir;
  {
    OutputDir out(dir / "a/b/out");
    write(out.staging() / "summary.json", "{}");
  }
  EXPECT_EQ(entries(dir.path()), 0u);
}

TEST(OutputDir, KeptFilesStayWithThePreviousResult) {
  const TempDir dir;
  make_result(dir / "out", {"summary.json"});
  fs::path staging;
  {
    OutputDir out(dir / "out");
    staging = out.staging();
    write(staging / "cells.pcapng", "seen");
    out.keep();
  }
  EXPECT_EQ(text_of(staging / "cells.pcapng"), "seen");
  EXPECT_EQ(text_of(dir / "out/summary.json"), "summary.json");
  EXPECT_TRUE(Manifest::read(staging)->lists("cells.pcapng"));
}

TEST(OutputDir, ReplacesFilesOfAResultWhateverTheirNames) {
  const TempDir dir;
  make_result(dir / "out", {"summary.json", "a.csv", "odd\\name\n.fst"});
  make_result(dir / "out", {"summary.json"});
  EXPECT_EQ(entries(dir / "out"), 2u);  // with the manifest
}

TEST(OutputDir, ReplacesAResultOfWhichFilesAreMissing) {
  const TempDir dir;
  make_result(dir / "out", {"summary.json", "a.csv"});
  fs::remove(dir / "out/a.csv");
  EXPECT_EQ(refusal_of(dir / "out"), "");
}

TEST(OutputDir, RefusesFilesBesideAResult) {
  for (const char* mine : {"comparison.csv", "lab.pcapng", "bench.fst", "report.html"}) {
    const TempDir dir;
    make_result(dir / "out", {"summary.json"});
    write(dir / "out" / mine, "mine");
    EXPECT_NE(
        refusal_of(dir / "out").find(std::string(mine) + ": is not listed in manifest.sha256"),
        std::string::npos);
    EXPECT_EQ(text_of(dir / "out" / mine), "mine");
  }
}

TEST(OutputDir, RefusesChangedFilesOfAResult) {
  const TempDir dir;
  make_result(dir / "out", {"summary.json", "a.csv"});
  write(dir / "out/a.csv", "a.csv, and what I found in it");
  EXPECT_NE(refusal_of(dir / "out").find("a.csv: has changed since tinsim wrote it"),
            std::string::npos);
  fs::remove(dir / "out/a.csv");
  fs::create_symlink("/etc/hostname", dir / "out/a.csv");
  EXPECT_NE(refusal_of(dir / "out").find("a.csv: is no regular file"), std::string::npos);
}

TEST(OutputDir, RefusesAResultWithoutAManifest) {
  const TempDir dir;
  make_result(dir / "out", {"summary.json"});
  fs::remove(dir / "out/manifest.sha256");
  EXPECT_NE(refusal_of(dir / "out").find("there is no manifest.sha256"), std::string::npos);
}

TEST(OutputDir, RefusesAManifestThatIsNotItsOwn) {
  const TempDir dir;
  make_result(dir / "out", {"summary.json"});
  write(dir / "out/manifest.sha256", text_of("/dev/null"));
  EXPECT_THROW(OutputDir(dir / "out"), ConfigError);
}

TEST(OutputDir, RefusesASymbolicLinkThatLeadsNowhere) {
  const TempDir dir;
  fs::create_symlink(dir / "none", dir / "link");
  for (const fs::path& out : {dir / "link", dir / "link/", dir / "link/deep/er"}) {
    EXPECT_NE(refusal_of(out).find("link is a symbolic link that leads nowhere"), std::string::npos)
        << out;
  }
  fs::create_symlink(dir / "loop", dir / "loop");
  EXPECT_NE(refusal_of(dir / "loop"), "");
  EXPECT_EQ(entries(dir.path()), 2u);
}

// As a killed run leaves it whose process had the same number, or as a user may call a folder.
TEST(OutputDir, KeepsFoldersNamedLikeItsStaging) {
  const TempDir dir;
  const std::string taken = (dir / "out").string() + ".tmp-" + std::to_string(::getpid());
  fs::create_directory(taken);
  write(taken + "/mine", "mine");
  make_result(dir / "out", {"summary.json"});
  EXPECT_EQ(text_of(taken + "/mine"), "mine");
  EXPECT_EQ(entries(dir / "out"), 2u);
}

TEST(OutputDir, WithoutCommitKeepsThePreviousResult) {
  const TempDir dir;
  make_result(dir / "out", {"summary.json"});
  { OutputDir out(dir / "out"); }
  EXPECT_EQ(text_of(dir / "out/summary.json"), "summary.json");
  EXPECT_EQ(entries(dir.path()), 1u);
}

TEST(OutputDir, TakesAnEmptyFolder) {
  const TempDir dir;
  fs::create_directory(dir / "out");
  OutputDir out(dir / "out");
  write(out.staging() / "summary.json", "{}");
  out.commit();
  EXPECT_EQ(entries(dir / "out"), 2u);  // with the manifest
  EXPECT_EQ(entries(dir.path()), 1u);
}

TEST(OutputDir, FollowsASymbolicLinkAndKeepsIt) {
  const TempDir dir;
  fs::create_directory(dir / "real");
  fs::create_directory_symlink(dir / "real", dir / "link");
  OutputDir out(dir / "link");
  write(out.staging() / "summary.json", "{}");
  out.commit();
  EXPECT_TRUE(fs::is_symlink(dir / "link"));
  EXPECT_TRUE(fs::exists(dir / "real/summary.json"));
}

TEST(OutputDir, RefusesAFile) {
  const TempDir dir;
  dir.write("out", "a file");
  EXPECT_THROW(OutputDir(dir / "out"), UsageError);
  EXPECT_EQ(text_of(dir / "out"), "a file");
}

TEST(OutputDir, RefusesAFolderFilledWhileTheRunWent) {
  const TempDir dir;
  {
    OutputDir out(dir / "out");
    write(out.staging() / "summary.json", "{}");
    fs::create_directory(dir / "out");
    write(dir / "out/mine.txt", "mine");
    EXPECT_THROW(out.commit(), UsageError);
  }
  EXPECT_EQ(text_of(dir / "out/mine.txt"), "mine");
  EXPECT_EQ(entries(dir.path()), 1u);
}

TEST(OutputDir, FailedStartRemovesTheParentsItMade) {
  const TempDir dir;
  // A name longer than the 255 bytes a file name may have: the parents can be made, it cannot.
  EXPECT_THROW(OutputDir(dir / ("a/b/" + std::string(250, 'x'))), UsageError);
  EXPECT_EQ(entries(dir.path()), 0u);
}

}  // namespace
}  // namespace tinsim
