import type { LiveRun, LiveSnapshot } from '@plimsoll/live-engine'

/** Lists what never may be and is, in the present tick of a run; empty when all is well. Of the requests the oldest and the newest. */
export function findBreaches(run: LiveRun): string[] {
  const snapshot = run.snapshot()
  // Thousands of requests are looked at one by one once a second only, a few in every tick.
  const requests = snapshot.activeRequests < 1000 || snapshot.elapsedTime % 1000 === 0 ? run.requests() : []
  const { completed, failed } = run.history()
  const { createdRequests, completedRequests, failedRequests, activeRequests, elapsedTime, dots } = snapshot
  const checks: readonly (readonly [string, boolean])[] = [
    ['created = completed + failed + active', createdRequests === completedRequests + failedRequests + activeRequests],
    ['a utilization is within 0 and 1', utilizationsOf(snapshot).every((u) => u >= 0 && u <= 1)],
    ['no request is older than 10,000 ms', requests.every(({ createdAt }) => elapsedTime - createdAt <= 10_000)],
    [
      'no request ended later than 10,100 ms',
      failed.every(({ createdAt, failedAt }) => (failedAt ?? 0) - createdAt <= 10_100),
    ],
    [
      'no request was completed later than 10,000 ms',
      completed.every(({ createdAt, completedAt }) => (completedAt ?? 0) - createdAt <= 10_000),
    ],
    ['at most 20,000 requests are followed', requests.length <= 20_000],
    ['a request stands for at least itself', requests.every(({ standsFor }) => standsFor >= 1)],
    ['at most 1,000 of each are kept', completed.length <= 1000 && failed.length <= 1000],
    ['at most 100 samples are kept', snapshot.metricHistory.length <= 100],
    ['at most 2,000 dots are shown', dots.count <= 2000],
    ['a dot is on a connection', dots.edge.every((index) => index < snapshot.edges.length)],
    ['every failure has a reason', failed.every(({ failureReason }) => failureReason !== null)],
  ]
  const ended = [completed.at(-1), failed.at(-1)]
  return [
    ...checks.filter(([, holds]) => !holds).map(([rule]) => rule),
    ...findBadNumbers(snapshot, 'snapshot'),
    ...findBadNumbers([...requests.slice(0, 20), ...requests.slice(-20), ...ended], 'requests'),
  ]
}

const utilizationsOf = ({ nodeUtilization, edgeUtilization }: LiveSnapshot) => [...nodeUtilization, ...edgeUtilization]

function findBadNumbers(value: unknown, path: string): string[] {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? [] : [`${path} is ${value}`]
  if (typeof value !== 'object' || value === null) return []
  const faults: string[] = []
  for (const key in value) {
    if (key !== 'seed') faults.push(...findBadNumbers(Reflect.get(value, key), `${path}.${key}`))
  }
  return faults
}
