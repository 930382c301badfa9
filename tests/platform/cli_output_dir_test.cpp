// SPDX-License-Identifier: Apache-2.0
// Result folder: whole or not at all, whatever happens between start and end.
#include "config_test_util.h"
#include "platform/cli/output_dir.h"
#include "platform/cli/usage_error.h"

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

TEST(OutputDir, WhatIsKeptStaysBesideThePreviousResult) {
  const TempDir dir;
  fs::create_directory(dir / "out");
  write(dir / "out/summary.json", "old");
  fs::path staging;
  {
    OutputDir out(dir / "out");
    staging = out.staging();
    write(staging / "cells.pcapng", "seen");
    out.keep();
  }
  EXPECT_EQ(text_of(staging / "cells.pcapng"), "seen");
  EXPECT_EQ(text_of(dir / "out/summary.json"), "old");
}

TEST(OutputDir, TracesAreFilesOfAResult) {
  const TempDir dir;
  fs::create_directory(dir / "out");
  for (const char* name : {"summary.json", "cells.pcapng", "a.csv", "waves.fst", "timeline.json",
                           "my_timeline.json", "report.html"}) {
    write((dir / "out") / name, "old");
  }
  EXPECT_NO_THROW(OutputDir(dir / "out"));
  write(dir / "out/notes.json", "mine");
  EXPECT_THROW(OutputDir(dir / "out"), UsageError);
}

TEST(OutputDir, WithoutCommitKeepsThePreviousResult) {
  const TempDir dir;
  fs::create_directory(dir / "out");
  write(dir / "out/summary.json", "old");
  { OutputDir out(dir / "out"); }
  EXPECT_EQ(text_of(dir / "out/summary.json"), "old");
  EXPECT_EQ(entries(dir.path()), 1u);
}

TEST(OutputDir, TakesAnEmptyFolder) {
  const TempDir dir;
  fs::create_directory(dir / "out");
  OutputDir out(dir / "out");
  write(out.staging() / "summary.json", "{}");
  out.commit();
  EXPECT_EQ(entries(dir / "out"), 1u);
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
