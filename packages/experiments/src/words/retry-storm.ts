import type { EventReport, Mark, NodeReport } from '@plimsoll/event-engine'

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

interface LoadStorm {
  readonly id: string
  /** Of the calls to it, those that are retries, 0 to 1. */
  readonly retryShare: number
}

/**
 * The overloaded component that could do all first calls, so that only the retries are too many; null: there is none. First calls that are
 * held up at other components count as if they came.
 */
export function stormOfLoad({ steadiness, nodes, edges }: EventReport): LoadStorm | null {
  const [worst] = steadiness.state === 'none' ? steadiness.overloaded : []
  const node = worst?.of === 'node' ? nodes.find(({ id }) => id === worst.id) : undefined
  if (node === undefined) return null
  const calls = edges.filter(({ target }) => target === node.id)
  const total = (of: 'attempts' | 'retries') => calls.reduce((sum, edge) => sum + edge[of], 0)
  const [attempts, retries] = [total('attempts'), total('retries')]
  const heldUp = nodes.filter((one) => one !== node && one.arrived > 0)
  const first = heldUp.reduce((count, one) => count * Math.max(1, one.arrived / done(one)), attempts - retries)
  return retries > 0 && done(node) > STORM * first ? { id: node.id, retryShare: retries / attempts } : null
}

const done = ({ completed, failed }: NodeReport): number => completed + failed
