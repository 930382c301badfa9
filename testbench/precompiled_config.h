// SPDX-License-Identifier: Apache-2.0
// Common includes of tests that begin with a configuration, compiled once (cmake/tests.cmake). Each
// test still includes the headers it uses. SystemC's are not among them: they require its library.
#pragma once

#include "platform/config/platform_config.h"
#include "testbench/precompiled.h"
