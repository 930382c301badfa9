// SPDX-License-Identifier: Apache-2.0
// Ciphers of 1RMA: AES-128-GCM, GMAC, HMAC-SHA256 and key derivation, by OpenSSL.
#include "tlm/tin/rma/crypto.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <algorithm>
#include <string>

#include "base/errors.h"

namespace tinsim {
namespace {

/// OpenSSL returns 1, or a pointer, for success.
void require(bool done, const char* what) {
  if (done) return;
  std::array<char, 256> reason{};
  ERR_error_string_n(ERR_get_error(), reason.data(), reason.size());
  throw InvariantError(std::string("1RMA: OpenSSL failed in ") + what + ": " + reason.data());
}

/// Algorithms are fetched once: a fetch costs more than a cell.
template <class Algorithm, void (*Free)(Algorithm*)>
class Fetched {
 public:
  Fetched(Algorithm* algorithm, const char* name) : algorithm_(algorithm, Free) {
    require(algorithm != nullptr, name);
  }
  Algorithm* get() const { return algorithm_.get(); }

 private:
  std::unique_ptr<Algorithm, void (*)(Algorithm*)> algorithm_;
};
using Cipher = Fetched<EVP_CIPHER, EVP_CIPHER_free>;
using Mac = Fetched<EVP_MAC, EVP_MAC_free>;

const EVP_CIPHER* cipher_gcm() {
  static const Cipher cipher(EVP_CIPHER_fetch(nullptr, "AES-128-GCM", nullptr), "AES-128-GCM");
  return cipher.get();
}

const EVP_CIPHER* cipher_ecb() {
  static const Cipher cipher(EVP_CIPHER_fetch(nullptr, "AES-128-ECB", nullptr), "AES-128-ECB");
  return cipher.get();
}

/// A context with its digest: setting the digest costs more than a message.
EVP_MAC_CTX* new_hmac() {
  const Mac mac(EVP_MAC_fetch(nullptr, "HMAC", nullptr), "HMAC");
  EVP_MAC_CTX* const context = EVP_MAC_CTX_new(mac.get());
  std::array<char, 7> digest = {"SHA256"};
  const std::array<OSSL_PARAM, 2> params = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_end()};
  require(context != nullptr && EVP_MAC_CTX_set_params(context, params.data()) == 1, "HMAC");
  return context;
}

int length_of(Octets bytes) { return static_cast<int>(bytes.size); }

/// The first bytes of OpenSSL's tag.
template <class Tag>
Tag tag_of(EVP_CIPHER_CTX* context) {
  Tag tag{};
  require(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, static_cast<int>(tag.size()),
                              tag.data()) == 1,
          "EVP_CTRL_AEAD_GET_TAG");
  return tag;
}

uint64_t half(const CipherKey& bytes, size_t from) {
  uint64_t word = 0;
  for (size_t i = 8; i-- > 0;) word = word << 8 | bytes[from + i];
  return word;
}

/// Keys are random, so a few of their bits are a good hash.
size_t place_of(const CipherKey& key, size_t contexts) { return half(key, 0) & (contexts - 1); }

}  // namespace

CipherKey bytes_of(uint64_t high, uint64_t low) {
  CipherKey bytes;
  for (size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<uint8_t>(low >> (8 * i));
    bytes[8 + i] = static_cast<uint8_t>(high >> (8 * i));
  }
  return bytes;
}

uint64_t low_half(const CipherKey& bytes) { return half(bytes, 0); }
uint64_t high_half(const CipherKey& bytes) { return half(bytes, 8); }

RequestTag hmac_sha256_128(Octets key, Octets first, Octets second) {
  static const std::unique_ptr<EVP_MAC_CTX, void (*)(EVP_MAC_CTX*)> owned(new_hmac(),
                                                                          EVP_MAC_CTX_free);
  EVP_MAC_CTX* const context = owned.get();
  std::array<uint8_t, 32> whole{};
  size_t size = 0;
  require(EVP_MAC_init(context, key.data, key.size, nullptr) == 1 &&
              EVP_MAC_update(context, first.data, first.size) == 1 &&
              EVP_MAC_update(context, second.data, second.size) == 1 &&
              EVP_MAC_final(context, whole.data(), &size, whole.size()) == 1,
          "HMAC");
  RequestTag tag;
  std::copy_n(whole.begin(), tag.size(), tag.begin());
  return tag;
}

