interface Loads {
  /** What is asked of each part, of what it can do, at so many times the load: never less at a higher one. */
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

/** Between these it is saturated, as was tried so often. */
interface Bracket {
  lower: Point
  upper: Point
  tries: number
}

/** What is not saturated at so many times the load at which the first limit rejects is taken to be at none. */
const FAR = 2 ** 20
/** Tries to find a load at which no limit rejects. */
const MOST_STEPS_DOWN = 30
/** From the load at which the first limit rejects to the next that is tried. Each such stride is as great as the one before, squared. */
const STRIDE = 1.5
/** Loads that are tried to find more exactly where parts are saturated, the first ones first; and the most of all parts together, for the time. */
const MOST_TRIES = { ofEach: 30, ofAll: 20_000 } as const
/** Of a load, so exactly that at which a part is saturated is known. */
const PRECISION = 1e-4
/** Hides the last bits of a sum. */
const ROUNDING = 1e-9

/**
 * By part: at how many times the load it is saturated; Infinity: at none. Each request asks as much of it until the first rate limit rejects;
 * beyond, the load is searched for.
 */
export function saturatingLoads({ at, now, idle, isRate }: Loads): readonly number[] {
  const rates = [...now.keys()].filter((part) => isRate[part])
  const { times, loads } = withoutRejecting(at, now, rates)
  const found = loads.map((load, part) => saturatedOn({ times: 0, load: idle[part] ?? 0 }, { times, load }))
  const firstLimit = Math.min(...rates.map((part) => found[part] ?? 0))
  if (firstLimit === Number.POSITIVE_INFINITY) return found
  const brackets = new Map<number, Bracket>()
  const far = at(firstLimit * FAR)
  for (const [part, own] of found.entries()) {
    if (own <= firstLimit * (1 + ROUNDING)) continue
    found[part] = Number.POSITIVE_INFINITY
    const [load = 0, load0 = 0] = [far[part], idle[part]]
    if (load < 1 - ROUNDING) continue
    const lower = { times: firstLimit, load: load0 + (((loads[part] ?? 0) - load0) / times) * firstLimit }
    brackets.set(part, { lower, upper: { times: firstLimit * FAR, load }, tries: 0 })
  }
  search(at, brackets, firstLimit)
  for (const [part, { lower, upper }] of brackets) found[part] = saturatedOn(lower, upper)
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

/** Brings the brackets of parts closer together, by loads that all of them learn from. */
function search(at: LoadsAt, brackets: ReadonlyMap<number, Bracket>, from: number): void {
  const all = [...brackets.values()]
  const attempt = (times: number) => {
    const loads = at(times)
    for (const [part, bracket] of brackets) narrow(bracket, { times, load: loads[part] ?? 0 })
    return loads.length
  }
  const far = from * FAR
  const isOpen = ({ upper }: Bracket) => upper.times === far
  for (let [times, stride] = [from * STRIDE, STRIDE]; times < far && all.some(isOpen); times *= stride) {
    attempt(times)
    stride *= stride
  }
  for (let [tries, parts] = [0, 0]; tries < MOST_TRIES.ofEach && tries * parts < MOST_TRIES.ofAll; tries += 1) {
    const [first] = all
      .filter(({ lower, upper }) => upper.times - lower.times > PRECISION * upper.times)
      .toSorted((one, other) => one.upper.times - other.upper.times)
    if (first === undefined) break
    const { lower, upper } = first
    parts = attempt(first.tries % 2 === 0 ? saturatedOn(lower, upper) : (lower.times + upper.times) / 2)
    first.tries += 1
  }
}

function narrow(bracket: Bracket, { times, load }: Point): void {
  const { lower, upper } = bracket
  if (times <= lower.times || times >= upper.times) return
  if (Math.abs(load - 1) <= ROUNDING) bracket.lower = bracket.upper = { times, load: 1 }
  else if (load < 1) bracket.lower = { times, load }
  else bracket.upper = { times, load }
}
