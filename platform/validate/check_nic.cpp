// SPDX-License-Identifier: Apache-2.0
// Rules of the NIC: rings that a batch does not exhaust, in memory that holds them.
#include <fmt/format.h>

#include "platform/validate/rules.h"
#include "tlm/nic/nic_params.h"

namespace tinsim {
namespace {

/// Memory below the rings: queues and data of 1RMA (RmaHostMap), rounded up.
constexpr uint64_t kBelowMib = 80;
constexpr uint64_t kMib = 1 << 20;

void check_ring(const char* key, unsigned entries, unsigned batch, RuleErrors& errors) {
  const std::string path = fmt::format("nic.{}", key);
  errors.expect((entries & (entries - 1)) == 0, path,
                fmt::format("{} is no power of two; expected one", entries));
  errors.expect(entries >= 2 * batch, path,
                fmt::format("{} descriptors are less than two batches of nic.descriptor_batch {}; "
                            "expected at least {}",
                            entries, batch, 2 * batch));
}

}  // namespace

void check_nic(const PlatformConfig& config, RuleErrors& errors) {
  if (!config.has_nics()) return;
  const NicConfig& nic = config.nic;
  check_ring("tx_ring", nic.tx_ring, nic.descriptor_batch, errors);
  check_ring("rx_ring", nic.rx_ring, nic.descriptor_batch, errors);
  const uint64_t need = (nic_memory_bytes(nic) + kMib - 1) / kMib + kBelowMib;
  errors.expect(config.pcie.memory_mib >= need, "pcie.memory_mib",
                fmt::format("{} MiB do not hold the rings and packets of nic.tx_ring {} and "
                            "nic.rx_ring {}; expected at least {}",
                            config.pcie.memory_mib, nic.tx_ring, nic.rx_ring, need));
  errors.expect(!config.rma.enabled || config.rma.payload == config.ip.payload, "rma.payload",
                fmt::format("is {} and ip.payload {}, but they share PCIe links; expected the same",
                            word_of(config.rma.payload), word_of(config.ip.payload)));
  errors.expect(!config.has_clique_messages(), "nic.host",
                "is pcie, but messages of cliquemap have no NIC; expected direct");
}

}  // namespace tinsim
