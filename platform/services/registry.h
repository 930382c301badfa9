// SPDX-License-Identifier: Apache-2.0
// The list of all services.
#pragma once

#include "platform/services/services.h"

namespace tinsim {

/// The order decides in which order services are made and called; they end in reverse.
const ServiceRegistry& service_registry();

/// Empty ones of all services, in their order.
ResultSections all_sections();

}  // namespace tinsim
