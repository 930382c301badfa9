// SPDX-License-Identifier: Apache-2.0
// Register API: messages in, messages out, on any reliable stream of bytes.
#ifndef TIN_FIRMWARE_API_H
#define TIN_FIRMWARE_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "firmware_stub/api_wire.h"

struct firmware;

#define API_RESPONSE_MAX (API_HEADER_BYTES + API_ANSWER_BYTES + API_BODY_MAX)
#define API_OUTPUT_BYTES (API_RESPONSE_MAX + 16384u)  // a response, and reports that wait behind it

struct api_report {
  uint32_t period_us;  // 0: none
  uint32_t request_id;
  uint32_t sequence;
  uint32_t due;  // us
  uint32_t words;
  uint32_t length;
  uint8_t operations[API_REPORT_BODY_MAX];
};

// Have no meaning before api_open().
struct api_buffers {
  uint8_t in[API_HEADER_BYTES + API_BODY_MAX];
  uint8_t out[API_OUTPUT_BYTES];
};

struct api_session {
  struct firmware* firmware;
  bool open;
  bool broken;  // the stream has lost its framing: no more input
  uint32_t in_length, out_begin, out_end;
  struct api_report report;
  uint8_t *in, *out;
};

// Begins a session without input, output and reports.
void api_open(struct api_session* session, struct firmware* firmware, struct api_buffers* buffers);

// Takes bytes of the stream; carries out each whole message. Returns the bytes taken: fewer than
// `length` while output has no space for the response to the next message.
size_t api_input(struct api_session* session, const uint8_t* data, size_t length);

// Bytes to be sent, and their number.
size_t api_output(const struct api_session* session, const uint8_t** data);
// The first `length` of them were sent.
void api_sent(struct api_session* session, size_t length);

// Writes the report that is due at `now_us`, if output has space.
void api_poll(struct api_session* session, uint32_t now_us);
// Microseconds until the next report; UINT32_MAX: none.
uint32_t api_idle_us(const struct api_session* session, uint32_t now_us);

// Space for a message of `body` bytes behind the output; NULL if there is none.
uint8_t* api_begin(struct api_session* session, uint8_t type, uint32_t id, size_t body);

// Output has space for a message of `body` bytes.
bool api_has_space(struct api_session* session, size_t body);

// Carries out a whole request; writes its response.
void api_execute(struct api_session* session, const uint8_t* message, size_t body);

#endif
