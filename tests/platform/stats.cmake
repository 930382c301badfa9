# SPDX-License-Identifier: Apache-2.0
find_package(rapidcheck CONFIG REQUIRED)

tinsim_test(platform histogram SOURCES stats_histogram_test.cpp
            LIBS tinsim_stats rapidcheck rapidcheck_gtest)
tinsim_test(platform steady SOURCES stats_interval_test.cpp stats_steady_test.cpp LIBS tinsim_stats)
tinsim_test(platform writer SOURCES stats_table_test.cpp stats_writer_test.cpp LIBS tinsim_stats)
