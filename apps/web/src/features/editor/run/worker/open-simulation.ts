import { createEventSimulation } from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { createLiveSimulation } from '@plimsoll/live-engine'
import { engineOf, type RunningSimulation, UNKNOWN_ENGINE } from '@plimsoll/simulation'

/** A run of the engine that the flow names. Throws where it names none, or cannot be simulated. */
export function openSimulation(options: { readonly flow: Flow; readonly seed: number }): RunningSimulation<Flow> {
  const engine = engineOf(options.flow.simulation)
  if (engine === null) throw new Error(UNKNOWN_ENGINE)
  return engine === 'events' ? createEventSimulation<Flow>(options) : createLiveSimulation(options)
}
