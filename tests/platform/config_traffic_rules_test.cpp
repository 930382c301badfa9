// SPDX-License-Identifier: Apache-2.0
// Validation of traffic: what each pattern needs, and which VCs a class needs.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

/// The errors of 4 pods x 12 TiNs x 2 hosts with one changed traffic entry.
template <class Change>
Errors errors_with(Change change) {
  PlatformConfig config;
  config.traffic.resize(1);
  config.traffic[0].load = 0.3;
  change(config.traffic[0], config);
  return find_errors(config);
}

TEST(TrafficRules, AtLeastOneEntry) {
  EXPECT_EQ(errors_with([](auto&, auto& c) { c.traffic.clear(); }),
            Errors{"traffic: is empty; expected at least one entry"});
}

TEST(TrafficRules, ExactlyOneRate) {
  EXPECT_EQ(errors_with([](auto& t, auto&) { t.load.reset(); }),
            Errors{"traffic.0: has no rate; expected load or gbps"});
  EXPECT_EQ(errors_with([](auto& t, auto&) { t.gbps = 10; }),
            Errors{"traffic.0: has both load and gbps; expected one of them"});
  EXPECT_EQ(errors_with([](auto& t, auto&) {
              t.load.reset();
              t.gbps = 10;
            }),
            Errors{});
}

TEST(TrafficRules, UnknownPatternAndProcess) {
  EXPECT_EQ(parse_error("traffic: [{pattern: unifrom, process: uniform}]\n"),
            "c.yaml:1:21: traffic.0.pattern: 'unifrom' is unknown (did you mean 'uniform'?); "
            "expected one of: uniform, permutation, adversarial, local_adversarial, hotspot, "
            "incast, trace, pcap\n"
            "c.yaml:1:39: traffic.0.process: 'uniform' is unknown; expected one of: bernoulli, "
            "poisson, onoff");
}

TEST(TrafficRules, AdversarialNeedsPodsAndALeavingOffset) {
  const auto with = [](unsigned pods, unsigned offset) {
    return errors_with([&](auto& t, auto& c) {
      t.pattern = TrafficPattern::adversarial;
      t.offset = offset;
      c.topology.pods = pods;
    });
  };
  EXPECT_EQ(with(4, 3), Errors{});
  EXPECT_EQ(with(4, 5), Errors{});
  EXPECT_EQ(with(4, 8),
            Errors{"traffic.0.offset: 8 is a multiple of the 4 pods and leads back to the sender's "
                   "own; expected any other number"});
  EXPECT_EQ(with(1, 1), Errors{"traffic.0.pattern: adversarial needs several pods; expected "
                               "topology.pods > 1"});
}

TEST(TrafficRules, LocalAdversarialNeedsChipsAndALeavingOffset) {
  const auto with = [](const char* kind, unsigned tins, unsigned offset) {
    return errors_with([&](auto& t, auto& c) {
      t.pattern = TrafficPattern::local_adversarial;
      t.offset = offset;
      c.topology.kind = Word{kind};
      c.topology.tins_per_pod = tins;
      c.topology.global_links_per_pair = 1;
    });
  };
  EXPECT_EQ(with("dragonfly", 12, 11), Errors{});
  EXPECT_EQ(with("dragonfly", 12, 12),
            Errors{"traffic.0.offset: 12 is a multiple of the 12 chips of a pod and leads back to "
                   "the sender's own; expected any other number"});
  EXPECT_EQ(with("dragonfly", 1, 1),
            Errors{"traffic.0.pattern: local_adversarial needs several chips of a pod; expected "
                   "topology.tins_per_pod > 1"});
  EXPECT_EQ(with("pair", 1, 1), Errors{});
  EXPECT_EQ(with("single", 12, 1).size(), 1u);
}

TEST(TrafficRules, TargetsAndSourcesExist) {
  EXPECT_EQ(errors_with([](auto& t, auto&) {
              t.pattern = TrafficPattern::hotspot;
              t.sources = {95};
              t.targets = {0};
            }),
            Errors{});
  EXPECT_EQ(errors_with([](auto& t, auto&) {
              t.pattern = TrafficPattern::incast;
              t.sources = {96};
              t.targets = {1, 97};
            }),
            (Errors{"traffic.0.sources.0: 96 does not exist; expected 0 to 95, because the network "
                    "has 96 hosts",
                    "traffic.0.targets.1: 97 does not exist; expected 0 to 95, because the network "
                    "has 96 hosts"}));
}

TEST(TrafficRules, HotspotAndIncastHaveTargets) {
  for (const char* pattern : {"hotspot", "incast"}) {
    EXPECT_EQ(errors_with([&](auto& t, auto&) { t.pattern = Word{pattern}; }),
              Errors{std::string("traffic.0: ") + pattern +
                     " has no targets; expected at least one host number"});
  }
}

