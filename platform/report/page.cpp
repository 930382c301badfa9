// SPDX-License-Identifier: Apache-2.0
// The report on a result folder, as one HTML page that needs nothing else.
#include "platform/report/page.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <zlib.h>

#include <stdexcept>

#include "base/program_version.h"
#include "platform/report/assets.h"
#include "platform/report/run_data.h"
#include "platform/report/sweep_data.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// JSON for a script element: `<` cannot begin a tag there, and stays the same JSON.
std::string inline_json(const Json& data) {
  // Paths may be of any bytes; a page is UTF-8.
  const std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

/// Compressed JSON as text; the page's own script expands it. Small data stays as it is.
constexpr std::size_t kMostPlainBytes = 250'000;

std::string base64(const std::string& bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP ends it with a zero
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                     reinterpret_cast<const unsigned char*>(bytes.data()),
                                     static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

/// In the format of zlib (RFC 1950), which browsers call `deflate`.
std::string compressed(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string bytes(size, '\0');
  const int result =
      compress2(reinterpret_cast<Bytef*>(bytes.data()), &size,
                reinterpret_cast<const Bytef*>(text.data()), text.size(), Z_BEST_COMPRESSION);
  if (result != Z_OK) throw std::runtime_error(fmt::format("zlib: error {}", result));
  bytes.resize(size);
  return bytes;
}

std::string data_element(const Json& data) {
  const std::string json = inline_json(data);
  const bool is_plain = json.size() <= kMostPlainBytes;
  return fmt::format("<script type=\"{}\" id=\"data\">{}</script>\n",
                     is_plain ? "application/json" : "application/zlib",
                     is_plain ? json : base64(compressed(json)));
}

bool is_shown(const Asset& asset, bool charts) {
  return charts || (asset.kind != AssetKind::kVega && asset.kind != AssetKind::kLicences);
}

bool is_script(const Asset& asset) {
  return asset.kind == AssetKind::kVega || asset.kind == AssetKind::kScript;
}

/// Only the program's own scripts run, known by their hashes; nothing is fetched. Vega's export
/// menu makes `data:` images; vega-embed and charts set styles of their own.
std::string policy(bool charts) {
  std::string scripts;
  for (const Asset& asset : assets()) {
    if (is_script(asset) && is_shown(asset, charts))
      scripts += fmt::format(" 'sha256-{}'", asset.sha256);
  }
  return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data: blob:; "
         "style-src 'unsafe-inline'; script-src" +
         scripts;
}

}  // namespace

Json report_data(const fs::path& folder, const ResultSections& sections) {
  const fs::path whole = fs::weakly_canonical(fs::absolute(folder)).lexically_normal();
  Json data = {{"program", program_version()}, {"folder", whole.filename().string()}};
  Networks networks;
  if (fs::exists(folder / "sweep.json")) {
    data["kind"] = "sweep";
    data["sweep"] = read_sweep(folder, networks, sections);
  } else {
    data["kind"] = "run";
    data["run"] = read_run(folder, networks, sections);
  }
  data["networks"] = networks.list();
  return data;
}

std::string report_page(const Json& data, bool charts) {
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>tinsim report</title>\n",
      policy(charts));
  for (const Asset& asset : assets()) {
    if (asset.kind == AssetKind::kStyle) page += fmt::format("<style>{}</style>\n", asset.text);
  }
  page +=
      "</head>\n<body>\n<noscript>This report needs JavaScript. The same figures are in the "
      "files of the result folder.</noscript>\n<main id=\"report\"></main>\n";
  page += data_element(data);
  for (const Asset& asset : assets()) {
    if (!is_shown(asset, charts)) continue;
    if (asset.kind == AssetKind::kLicences) {
      page += fmt::format("<script type=\"application/json\" id=\"licences\">{}</script>\n",
                          inline_json(Json(std::string(asset.text))));
    }
  }
  for (const Asset& asset : assets()) {
    if (is_script(asset) && is_shown(asset, charts))
      page += fmt::format("<script>{}</script>\n", asset.text);
  }
  return page + "</body>\n</html>\n";
}

}  // namespace tinsim
