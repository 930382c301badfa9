// SPDX-License-Identifier: Apache-2.0
// Numbers of the register API on the wire: docs/reference/register_api.md.
#ifndef TIN_FIRMWARE_API_WIRE_H
#define TIN_FIRMWARE_API_WIRE_H

#define API_TCP_PORT 9630u
#define API_MAGIC 0x5452u  // "TR"
#define API_VERSION 1u
#define API_HEADER_BYTES 12u
#define API_OPERATION_BYTES 8u
#define API_ANSWER_BYTES 8u         // status and detail, before the data of a response
#define API_BODY_MAX 131072u        // bytes of a request, and of the data of its response
#define API_RESPONSE 0x80u          // added to the type of a request
#define API_REPORT_BODY_MAX 1024u   // bytes of a request for reports
#define API_REPORT_WORDS_MAX 1024u  // registers in a report
#define API_PERIOD_MIN_US 100u
#define API_REBOOT_KEY 0x5eb007e5u

enum api_type {
  API_ACCESS = 1,           // reads and writes registers
  API_REPORT = 2,           // begins or ends periodic reports
  API_MOS_SEND = 3,         // sends a PMOS packet
  API_IDENTIFY = 4,         // identity of the chip
  API_REBOOT = 5,           // restarts the firmware
  API_REPORTED = 0x40,      // a periodic report
  API_MOS_RECEIVED = 0x41,  // a PMOS packet of a neighbour
};

enum api_operation { API_READ = 1, API_WRITE = 2 };

enum api_status {
  API_OK = 0,
  API_BAD_HEADER = 1,  // magic, version or length; the connection is closed
  API_BAD_TYPE = 2,
  API_BAD_BODY = 3,     // its length, an operation code, a reserved field, a count of 0
  API_BAD_ADDRESS = 4,  // not a multiple of 4, or beyond the register bus
  API_TOO_LONG = 5,     // the response would be longer than API_BODY_MAX, a report than its limit
  API_BAD_VALUE = 6,    // a period, port, channel or key out of its bounds
  API_BUS_ERROR = 8,    // an address without a register
  API_BUSY = 7,         // the previous PMOS packet is still in transmission
};

#endif
