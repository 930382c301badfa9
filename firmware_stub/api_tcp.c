// SPDX-License-Identifier: Apache-2.0
// Register API over TCP.
#include "firmware_stub/api_tcp.h"

#include <string.h>

#include "firmware_stub/firmware.h"
#include "lwip/tcp.h"

static void release(struct api_connection* connection) {
  if (connection->pending) pbuf_free(connection->pending);
  connection->pending = NULL;
  connection->pcb = NULL;
  connection->session.open = false;
}

// Ends a connection outside of its own callbacks.
static void end(struct api_connection* connection) {
  struct tcp_pcb* pcb = connection->pcb;
  tcp_arg(pcb, NULL);
  tcp_recv(pcb, NULL);
  tcp_err(pcb, NULL);
  release(connection);
  tcp_setprio(pcb, TCP_PRIO_MIN);  // gives way to a new connection
  if (tcp_close(pcb) != ERR_OK) tcp_abort(pcb);
}

static void on_error(void* context, err_t error) {
  (void)error;
  release(context);
}

// Many small segments are merged, so that the heap holds little more than the receive window.
enum { kPendingParts = 16 };

static err_t on_receive(void* context, struct tcp_pcb* pcb, struct pbuf* data, err_t error) {
  (void)pcb;
  (void)error;
  struct api_connection* connection = context;
  if (data == NULL) {
    connection->closing = true;
  } else if (connection->pending) {
    pbuf_cat(connection->pending, data);
    if (pbuf_clen(connection->pending) > kPendingParts)
      connection->pending = pbuf_coalesce(connection->pending, PBUF_RAW);
  } else {
    connection->pending = data;
  }
  return ERR_OK;
}

static struct api_connection* free_connection(struct api_tcp* tcp) {
  struct api_connection* older = &tcp->connection[0];
  for (uint32_t n = 0; n < API_TCP_SESSIONS; ++n) {
    struct api_connection* connection = &tcp->connection[n];
    if (connection->pcb == NULL) return connection;
    if ((int32_t)(connection->number - older->number) < 0) older = connection;
  }
  end(older);
  return older;
}

static err_t on_accept(void* context, struct tcp_pcb* pcb, err_t error) {
  struct firmware* firmware = context;
  if (error != ERR_OK || pcb == NULL) return ERR_VAL;
  struct api_connection* connection = free_connection(&firmware->tcp);
  connection->pcb = pcb;
  connection->pending = NULL;
  connection->closing = false;
  connection->number = firmware->tcp.connections++;
  api_open(&connection->session, firmware,
           &firmware->buffers->connection[connection - firmware->tcp.connection]);
  ip_set_option(pcb, SOF_KEEPALIVE);
  tcp_nagle_disable(pcb);
  tcp_arg(pcb, connection);
  tcp_recv(pcb, on_receive);
  tcp_err(pcb, on_error);
  return ERR_OK;
}

void api_tcp_init(struct firmware* firmware) {
  struct tcp_pcb* pcb = tcp_new();
  tcp_bind(pcb, IP4_ADDR_ANY, API_TCP_PORT);
  pcb = tcp_listen(pcb);
  tcp_arg(pcb, firmware);
  tcp_accept(pcb, on_accept);
}

static void take_input(struct api_connection* connection) {
  while (connection->pending) {
    struct pbuf* head = connection->pending;
    const size_t length = head->len, taken = api_input(&connection->session, head->payload, length);
    tcp_recved(connection->pcb, (u16_t)taken);
    connection->pending = pbuf_free_header(head, (u16_t)taken);
    if (taken < length) break;
  }
}

static void give_output(struct api_connection* connection) {
  const uint8_t* data;
  size_t length = api_output(&connection->session, &data);
  if (length > tcp_sndbuf(connection->pcb)) length = tcp_sndbuf(connection->pcb);
  if (length == 0) return;
  if (tcp_write(connection->pcb, data, (u16_t)length, TCP_WRITE_FLAG_COPY) == ERR_OK)
    api_sent(&connection->session, length);
  tcp_output(connection->pcb);
}

// A peer that sends no more still receives all responses.
static bool is_finished(const struct api_connection* connection) {
  const uint8_t* data;
  return api_output(&connection->session, &data) == 0 &&
         (connection->session.broken || (connection->closing && connection->pending == NULL));
}

void api_tcp_poll(struct firmware* firmware, uint32_t now_us) {
  for (uint32_t n = 0; n < API_TCP_SESSIONS; ++n) {
    struct api_connection* connection = &firmware->tcp.connection[n];
    if (connection->pcb) take_input(connection);
    if (connection->closing) connection->session.report.period_us = 0;
    if (connection->pcb) api_poll(&connection->session, now_us);
    if (connection->pcb) give_output(connection);
    if (connection->pcb && is_finished(connection)) end(connection);
  }
}

uint32_t api_tcp_idle_us(const struct firmware* firmware, uint32_t now_us) {
  uint32_t idle = UINT32_MAX;
  for (uint32_t n = 0; n < API_TCP_SESSIONS; ++n) {
    const uint32_t one = api_idle_us(&firmware->tcp.connection[n].session, now_us);
    if (one < idle) idle = one;
  }
  return idle;
}

static bool receives_packets(const struct api_connection* connection) {
  return connection->session.open && !connection->session.broken && !connection->closing;
}

// A session whose client does not read keeps no packet from the others.
bool api_report_mos(struct firmware* firmware, uint8_t port, uint8_t channel, const uint8_t* data,
                    size_t length) {
  bool waits = false, reported = false;
  for (uint32_t n = 0; n < API_TCP_SESSIONS; ++n) {
    struct api_connection* connection = &firmware->tcp.connection[n];
    if (!receives_packets(connection)) continue;
    uint8_t* body = api_begin(&connection->session, API_MOS_RECEIVED, 0, 2 + length);
    if (body == NULL) {
      waits = true;
      continue;
    }
    reported = true;
    body[0] = port;
    body[1] = channel;
    memcpy(body + 2, data, length);
  }
  return reported || !waits;
}
