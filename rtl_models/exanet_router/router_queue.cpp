// SPDX-License-Identifier: Apache-2.0
// Arrival of words at a queue of the ExaNet router: order, header code, space.
#include "rtl_models/exanet_router/router_queue.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/parts/exanet_ecc.h"
#include "rtl_models/parts/exanet_header.h"

namespace tinsim {
namespace {

constexpr unsigned kHeaderKind = static_cast<unsigned>(ExanetKind::kHeader);
constexpr unsigned kPayloadKind = static_cast<unsigned>(ExanetKind::kPayload);
constexpr unsigned kFooterKind = static_cast<unsigned>(ExanetKind::kFooter);

}  // namespace

ExanetArrival ExanetQueue::arrive(unsigned number, unsigned kind, const ExanetWord& word) {
  const bool in_order = arrival == Arrival::kDropped ? kind == kPayloadKind || kind == kFooterKind
                                                     : kind == static_cast<unsigned>(arrival);
  TIN_CHECK(
      WordsInOrder, in_order,
      fmt::format("queue {}: word of kind {}, {} payload words missing", number, kind, arriving));
  if (kind == kHeaderKind) return arrive_header(number, word);
  ExanetArrival result;
  if (arrival == Arrival::kDropped) {
    result.freed_payload = kind == kPayloadKind;
    result.freed_header = kind == kFooterKind;
  } else {
    store(number, kind == kPayloadKind, word);
    if (kind == kPayloadKind && --arriving == 0) arrival = Arrival::kFooter;
  }
  if (kind == kFooterKind) arrival = Arrival::kHeader;
  return result;
}

ExanetArrival ExanetQueue::arrive_header(unsigned number, const ExanetWord& received) {
  const ExanetDecoded decoded = exanet_decode(received);
  const unsigned bytes = unpack_exanet_header(decoded.info).bytes;
  ExanetArrival result;
  result.corrected = decoded.corrected;
  if (decoded.uncorrectable || bytes > kExanetMaxBytes) {
    result.bad_header = result.freed_header = true;
    arrival = Arrival::kDropped;
    return result;
  }
  store(number, false, exanet_encode(decoded.info));
  arriving = static_cast<std::uint8_t>(exanet_words(bytes));
  arrival = arriving == 0 ? Arrival::kFooter : Arrival::kPayload;
  return result;
}

void ExanetQueue::store(unsigned number, bool is_payload, const ExanetWord& stored) {
  ExanetBuffer& buffer = is_payload ? payload : header;
  const unsigned count = buffer.count() + (is_payload ? payload_left : header_left);
  TIN_CHECK(NoOverrun, count < buffer.size(),
            fmt::format("queue {}: {} buffer holds {} words", number,
                        is_payload ? "payload" : "header", count));
  buffer.push(stored);
}

}  // namespace tinsim
