import type { EventReport, Mark } from '@plimsoll/event-engine'

/** Calls for each request at the end, over those before, from which on repeating is what keeps a design from healing. */
const STORM = 1.2

type Times = readonly number[]

/** What happened in the spans that end within some time. */
export const within = (times: Times, values: Times, fromS: number, toS: number): number =>
  values.reduce((sum, value, index) => {
    const time = times[index] ?? 0
    return time > fromS && time <= toS ? sum + value : sum
  }, 0)

/** Whether calls are made more often for each request after a time than before another; for what is not back to normal. */
export const isRetryStorm = (report: EventReport, { fromS, toS }: { fromS: number; toS: number }): boolean =>
  repeats(report, toS, Number.POSITIVE_INFINITY) > STORM * repeats(report, 0, fromS)

/** Calls for each request that comes. */
function repeats({ series: { times, calls, offered } }: EventReport, fromS: number, toS: number): number {
  const came = within(times, offered, fromS, toS)
  return came === 0 ? 0 : within(times, calls, fromS, toS) / came
}

/** Whether a retry storm that a fault or a load began goes on after it. */
export const keepsStorm = (report: EventReport, { fromMs, toMs, unrecovered }: Mark): boolean =>
  unrecovered === 'worse' && toMs !== null && isRetryStorm(report, { fromS: fromMs / 1000, toS: toMs / 1000 })
