// SPDX-License-Identifier: Apache-2.0
// Register API: framing of the stream, and periodic reports.
#include "firmware_stub/api.h"

#include <string.h>

#include "firmware_stub/api_access.h"
#include "firmware_stub/ecp_hal.h"
#include "firmware_stub/firmware.h"
#include "firmware_stub/network_order.h"

void api_open(struct api_session* session, struct firmware* firmware, struct api_buffers* buffers) {
  session->in = buffers->in;
  session->out = buffers->out;
  session->firmware = firmware;
  session->open = true;
  session->broken = false;
  session->in_length = session->out_begin = session->out_end = 0;
  session->report.period_us = 0;
}

size_t api_output(const struct api_session* session, const uint8_t** data) {
  *data = session->out + session->out_begin;
  return session->out_end - session->out_begin;
}

void api_sent(struct api_session* session, size_t length) {
  session->out_begin += (uint32_t)length;
  if (session->out_begin == session->out_end) session->out_begin = session->out_end = 0;
}

bool api_has_space(struct api_session* session, size_t body) {
  const size_t bytes = API_HEADER_BYTES + body;
  if (API_OUTPUT_BYTES - session->out_end >= bytes) return true;
  const uint32_t waiting = session->out_end - session->out_begin;
  if (API_OUTPUT_BYTES - waiting < bytes) return false;
  memmove(session->out, session->out + session->out_begin, waiting);
  session->out_begin = 0;
  session->out_end = waiting;
  return true;
}

uint8_t* api_begin(struct api_session* session, uint8_t type, uint32_t id, size_t body) {
  if (!api_has_space(session, body)) return NULL;
  uint8_t* header = session->out + session->out_end;
  put16(header, API_MAGIC);
  header[2] = API_VERSION;
  header[3] = type;
  put32(header + 4, id);
  put32(header + 8, (uint32_t)body);
  session->out_end += (uint32_t)(API_HEADER_BYTES + body);
  return header + API_HEADER_BYTES;
}

static bool has_good_header(const uint8_t* header) {
  return get16(header) == API_MAGIC && header[2] == API_VERSION &&
         get32(header + 8) <= API_BODY_MAX;
}

// The stream cannot be divided into messages any more.
static void refuse_header(struct api_session* session) {
  uint8_t* body =
      api_begin(session, session->in[3] | API_RESPONSE, get32(session->in + 4), API_ANSWER_BYTES);
  put32(body, API_BAD_HEADER);
  put32(body + 4, 0);
  session->broken = true;
}

// Bytes that the message at hand still has to receive; 0 when it is whole.
static size_t wanted(const struct api_session* session) {
  if (session->in_length < API_HEADER_BYTES) return API_HEADER_BYTES - session->in_length;
  return API_HEADER_BYTES + get32(session->in + 8) - session->in_length;
}

size_t api_input(struct api_session* session, const uint8_t* data, size_t length) {
  size_t taken = 0;
  while (!session->broken) {
    size_t part = wanted(session);
    if (part > length - taken) part = length - taken;
    if (part) memcpy(session->in + session->in_length, data + taken, part);
    session->in_length += (uint32_t)part;
    taken += part;
    if (session->in_length < API_HEADER_BYTES) break;
    if (!api_has_space(session, API_ANSWER_BYTES + API_BODY_MAX)) break;
    if (!has_good_header(session->in)) {
      refuse_header(session);
      break;
    }
    if (wanted(session) == 0) {
      api_execute(session, session->in, session->in_length - API_HEADER_BYTES);
      session->in_length = 0;
    } else if (part == 0) {
      break;
    }
  }
  return session->broken ? length : taken;
}

enum { kReportHeader = 12 };  // sequence number and time

static void write_report(struct api_session* session, uint64_t time_us) {
  struct api_report* report = &session->report;
  uint8_t* body =
      api_begin(session, API_REPORTED, report->request_id, kReportHeader + 4 * report->words);
  const uint32_t sequence = report->sequence++;
  if (body == NULL) return;  // the receiver sees the gap in the sequence
  put32(body, sequence);
  put32(body + 4, (uint32_t)(time_us >> 32));
  put32(body + 8, (uint32_t)time_us);
  api_run_operations(report->operations, report->length, body + kReportHeader);
}

void api_poll(struct api_session* session, uint32_t now_us) {
  struct api_report* report = &session->report;
  if (!session->open || session->broken || report->period_us == 0) return;
  if ((int32_t)(now_us - report->due) < 0) return;
  write_report(session, ecp_time_us());
  report->due += report->period_us;
  if ((int32_t)(now_us - report->due) >= 0) report->due = now_us + report->period_us;
}

uint32_t api_idle_us(const struct api_session* session, uint32_t now_us) {
  if (!session->open || session->broken || session->report.period_us == 0) return UINT32_MAX;
  const int32_t left = (int32_t)(session->report.due - now_us);
  return left > 0 ? (uint32_t)left : 0;
}
