/** The engines as a flow stores them: `events` is Queueing on the page, `live` is Ticks. */
export const ENGINES = ['events', 'live'] as const
export type Engine = (typeof ENGINES)[number]

/** What simulates a flow that does not say. */
export const DEFAULT_ENGINE: Engine = 'events'

/** The engine by the settings that a flow stores under `simulation`; null where they name one that there is not. */
export function engineOf(simulation: { readonly engine?: unknown } | undefined): Engine | null {
  const { engine = DEFAULT_ENGINE } = simulation ?? {}
  return ENGINES.find((one) => one === engine) ?? null
}

/** What is said of a name that no engine has. */
export const UNKNOWN_ENGINE = `simulation.engine must be ${ENGINES.join(' or ')}`
