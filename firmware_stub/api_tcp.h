// SPDX-License-Identifier: Apache-2.0
// Register API over TCP: a server with two sessions; a third connection ends the older one.
#ifndef TIN_FIRMWARE_API_TCP_H
#define TIN_FIRMWARE_API_TCP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "firmware_stub/api.h"

struct pbuf;
struct tcp_pcb;

#define API_TCP_SESSIONS 2u

struct api_connection {
  struct tcp_pcb* pcb;   // NULL: free
  struct pbuf* pending;  // received, not taken by the session yet
  uint32_t number;       // of the connection since the start
  bool closing;          // the peer sends no more
  struct api_session session;
};

struct api_tcp {
  uint32_t connections;
  struct api_connection connection[API_TCP_SESSIONS];
};

void api_tcp_init(struct firmware* firmware);
// Moves bytes between connections and sessions; writes reports that are due.
void api_tcp_poll(struct firmware* firmware, uint32_t now_us);
uint32_t api_tcp_idle_us(const struct firmware* firmware, uint32_t now_us);

// Reports a PMOS packet of a neighbour to all connections that have space. False: none of them has
// space now.
bool api_report_mos(struct firmware* firmware, uint8_t port, uint8_t channel, const uint8_t* data,
                    size_t length);

#endif
