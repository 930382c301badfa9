// SPDX-License-Identifier: Apache-2.0
// Field table: CliqueMap.
#include "platform/config/field_rules.h"

namespace tinsim::field_rules {

void add_cliquemap_fields(std::vector<FieldRule>& table) {
  const std::vector<FieldRule> lines = {
      plain("cliquemap.enabled", "hosts look up values in each other's memory"),
      choice(
          "cliquemap.transport", {"rma", "software"},
          "lookups read memory by 1RMA, or by messages to the software there; SETs are messages"),
      choice("cliquemap.placement", {"interleaved", "together"},
             "clients and backends take turns over the first hosts; or both begin at host 0, and a "
             "host may be both"),
      number("cliquemap.clients", 1, 65535, "hosts that ask"),
      number("cliquemap.backends", 1, 65535, "hosts that keep values"),
      number("cliquemap.replicas", 1, 3, "backends that keep a value: 1 or 3"),
      number("cliquemap.keys", 1, 1000000, "keys, each of 8 octets, that are there from the start"),
      number("cliquemap.key_skew", 0, 10,
             "exponent s of Zipf's law: the k-th key is asked for in proportion to k^-s; 0: all "
             "alike"),
      number("cliquemap.value_bytes", 1, 65536, "size of all values"),
      plain("cliquemap.value_cdf",
            "CSV file of value sizes instead, `bytes,cumulative`; path relative to this file"),
      number("cliquemap.gbps", 0, 1e6,
             "bytes of values that each client gets or sets, in Gb/s, Poisson; or ops_per_s",
             kAboveMin),
      number("cliquemap.ops_per_s", 0, 1e9,
             "GETs, SETs and ERASEs of each client, Poisson; or gbps", kAboveMin),
      number("cliquemap.set_share", 0, 1, "share of operations that are SETs"),
      number("cliquemap.erase_share", 0, 1,
             "share of operations that are ERASEs; the others are GETs"),
      number("cliquemap.miss_share", 0, 1, "share of GETs that ask for a key that is not there"),
      number("cliquemap.buckets", 1, 1048576, "buckets of a backend's index"),
      number("cliquemap.ways", 1, 128, "entries of a bucket, 32 octets each"),
      number("cliquemap.attempts", 1, 255, "a GET is given up after so many"),
      choice("cliquemap.class", {"H", "L"}, "class of latency of 1RMA reads"),
      number("cliquemap.local_window", 0.01, 128,
             "1RMA operations of a client at a time, at first"),
      number("cliquemap.remote_window", 0.01, 128, "... to one remote host"),
      number("cliquemap.cos", 0, 7, "class of service of messages"),
      number("cliquemap.process_us", 0, 1e6,
             "from a message's arrival until software has dealt with it, in us"),
      number("cliquemap.jitter_us", 0, 1e6, "... and up to so much more, uniformly random, in us"),
      number("cliquemap.message_ns", 0, 1e9,
             "software takes messages one by one, each for so long, in ns"),
      number("cliquemap.message_bytes", 1, 4096, "size of a message without a value"),
  };
  table.insert(table.end(), lines.begin(), lines.end());
}

}  // namespace tinsim::field_rules
