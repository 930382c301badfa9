// SPDX-License-Identifier: Apache-2.0
// Memory manager for TLM-2.0 generic payloads with data: released ones are reused.
#pragma once

#include <memory>
#include <tlm>
#include <unordered_map>
#include <vector>

namespace tinsim {

class PayloadPool final : public tlm::tlm_mm_interface {
 public:
  PayloadPool() = default;
  PayloadPool(const PayloadPool&) = delete;
  PayloadPool& operator=(const PayloadPool&) = delete;

  /// A payload with `bytes` octets of data, acquired once, its attributes as after reset, streaming
  /// width and data length set. Its last release() returns it to the pool.
  tlm::tlm_generic_payload& allocate(tlm::tlm_command command, uint64_t address, unsigned bytes) {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Entry>(this));
      free_.push_back(all_.back().get());
      entry_of_[&all_.back()->payload] = all_.back().get();
    }
    Entry& entry = *free_.back();
    free_.pop_back();
    entry.data.assign(bytes, 0);
    auto& payload = entry.payload;
    payload.acquire();
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(entry.data.data());
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_byte_enable_length(0);
    payload.set_dmi_allowed(false);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    return payload;
  }
  void free(tlm::tlm_generic_payload* payload) override {
    payload->reset();
    free_.push_back(entry_of_.at(payload));
  }
  /// Payloads that have not been returned.
  size_t out() const { return all_.size() - free_.size(); }

 private:
  struct Entry {
    explicit Entry(tlm::tlm_mm_interface* mm) : payload(mm) {}
    tlm::tlm_generic_payload payload;
    std::vector<uint8_t> data;
  };
  std::vector<std::unique_ptr<Entry>> all_;
  std::vector<Entry*> free_;
  std::unordered_map<tlm::tlm_generic_payload*, Entry*> entry_of_;
};

}  // namespace tinsim