TEST(TrafficRules, ASingleHostHasNoDestination) {
  EXPECT_EQ(errors_with([](auto&, auto& c) {
              c.topology.kind = TopologyKind::single;
              c.topology.hosts_per_tin = 1;
            }),
            Errors{"traffic.0.pattern: the only host has nobody to send to; expected at least 2 "
                   "hosts"});
}

TEST(TrafficRules, RecordingsNeedAReadableFileAndNoRate) {
  const TempDir dir;
  const std::string file = dir.write("t.csv", "").string();
  const auto with = [](const std::string& name, bool load) {
    return errors_with([&](auto& t, auto&) {
      t.pattern = TrafficPattern::trace;
      t.file = name;
      if (!load) t.load.reset();
    });
  };
  EXPECT_EQ(with(file, false), Errors{});
  EXPECT_EQ(with(file, true), Errors{"traffic.0.load: a recording has its own rate; expected no "
                                     "load with this pattern"});
  EXPECT_EQ(with("", false), Errors{"traffic.0: trace has no file; expected file: PATH"});
  EXPECT_EQ(with(file + ".gone", false),
            Errors{"traffic.0.file: '" + file +
                   ".gone' cannot be read: No such file or directory; expected an existing file"});
  EXPECT_EQ(with(dir.path().string(), false).size(), 1u);
}

TEST(TrafficRules, CellSizesAreWholeWordsThatFit) {
  for (unsigned bytes : {16u, 24u, 160u, 168u, 320u}) {
    EXPECT_EQ(errors_with([&](auto& t, auto&) { t.cell_bytes.items = {{bytes, 1}}; }), Errors{});
  }
  for (unsigned bytes : {0u, 4u, 15u, 20u, 161u, 2048u}) {
    EXPECT_EQ(errors_with([&](auto& t, auto&) {
                t.cell_bytes.items = {{bytes, 1}};
              }),
              Errors{"traffic.0.cell_bytes: " + std::to_string(bytes) +
                     " bytes is not a cell size; expected a multiple of 8 from 16 to 2040, because "
                     "a port moves whole words of 64 bits, at most 255 for a cell"});
  }
  EXPECT_EQ(errors_with([](auto& t, auto&) { t.cell_bytes.items.clear(); }),
            Errors{"traffic.0.cell_bytes: is an empty list; expected at least one size"});
  EXPECT_EQ(errors_with([](auto& t, auto&) {
              t.cell_bytes.items = {{16, 0}};
            }),
            Errors{"traffic.0.cell_bytes: weight 0 is out of range; expected 1 to 65535"});
}

TEST(TrafficRules, ClassNeedsAVcPerPhase) {
  const auto with = [](const char* kind, unsigned pods, unsigned vcs, unsigned traffic_class) {
    return errors_with([&](auto& t, auto& c) {
      c.topology.kind = Word{kind};
      c.topology.pods = pods;
      c.tin.switch_.vcs = vcs;
      t.class_ = {traffic_class};
    });
  };
  // Three phases between pods: class 4 takes VCs 12, 13 and 14.
  EXPECT_EQ(with("dragonfly", 4, 15, 4), Errors{});
  EXPECT_EQ(with("dragonfly", 4, 14, 4),
            Errors{"traffic.0.class.0: class 4 needs VC 12 to 14, but tin.switch.vcs is 14; "
                   "expected 3*class + 2 < vcs"});
  // One phase elsewhere: VC 12 alone.
  for (const char* kind : {"dragonfly", "single", "pair"}) {
    EXPECT_EQ(with(kind, 1, 13, 4), Errors{}) << kind;
    EXPECT_EQ(with(kind, 1, 12, 4).size(), 1u) << kind;
  }
  EXPECT_EQ(with("dragonfly", 4, 30, 9), Errors{});
}

TEST(TrafficRules, ClassListMustNotBeEmpty) {
  EXPECT_EQ(errors_with([](auto& t, auto&) { t.class_.clear(); }),
            Errors{"traffic.0.class: is an empty list; expected at least one class"});
}

TEST(TrafficRules, VcByDestinationIsForOneChip) {
  EXPECT_EQ(errors_with([](auto& t, auto& c) {
              t.vc = TrafficVc::destination;
              c.topology.kind = TopologyKind::single;
            }),
            Errors{});
  for (const char* kind : {"dragonfly", "pair"}) {
    EXPECT_EQ(errors_with([&](auto& t, auto& c) {
                t.vc = TrafficVc::destination;
                c.topology.kind = Word{kind};
              }),
              Errors{"traffic.0.vc: destination cannot change VC from link to link; expected "
                     "class, or topology.kind single"});
  }
}

TEST(TrafficRules, ErrorsNameTheEntry) {
  EXPECT_EQ(errors_with([](auto& t, auto& c) {
              c.traffic.push_back(t);
              c.traffic[1].load.reset();
            }),
            Errors{"traffic.1: has no rate; expected load or gbps"});
}

}  // namespace
}  // namespace tinsim
