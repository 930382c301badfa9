// SPDX-License-Identifier: Apache-2.0
// Number of processes of `tinsim run --jobs`.
#include "platform/cli/run_jobs.h"

#include <gtest/gtest.h>

namespace tinsim {
namespace {

TEST(RunJobs, TakesAutoOrANumber) {
  for (const char* good : {"auto", "1", "2", "64"}) EXPECT_EQ(check_jobs(good), "") << good;
  EXPECT_EQ(check_jobs("65"),
            "'65' is no number of processes; expected auto or an integer from 1 to 64");
  for (const char* bad : {"", "0", "-1", "2x", " 2", "2.5", "all", "99999999999999999999"})
    EXPECT_NE(check_jobs(bad), "") << bad;
}

TEST(RunJobs, AutoIsOneForEachCore) {
  EXPECT_EQ(count_jobs("auto", 6, 48).count, 6u);
  EXPECT_EQ(count_jobs("auto", 6, 48).note, "");
  EXPECT_EQ(count_jobs("auto", 128, 576).count, 64u);
  EXPECT_EQ(count_jobs("auto", 1, 48).count, 1u);
  EXPECT_EQ(count_jobs("auto", 1, 48).note, "");
}

TEST(RunJobs, ANumberDoesNotDependOnTheCores) {
  EXPECT_EQ(count_jobs("3", 1, 48).count, 3u);
  EXPECT_EQ(count_jobs("3", 1, 48).note, "");
}

TEST(RunJobs, NoMoreProcessesThanPodsAndANoteSaysSo) {
  const JobCount fewer = count_jobs("8", 8, 4);
  EXPECT_EQ(fewer.count, 4u);
  EXPECT_EQ(fewer.note,
            "--jobs 8: a pod is simulated in one process, and there are 4; 4 processes");
  const JobCount one = count_jobs("auto", 2, 1);
  EXPECT_EQ(one.count, 1u);
  EXPECT_EQ(one.note,
            "--jobs auto: a pod is simulated in one process, and there is one; one process");
}

}  // namespace
}  // namespace tinsim
