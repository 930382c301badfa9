# SPDX-License-Identifier: Apache-2.0
# cmake -DIMAGE=<file> -DOUT=<file.c> -P embed.cmake: writes the octets of an image as a C array.
file(READ ${IMAGE} octets HEX)
string(REGEX REPLACE "(................................)" "\\1\n" octets "${octets}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," octets "${octets}")
file(WRITE ${OUT} "#include \"firmware_stub/firmware_image.h\"\n"
     "const uint8_t tin_firmware_image[] = {\n${octets}};\n"
     "const size_t tin_firmware_image_bytes = sizeof tin_firmware_image;\n")
