import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import type { Model } from '../../../../src/model.ts'
import { link, users, workers } from '../draw.ts'
import { theWorkplace, ways } from '../parts.ts'
import { withBreaker } from '../read-scenarios.ts'
import { scenarioOf } from '../shapes.ts'
import { type Context, foundBy, type Sentence } from './sentence.ts'

/** A breaker in front of a service that fails every call, with the values that it has by itself. */
export const breakerSentences: readonly Sentence[] = [
  {
    pattern: /^all-failing stream at ([\d.]+) rps: OPEN exactly at call (\d+)/,
    by: 'no chance',
    check(context, _rps, call) {
      const { openMs, callsUntil } = failing(context)
      const calls = openMs === null ? null : callsUntil(openMs / 1000 + 1)
      return foundBy(calls === Number(call), calls)
    },
  },
  {
    pattern: /^no call reaches the target for ([\d.]+) s/,
    by: 'no chance',
    check(context, seconds) {
      const { openMs, callsUntil } = failing(context)
      if (openMs === null) return foundBy(false, 'never open')
      const before = callsUntil(openMs / 1000 + 1)
      const after = callsUntil(openMs / 1000 + Number(seconds) - 0.001)
      return foundBy(before === after, after - before)
    },
  },
  {
    pattern: /^at most (\d+) probes, then OPEN again/,
    by: 'no chance',
    check(context, most) {
      const { openMs, openAgainMs, callsUntil } = failing(context)
      if (openMs === null || openAgainMs === null) return foundBy(false, 'never open again')
      const probes = callsUntil(openAgainMs / 1000 + 5) - callsUntil(openMs / 1000 + 1)
      return foundBy(probes > 0 && probes <= Number(most), probes)
    },
  },
]

const RUN_S = 120

const failing = (context: Context) =>
  context.once('failing', () => {
    const { params, ...others } = context.reference.inputs
    const isTold = params !== undefined || Object.keys(others).length > 0
    if (!isTold || (typeof params === 'string' && params !== 'Resilience4j defaults'))
      throw new Unmapped('The breaker is not told.')
    const config = typeof params === 'object' ? { ...params, ...others } : others
    const rps = Number(/at ([\d.]+) rps/.exec(context.texts.join())?.[1])
    const calls = Number(/at call (\d+)/.exec(context.texts.join())?.[1])
    const plain = scenarioOf({
      nodes: [users(rps), workers('s', 1000, 1, { failureProbability: 1 })],
      edges: [link('c', 's', { circuitBreakerEnabled: true })],
      settings: { arrivals: 'deterministic', service: 'det' },
      profiles: context.file.profiles,
    })
    const scenario = { ...plain, adjust: (model: Model) => withBreaker(model, config) }
    const run = (seconds: number) => context.bench.runFor(scenario, seconds, context.seed)
    const changes = ways(run(calls / rps + RUN_S)).flatMap(({ outcome }) => outcome.breaker)
    const opened = changes.filter(({ to }) => to === 'open').map(({ atMs }) => atMs)
    return {
      openMs: opened[0] ?? null,
      openAgainMs: opened[1] ?? null,
      /** Calls that reached the service until a time; a run is the beginning of every longer one. */
      callsUntil: (seconds: number) => theWorkplace(run(seconds)).outcome.arrived,
    }
  })
