/** Where a growing function crosses a value, to a ten-thousandth. */
export function crossing(value: (x: number) => number, wanted: number, lower: number, upper: number): number {
  let [low, high] = [lower, upper]
  while (high - low > 1e-4 * high) {
    const middle = (low + high) / 2
    if (value(middle) < wanted) low = middle
    else high = middle
  }
  return low
}

/** Erlang's C: the chance to wait at so many slots; `offered` in erlang. */
function erlangC(slots: number, offered: number): number {
  let blocked = 1
  for (let count = 1; count <= slots; count += 1) blocked = (offered * blocked) / (count + offered * blocked)
  return blocked / (1 - (offered / slots) * (1 - blocked))
}

/** A percentile of the response time of M/M/c, ms: service, and with Erlang's C an exponential wait (Gross and Harris). */
export function percentileOfMMc(share: number, slots: number, serviceMs: number, rps: number): number {
  const [mu, lambda] = [1 / serviceMs, rps / 1000]
  const waits = erlangC(slots, lambda * serviceMs)
  const theta = slots * mu - lambda
  const tail = (ms: number) =>
    (1 - waits) * Math.exp(-mu * ms) +
    waits * ((theta * Math.exp(-mu * ms) - mu * Math.exp(-theta * ms)) / (theta - mu))
  return crossing((ms) => 1 - tail(ms), share, 0, 1e6)
}

/** M/G/1: Pollaczek and Khinchine. */
export const meanOfMG1 = (serviceMs: number, scv: number, rps: number): number => {
  const busy = (rps * serviceMs) / 1000
  return serviceMs + (busy * serviceMs * (1 + scv)) / 2 / (1 - busy)
}

/** A percentile of the response time of two M/M/1 in turn, ms: the sum of two exponential times (Jackson, Reich). */
export function percentileOfTandem(share: number, firstMs: number, secondMs: number, rps: number): number {
  const [a, b] = [1 / firstMs - rps / 1000, 1 / secondMs - rps / 1000]
  const tail = (ms: number) => (b * Math.exp(-a * ms) - a * Math.exp(-b * ms)) / (b - a)
  return crossing((ms) => 1 - tail(ms), share, 0, 1e6)
}

/** Throughput a second of so many users who think and then wait for a slot, by the normalization constant of the closed network. */
export function closedThroughput(
  users: number,
  { thinkMs, slots, serviceMs }: { readonly thinkMs: number; readonly slots: number; readonly serviceMs: number },
): number {
  const constant = (most: number) => {
    let sum = 0
    for (let waiting = 0; waiting <= most; waiting += 1) {
      let weight = 1
      for (let one = 1; one <= waiting; one += 1) weight *= serviceMs / Math.min(one, slots)
      for (let one = 1; one <= most - waiting; one += 1) weight *= thinkMs / one
      sum += weight
    }
    return sum
  }
  return (1000 * constant(users - 1)) / constant(users)
}
