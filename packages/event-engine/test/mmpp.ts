interface Mmpp1 {
  /** Requests per second in each state, and the mean time in it. */
  readonly states: readonly [State, State]
  /** Of exponential service times. */
  readonly meanMs: number
}

interface State {
  readonly perSecond: number
  readonly meanS: number
}

type Matrix = readonly [number, number, number, number]

const IDENTITY: Matrix = [1, 0, 0, 1]
const plus = (a: Matrix, b: Matrix, times = 1): Matrix => a.map((one, at) => one + times * (b[at] ?? 0)) as never
const product = ([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix => [
  a * e + b * g,
  a * f + b * h,
  c * e + d * g,
  c * f + d * h,
]
const inverse = ([a, b, c, d]: Matrix): Matrix => [d, -b, -c, a].map((one) => one / (a * d - b * c)) as never
const after = ([x, y]: readonly [number, number], [a, b, c, d]: Matrix) => [x * a + y * c, x * b + y * d] as const

/**
 * Mean number of requests in MMPP(2)/M/1, by the matrix-geometric solution of Neuts (1981): the levels of the chain have the shares
 * π(0) R^n, where R is the least solution of A0 + R A1 + R² A2 = 0.
 */
export function meanInMmppQueue({ states, meanMs }: Mmpp1): number {
  const [first, second] = states
  const served = 1000 / meanMs
  const arrivals: Matrix = [first.perSecond, 0, 0, second.perSecond]
  const service: Matrix = [served, 0, 0, served]
  const switching: Matrix = [-1 / first.meanS, 1 / first.meanS, 1 / second.meanS, -1 / second.meanS]
  const empty = plus(switching, arrivals, -1)
  const leaving = inverse(plus(empty, service, -1))
  let rate: Matrix = [0, 0, 0, 0]
  for (let round = 0; round < 100_000; round += 1)
    rate = product(plus(arrivals, product(product(rate, rate), service)), leaving).map((one) => -one) as never
  // π(0) (A + R A2) = 0, and all levels together are 1.
  const [a, , c] = plus(empty, product(rate, service))
  const levels = inverse(plus(IDENTITY, rate, -1))
  const unscaled = [c, -a] as const
  const [x, y] = after(unscaled, levels)
  const [l1, l2] = after(unscaled, product(product(rate, levels), levels))
  return (l1 + l2) / (x + y)
}
