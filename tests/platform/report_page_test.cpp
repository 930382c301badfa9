// SPDX-License-Identifier: Apache-2.0
// The page of a report: data stays data, whatever it holds.
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <zlib.h>

#include <algorithm>
#include <string>

#include "platform/report/assets.h"
#include "platform/report/page.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++n;
  return n;
}

/// The text of the page's data element.
std::string data_of(const std::string& page) {
  const std::string begin = "id=\"data\">", end = "</script>";
  const std::size_t at = page.find(begin) + begin.size();
  return page.substr(at, page.find(end, at) - at);
}

const Json kHarmless = {{"kind", "run"}, {"folder", "x"}};

TEST(ReportPage, HostileStringsNeitherEndTheirElementNorBecomeTags) {
  for (const char* hostile :
       {"</script><script>alert(1)</script>", "</SCRIPT ><img src=x onerror=alert(1)>",
        "<!--<script>", "]]><svg onload=alert(1)>", "\\u003c/script>", "'\"`${alert(1)}\u2028"}) {
    Json data = kHarmless;
    data["folder"] = hostile;
    data[hostile] = Json::array({hostile});
    const std::string page = lower(report_page(data, false));
    const std::string plain = lower(report_page(kHarmless, false));
    for (const char* tag : {"<script", "</script", "<img", "<svg", "<!--"})
      EXPECT_EQ(count(page, tag), count(plain, tag)) << tag << " in " << hostile;
    EXPECT_EQ(Json::parse(data_of(report_page(data, false))), data);
  }
}

TEST(ReportPage, TheCountDetectsATag) {
  const std::string plain = report_page(kHarmless, false);
  EXPECT_NE(count(plain + "<script>", "<script"), count(plain, "<script"));
}

/// The bytes of base64, which has only letters that cannot end an element.
std::string decoded(const std::string& text) {
  EXPECT_EQ(text.find('<'), std::string::npos);
  std::string bytes(text.size(), '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                     reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  EXPECT_GT(length, 0);
  bytes.resize(static_cast<std::size_t>(std::max(length, 0)));
  return bytes;
}

TEST(ReportPage, LargeDataIsCompressedAndTheSame) {
  Json data = kHarmless;
  for (int i = 0; i < 50'000; ++i) data["rows"].push_back({i, "</script>"});
  const std::size_t size = data.dump().size();
  const std::string page = report_page(data, false);
  EXPECT_NE(page.find("<script type=\"application/zlib\" id=\"data\">"), std::string::npos);
  EXPECT_LT(data_of(page).size(), size / 4);
  const std::string bytes = decoded(data_of(page));
  std::string text(2 * size, '\0');
  uLongf length = text.size();
  ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(text.data()), &length,
                       reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()),
            Z_OK);
  EXPECT_EQ(Json::parse(text.substr(0, length)), data);
}

TEST(ReportPage, BytesThatAreNoTextAreReplaced) {
  Json data = kHarmless;
  data["folder"] = "a\xff\xfe";
  EXPECT_EQ(Json::parse(data_of(report_page(data, false)))["folder"], "a\uFFFD\uFFFD");
}

TEST(ReportPage, NothingIsLoadedAndOnlyTheProgramsScriptsMayRun) {
  const std::string page = report_page(kHarmless, true);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  const std::string policy = page.substr(page.find("script-src"), 4000);
  const std::string sources = policy.substr(0, policy.find('"'));
  EXPECT_EQ(sources.find("unsafe"), std::string::npos) << sources;
  std::size_t scripts = 0;
  for (const Asset& asset : assets())
    scripts += asset.kind == AssetKind::kVega || asset.kind == AssetKind::kScript;
  EXPECT_EQ(count(sources, "'sha256-"), scripts);
  const std::string own = report_page(kHarmless, false);
  EXPECT_EQ(own.find(" src="), std::string::npos);
  EXPECT_EQ(own.find("<link"), std::string::npos);
}

TEST(ReportPage, PageScriptsNeverMakeMarkupOutOfStrings) {
  for (const Asset& asset : assets()) {
    if (asset.kind != AssetKind::kScript) continue;
    for (const char* name : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                             "eval(", "new Function", "DOMParser"})
      EXPECT_EQ(asset.text.find(name), std::string_view::npos) << name << " in " << asset.name;
  }
}

TEST(ReportPage, WithoutChartsThereIsNoVega) {
  EXPECT_LT(report_page(kHarmless, false).size(), 100'000u);
  EXPECT_EQ(report_page(kHarmless, false).find("id=\"licences\""), std::string::npos);
}

}  // namespace
}  // namespace tinsim
