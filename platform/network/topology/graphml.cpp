// SPDX-License-Identifier: Apache-2.0
// GraphML: nodes, edges and their data, read with libxml2's streaming reader.
//
// No file is fetched and no entity is expanded: a document type, which could declare entities, is
// refused before the streaming reader, which reads ahead, opens the file.
#include <fmt/format.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlreader.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/printable.h"
#include "platform/network/topology/graph_draft.h"
#include "platform/network/topology/graphml_markup.h"

namespace tinsim {
namespace {

constexpr size_t kMaxItems = size_t{kMaxChips} * (1 + 64 / 2);

struct Failure {
  std::string text;
  unsigned line = 0;
};

void note_failure(void* failure, xmlErrorPtr error) {
  auto& first = *static_cast<Failure*>(failure);
  if (!first.text.empty() || error->level < XML_ERR_ERROR) return;
  first.text = error->message == nullptr ? "unknown fault" : error->message;
  while (!first.text.empty() && first.text.back() == '\n') first.text.pop_back();
  first.line = static_cast<unsigned>(error->line);
}

std::string text_of(const xmlChar* text) {
  return text == nullptr ? "" : reinterpret_cast<const char*>(text);
}

/// The line of a document type, or 0; stops there, or at the first element.
unsigned document_type_line(const std::string& text) {
  const std::unique_ptr<xmlParserCtxt, void (*)(xmlParserCtxtPtr)> parser(
      xmlCreateMemoryParserCtxt(text.data(), static_cast<int>(text.size())), xmlFreeParserCtxt);
  if (!parser) return 0;  // empty; the reader reports it
  unsigned line = 0;
  parser->_private = &line;
  parser->sax->serror = [](void*, xmlErrorPtr) {};  // the reader finds it again
  parser->sax->internalSubset = [](void* context, const xmlChar*, const xmlChar*, const xmlChar*) {
    auto* at = static_cast<xmlParserCtxtPtr>(context);
    *static_cast<unsigned*>(at->_private) = static_cast<unsigned>(at->input->line);
    xmlStopParser(at);
  };
  parser->sax->startElementNs = [](void* context, const xmlChar*, const xmlChar*, const xmlChar*,
                                   int, const xmlChar**, int, int, const xmlChar**) {
    xmlStopParser(static_cast<xmlParserCtxtPtr>(context));
  };
  xmlParseDocument(parser.get());
  xmlFreeDoc(parser->myDoc);
  return line;
}

class GraphmlReader {
 public:
  GraphmlReader(const std::string& file, const std::string& text, GraphDraft& draft)
      : file_(file),
        draft_(draft),
        reader_(xmlReaderForMemory(text.data(), static_cast<int>(text.size()), file.c_str(),
                                   nullptr, XML_PARSE_NONET | XML_PARSE_BIG_LINES),
                xmlFreeTextReader) {
    if (reader_) xmlTextReaderSetStructuredErrorHandler(reader_.get(), note_failure, &failure_);
  }

  void read() {
    while (step()) {
      switch (xmlTextReaderNodeType(reader_.get())) {
        case XML_READER_TYPE_ELEMENT:
          begin(name());
          if (xmlTextReaderIsEmptyElement(reader_.get()) == 1) end(name());
          break;
        case XML_READER_TYPE_END_ELEMENT:
          end(name());
          break;
        case XML_READER_TYPE_TEXT:
        case XML_READER_TYPE_CDATA:
          if (value_ != nullptr) *value_ += text_of(xmlTextReaderConstValue(reader_.get()));
          break;
        default:
          break;
      }
    }
    if (!seen_graph_) FileLine{file_, 1}.fail("it has no graph; expected <graphml><graph>…");
    add_all();
  }

 private:
  /// Content of a node or an edge, until all keys are known.
  struct Item {
    unsigned line;
    bool edge;
    std::string id, source, target;
    std::map<std::string, std::string> data;  ///< by key
  };
  struct Key {
    std::string name, scope;
    std::string otherwise;  ///< the default
  };

  bool step() {
    const int more = reader_ ? xmlTextReaderRead(reader_.get()) : -1;
    if (more < 0 || !failure_.text.empty())
      FileLine{file_, std::max(failure_.line, 1u)}.fail(
          fmt::format("it is not XML: {}; expected GraphML", printable(failure_.text, 200)));
    return more == 1;
  }

  std::string name() const { return text_of(xmlTextReaderConstLocalName(reader_.get())); }

