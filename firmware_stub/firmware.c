// SPDX-License-Identifier: Apache-2.0
// Main loop of the firmware.
#include "firmware_stub/firmware.h"

#include "firmware_stub/ecp_hal.h"
#include "lwip/init.h"
#include "lwip/timeouts.h"

// Milliseconds of lwIP.
uint32_t sys_now(void) { return (uint32_t)(ecp_time_us() / NET_TICK_US); }

uint32_t firmware_random(void) { return ecp_random(); }

void firmware_init(struct firmware* firmware, struct firmware_buffers* buffers) {
  const uint64_t time = ecp_time_us();
  const uint32_t now = (uint32_t)time;
  firmware->buffers = buffers;
  firmware->reset_cause = ecp_system(ECP_SYSCTL_RESET_CAUSE);
  firmware->features = ecp_system(ECP_SYSCTL_FEATURES);
  firmware->chip_address = ecp_system(ECP_SYSCTL_CHIP_ADDRESS);
  firmware->boot = ecp_random();
  ecp_mac(firmware->mac);
  ecp_enable_alarm();
  mos_ports_init(firmware, now);
  links_init(firmware, now, firmware->reset_cause == ECP_RESET_POWER_ON);
  lwip_init();
  net_init(firmware);
  answer_limit_init(&firmware->answers, time);
  address_init(firmware);
  api_tcp_init(firmware);
}

static void poll_reboot(struct firmware* firmware, uint32_t now_us) {
  if (!firmware->reboot_requested) return;
  if (!firmware->reboot_timed) {
    firmware->reboot_timed = true;
    firmware->reboot_at = now_us + FIRMWARE_REBOOT_DELAY_US;
  }
  if ((int32_t)(now_us - firmware->reboot_at) >= 0) ecp_reboot();
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t lwip_idle_us(void) {
  const uint32_t ticks = sys_timeouts_sleeptime();
  return ticks < UINT32_MAX / NET_TICK_US ? ticks * NET_TICK_US : UINT32_MAX;
}

static uint32_t idle_us(const struct firmware* firmware, uint32_t now_us) {
  uint32_t idle = links_idle_us(firmware, now_us);
  idle = smaller(idle, mos_ports_idle_us(firmware, now_us));
  idle = smaller(idle, api_tcp_idle_us(firmware, now_us));
  idle = smaller(idle, api_mos_idle_us(firmware, now_us));
  if (firmware->reboot_requested) idle = smaller(idle, FIRMWARE_REBOOT_DELAY_US);
  return smaller(idle, lwip_idle_us());
}

void firmware_poll(struct firmware* firmware) {
  const uint64_t time = ecp_time_us();
  const uint32_t now = (uint32_t)time;
  mos_ports_receive(firmware);
  net_poll(firmware);
  links_poll(firmware, now);
  sys_check_timeouts();
  address_poll(firmware);
  api_tcp_poll(firmware, now);
  api_mos_poll(firmware, now);
  mos_ports_transmit(firmware, now);
  poll_reboot(firmware, now);
  ecp_set_alarm(time + idle_us(firmware, now));
}
