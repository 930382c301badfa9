// SPDX-License-Identifier: Apache-2.0
// Hardware access of the firmware: every load and store outside SRAM is here.
#ifndef TIN_FIRMWARE_ECP_HAL_H
#define TIN_FIRMWARE_ECP_HAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "firmware_stub/firmware_bus.h"
#include "firmware_stub/pmos.h"
#include "tlm/tin/ecp/ecp_map.h"

// Register bus of the chip. `offset`: of tin_registers.h.
// An address without a register reads zero, and ignores writes; the result is then false.
static inline bool chip_try_read(uint32_t offset, uint32_t* value) {
  *value = 0;
  return ecp_try_load(ECP_REGISTER_BUS_BASE + offset, value);
}
static inline bool chip_try_write(uint32_t offset, uint32_t value) {
  return ecp_try_store(ECP_REGISTER_BUS_BASE + offset, value);
}
static inline uint32_t chip_read(uint32_t offset) {
  uint32_t value;
  chip_try_read(offset, &value);
  return value;
}
static inline void chip_write(uint32_t offset, uint32_t value) { chip_try_write(offset, value); }

// Microseconds of the chip's own clock. Reading the low half holds the high half.
static inline uint64_t ecp_time_us(void) {
  const uint32_t low = ecp_load(ECP_TIMER_BASE + ECP_TIMER_LO);
  return (uint64_t)ecp_load(ECP_TIMER_BASE + ECP_TIMER_HI) << 32 | low;
}
// The timer's interrupt becomes pending at `time_us`: the write of the high half arms it.
static inline void ecp_set_alarm(uint64_t time_us) {
  ecp_store(ECP_TIMER_BASE + ECP_TIMER_STATUS, ECP_TIMER_STATUS_EXPIRED);
  ecp_store(ECP_TIMER_BASE + ECP_TIMER_COMPARE_LO, (uint32_t)time_us);
  ecp_store(ECP_TIMER_BASE + ECP_TIMER_COMPARE_HI, (uint32_t)(time_us >> 32));
}

static inline void ecp_enable_alarm(void) {
  ecp_store(ECP_TIMER_BASE + ECP_TIMER_CONTROL, ECP_TIMER_CONTROL_IRQ_ENABLE);
}

static inline uint32_t ecp_system(uint32_t offset) { return ecp_load(ECP_SYSCTL_BASE + offset); }
static inline uint32_t ecp_random(void) { return ecp_system(ECP_SYSCTL_RANDOM); }
static inline void ecp_reboot(void) {
  ecp_store(ECP_SYSCTL_BASE + ECP_SYSCTL_REBOOT, ECP_SYSCTL_REBOOT_KEY);
}
// Ethernet address of the chip, first octet first.
static inline void ecp_mac(uint8_t* mac) {
  const uint32_t low = ecp_system(ECP_SYSCTL_MAC_LO), high = ecp_system(ECP_SYSCTL_MAC_HI);
  for (unsigned i = 0; i < 4; ++i) mac[i] = (uint8_t)(low >> 8 * i);
  for (unsigned i = 0; i < 2; ++i) mac[4 + i] = (uint8_t)(high >> 8 * i);
}

// Mailbox of a GNet port.
static inline uint32_t ecp_mos_register(uint32_t port, uint32_t offset) {
  return ECP_MOS_BASE + port * ECP_MOS_PORT_STRIDE + offset;
}
static inline void ecp_mos_enable_interrupt(uint32_t port) {
  ecp_store(ecp_mos_register(port, ECP_MOS_CONTROL), ECP_MOS_CONTROL_RX_IRQ_ENABLE);
}
// Ports with received words, a bit each.
static inline uint64_t ecp_mos_pending(void) {
  const uint32_t low = ecp_load(ECP_MOS_BASE + ECP_MOS_PENDING_LO);
  return (uint64_t)ecp_load(ECP_MOS_BASE + ECP_MOS_PENDING_HI) << 32 | low;
}
static inline bool ecp_mos_receive(uint32_t port, struct pmos_word* word) {
  if (!(ecp_load(ecp_mos_register(port, ECP_MOS_RX_STATUS)) & ECP_MOS_RX_STATUS_VALID))
    return false;
  const uint32_t low = ecp_load(ecp_mos_register(port, ECP_MOS_RX_LO));
  const uint32_t high = ecp_load(ecp_mos_register(port, ECP_MOS_RX_HI));
  word->payload = (uint64_t)(high & ECP_MOS_HI_PAYLOAD_MASK) << 32 | low;
  word->sub = (uint8_t)((high & ECP_MOS_HI_SUB_MASK) >> ECP_MOS_HI_SUB_SHIFT);
  return true;
}
static inline bool ecp_mos_ready(uint32_t port) {
  return ecp_load(ecp_mos_register(port, ECP_MOS_TX_STATUS)) & ECP_MOS_TX_STATUS_READY;
}
static inline void ecp_mos_send(uint32_t port, struct pmos_word word) {
  ecp_store(ecp_mos_register(port, ECP_MOS_TX_LO), (uint32_t)word.payload);
  ecp_store(ecp_mos_register(port, ECP_MOS_TX_HI),
            (uint32_t)(word.payload >> 32) | (uint32_t)word.sub << ECP_MOS_HI_SUB_SHIFT);
}

// Packet buffers on the CPU port. Frames begin with the destination's Ethernet address and have no
// FCS.
static inline void ecp_packet_enable_interrupt(void) {
  ecp_store(ECP_PKT_BASE + ECP_PKT_CONTROL, ECP_PKT_CONTROL_RX_IRQ_ENABLE);
}
static inline bool ecp_packet_waiting(void) {
  return ecp_load(ECP_PKT_BASE + ECP_PKT_RX_STATUS) & ECP_PKT_RX_STATUS_VALID;
}
static inline size_t ecp_packet_length(void) { return ecp_load(ECP_PKT_BASE + ECP_PKT_RX_LEN); }
// Where the frame arrived, and why it is here: the fields of ECP_PKT_RX_META.
static inline uint32_t ecp_packet_meta(void) { return ecp_load(ECP_PKT_BASE + ECP_PKT_RX_META); }
static inline uint8_t ecp_packet_interface(uint32_t meta) {
  return (uint8_t)(meta & ECP_PKT_RX_META_INTERFACE_MASK);
}
static inline uint8_t ecp_packet_reason(uint32_t meta) {
  return (uint8_t)((meta & ECP_PKT_RX_META_REASON_MASK) >> ECP_PKT_RX_META_REASON_SHIFT);
}
// Copies `length` bytes, rounded up to words.
static inline void ecp_packet_read(uint32_t* words, size_t length) {
  for (uint32_t at = 0; at < length; at += 4) *words++ = ecp_load(ECP_PKT_RX_WINDOW + at);
}
static inline void ecp_packet_pop(void) { ecp_store(ECP_PKT_BASE + ECP_PKT_RX_POP, 1); }
static inline bool ecp_packet_ready(void) {
  return ecp_load(ECP_PKT_BASE + ECP_PKT_TX_STATUS) & ECP_PKT_TX_STATUS_READY;
}
static inline void ecp_packet_send(uint8_t interface, const uint32_t* words, size_t length) {
  for (uint32_t at = 0; at < length; at += 4) ecp_store(ECP_PKT_TX_WINDOW + at, *words++);
  ecp_store(ECP_PKT_BASE + ECP_PKT_TX_META, interface);
  ecp_store(ECP_PKT_BASE + ECP_PKT_TX_LEN, (uint32_t)length);
  ecp_store(ECP_PKT_BASE + ECP_PKT_TX_SEND, 1);
}

#endif
