// SPDX-License-Identifier: Apache-2.0
// Ciphers of 1RMA: AES-128-GCM, GMAC, HMAC-SHA256 and key derivation, by OpenSSL.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

struct evp_cipher_ctx_st;
struct evp_mac_ctx_st;

namespace tinsim {

/// 128 bits; byte i has bits 8 i + 7 .. 8 i of the number that registers and words hold.
using CipherKey = std::array<uint8_t, 16>;
/// 96 bits: see rma_iv() in security.h.
using RmaIv = std::array<uint8_t, 12>;
/// Of a request, 128 bits.
using RequestTag = std::array<uint8_t, 16>;
/// Of a RESP, ACK or NACK, 104 bits: the first 13 bytes of the tag of 16.
using DataTag = std::array<uint8_t, 13>;

/// The key (or tag) whose upper and lower 64 bits are these.
CipherKey bytes_of(uint64_t high, uint64_t low);
/// Bits 63..0 and 127..64 of a key or tag.
uint64_t low_half(const CipherKey& bytes);
uint64_t high_half(const CipherKey& bytes);

/// A view of bytes.
struct Octets {
  const uint8_t* data;
  size_t size;
};

/// How requests are signed: `rma.mac_mode`.
enum class MacMode : uint8_t { kGmac, kHmac };

/// HMAC-SHA256 (RFC 2104, FIPS 180-4) of `first` followed by `second`, truncated to 128 bits.
RequestTag hmac_sha256_128(Octets key, Octets first, Octets second);

/// AES-128 of one block (FIPS 197): key derivation, see derivation_block() in security.h.
CipherKey aes_128(const CipherKey& key, const CipherKey& block);

/// AES-128-GCM (NIST SP 800-38D) with contexts that keep the schedule of the keys used last: the
/// cells of one operation have one key. Not thread-safe. A failure of OpenSSL other than a wrong
/// tag throws InvariantError.
class RmaCipher {
 public:
  /// `contexts`: keys that are kept, a power of two, about 1 KB each.
  explicit RmaCipher(size_t contexts = 64);
  RmaCipher(RmaCipher&&) noexcept;
  ~RmaCipher();

  /// Tag of a request. GMAC: that of GCM without plaintext. HMAC: over IV and additional data.
  RequestTag sign(MacMode mode, const CipherKey& key, const RmaIv& iv, Octets additional);
  /// Compares all 128 bits, in a time that does not depend on where they differ.
  bool is_signed(MacMode mode, const CipherKey& key, const RmaIv& iv, Octets additional,
                 const RequestTag& tag);

  /// Encrypts `plain` to `cipher`, which has as many bytes and may be the same memory.
  DataTag seal(const CipherKey& key, const RmaIv& iv, Octets additional, Octets plain,
               uint8_t* cipher);
  /// Decrypts `cipher` to `plain`, which has as many bytes and may be the same memory. False if the
  /// tag is wrong: then `plain` is all zero.
  bool open(const CipherKey& key, const RmaIv& iv, Octets additional, Octets cipher,
            const DataTag& tag, uint8_t* plain);

 private:
  struct FreeCipher {
    void operator()(evp_cipher_ctx_st* context) const;
  };
  struct Context {
    CipherKey key{};
    std::unique_ptr<evp_cipher_ctx_st, FreeCipher> evp;  ///< null until its first key
  };
  enum class Direction { kSeal, kOpen };

  /// A context with this key, ready for the text.
  evp_cipher_ctx_st* begin(Direction direction, const CipherKey& key, const RmaIv& iv,
                           Octets additional);

  std::vector<Context> contexts_;
};

}  // namespace tinsim
