// SPDX-License-Identifier: Apache-2.0
// Waves of a run.
#include "platform/trace/wave_probe.h"

#include "platform/network/switch_plan.h"

namespace tinsim {

WaveProbe::WaveProbe(const TraceSetup& setup)
    : file_((setup.folder / setup.config.trace.waves.file).string(), setup.config.tin.core_mhz),
      queue_(file_, setup.from(), setup.to(),
             [this, horizon = setup.horizon] { advance(horizon()); }),
      waves_(setup.topology.chips.size()) {
  for (const PortRef& port : traced_ports(setup.topology, setup.config.trace.waves.ports)) {
    auto& waves = waves_[port.chip];
    if (!waves)
      waves = std::make_unique<SwitchWaves>(file_, queue_,
                                            switch_params(setup.config, setup.topology, port.chip));
    waves->draw(port.port, port_name(setup.topology, port));
  }
}

SwitchObserver* WaveProbe::observer(unsigned chip) { return waves_[chip].get(); }

PinWatch WaveProbe::pins(unsigned chip) {
  SwitchWaves* waves = waves_[chip].get();
  return waves != nullptr ? PinWatch{waves, waves->ports()} : PinWatch{};
}

void WaveProbe::advance(Cycle horizon) {
  if (horizon > kObserverLag) queue_.write_until(horizon - kObserverLag);
}

void WaveProbe::close(Cycle end) {
  queue_.close(end);
  file_.close();
}

}  // namespace tinsim
