// SPDX-License-Identifier: Apache-2.0
// Field table: the IP path.
#include "platform/config/field_rules.h"

namespace tinsim::field_rules {

void add_ip_fields(std::vector<FieldRule>& table) {
  const std::vector<FieldRule> fields = {
      plain("ip.enabled", "chips have NIC, Ethernet MAC and control processor, and carry packets"),
      choice("ip.payload", {"counted", "carried"},
             "packets have a length only, or bytes, which arrive as they were sent"),
      number("ip.nic_ports", 1, 16, "terminal ports of the NIC, from endpoint 0 on"),
      number("ip.mac_ports", 1, 16, "terminal ports of the Ethernet MAC, after those of the NIC"),
      number("ip.cpu_ports", 1, 16, "terminal ports of the control processor"),
      number("ip.nic_gbps", 1, 400, "rate of the NIC, which a chip's hosts share, in Gb/s"),
      number("ip.mac_gbps", 1, 400, "rate of the Ethernet MAC in Gb/s"),
      number("ip.cpu_gbps", 1, 400, "rate of the control processor's port in Gb/s"),
      number("ip.high_classes", 0, 7,
             "classes of service whose cells use the VCs of high priority"),
      plain("ip.handshake_first",
            "RTS, CTS and CTD go before all other cells in crossbars and on links"),
      number("ip.ingress.buffer_kib", 16, 1048576, "buffer of each interface in KiB"),
      number("ip.ingress.class_percent", 1, 100,
             "share of the buffer that a class of service may fill; one entry serves all"),
      number("ip.ingress.strict_classes", 0, 7,
             "classes of service that go to a host's wire, ask, and are pulled, before all others"),
      number(
          "ip.ingress.weights", 1, 255,
          "weight of each other class at a host's wire and where packets ask and are pulled; one "
          "entry serves all"),
      number("ip.ingress.early_rts_bytes", 0, 16383,
             "packets longer than this ask before they have arrived; 0: none does"),
      number("ip.ingress.lookup_cycles", 4, 100000,
             "from the header, or the whole packet, to its RTS: parsing, look-up, buffer"),
      number("ip.ingress.pull_cycles", 1, 100000, "from a CTS to the packet's first DATA cell"),
      choice("ip.ingress.spread", {"cell", "packet"},
             "what is spread over the terminal ports of an interface"),
      number("ip.ingress.rts_timeout_us", 0, 1000000,
             "a packet whose RTS has no answer for so long is given up; 0: never"),
      number("ip.ingress.rts_start", 0, 1023,
             "RTSs without an answer that a chip may send to an egress queue of which it has heard "
             "nothing, one more with each packet fetched; further packets wait; 0: any number"),
      number("ip.ingress.rts_forget_us", 0, 1000000,
             "after so long without RTSs for a queue, or without CTDs that say that RTSs crowd a "
             "port, a chip asks as at the start"),
      number("ip.ingress.rts_patience_us", 1, 1000000,
             "a packet waits no longer than this for answers to the RTSs of others"),
      number("ip.ingress.rts_earn_percent", 100, 1000,
             "RTSs for a queue that they crowd, for each packet fetched from it, in percent"),
      number("ip.ingress.rts_retry_us", 0, 1000000,
             "... and one besides in each such time, so that no chip is left out"),
      number("ip.egress.buffer_kib", 17, 1024,
             "reassembly space of each egress port in KiB; the longest packet fits"),
      number("ip.egress.window_kib", 1, 1023,
             "packets fetched at a time by each egress port, in KiB"),
      number("ip.egress.pace_percent", 0, 1000,
             "packets are fetched as fast as the wire would send them, in percent of its rate; 0: "
             "as fast as the window allows"),
      number(
          "ip.egress.crowd_percent", 1, 101,
          "share of a terminal port's words; where RTSs take as many, CTDs hold back further ones "
          "at their sources; 101: never"),
      number("ip.egress.crowd_cycles", 64, 1000000,
             "period in which these words are counted: the one under way, and the one before"),
      number(
          "ip.egress.strict_classes", 0, 7,
          "classes of service whose CTSs go before all others, and that go first at a host's wire"),
      number("ip.egress.weights", 1, 255,
             "weight of each other class among the CTSs, and at a host's wire where all weigh the "
             "same at the ingress; one entry serves all"),
      number("ip.egress.drop_threshold", 0, 4095,
             "an RTS that finds more than this queued is answered by a CTD"),
      number("ip.egress.mark_threshold", 0, 4095,
             "a packet that leaves more RTSs than this behind it is marked (ECN)"),
      number("ip.egress.rts_cycles", 1, 100000, "from an RTS's arrival to its queue"),
      number("ip.egress.cts_cycles", 1, 100000, "from a grant to the CTS at its port"),
      number("ip.egress.data_cycles", 1, 100000,
             "from a packet's last DATA cell to its being complete"),
      number("ip.egress.fetch_timeout_us", 0, 1000000,
             "a packet that has not arrived for so long after its CTS is given up; 0: never"),
      choice("ip.mac.flow_control", {"none", "pause", "pfc"},
             "of the external MACs, in both directions: PAUSE (802.3x), by class (802.1Qbb)"),
      number("ip.mac.xoff_percent", 1, 100,
             "share of the ingress buffer, pfc: of the class's share, at which the MAC stops its "
             "partner"),
      number("ip.mac.xon_percent", 0, 100, "share down to which the partner stays stopped"),
      number("ip.mac.quanta", 1, 65535,
             "pause of a frame that stops, in 512 bit times; it is repeated after half of them"),
      number(
          "ip.mac.response_ns", 0, 2017,
          "from the end of a frame that stops to its being obeyed, at both ends; 802.3 allows 394 "
          "quanta at 100 Gb/s"),
      number("ip.mac.cable_ns", 0, 1000000, "delay of the cable to a MAC's partner"),
      plain("ip.mac.partner_obeys", "whether the partners stop when they are told to"),
      number("ip.max_frame_bytes", 64, 16365, "longer frames are malformed; tags and FCS included"),
      plain("ip.cos_from_pcp", "class of service of tagged frames from their PCP, not their DSCP"),
      plain("ip.flow_label", "flows of IPv6 by their label, where it is not 0"),
      choice(
          "ip.non_ip", {"drop", "punt", "encapsulate"},
          "frames without IP: dropped, to the chip's control processor, or inside IP to non_ip_to"),
      plain("ip.non_ip_to",
            "encapsulate: port where the frames come out again, as host0, mac0 or cpu0"),
      number("ip.vlan", 1, 4094, "VLAN of the tag with which IP packets leave; unset: no tag"),
      plain("ip.next_hop",
            "MAC address to which the Ethernet MACs send; empty: 02:00:pod:tin:00:ff"),
      plain("ip.routes.*.prefix",
            "addresses ADDRESS/LENGTH, IPv4 or IPv6; the longest that matches holds"),
      number("ip.routes.*.hosts", 0, 65535, "host numbers that share their packets, flow by flow"),
      number("ip.routes.*.macs", 0, 1023, "chips whose Ethernet MACs share them besides"),
      number("ip.routes.*.weights", 1, 4095,
             "share of each of the hosts, then of the macs; one entry serves all"),
      plain("ip.routes.*.punt", "to the control processor of the chip where the packet enters"),
      number("ip.replay.*.host", 0, 65535, "host into whose NIC the frames go; or give mac"),
      number("ip.replay.*.mac", 0, 1023, "chip into whose Ethernet MAC the frames go"),
      plain("ip.replay.*.file",
            "capture of Ethernet frames, relative to this file (in --set: to the current folder)"),
      number("ip.replay.*.time_scale", 0, 1e9, "recorded times are multiplied by this", kAboveMin),
      plain("ip.replay.*.loop", "start again at the end"),
      choice("ip.replay.*.fcs", {"auto", "absent", "present"},
             "whether recorded frames end with their FCS; auto: as the file says, else absent"),
      plain("ip.capture.ports",
            "ports whose frames are captured: hosts, macs, cpus, all, host0, mac0, cpu0; empty: no "
            "capture"),
      plain("ip.capture.file", "name of the capture in the result folder: NAME.pcapng"),
      plain("ip.capture.with_fcs", "captured frames keep their FCS"),
  };
  table.insert(table.end(), fields.begin(), fields.end());
}

}  // namespace tinsim::field_rules
