// SPDX-License-Identifier: Apache-2.0
#include "platform/watch/watch_server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <chrono>
#include <mutex>
#include <thread>

#include "base/usage_error.h"
#include "platform/watch/watch_page.h"
#include "platform/watch/watch_state.h"

namespace tinsim {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kInterval = std::chrono::milliseconds(500);
constexpr const char* kLoopback = "127.0.0.1";

}  // namespace

struct WatchServer::Server {
  Server(const std::string& config, unsigned ranks) : state(config, ranks) {}

  httplib::Server http;
  std::mutex mutex;  ///< of `state`, which the threads of `http` read
  WatchState state;
  Clock::time_point begin = Clock::now();
  Clock::time_point next = begin;
  unsigned port = 0;
  std::thread thread;
};

WatchServer::WatchServer(unsigned port, const std::string& config, unsigned ranks)
    : server_(std::make_unique<Server>(config, ranks)) {
  Server& server = *server_;
  server.http.Get("/", [](const httplib::Request&, httplib::Response& answer) {
    answer.set_content(kWatchPage, "text/html; charset=utf-8");
  });
  server.http.Get("/state.json", [&server](const httplib::Request&, httplib::Response& answer) {
    const std::lock_guard<std::mutex> lock(server.mutex);
    answer.set_content(server.state.json().dump(), "application/json");
  });
  const int bound = port == 0 ? server.http.bind_to_any_port(kLoopback)
                    : server.http.bind_to_port(kLoopback, static_cast<int>(port))
                        ? static_cast<int>(port)
                        : -1;
  if (bound < 0)
    throw UsageError(fmt::format(
        "--watch {}: the port of {} cannot be had; expected one that is free, or 0 for any", port,
        kLoopback));
  server.port = static_cast<unsigned>(bound);
  server.thread = std::thread([&server] { server.http.listen_after_bind(); });
}

WatchServer::~WatchServer() {
  // Before it listens, stop() would have no effect.
  while (!server_->http.is_running()) std::this_thread::yield();
  server_->http.stop();
  server_->thread.join();
}

unsigned WatchServer::port() const { return server_->port; }

bool WatchServer::wants_snapshot() { return Clock::now() >= server_->next; }

void WatchServer::show(const RunSnapshot& snapshot) {
  const Clock::time_point now = Clock::now();
  server_->next = now + kInterval;
  const std::lock_guard<std::mutex> lock(server_->mutex);
  server_->state.add(snapshot, std::chrono::duration<double>(now - server_->begin).count());
}

}  // namespace tinsim
