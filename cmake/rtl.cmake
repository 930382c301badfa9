# filled by the RTL build
