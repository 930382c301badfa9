// SPDX-License-Identifier: Apache-2.0
// Sessions of the register API with the TiNs of a Clique, whatever carries them.
#pragma once

#include "platform/controller/api_messages.h"

namespace tinsim::control {

/// One session with each TiN; one request at a time.
class RegisterTransport {
 public:
  class Client {
   public:
    virtual ~Client() = default;
    virtual void opened(std::size_t tin) = 0;
    /// The session has ended, or could not be opened. Its request, if there is one, has been
    /// carried out as a whole or not at all.
    virtual void closed(std::size_t tin) = 0;
    virtual void responded(std::size_t tin, const Message& response) = 0;
  };

  virtual ~RegisterTransport() = default;
  /// The receiver of all events from now on; null: none.
  virtual void set_client(Client* client) = 0;
  /// Ends the session before. When the new one is open, no request of an older one is carried out
  /// any more.
  virtual void open(std::size_t tin) = 0;
  /// Precondition: the session is open, and all its requests have been responded to.
  virtual void request(std::size_t tin, api_type type, const Bytes& body) = 0;
};

}  // namespace tinsim::control