  FileLine line() const {
    const long number = xmlGetLineNo(xmlTextReaderCurrentNode(reader_.get()));
    return {file_, static_cast<unsigned>(std::max(number, 1L))};
  }

  std::string attribute(const char* what) const {
    const std::unique_ptr<xmlChar, void (*)(void*)> text(
        xmlTextReaderGetAttribute(reader_.get(), reinterpret_cast<const xmlChar*>(what)), xmlFree);
    return text_of(text.get());
  }

  std::string required(const char* what) const {
    std::string text = attribute(what);
    if (text.empty())
      line().fail(fmt::format("<{}> has no {}; expected one", printable(name(), 60), what));
    return text;
  }

  void begin(const std::string& element) {
    value_ = nullptr;
    if (depth_++ == 0 && element != "graphml")
      line().fail(
          fmt::format("the first element is <{}>; expected <graphml>", printable(element, 60)));
    if (element == "key") begin_key();
    if (element == "default" && key_ != nullptr) value_ = &key_->otherwise;
    if (element == "graph") begin_graph();
    if (element == "hyperedge" || element == "port")
      line().fail(
          fmt::format("<{}> is not understood; expected nodes and edges between them", element));
    if (element == "node" || element == "edge") begin_item(element == "edge");
    if (element == "data" && in_item_) value_ = &items_.back().data[required("key")];
  }

  void begin_key() {
    constexpr size_t kMaxKeys = 1000;
    key_ = &keys_[required("id")];
    if (keys_.size() > kMaxKeys)
      line().fail(fmt::format("<key> is one too many; expected at most {}", kMaxKeys));
    *key_ = {attribute("attr.name"), attribute("for"), ""};
  }

  void begin_graph() {
    if (seen_graph_) line().fail("there is another <graph>; expected one");
    seen_graph_ = true;
  }

  void begin_item(bool edge) {
    if (!seen_graph_ || in_item_)
      line().fail(fmt::format("<{}> is out of place; expected it in <graph>", name()));
    in_item_ = true;
    if (items_.size() == kMaxItems)
      line().fail(
          fmt::format("there are more than {} nodes and edges; expected no more than chips "
                      "and ports for them",
                      kMaxItems));
    Item item{line().number, edge, "", "", "", {}};
    if (edge) {
      item.source = required("source");
      item.target = required("target");
    } else {
      item.id = required("id");
    }
    items_.push_back(std::move(item));
  }

  void end(const std::string& element) {
    --depth_;
    value_ = nullptr;
    if (element == "key") key_ = nullptr;
    if (element == "node" || element == "edge") in_item_ = false;
  }

  /// The value of the item under a name, or the key's default.
  std::string datum(const Item& item, const char* name) const {
    for (const auto& [id, key] : keys_) {
      if (key.name != name || key.scope == (item.edge ? "node" : "edge")) continue;
      const auto found = item.data.find(id);
      if (found != item.data.end()) return without_spaces(found->second);
      if (!key.otherwise.empty()) return without_spaces(key.otherwise);
    }
    return "";
  }

  static std::string without_spaces(const std::string& text) {
    constexpr const char* kSpaces = " \t\r\n";
    const size_t first = text.find_first_not_of(kSpaces);
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
  }

  void add_all() {
    for (const Item& item : items_)
      if (!item.edge) draft_.add_node({file_, item.line}, item.id, datum(item, "hosts"));
    draft_.require_listed_nodes();
    for (const Item& item : items_) {
      if (!item.edge) continue;
      EdgeText edge;
      edge.a = item.source;
      edge.b = item.target;
      edge.kind = datum(item, "kind");
      edge.count = datum(item, "count");
      edge.metres = datum(item, "metres");
      draft_.add_edge({file_, item.line}, edge);
    }
  }

  const std::string& file_;
  GraphDraft& draft_;
  Failure failure_;
  std::unique_ptr<xmlTextReader, void (*)(xmlTextReaderPtr)> reader_;
  unsigned depth_ = 0;
  bool seen_graph_ = false;
  bool in_item_ = false;
  std::map<std::string, Key> keys_;
  Key* key_ = nullptr;            ///< inside <key>
  std::string* value_ = nullptr;  ///< inside <data> or <default>
  std::vector<Item> items_;
};

}  // namespace

void read_graphml(const std::string& file, const std::string& text, GraphDraft& draft) {
  check_markup(file, text);
  if (const unsigned line = document_type_line(text); line != 0)
    FileLine{file, line}.fail("it has a document type (DOCTYPE), which is not read; expected none");
  GraphmlReader(file, text, draft).read();
}

}  // namespace tinsim
