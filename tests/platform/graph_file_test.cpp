// SPDX-License-Identifier: Apache-2.0
// Graph files: what is read, and that every fault gives one error with file and line.
#include "platform/network/topology/graph_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "platform/network/topology/export.h"
#include "tests/platform/graph_networks.h"

namespace tinsim {
namespace {

/// The error of reading a file without its folder; `read` where there is none.
std::string error_of(const GraphFile& file, const std::string& nodes = "") {
  TopologyConfig config = file.config().topology;
  config.nodes_file = nodes;
  try {
    read_graph(config);
    return "read";
  } catch (const ConfigError& error) {
    const std::string text = error.what();
    return text.substr(text.rfind('/', text.find(':')) + 1);
  }
}
std::string csv_error(const std::string& text) { return error_of(GraphFile(text)); }
std::string xml_error(const std::string& text) { return error_of(GraphFile(text, "g.graphml")); }

NetworkGraph graph_of(const GraphFile& file) { return read_graph(file.config().topology); }

TEST(GraphCsv, ReadsEdgesWithColumnsInAnyOrder) {
  const GraphFile file(
      "\xef\xbb\xbf# a comment\r\na,b,metres,count,kind\r\n\r\nx,y,2.5,3,global\r\n y , z "
      "\nz,x,,,");
  const NetworkGraph g = graph_of(file);
  EXPECT_EQ(g.names, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(g.hosts, (std::vector<unsigned>{1, 1, 1}));
  ASSERT_EQ(g.links.size(), 3u);
  EXPECT_EQ(g.links[0].count, 3u);
  EXPECT_EQ(g.links[0].metres, 2.5);
  EXPECT_EQ(g.links[0].kind, PortKind::kGlobal);
  EXPECT_EQ(g.links[1].count, 1u);
  EXPECT_FALSE(g.links[1].kind);
  EXPECT_FALSE(g.links[2].metres);
  const Topology t = make_topology(file.config());
  EXPECT_TRUE(links_are_symmetric(t));
  EXPECT_EQ(ports_of(t.chips[1], PortKind::kGlobal), 3u);
  EXPECT_EQ(t.chips[1].ports[2].metres, 2.5f);
  EXPECT_EQ(t.chips[1].ports[3].metres, kLengthOfKind);
}

TEST(GraphCsv, NodesThatAreNumbersAreChipsInOrderOfNumber) {
  const NetworkGraph g = graph_of(GraphFile("a,b\n3,0\n0,10\n10,2\n2,3\n"));
  EXPECT_EQ(g.names, (std::vector<std::string>{"0", "2", "3", "10"}));
  EXPECT_EQ(g.links[0].a, 2u);
  EXPECT_EQ(g.links[0].b, 0u);
}

TEST(GraphCsv, EndsAreSpelledAsInManyTools) {
  for (const char* header : {"a,b,count", "source,target,count", "src,dst,count", "from,to,count",
                             "Source,Target,Count", "SRC,DST,COUNT"}) {
    const NetworkGraph g = graph_of(GraphFile(std::string(header) + "\nx,y,2\n"));
    EXPECT_EQ(g.names, (std::vector<std::string>{"x", "y"})) << header;
    EXPECT_EQ(g.links[0].count, 2u) << header;
  }
  const NetworkGraph swapped = graph_of(GraphFile("meters,To,From\n2.5,y,x\n"));
  EXPECT_EQ(swapped.names, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(swapped.links[0].metres, 2.5);
}

// A triangle with two lanes on one side: the ports of each node are a permutation of those it has.
TEST(GraphCsv, PortsAreThoseOfTheFile) {
  const GraphFile file("src,src_port,dst,dst_port,count\nx,1,y,0,1\ny,1,z,1,2\nz,0,x,0\n");
  const Topology t = make_topology(file.config());
  EXPECT_TRUE(links_are_symmetric(t));
  const auto peer = [&](unsigned chip, unsigned port) {
    const PortInfo& info = t.chips[chip].ports[port];
    return std::pair<unsigned, unsigned>(info.peer_chip, info.peer_port);
  };
  EXPECT_EQ(peer(0, 0), std::make_pair(2u, 0u));
  EXPECT_EQ(peer(0, 1), std::make_pair(1u, 0u));
  EXPECT_EQ(peer(1, 1), std::make_pair(2u, 1u));
  EXPECT_EQ(peer(1, 2), std::make_pair(2u, 2u));
  EXPECT_EQ(t.chips[0].ports[2].kind, PortKind::kTerminal);
}

TEST(GraphCsv, PortsThatDoNotFit) {
  const auto error = [](const std::string& rows) {
    return csv_error("a,b,a_port,b_port,count\n" + rows);
  };
  EXPECT_EQ(error("x,y,0,0\ny,z,0,0\n"),
            "g.csv:3: graph: port 0 of 'y' has two links; expected each of 0 to 1 once, as it has "
            "that many links");
  EXPECT_EQ(error("x,y,1,0,2\n"),
            "g.csv:2: graph: port 2 of 'x' is too high; expected each of 0 to 1 once, as it has "
            "that many links");
  EXPECT_EQ(error("x,y,0,0\ny,z\n"),
            "g.csv:3: graph: this edge has no ports and the one of line 2 has two; expected ports "
            "of all edges or of none");
  EXPECT_EQ(error("x,y\ny,z,0,0\n"),
            "g.csv:3: graph: this edge has two ports and the one of line 2 has none; expected "
            "ports of all edges or of none");
  for (const char* bad : {"", "-1", "64", "eth0"})
    EXPECT_EQ(
        error(std::string("x,y,0,") + bad + "\n"),
        std::string("g.csv:2: graph: a port is '") + bad + "'; expected an integer from 0 to 63");
}

TEST(GraphCsv, HostsComeFromAFileOfNodes) {
  const GraphFile edges("a,b\nx,y\ny,z\n");
  const GraphFile nodes("node,hosts\nz,4\ny,0\n", "n.csv");
  TopologyConfig config = edges.config().topology;
  config.nodes_file = nodes.path();
  EXPECT_EQ(read_graph(config).hosts, (std::vector<unsigned>{1, 0, 4}));
  const auto with_nodes = [&](const std::string& text) {
    const GraphFile file(text, "n.csv");
    return error_of(edges, file.path());
  };
  EXPECT_EQ(with_nodes("node,hosts\nw,1\n"),
            "n.csv:2: graph: no edge has a node 'w'; expected a node of topology.file");
  EXPECT_EQ(with_nodes("node,hosts\nx,1\n\nx,1\n"),
            "n.csv:4: graph: node 'x' is there twice; expected each once");
  EXPECT_EQ(with_nodes("node,hosts\nx,65\n"),
            "n.csv:2: graph: hosts is '65'; expected an integer from 0 to 64");
  EXPECT_EQ(with_nodes("node,hosts\nx,\n"),
            "n.csv:2: graph: hosts is missing; expected an integer from 0 to 64");
  EXPECT_EQ(with_nodes("name,hosts\n"),
            "n.csv:1: graph: the header is 'name,hosts'; expected node,hosts");
}

const std::string kHeaderForm =
    "a,b or source,target or src,dst or from,to, and any of kind, count, metres and a port for "
    "each end (as src_port,dst_port)";

TEST(GraphCsv, EveryFaultNamesFileAndLine) {
  EXPECT_EQ(csv_error(""), "g.csv:1: graph: it is empty; expected a header " + kHeaderForm);
  EXPECT_EQ(csv_error("a,b\n"), "g.csv:1: graph: there are no edges; expected at least one");
  for (const char* bad :
       {"name,hosts", "from,target", "a,b,a", "a,b,length", "a", "src,dst,src_port",
        "a,b,src_port,dst_port", "kind,count", "a,b,metres,meters"})
    EXPECT_EQ(csv_error(std::string(bad) + "\n1,2\n"),
              std::string("g.csv:1: graph: the header is '") + bad + "'; expected " + kHeaderForm);
  EXPECT_EQ(csv_error("a,b,count,count\n1,2\n").substr(0, 15), "g.csv:1: graph:");
  EXPECT_EQ(csv_error("a,b,length\n1,2\n").substr(0, 15), "g.csv:1: graph:");
  EXPECT_EQ(csv_error("a,b\n1,2\n3\n"),
            "g.csv:3: graph: there are 1 fields; expected 2 to 2, as in the header");
  EXPECT_EQ(csv_error("a,b\n1,2,local\n"),
            "g.csv:2: graph: there are 3 fields; expected 2 to 2, as in the header");
  EXPECT_EQ(csv_error("a,b\n1,\n"), "g.csv:2: graph: a node has no name; expected one");
  EXPECT_EQ(csv_error("a,b\n\"1\",2\n"),
            "g.csv:2: graph: there is a quotation mark; expected "
            "plain fields with commas between them");
  EXPECT_EQ(csv_error("a,b\n1,2\n2,2\n"),
            "g.csv:3: graph: the edge joins '2' to itself; expected two nodes");
  EXPECT_EQ(csv_error("a,b\n1,2\n2,3\n\n2,1\n"),
            "g.csv:5: graph: '2' and '1' are joined on line 2 already; expected one edge for each "
            "pair, with count for parallel links");
  EXPECT_EQ(csv_error("a,b\n1,2\n3,4\n"),
            "g.csv:3: graph: no path of edges leads from '1' to '3'; expected one network");
  for (const char* bad : {"0", "65", "-1", "1.5", "x", "1 2"})
    EXPECT_EQ(
        csv_error(std::string("a,b,count\n1,2,") + bad + "\n"),
        std::string("g.csv:2: graph: count is '") + bad + "'; expected an integer from 1 to 64");
  for (const char* bad : {"-1", "10001", "nan", "inf", "1m"})
    EXPECT_EQ(
        csv_error(std::string("a,b,metres\n1,2,") + bad + "\n"),
        std::string("g.csv:2: graph: metres is '") + bad + "'; expected a number from 0 to 10000");
  EXPECT_EQ(csv_error("a,b,kind\n1,2,optical\n"),
            "g.csv:2: graph: kind is 'optical'; expected local, global or nothing");
  EXPECT_EQ(csv_error("a,b,count\n1,2,40\n1,3,20\n3,1000,4\n1,4,5\n"),
            "g.csv:5: graph: '1' has 65 links up to here; expected at most 64");
}

TEST(GraphCsv, ControlCharactersDoNotReachTheTerminal) {
  EXPECT_EQ(csv_error(std::string("a,b\nx\x1b[2J,x\x1b[2J\n")),
            "g.csv:2: graph: the edge joins 'x\\x1b[2J' to itself; expected two nodes");
}

TEST(GraphCsv, AtMost4096Nodes) {
  std::string chain = "a,b\n";
  for (unsigned i = 0; i < 4095; ++i) chain += fmt::format("{},{}\n", i, i + 1);
  EXPECT_EQ(csv_error(chain), "read");
  EXPECT_EQ(csv_error(chain + "4095,4096\n"),
            "g.csv:4097: graph: node '4096' is one too many; expected at most 4096");
}

TEST(GraphFiles, WhatIsNoFileIsAnError) {
  TopologyConfig config;
  config.kind = TopologyKind::graph;
  config.file = "/nonexistent/g.csv";
  const auto error = [&] {
    try {
      read_graph(config);
      return std::string("read");
    } catch (const ConfigError& e) {
      return std::string(e.what());
    }
  };
  EXPECT_EQ(error(),
            "/nonexistent/g.csv: graph: cannot be read: No such file or directory; "
            "expected a file of CSV or GraphML");
  config.file = "/dev/zero";
  EXPECT_EQ(error(),
            "/dev/zero: graph: cannot be read: it is no regular file; expected a file of "
            "CSV or GraphML");
}

std::string graphml(const std::string& inside, const std::string& keys = "") {
  return "<?xml version=\"1.0\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" +
         keys + "<graph edgedefault=\"undirected\">\n" + inside + "</graph></graphml>\n";
}

TEST(Graphml, ReadsNodesEdgesAndData) {
  const GraphFile file(
      graphml("<edge source='p' target='q'><data key='c'> 2 </data><data key='y'><z>9</z></data>"
              "</edge>\n"
              "<node id='p'><data key='h'>5</data><desc>text</desc></node><node id='q'/>"
              "<edge source='q' target='r'><data key='k'><![CDATA[global]]></data></edge>"
              "<node id='r'><data key='h'>0</data></node>",
              "<key id='h' for='node' attr.name='hosts'><default>3</default></key>"
              "<key id='c' for='edge' attr.name='count'/><key id='y' for='edge'/>"
              "<key id='nk' for='node' attr.name='kind'><default>router</default></key>"
              "<key id='k' for='edge' attr.name='kind'><default>local</default></key>"),
      "g.graphml");
  const NetworkGraph g = graph_of(file);
  EXPECT_EQ(g.names, (std::vector<std::string>{"p", "q", "r"}));
  EXPECT_EQ(g.hosts, (std::vector<unsigned>{5, 3, 0}));
  ASSERT_EQ(g.links.size(), 2u);
  EXPECT_EQ(g.links[0].count, 2u);
  EXPECT_EQ(g.links[0].kind, PortKind::kLocal);
  EXPECT_EQ(g.links[1].kind, PortKind::kGlobal);
}

TEST(Graphml, TheExampleIsTheSameNetworkAsItsCsv) {
  const auto csv_of = [](const char* name) {
    PlatformConfig config = graph_kind("graph");
    config.topology.file = std::string(TINSIM_SOURCE_DIR "/configs/graphs/") + name;
    std::ostringstream out;
    write_topology_csv(out, config, make_topology(config));
    return out.str();
  };
  EXPECT_EQ(csv_of("petersen.csv"), csv_of("petersen.graphml"));
}

TEST(Graphml, NamesOfNodesAreDrawnWithTheirQuotationMarksEscaped) {
  const GraphFile file(graphml("<node id='a &quot;b&quot;'/><node id='c\\'/>"
                               "<edge source='a &quot;b&quot;' target='c\\'/>"),
                       "g.graphml");
  std::ostringstream dot;
  write_topology_dot(dot, file.config(), make_topology(file.config()));
  EXPECT_NE(dot.str().find(R"(c0 [label="0.0\na \"b\""];)"), std::string::npos) << dot.str();
  EXPECT_NE(dot.str().find(R"(c1 [label="0.1\nc\\"];)"), std::string::npos) << dot.str();
}

TEST(Graphml, EveryFaultNamesFileAndLine) {
  EXPECT_EQ(xml_error("").substr(0, 32), "g.graphml:1: graph: it is not XM");
  EXPECT_EQ(xml_error("a,b\n1,2\n").substr(0, 32), "g.graphml:1: graph: it is not XM");
  EXPECT_EQ(xml_error("<graphml>\n<graph>\n<node id='1'>\n</graph></graphml>").substr(0, 32),
            "g.graphml:4: graph: it is not XM");
  EXPECT_EQ(xml_error("<svg/>"),
            "g.graphml:1: graph: the first element is <svg>; expected "
            "<graphml>");
  EXPECT_EQ(xml_error("<graphml/>"),
            "g.graphml:1: graph: it has no graph; expected <graphml><graph>…");
  EXPECT_EQ(xml_error(graphml("<node/>")), "g.graphml:4: graph: <node> has no id; expected one");
  EXPECT_EQ(xml_error(graphml("<node id='1'/>\n<edge source='1'/>")),
            "g.graphml:5: graph: <edge> has no target; expected one");
  EXPECT_EQ(xml_error(graphml("<node id='1'/>\n<edge source='1' target='2'/>")),
            "g.graphml:5: graph: there is no node '2'; expected one of the file");
  EXPECT_EQ(xml_error(graphml("<node id='1'/>\n<node id='1'/>")),
            "g.graphml:5: graph: node '1' is there twice; expected each once");
  EXPECT_EQ(xml_error(graphml("<node id='1'><graph/></node>")),
            "g.graphml:4: graph: there is another <graph>; expected one");
  EXPECT_EQ(xml_error(graphml("<hyperedge/>")),
            "g.graphml:4: graph: <hyperedge> is not understood; expected nodes and edges between "
            "them");
  EXPECT_EQ(xml_error("<graphml>\n<node id='1'/></graphml>"),
            "g.graphml:2: graph: <node> is out of place; expected it in <graph>");
  EXPECT_EQ(xml_error(graphml("<node id='1'/><node id='2'/><node id='3'/>\n"
                              "<edge source='1' target='2'/>")),
            "g.graphml:5: graph: no path of edges leads from '1' to '3'; expected one network");
}

// External entities would read files, nested ones fill the memory: neither is checked.
TEST(Graphml, DocumentTypesAreRefusedBeforeAnyEntityIsRead) {
  const std::string expected =
      "g.graphml:2: graph: it has a document type (DOCTYPE), which is not "
      "read; expected none";
  EXPECT_EQ(
      xml_error("<?xml version='1.0'?>\n<!DOCTYPE g [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
                "\n<graphml><graph><node id='&x;'/></graph></graphml>"),
      expected);
  EXPECT_EQ(xml_error("<?xml version='1.0'?>\n<!DOCTYPE g SYSTEM 'http://127.0.0.1:9/g.dtd'>\n"
                      "<graphml><graph/></graphml>"),
            expected);
  std::string bomb = "<?xml version='1.0'?>\n<!DOCTYPE g [<!ENTITY a0 'aaaaaaaaaa'>";
  for (int i = 1; i < 12; ++i) {
    bomb += fmt::format("<!ENTITY a{} '", i);
    for (int k = 0; k < 10; ++k) bomb += fmt::format("&a{};", i - 1);
    bomb += "'>";
  }
  EXPECT_EQ(xml_error(bomb + "]>\n<graphml><graph><node id='1'>&a11;</node></graph></graphml>"),
            expected);
  EXPECT_EQ(xml_error(graphml("<node id='&x;'/>")).substr(0, 32),
            "g.graphml:4: graph: it is not XM");
}

}  // namespace
}  // namespace tinsim
