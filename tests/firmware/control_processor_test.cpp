// SPDX-License-Identifier: Apache-2.0
// Does the image work on the control processor with its devices, interrupts and time?
#include "tests/firmware/ecp_network.h"

namespace tinsim::firmware_test {
namespace {

constexpr std::uint32_t kTrap = 0x080400;

std::shared_ptr<const EcpImage> image() {
  return read_ecp_image(TINSIM_SOURCE_DIR "/firmware_stub/image/tin_firmware.bin");
}

class FirmwareOnEcp : public testing::Test {
 protected:
  Message call(TcpPeer& peer, std::uint8_t type, const Bytes& body) {
    const std::uint32_t id = ++id_;
    peer.write(message(type, id, body));
    Message found{};
    const bool done = network.run_until(
        [&] {
          while (take_message(peer.received, found))
            if (found.id == id && (found.type & API_RESPONSE)) return true;
          return false;
        },
        100000);
    EXPECT_TRUE(done);
    if (!done) found.body.resize(8, 0xff);
    return found;
  }

  EcpNetwork network{image()};
  EcpChip &first = *network.chips[0], &second = *network.chips[1];

 private:
  std::uint32_t id_ = 0;
};

TEST_F(FirmwareOnEcp, ChipsGetTheirAddressesAndServeTheirRegisters) {
  ASSERT_TRUE(network.run_until([&] { return first.registers[kTrap] == 0x0a000100; }, 100000));
  RecordProperty("address_us", static_cast<int>(network.now));
  TcpPeer& peer = network.connect(0);
  ASSERT_TRUE(network.run_until([&] { return peer.connected; }, 100000));

  // DHCP of the second chip over MOS, relayed by the client of the first.
  std::uint32_t id = 1000;
  ASSERT_TRUE(network.run_until(
      [&] {
        Message received;
        while (take_message(peer.received, received)) {
          if (received.type != API_MOS_RECEIVED) continue;
          Bytes body = {received.body[0], 1};
          append(body,
                 network.dhcp.reply(slice(received.body, 2, received.body.size() - 2)).packet);
          peer.write(message(API_MOS_SEND, ++id, body));
        }
        return second.registers[kTrap] == 0x0a000101;
      },
      200000));

  TcpPeer& other = network.connect(1);
  Bytes operations = write_operation(0x0a0000, {1, 2, 3});
  append(operations, read_operation(0x0a0000, 3));
  append(operations, read_operation(EcpChip::kFirstIllegal));
  const Message response = call(other, API_ACCESS, operations);
  EXPECT_EQ(response.status(), API_BUS_ERROR);
  EXPECT_EQ(response.detail(), 28u);
  EXPECT_EQ(response.data(), (Bytes{0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0}));
  EXPECT_EQ(second.ecp.counts().hard_faults, 1u);  // the access, which the firmware survives
  EXPECT_EQ(second.ecp.counts().reboots, 0u);

  const EcpCounts counts = second.ecp.counts();
  EXPECT_EQ(second.ecp.mos().lost(), 0u);
  EXPECT_EQ(second.ecp.packets().lost(), 0u);
  // Of 400 words in a microsecond, MOS takes at most one in 64.
  EXPECT_LE(64 * second.words_sent, network.now * EcpNetwork::kCyclesPerUs);
  RecordProperty("instructions", std::to_string(counts.instructions));
  RecordProperty("us", std::to_string(network.now));
  RecordProperty("host_bytes", std::to_string(second.ecp.host_bytes()));
}

TEST_F(FirmwareOnEcp, ARebootWritesNoRegister) {
  ASSERT_TRUE(network.run_until([&] { return first.registers[kTrap] == 0x0a000100; }, 100000));
  TcpPeer& peer = network.connect(0);
  Bytes key;
  append32(key, API_REBOOT_KEY);
  ASSERT_EQ(call(peer, API_REBOOT, key).status(), API_OK);
  ASSERT_TRUE(network.run_until([&] { return first.ecp.counts().reboots == 1; }, 10000));
  const auto registers = first.registers;
  const std::uint64_t writes = first.writes, begin = network.now;
  TcpPeer& again = network.connect(0);
  const Message identity = call(again, API_IDENTIFY, {});
  ASSERT_EQ(identity.status(), API_OK);
  EXPECT_EQ(read32(identity.body, 8 + 12), 0x0a000100u);
  EXPECT_EQ(read32(identity.body, 8 + 20), ECP_RESET_REBOOT);
  RecordProperty("reconnect_us", static_cast<int>(network.now - begin));
  EXPECT_EQ(first.writes, writes);
  EXPECT_EQ(first.registers, registers);
}

}  // namespace
}  // namespace tinsim::firmware_test
