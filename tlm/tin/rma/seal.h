// SPDX-License-Identifier: Apache-2.0
// Signatures and encryption of one chip's messages; for counted payload, the same checks by name.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/parts/rma_region.h"
#include "rtl_models/parts/rma_words.h"
#include "tlm/tin/rma/rma_params.h"

namespace tinsim {

class RmaCipher;

/// The name of a message is its sender and counter (rma_name() in rma_mail.h). Counted payload is
/// not signed: tags are zero, every request is accepted as genuine, and an answer if it names the
/// right request.
class Seal {
 public:
  explicit Seal(const RmaParams& params);
  ~Seal();

  /// Kd of a request by `initiator` on a region of this key at `target`, both chips' addresses.
  RegionKey derive(const RegionKey& region, uint16_t initiator, uint32_t pid, unsigned op,
                   uint16_t target) const;
  /// Sets the tag of `request` from and to these GNet addresses. `answers`: name of the request
  /// that a PULL answers, else 0.
  void sign(RmaCell type, RmaRequest& request, const RegionKey& key, uint16_t from, uint16_t to,
            uint64_t answers);
  bool is_signed(RmaCell type, const RmaRequest& request, const RegionKey& key, uint16_t from,
                 uint16_t to, uint64_t answers, uint64_t claimed);
  /// Encrypts `data` in place and sets the tag in `meta`. `from` is the sender's chip.
  void close(RmaCell type, RmaMeta& meta, const RegionKey& key, uint16_t from, uint64_t answers,
             std::vector<uint8_t>& data);
  /// Decrypts `data` in place. False if the tag is wrong, or the answer names another request.
  bool open(RmaCell type, const RmaMeta& meta, const RegionKey& key, uint16_t from,
            uint64_t answers, uint64_t claimed, std::vector<uint8_t>& data) {
    if (cipher_ == nullptr) return answers == claimed;
    return decrypt(type, meta, key, from, answers, data);
  }

 private:
  bool decrypt(RmaCell type, const RmaMeta& meta, const RegionKey& key, uint16_t from,
               uint64_t answers, std::vector<uint8_t>& data);

  bool hmac_, region_keys_;
  std::unique_ptr<RmaCipher> cipher_;  ///< null: payload is counted
};

}  // namespace tinsim
