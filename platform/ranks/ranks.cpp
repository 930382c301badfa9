// SPDX-License-Identifier: Apache-2.0
// The processes that simulate one network together: the part that does not depend on their
// transport.
#include "platform/ranks/ranks.h"

#include <cstdlib>
#include <utility>

#include "base/error_text.h"
#include "base/usage_error.h"

namespace tinsim {

namespace {

/// Outcome of a step. The kinds are the exit statuses (base/errors.h).
struct Outcome {
  enum class Kind : uint8_t { kDone, kUsage, kConfig, kInvariant, kOther };
  Kind kind = Kind::kDone;
  std::string text;
};

Outcome outcome_of(const std::function<void()>& step) try {
  step();
  return {};
} catch (const UsageError& error) {
  return {Outcome::Kind::kUsage, error.what()};
} catch (const ConfigError& error) {
  return {Outcome::Kind::kConfig, error.what()};
} catch (const InvariantError& error) {
  return {Outcome::Kind::kInvariant, error.what()};
} catch (const std::exception& error) {
  return {Outcome::Kind::kOther, message_of(error)};
}

void raise(const Outcome& outcome) {
  switch (outcome.kind) {
    case Outcome::Kind::kDone:
      return;
    case Outcome::Kind::kUsage:
      throw UsageError(outcome.text);
    case Outcome::Kind::kConfig:
      throw ConfigError(outcome.text);
    case Outcome::Kind::kInvariant:
      throw InvariantError(outcome.text);
    case Outcome::Kind::kOther:
      throw std::runtime_error(outcome.text);
  }
}

}  // namespace

void Ranks::exchange(const std::vector<Bytes>&, std::vector<Bytes>&) {}

void Ranks::add_up(std::vector<uint64_t>&) {}

std::vector<Bytes> Ranks::gather(Bytes own) {
  std::vector<Bytes> to(size()), from(size());
  to[0] = own;
  exchange(to, from);
  if (!is_first()) return {};
  from[0] = std::move(own);
  return from;
}

Bytes Ranks::broadcast(Bytes own) {
  std::vector<Bytes> to(size()), from(size());
  if (is_first()) to.assign(size(), own);
  exchange(to, from);
  return is_first() ? own : from[0];
}

void Ranks::run_collectively(const std::function<void()>& step) {
  if (size() == 1) return step();
  working_ = true;
  const Outcome own = outcome_of(step);
  std::vector<Bytes> to(size()), from(size());
  Bytes bytes;
  put(bytes, own.kind);
  put(bytes, own.text);
  to.assign(size(), bytes);
  exchange(to, from);
  from[rank()] = std::move(bytes);
  for (const Bytes& outcome : from) {
    ByteReader reader(outcome);
    const auto kind = reader.take<Outcome::Kind>();
    if (kind == Outcome::Kind::kDone) continue;
    failed_ = true;
    raise({kind, reader.take_text()});
  }
}

void Ranks::abort(int status) { std::exit(status); }

Ranks& alone() {
  static Ranks ranks;
  return ranks;
}

}  // namespace tinsim
