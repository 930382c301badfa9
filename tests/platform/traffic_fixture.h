// SPDX-License-Identifier: Apache-2.0
// Traffic tests: small hand-made networks and the statistics that judge random streams.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/errors.h"
#include "platform/traffic/generator_inline.h"
#include "platform/traffic/traffic.h"

namespace tinsim {

/// Every statistical claim is made at this significance: a correct generator breaks it with one
/// seed in ten thousand, and the seeds here are fixed.
constexpr double kSignificance = 1e-4;
/// Two-sided normal quantile of kSignificance.
constexpr double kSigmas = 3.89;

/// `ports_of_host` lists one chip's hosts; all chips are equal. Ports are numbered from 1 and
/// endpoints from 5, so that neither can be mistaken for the other or for an index.
inline Topology network(unsigned pods, unsigned tins, const std::vector<unsigned>& ports_of_host,
                        double reference_ports) {
  Topology t;
  t.pods = pods;
  t.tins_per_pod = tins;
  t.adversary_chips = tins;
  t.reference_ports = reference_ports;
  for (unsigned chip = 0; chip < pods * tins; ++chip) {
    ChipInfo info;
    info.pod = static_cast<uint16_t>(chip / tins);
    info.tin = static_cast<uint16_t>(chip % tins);
    info.ports.resize(1);
    for (unsigned ports : ports_of_host) {
      const auto first = static_cast<uint8_t>(info.ports.size());
      t.hosts.push_back({static_cast<uint16_t>(chip), first, static_cast<uint8_t>(ports)});
      for (unsigned k = 0; k < ports; ++k) {
        const auto endpoint = static_cast<uint8_t>(info.ports.size() + 4);
        info.ports.push_back({PortKind::kTerminal, 0, 0, endpoint});
      }
    }
    t.ports_per_chip = static_cast<unsigned>(info.ports.size());
    t.chips.push_back(info);
  }
  return t;
}

/// A configuration with one traffic entry, of one class unless the entry names others.
inline PlatformConfig config_of(const std::string& kind, TrafficConfig entry, uint64_t seed = 1) {
  if (entry.class_ == TrafficConfig().class_) entry.class_ = {4};
  PlatformConfig config;
  config.topology.kind = Word{kind};
  config.run.seed = seed;
  config.traffic = {std::move(entry)};
  return config;
}

/// Address of a host's port, from the topology alone.
inline uint16_t address_of(const Topology& t, unsigned host, unsigned port) {
  const HostInfo& h = t.hosts[host];
  const ChipInfo& chip = t.chips[h.chip];
  return static_cast<uint16_t>(chip.pod * 1024 + chip.tin * 64 +
                               chip.ports[h.first_port + port].endpoint);
}

/// Host that owns an address.
inline unsigned host_of(const Topology& t, uint16_t address) {
  for (unsigned host = 0; host < t.hosts.size(); ++host) {
    for (unsigned k = 0; k < t.hosts[host].ports; ++k) {
      if (address_of(t, host, k) == address) return host;
    }
  }
  ADD_FAILURE() << "address " << address << " belongs to no host";
  return 0;
}

/// The next n cells of a generator.
inline std::vector<SourceCell> take(Generator& generator, size_t n) {
  std::vector<SourceCell> cells;
  for (; cells.size() < n; generator.pop()) cells.push_back(generator.head());
  return cells;
}

/// Probability that counts drawn from `expected` (frequencies) deviate at least this much.
inline double chi_square_p(const std::vector<double>& observed,
                           const std::vector<double>& expected) {
  double sum = 0;
  for (size_t i = 0; i < observed.size(); ++i) {
    EXPECT_GE(expected[i], 5) << "too few expected in bin " << i;
    sum += (observed[i] - expected[i]) * (observed[i] - expected[i]) / expected[i];
  }
  const boost::math::chi_squared law(static_cast<double>(observed.size() - 1));
  return boost::math::cdf(boost::math::complement(law, sum));
}

/// A temporary file that is gone with the test.
class TempFile {
 public:
  explicit TempFile(const std::string& name, const std::string& content = "")
      : path_(std::filesystem::path(testing::TempDir()) /
              (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + "." +
               name)) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TempFile() { std::filesystem::remove(path_); }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// The text of the ConfigError that `action` throws.
template <class Action>
std::string config_error(Action&& action) {
  try {
    action();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace tinsim
