// SPDX-License-Identifier: Apache-2.0
// The form of a process image: a line of JSON, then the pages of memory.
#include "base/process_image/image_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/usage_error.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMagic = "tinsim process image 1";
constexpr std::size_t kPage = 4096;
constexpr std::size_t kMostHead = std::size_t{16} << 20;

Json json_of(const SavedRange& range) {
  const Mapping& of = range.mapping;
  return {of.begin, of.end, of.protection, of.is_shared, of.offset, of.name, range.at};
}

SavedRange range_of(const Json& json) {
  SavedRange range;
  range.mapping.begin = json.at(0);
  range.mapping.end = json.at(1);
  range.mapping.protection = json.at(2);
  range.mapping.is_shared = json.at(3);
  range.mapping.offset = json.at(4);
  range.mapping.name = json.at(5);
  range.at = json.at(6);
  return range;
}

ImageHead head_of(const Json& json) {
  ImageHead head;
  for (const Json& range : json.at("ranges")) head.ranges.push_back(range_of(range));
  for (const Json& file : json.at("files"))
    head.files.push_back({file.at(0), file.at(1), file.at(2)});
  head.jump = json.at("jump");
  head.program_break = json.at("program_break");
  head.thread = json.at("thread");
  head.bytes = json.at("bytes");
  return head;
}

}  // namespace

MappedFile mapped_file(const std::string& path) {
  struct stat of {};
  if (::stat(path.c_str(), &of) != 0)
    throw UsageError(path + ": is mapped and cannot be found; expected it where it was");
  constexpr int64_t kNsPerS = 1'000'000'000;
  return {path, static_cast<uint64_t>(of.st_size),
          of.st_mtim.tv_sec * kNsPerS + of.st_mtim.tv_nsec};
}

std::string text_of(const ImageHead& head) {
  Json json = {{"format", kMagic}};
  json["ranges"] = json["files"] = Json::array();
  for (const SavedRange& range : head.ranges) json["ranges"].push_back(json_of(range));
  for (const MappedFile& file : head.files)
    json["files"].push_back({file.path, file.bytes, file.changed_ns});
  json["jump"] = head.jump;
  json["program_break"] = head.program_break;
  json["thread"] = head.thread;
  json["bytes"] = head.bytes;
  std::string text = json.dump();
  text.resize((text.size() + kPage) / kPage * kPage, ' ');
  text.back() = '\n';
  return text;
}

ImageHead read_head(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& why) {
    throw UsageError(
        fmt::format("{}: {}; expected a file that --checkpoint has written", file.string(), why));
  };
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse("cannot be opened");
  std::string line(kMostHead, '\0');
  in.getline(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(in.gcount()));
  ImageHead head;
  try {
    const Json json = Json::parse(line.c_str());
    if (json.at("format") != kMagic) refuse("has another format");
    head = head_of(json);
  } catch (const Json::exception&) {
    refuse("is no checkpoint");
  }
  if (std::filesystem::file_size(file) != head.bytes) refuse("is not whole");
  return head;
}

}  // namespace tinsim
