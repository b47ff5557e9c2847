/** Rate limits that begin to reject within so much of the load of each other are gone past together. */
const STRETCH = 0.05
/** So many of such groups are told apart; beyond, all grows as it does there. */
const MOST_STRETCHES = 20
/** Beside a load, so much further, it is seen how what is asked of the parts grows from there on. */
const ASIDE = 1e-4
/** Growth by less, over this distance, is none: sums along a circle of connections are no more exact. */
const NO_GROWTH = 1e-8
/** Loads that differ by less, of a whole, are the same. */
const SAME = 1e-9

interface Loads {
  /** What is asked of each part, of what it can do, at so many times the load. */
  readonly at: (timesTheLoad: number) => readonly number[]
  /** The same at the load itself. */
  readonly now: readonly number[]
  /** Which of the parts are rate limits: they let no more than their rate through to what is behind them. */
  readonly isRate: readonly boolean[]
}

/** Between two loads what is asked of each part grows by so much for each time the load. */
interface Line {
  readonly from: number
  readonly loads: readonly number[]
  readonly growth: readonly number[]
}

/**
 * By part: at how many times the load it is saturated; Infinity: at none. What is asked of a part grows in proportion to the load until a
 * rate limit before it begins to reject, so this goes from one such load to the next.
 */
export function saturatingLoads({ at, now, isRate }: Loads): readonly number[] {
  const found = now.map(() => Number.POSITIVE_INFINITY)
  const open = new Set(now.keys())
  /** Notes where parts are saturated on a line, up to a load. */
  const follow = ({ from, loads, growth }: Line, to: number) => {
    for (const part of open) {
      const [load = 0, each = 0] = [loads[part], growth[part]]
      const times = load < 1 ? from + (1 - load) / each : from
      if (times > to * (1 + SAME)) continue
      found[part] = times
      open.delete(part)
    }
  }
  const isRejecting = now.some((load, part) => isRate[part] && load > 1)
  let line: Line = {
    from: 0,
    loads: now.map(() => 0),
    growth: isRejecting ? at(ASIDE).map((load) => load / ASIDE) : now,
  }
  for (let stretch = 0; stretch < MOST_STRETCHES; stretch += 1) {
    const { from, loads, growth } = line
    const rates = [...open].filter((part) => isRate[part])
    const next = Math.min(...rates.map((part) => from + (1 - (loads[part] ?? 0)) / (growth[part] ?? 0)))
    if (next === Number.POSITIVE_INFINITY) break
    follow(line, next)
    const atNext = loads.map((load, part) => load + (growth[part] ?? 0) * (next - from))
    const end = next * (1 + STRETCH)
    const atEnd = at(end)
    follow({ from: next, loads: atNext, growth: growths(atNext, atEnd, end - next) }, end)
    line = { from: end, loads: atEnd, growth: growths(atEnd, at(end * (1 + ASIDE)), end * ASIDE) }
  }
  follow(line, Number.POSITIVE_INFINITY)
  return found
}

const growths = (before: readonly number[], after: readonly number[], distance: number): readonly number[] =>
  after.map((load, part) => {
    const difference = load - (before[part] ?? 0)
    return difference > NO_GROWTH ? difference / distance : 0
  })
