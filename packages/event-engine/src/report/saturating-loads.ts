interface Loads {
  /** What is asked of each part, of what it can do, at so many times the load. */
  readonly at: LoadsAt
  /** The same at the load itself. */
  readonly now: readonly number[]
  /** The same without any request. */
  readonly idle: readonly number[]
  /** Which of the parts are rate limits: they let no more than their rate through to what is behind them. */
  readonly isRate: readonly boolean[]
}

type LoadsAt = (timesTheLoad: number) => readonly number[]

/** What is asked of a part at so many times the load. */
interface Point {
  readonly times: number
  readonly load: number
}

/** A part is saturated at the upper of these, and not at the lower one. */
interface Bracket {
  lower: Point
  /** Null: it was not saturated at any load that was tried. */
  upper: Point | null
  tries: number
}

type Closed = Bracket & { upper: Point }

/** Tries to find a load at which no limit rejects. */
const MOST_STEPS_DOWN = 30
/** Loads that are tried above the one at which the first limit rejects: how many, and how many times the one before each is. */
const STRIDES = { count: 10, factor: 4 } as const
/** Loads that are tried within brackets: at most so many for each part, and fewer for many parts, since a try takes as long as there are parts. */
const MOST_TRIES = { perPart: 30, byAllParts: 20_000 } as const
/** A bracket is narrow enough if it is this share of its upper load wide. */
const PRECISION = 1e-4
/** Hides the last bits of a sum. */
const ROUNDING = 1e-9

/**
 * By part: at how many times the load it is saturated; Infinity: at none. Up to the load at which the first rate limit rejects, what is asked
 * of a part grows by as much for each request. Beyond, the load is searched for.
 */
export function saturatingLoads({ at, now, idle, isRate }: Loads): readonly number[] {
  const rates = [...now.keys()].filter((part) => isRate[part])
  const { times, loads } = withoutRejecting(at, now, rates)
  const found = loads.map((load, part) => saturatedOn({ times: 0, load: idle[part] ?? 0 }, { times, load }))
  const firstLimit = Math.min(...rates.map((part) => found[part] ?? 0))
  const beyond = [...found.keys()].filter((part) => (found[part] ?? 0) > firstLimit * (1 + ROUNDING))
  if (beyond.length === 0) return found
  const brackets = new Map<number, Bracket>()
  for (const part of beyond) {
    found[part] = Number.POSITIVE_INFINITY
    const asked = idle[part] ?? 0
    const load = asked + (((loads[part] ?? 0) - asked) / times) * firstLimit
    brackets.set(part, { lower: { times: firstLimit, load }, upper: null, tries: 0 })
  }
  search(at, brackets, { firstLimit, now })
  for (const [part, { lower, upper }] of brackets) if (upper !== null) found[part] = saturatedOn(lower, upper)
  return found
}

/** What is asked at some load at which no limit rejects. */
function withoutRejecting(at: LoadsAt, now: readonly number[], rates: readonly number[]) {
  let [times, loads] = [1, now]
  for (let step = 0; step < MOST_STEPS_DOWN; step += 1) {
    const most = Math.max(0, ...rates.map((part) => loads[part] ?? 0))
    if (most <= 1) break
    times *= 0.9 / most
    loads = at(times)
  }
  return { times, loads }
}

/** Where it would be saturated on the line through these. */
function saturatedOn(lower: Point, upper: Point): number {
  if (lower.load >= 1) return lower.times
  const growth = upper.load - lower.load
  return growth > 0 ? lower.times + ((1 - lower.load) * (upper.times - lower.times)) / growth : Number.POSITIVE_INFINITY
}

interface Known {
  readonly firstLimit: number
  readonly now: readonly number[]
}

/** Finds the brackets of parts and narrows them, by loads that all of them learn from. */
function search(at: LoadsAt, brackets: ReadonlyMap<number, Bracket>, { firstLimit, now }: Known): void {
  const learn = (times: number, loads: readonly number[]) => {
    for (const [part, bracket] of brackets) narrow(bracket, { times, load: loads[part] ?? 0 })
  }
  // Upwards: where it is saturated at several loads, the lowest counts.
  const strides = Array.from({ length: STRIDES.count }, (_, index) => firstLimit * STRIDES.factor ** (index + 1))
  for (const times of [1, ...strides].toSorted((one, other) => one - other)) learn(times, times === 1 ? now : at(times))
  const closed = [...brackets.values()].filter((one): one is Closed => one.upper !== null)
  const most = Math.min(MOST_TRIES.perPart * closed.length, MOST_TRIES.byAllParts / now.length)
  for (let tries = 0; tries < most; tries += 1) {
    const [first] = closed
      .filter(({ lower, upper }) => upper.times - lower.times > PRECISION * upper.times)
      .toSorted((one, other) => one.upper.times - other.upper.times)
    if (first === undefined) break
    const times = nextOf(first)
    first.tries += 1
    learn(times, at(times))
  }
}

/** In turns: where it would be saturated on a line, or, if it is just saturated at the upper load, a little below; and the middle. */
function nextOf({ lower, upper, tries }: Closed): number {
  if (tries % 2 === 1) return Math.sqrt(lower.times * upper.times)
  return upper.load > 1 + ROUNDING
    ? saturatedOn(lower, upper)
    : Math.max(upper.times * (1 - PRECISION / 2), lower.times)
}

function narrow(bracket: Bracket, { times, load }: Point): void {
  const { lower, upper } = bracket
  if (times <= lower.times || (upper !== null && times >= upper.times)) return
  if (load < 1 - ROUNDING) bracket.lower = { times, load }
  else bracket.upper = { times, load: Math.max(1, load) }
}
