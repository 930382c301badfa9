// SPDX-License-Identifier: Apache-2.0
// Port lists: every port with its direction, width and dimensions.
#include "rtl_models/common/port_list.h"

#include <gtest/gtest.h>

#include "rtl_models/common/fields.h"

namespace tinsim {
namespace {

struct Matrix {
  struct In {
    std::array<std::array<bool, 3>, 2> select_i{};
    std::array<Bits<6>, 2> port_i{};
    Bits<70> line_i;
    TIN_PORTS(select_i, port_i, line_i)
  };
  struct Out {
    bool valid_o = false;
    TIN_PORTS(valid_o)
  };
  struct Preset {
    Bits<9> count_q;
    TIN_FIELDS(count_q)
  };
  const Out& out() const;
  void tick(const In& in);
};

TEST(PortList, HasWidthsOfElementsAndDimensionsFromTheOutside) {
  EXPECT_EQ(port_list<Matrix>("matrix", "Matrix", R"("Rows": 2)"), R"({
  "block": "matrix",
  "model": "Matrix",
  "kind": "stage",
  "parameters": {"Rows": 2},
  "ports": [
    {"direction": "in", "name": "select_i", "width": 1, "array": [2, 3]},
    {"direction": "in", "name": "port_i", "width": 6, "array": [2]},
    {"direction": "in", "name": "line_i", "width": 70, "array": []},
    {"direction": "out", "name": "valid_o", "width": 1, "array": []}
  ],
  "registers": [
    {"name": "count_q", "width": 9, "array": []}
  ]
}
)");
}

struct Inverter {
  struct In {
    bool a_i = false;
    TIN_PORTS(a_i)
  };
  struct Out {
    bool b_o = false;
    TIN_PORTS(b_o)
  };
  Out eval(const In& in) const;
};

TEST(PortList, NamesTheKindOfABlockAndMayHaveNoRegisters) {
  const std::string list = port_list<Inverter>("inverter", "Inverter", "");
  EXPECT_NE(list.find(R"("kind": "part")"), std::string::npos);
  EXPECT_NE(list.find(R"("registers": [])"), std::string::npos);
}

}  // namespace
}  // namespace tinsim
