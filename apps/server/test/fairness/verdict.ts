/** What must hold for honest users and the server, whatever the attack. */
const BOUNDS = { requestMs: 100, loginMs: 500, memoryMiB: 512 } as const

interface Measured {
  /** What honest users saw: milliseconds of each answer to a list, a load or a save. */
  requests: readonly number[]
  logins: readonly number[]
  /** How often what was answered with another status than it should; 0: with none. */
  refused: Readonly<Record<string, number>>
  peakMiB: number
  isAlive: boolean
  /** What the attack itself has found wrong. */
  faults: readonly string[]
}

/** Why a row does not hold; empty when it does. */
export function faultsOf({ requests, logins, refused, peakMiB, isAlive, faults }: Measured): string[] {
  const wrong: string[] = []
  const [requestMs, loginMs] = [p99(requests), p99(logins)]
  if (requests.length === 0) wrong.push('no honest request was answered')
  if (requestMs >= BOUNDS.requestMs)
    wrong.push(`p99 of honest requests ${requestMs} ms, below ${BOUNDS.requestMs} needed`)
  if (loginMs >= BOUNDS.loginMs) wrong.push(`p99 of honest logins ${loginMs} ms, below ${BOUNDS.loginMs} needed`)
  for (const [what, count] of Object.entries(refused)) wrong.push(`honest requests refused: ${count} × ${what}`)
  if (peakMiB >= BOUNDS.memoryMiB) wrong.push(`${Math.round(peakMiB)} MiB of memory, below ${BOUNDS.memoryMiB} needed`)
  if (!isAlive) wrong.push('the server died')
  return [...wrong, ...faults]
}

/** The figures of a row as a text. */
export function describe({ requests, logins, refused, peakMiB, isAlive }: Omit<Measured, 'faults'>): string {
  const count = Object.values(refused).reduce((sum, one) => sum + one, 0)
  return [
    `p99 ${p99(requests)} ms`,
    `logins ${p99(logins)} ms`,
    `${count} of ${requests.length + logins.length + count} refused`,
    `${Math.round(peakMiB)} MiB`,
    isAlive ? 'survived' : 'died',
  ].join(', ')
}

/** The 99th percentile, rounded; 0 of nothing. */
export const p99 = (times: readonly number[]): number => percentile(times, 0.99)

/** The same for another share. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
}