CipherKey aes_128(const CipherKey& key, const CipherKey& block) {
  static const std::unique_ptr<EVP_CIPHER_CTX, void (*)(EVP_CIPHER_CTX*)> context(
      EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  CipherKey result;
  int written = 0;
  require(EVP_EncryptInit_ex2(context.get(), cipher_ecb(), key.data(), nullptr, nullptr) == 1 &&
              EVP_CIPHER_CTX_set_padding(context.get(), 0) == 1 &&
              EVP_EncryptUpdate(context.get(), result.data(), &written, block.data(),
                                static_cast<int>(block.size())) == 1,
          "AES-128-ECB");
  return result;
}

void RmaCipher::FreeCipher::operator()(evp_cipher_ctx_st* context) const {
  EVP_CIPHER_CTX_free(context);
}

RmaCipher::RmaCipher(size_t contexts) : contexts_(contexts) {}
RmaCipher::RmaCipher(RmaCipher&&) noexcept = default;
RmaCipher::~RmaCipher() = default;

evp_cipher_ctx_st* RmaCipher::begin(Direction direction, const CipherKey& key, const RmaIv& iv,
                                    Octets additional) {
  Context& context = contexts_[place_of(key, contexts_.size())];
  const EVP_CIPHER* cipher = nullptr;  // nullptr: unchanged
  const uint8_t* new_key = nullptr;
  if (!context.evp) {
    context.evp.reset(EVP_CIPHER_CTX_new());
    cipher = cipher_gcm();
  }
  if (cipher != nullptr || context.key != key) {
    context.key = key;
    new_key = key.data();
  }
  EVP_CIPHER_CTX* const evp = context.evp.get();
  int written = 0;
  require(evp != nullptr &&
              EVP_CipherInit_ex2(evp, cipher, new_key, iv.data(), direction == Direction::kSeal,
                                 nullptr) == 1 &&
              (additional.size == 0 || EVP_CipherUpdate(evp, nullptr, &written, additional.data,
                                                        length_of(additional)) == 1),
          "AES-128-GCM");
  return evp;
}

RequestTag RmaCipher::sign(MacMode mode, const CipherKey& key, const RmaIv& iv, Octets additional) {
  if (mode == MacMode::kHmac) {
    return hmac_sha256_128({key.data(), key.size()}, {iv.data(), iv.size()}, additional);
  }
  EVP_CIPHER_CTX* const context = begin(Direction::kSeal, key, iv, additional);
  std::array<uint8_t, 16> none;
  int written = 0;
  require(EVP_CipherFinal_ex(context, none.data(), &written) == 1, "GMAC");
  return tag_of<RequestTag>(context);
}

bool RmaCipher::is_signed(MacMode mode, const CipherKey& key, const RmaIv& iv, Octets additional,
                          const RequestTag& tag) {
  const RequestTag right = sign(mode, key, iv, additional);
  return CRYPTO_memcmp(right.data(), tag.data(), tag.size()) == 0;
}

DataTag RmaCipher::seal(const CipherKey& key, const RmaIv& iv, Octets additional, Octets plain,
                        uint8_t* cipher) {
  EVP_CIPHER_CTX* const context = begin(Direction::kSeal, key, iv, additional);
  std::array<uint8_t, 16> none;
  int written = 0;
  require((plain.size == 0 ||
           EVP_CipherUpdate(context, cipher, &written, plain.data, length_of(plain)) == 1) &&
              EVP_CipherFinal_ex(context, none.data(), &written) == 1,
          "AES-128-GCM");
  return tag_of<DataTag>(context);
}

bool RmaCipher::open(const CipherKey& key, const RmaIv& iv, Octets additional, Octets cipher,
                     const DataTag& tag, uint8_t* plain) {
  EVP_CIPHER_CTX* const context = begin(Direction::kOpen, key, iv, additional);
  DataTag expected = tag;  // OpenSSL's function takes a pointer to non-const
  std::array<uint8_t, 16> none;
  int written = 0;
  require((cipher.size == 0 ||
           EVP_CipherUpdate(context, plain, &written, cipher.data, length_of(cipher)) == 1) &&
              EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, static_cast<int>(expected.size()),
                                  expected.data()) == 1,
          "AES-128-GCM");
  if (EVP_CipherFinal_ex(context, none.data(), &written) == 1) return true;
  std::fill_n(plain, cipher.size, uint8_t{0});
  ERR_clear_error();
  return false;
}

}  // namespace tinsim
