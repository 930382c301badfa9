/* SPDX-License-Identifier: Apache-2.0 */
/* Memory map of the control processor (ECP), for its model and its firmware: C11 and C++17.
 * docs/reference/control_processor.md describes every register. All registers are little endian. */
#ifndef TINSIM_TLM_TIN_ECP_ECP_MAP_H
#define TINSIM_TLM_TIN_ECP_ECP_MAP_H

/* Regions. */
#define ECP_SRAM_BASE 0x00000000u
#define ECP_SRAM_BYTES 0x00200000u
#define ECP_TIMER_BASE 0x40000000u
#define ECP_SYSCTL_BASE 0x40001000u
#define ECP_MOS_BASE 0x40010000u
#define ECP_PKT_BASE 0x40020000u
#define ECP_PKT_RX_WINDOW 0x40030000u
#define ECP_PKT_TX_WINDOW 0x40034000u
#define ECP_PKT_WINDOW_BYTES 0x4000u
#define ECP_REGISTER_BUS_BASE 0x60000000u
#define ECP_REGISTER_BUS_BYTES 0x10000000u
#define ECP_PPB_BASE 0xe0000000u

/* TIMER: microseconds of the chip's own clock. */
#define ECP_TIMER_LO 0x00u
#define ECP_TIMER_HI 0x04u
#define ECP_TIMER_COMPARE_LO 0x08u
#define ECP_TIMER_COMPARE_HI 0x0cu
#define ECP_TIMER_CONTROL 0x10u
#define ECP_TIMER_STATUS 0x14u
#define ECP_TIMER_CONTROL_IRQ_ENABLE 0x1u
#define ECP_TIMER_STATUS_EXPIRED 0x1u

/* SYSCTL: identity of the chip, and resets of the ECP. */
#define ECP_SYSCTL_RESET_CAUSE 0x00u
#define ECP_SYSCTL_REBOOT 0x04u
#define ECP_SYSCTL_CHIP_ADDRESS 0x08u
#define ECP_SYSCTL_MAC_LO 0x0cu
#define ECP_SYSCTL_MAC_HI 0x10u
#define ECP_SYSCTL_RANDOM 0x14u
#define ECP_SYSCTL_CLOCK_MHZ 0x18u
#define ECP_SYSCTL_CHIP_NUMBER 0x1cu
#define ECP_SYSCTL_FEATURES 0x20u
#define ECP_SYSCTL_MOS_PORTS 0x24u
#define ECP_SYSCTL_ICMP_PER_S 0x28u
#define ECP_SYSCTL_ICMP_BURST 0x2cu
#define ECP_SYSCTL_REBOOT_KEY 0x5eb007e5u
#define ECP_SYSCTL_FEATURE_MAC 0x1u
#define ECP_SYSCTL_FEATURE_PACKETS 0x2u
#define ECP_RESET_POWER_ON 0u
#define ECP_RESET_REBOOT 1u
#define ECP_RESET_SYSRESETREQ 2u
#define ECP_RESET_EXTERNAL 3u

/* MOS: one mailbox for each GNet port. */
#define ECP_MOS_PORT_STRIDE 0x20u
#define ECP_MOS_MAX_PORTS 64u
#define ECP_MOS_RX_STATUS 0x00u
#define ECP_MOS_RX_LO 0x04u
#define ECP_MOS_RX_HI 0x08u
#define ECP_MOS_TX_STATUS 0x0cu
#define ECP_MOS_TX_LO 0x10u
#define ECP_MOS_TX_HI 0x14u
#define ECP_MOS_CONTROL 0x18u
#define ECP_MOS_PENDING_LO 0xf000u
#define ECP_MOS_PENDING_HI 0xf004u
#define ECP_MOS_RX_STATUS_VALID 0x1u
#define ECP_MOS_RX_STATUS_FILL_SHIFT 8u
#define ECP_MOS_RX_STATUS_FILL_MASK 0xff00u
#define ECP_MOS_RX_STATUS_OVERFLOW 0x10000u
#define ECP_MOS_HI_PAYLOAD_MASK 0xffffu
#define ECP_MOS_HI_SUB_SHIFT 16u
#define ECP_MOS_HI_SUB_MASK 0xf0000u
#define ECP_MOS_TX_STATUS_READY 0x1u
#define ECP_MOS_CONTROL_RX_IRQ_ENABLE 0x1u

/* PKT: packet buffers on the chip's CPU port. Frames have no FCS here. */
#define ECP_PKT_RX_STATUS 0x00u
#define ECP_PKT_RX_LEN 0x04u
#define ECP_PKT_RX_META 0x08u
#define ECP_PKT_RX_POP 0x0cu
#define ECP_PKT_TX_META 0x10u
#define ECP_PKT_TX_LEN 0x14u
#define ECP_PKT_TX_SEND 0x18u
#define ECP_PKT_TX_STATUS 0x1cu
#define ECP_PKT_CONTROL 0x20u
#define ECP_PKT_RX_STATUS_VALID 0x1u
#define ECP_PKT_RX_STATUS_FILL_SHIFT 8u
#define ECP_PKT_RX_STATUS_FILL_MASK 0xff00u
#define ECP_PKT_RX_STATUS_OVERFLOW 0x10000u
#define ECP_PKT_RX_META_INTERFACE_MASK 0xffu
#define ECP_PKT_RX_META_REASON_SHIFT 8u
#define ECP_PKT_RX_META_REASON_MASK 0xff00u
#define ECP_PKT_TX_META_INTERFACE_MASK 0xffu
#define ECP_PKT_TX_STATUS_READY 0x1u
#define ECP_PKT_TX_STATUS_REFUSED 0x2u
#define ECP_PKT_CONTROL_RX_IRQ_ENABLE 0x1u
#define ECP_PKT_CONTROL_TX_IRQ_ENABLE 0x2u
/* Interfaces of the chip; FABRIC: from another chip, or routed by the IP destination. */
#define ECP_INTERFACE_NIC0 0u
#define ECP_INTERFACE_NIC1 1u
#define ECP_INTERFACE_MAC 2u
#define ECP_INTERFACE_CPU 3u
#define ECP_INTERFACE_FABRIC 255u
/* Why a packet is at the CPU port. */
#define ECP_TRAP_ADDRESSED 0u
#define ECP_TRAP_ROUTE 1u
#define ECP_TRAP_NOT_IP 2u
#define ECP_TRAP_EXPIRED 3u /* its time to live ended here */

/* Interrupt lines of the NVIC. */
#define ECP_IRQ_TIMER 0u
#define ECP_IRQ_MOS 1u
#define ECP_IRQ_PACKET_RX 2u
#define ECP_IRQ_PACKET_TX 3u
#define ECP_IRQ_LINK 4u
#define ECP_IRQ_TRACE_TIMESYNC 5u
#define ECP_IRQ_LINES 32u

#endif
