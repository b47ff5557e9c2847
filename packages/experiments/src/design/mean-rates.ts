import type { EventModel } from '@plimsoll/event-engine'

/** Times at which the rates are looked at. */
const SAMPLES = 64

/** Requests per second of each client of the model that are to come, in the mean over a duration; those that were recorded do not count. */
export function meanRates({ sources }: Pick<EventModel, 'sources'>, durationMs: number): readonly number[] {
  const sampleMs = Array.from({ length: SAMPLES }, (_, sample) => ((sample + 0.5) * durationMs) / SAMPLES)
  return sources.map(({ rate }) => sampleMs.reduce((sum, timeMs) => sum + rate.at(timeMs), 0) / SAMPLES)
}
