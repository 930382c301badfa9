// SPDX-License-Identifier: Apache-2.0
// Flows from a plug-in.
#include "tlm/host/flows/flow_library.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <array>
#include <filesystem>
#include <limits>

#include "base/errors.h"
#include "base/printable.h"
#include "tlm/host/flows/flow_plugin.h"

namespace tinsim {
namespace {

struct Unload {
  void operator()(void* library) const { ::dlclose(library); }
};

class FlowLibrary final : public FlowSource {
 public:
  FlowLibrary(const std::string& file, const std::string& options, unsigned hosts, uint64_t seed)
      : file_(file) {
    // With a slash the file is not looked for in the system's folders.
    const std::string path = std::filesystem::absolute(file).string();
    library_.reset(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (!library_) fail(fmt::format("{}; expected a shared library", ::dlerror()));
    const auto version = function<decltype(tin_flow_version)>("tin_flow_version");
    if (version() != TIN_FLOW_PLUGIN_VERSION)
      fail(fmt::format("is of version {} of the interface; expected {}", version(),
                       TIN_FLOW_PLUGIN_VERSION));
    next_ = function<decltype(tin_flow_next)>("tin_flow_next");
    close_ = function<decltype(tin_flow_close)>("tin_flow_close");
    const auto open = function<decltype(tin_flow_open)>("tin_flow_open");
    const tin_flow_setup setup{hosts, seed, options.c_str()};
    list_ = open(&setup, error_.data(), error_.size());
    if (list_ == nullptr) fail(sentence());
  }
  ~FlowLibrary() override {
    if (list_ != nullptr) close_(list_);
  }
  FlowLibrary(const FlowLibrary&) = delete;
  FlowLibrary& operator=(const FlowLibrary&) = delete;

  bool next(Flow& flow) override {
    tin_flow made{};
    error_ = {};
    const int found = next_(list_, &made, error_.data(), error_.size());
    if (found == 0) return false;
    ++number_;
    if (found != 1) fail(sentence());
    flow.id = made.id;
    flow.src = narrow<uint16_t>(made.src, "src");
    flow.dst = narrow<uint16_t>(made.dst, "dst");
    flow.bytes = narrow<uint32_t>(made.bytes, "bytes");
    flow.start_ns = made.start_ns;
    flow.after.assign(made.after, made.after + made.after_count);
    return true;
  }
  std::string place() const override {
    return fmt::format("{}: {}. flow", printable(file_), number_);
  }

 private:
  template <class F>
  F* function(const char* name) const {
    void* const symbol = ::dlsym(library_.get(), name);
    if (symbol == nullptr)
      fail(fmt::format("has no function {}; expected a plug-in of flows", name));
    return reinterpret_cast<F*>(symbol);
  }
  template <class T>
  T narrow(uint64_t value, const char* name) const {
    if (value <= std::numeric_limits<T>::max()) return static_cast<T>(value);
    fail(fmt::format("{} of the {}. flow is {}; expected at most {}", name, number_, value,
                     std::numeric_limits<T>::max()));
  }
  std::string sentence() const {
    const std::string text(error_.data());
    return text.empty() ? "failed without a sentence; expected flows" : text;
  }
  [[noreturn]] void fail(const std::string& text) const {
    throw ConfigError(fmt::format("{}: flows: {}", printable(file_), printable(text)));
  }

  std::string file_;
  std::unique_ptr<void, Unload> library_;
  decltype(tin_flow_next)* next_ = nullptr;
  decltype(tin_flow_close)* close_ = nullptr;
  void* list_ = nullptr;
  uint64_t number_ = 0;
  std::array<char, 512> error_{};
};

}  // namespace

std::unique_ptr<FlowSource> open_flow_library(const std::string& file, const std::string& options,
                                              unsigned hosts, uint64_t seed) {
  return std::make_unique<FlowLibrary>(file, options, hosts, seed);
}

}  // namespace tinsim
