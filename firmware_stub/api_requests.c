// SPDX-License-Identifier: Apache-2.0
// Register API: what each request does.
#include <string.h>

#include "firmware_stub/api.h"
#include "firmware_stub/api_access.h"
#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/firmware.h"
#include "firmware_stub/network_order.h"

struct request {
  uint8_t type;
  uint32_t id;
  const uint8_t* body;
  uint32_t length;
};

// The response with `data` bytes behind status and detail. Output has space for the longest one.
static uint8_t* respond(struct api_session* session, const struct request* request,
                        enum api_status status, uint32_t detail, uint32_t data) {
  uint8_t* body =
      api_begin(session, request->type | API_RESPONSE, request->id, API_ANSWER_BYTES + data);
  put32(body, status);
  put32(body + 4, detail);
  return body + API_ANSWER_BYTES;
}

static void access_registers(struct api_session* session, const struct request* request) {
  const struct api_check check = api_check_operations(request->body, request->length, true);
  if (check.status != API_OK) {
    respond(session, request, check.status, check.detail, 0);
    return;
  }
  uint8_t* values = respond(session, request, API_OK, 0, 4 * check.words);
  const uint32_t failed = api_run_operations(request->body, request->length, values);
  if (failed == request->length) return;
  put32(values - API_ANSWER_BYTES, API_BUS_ERROR);
  put32(values - API_ANSWER_BYTES + 4, failed);
}

static struct api_check check_report(const struct request* request) {
  enum { kPeriod = 4 };
  struct api_check check = {API_BAD_BODY, 0, 0};
  if (request->length < kPeriod || request->length - kPeriod > API_REPORT_BODY_MAX) return check;
  const uint32_t period = get32(request->body);
  check.status = API_BAD_VALUE;
  if (period == 0) check.status = request->length == kPeriod ? API_OK : API_BAD_BODY;
  if (period < API_PERIOD_MIN_US || period > INT32_MAX) return check;
  check = api_check_operations(request->body + kPeriod, request->length - kPeriod, false);
  check.detail += kPeriod;
  if (check.status == API_OK && check.words > API_REPORT_WORDS_MAX) check.status = API_TOO_LONG;
  return check;
}

static void set_report(struct api_session* session, const struct request* request) {
  const struct api_check check = check_report(request);
  if (check.status == API_OK) {
    struct api_report* report = &session->report;
    report->period_us = get32(request->body);
    report->request_id = request->id;
    report->sequence = 0;
    report->words = check.words;
    report->length = request->length - 4;
    memcpy(report->operations, request->body + 4, report->length);
    report->due = (uint32_t)ecp_time_us() + report->period_us;
  }
  respond(session, request, check.status, check.status == API_OK ? 0 : check.detail, 0);
}

static enum api_status send_mos(struct api_session* session, const struct request* request) {
  enum { kAddress = 2 };
  if (request->length < kAddress || request->length - kAddress > PMOS_DATA_MAX) return API_BAD_BODY;
  const uint8_t port = request->body[0], channel = request->body[1];
  if (port >= session->firmware->mos.count || channel == PMOS_CHANNEL_SYNC) return API_BAD_VALUE;
  const bool sent = mos_ports_send(session->firmware, port, channel, request->body + kAddress,
                                   request->length - kAddress);
  return sent ? API_OK : API_BUSY;
}

static void identify(struct api_session* session, const struct request* request) {
  enum { kIdentity = 28 };
  const struct firmware* firmware = session->firmware;
  uint8_t* data = respond(session, request, API_OK, 0, kIdentity);
  put32(data, firmware->chip_address);
  memcpy(data + 4, firmware->mac, 6);
  put16(data + 10, (uint16_t)firmware->features);
  put32(data + 12, firmware->address);
  put32(data + 16, firmware->mos.count);
  put32(data + 20, firmware->reset_cause);
  put32(data + 24, firmware->boot);
}

static enum api_status reboot(struct api_session* session, const struct request* request) {
  if (request->length != 4) return API_BAD_BODY;
  if (get32(request->body) != API_REBOOT_KEY) return API_BAD_VALUE;
  session->firmware->reboot_requested = true;
  return API_OK;
}

void api_execute(struct api_session* session, const uint8_t* message, size_t body) {
  const struct request request = {message[3], get32(message + 4), message + API_HEADER_BYTES,
                                  (uint32_t)body};
  switch (request.type) {
    case API_ACCESS:
      access_registers(session, &request);
      break;
    case API_REPORT:
      set_report(session, &request);
      break;
    case API_MOS_SEND:
      respond(session, &request, send_mos(session, &request), 0, 0);
      break;
    case API_IDENTIFY:
      if (body == 0) {
        identify(session, &request);
      } else {
        respond(session, &request, API_BAD_BODY, 0, 0);
      }
      break;
    case API_REBOOT:
      respond(session, &request, reboot(session, &request), 0, 0);
      break;
    default:
      respond(session, &request, API_BAD_TYPE, 0, 0);
  }
}
