// SPDX-License-Identifier: Apache-2.0
// Flip-flops of `make synth`: Yosys's names to those of the table of areas, in synth.py. As cells
// that Yosys does not know they bound every path, and ABC maps all logic between them at once.
module \$_DFF_P_ (input D, C, output Q);
  DFF _TECHMAP_REPLACE_ (.D(D), .C(C), .Q(Q));
endmodule
module \$_DFFE_PP_ (input D, C, E, output Q);
  DFFE _TECHMAP_REPLACE_ (.D(D), .C(C), .E(E), .Q(Q));
endmodule
module \$_DFF_PN0_ (input D, C, R, output Q);
  DFFR _TECHMAP_REPLACE_ (.D(D), .C(C), .R(R), .Q(Q));
endmodule
module \$_DFF_PN1_ (input D, C, R, output Q);
  DFFS _TECHMAP_REPLACE_ (.D(D), .C(C), .S(R), .Q(Q));
endmodule
module \$_DFFE_PN0P_ (input D, C, R, E, output Q);
  DFFRE _TECHMAP_REPLACE_ (.D(D), .C(C), .R(R), .E(E), .Q(Q));
endmodule
module \$_DFFE_PN1P_ (input D, C, R, E, output Q);
  DFFSE _TECHMAP_REPLACE_ (.D(D), .C(C), .S(R), .E(E), .Q(Q));
endmodule
