import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import { type Context, foundBy, type Sentence } from './sentence.ts'

/** What happens to targets that fail every request. */
export const ejectionSentences: readonly Sentence[] = [
  {
    pattern: /^a backend is ejected after (\d+) consecutive errors/,
    by: 'no chance',
    check(context, errors) {
      const [first] = ejections(context)
      return foundBy(first?.callsBefore === Number(errors), first?.callsBefore ?? null)
    },
  },
  {
    pattern: /^at most ([\d.]+) % \((\d+) of (\d+)\) ejected at once/,
    by: 'no chance',
    check(context, _percent, most) {
      const all = ejections(context)
      const together = all.map(
        ({ fromS }) => all.filter((one) => one.fromS <= fromS && fromS < one.toS - one.turnS).length,
      )
      return foundBy(all.length > 0 && Math.max(...together) <= Number(most), Math.max(...together))
    },
  },
  {
    pattern: /^ejection lasts ([\d.]+) s x times ejected/,
    by: 'no chance',
    check(context, seconds) {
      const ended = ejections(context).filter(({ isOver }) => isOver)
      const excess = ended.map(({ fromS, toS, times }) => toS - fromS - times * Number(seconds))
      const holds = ended.some(({ times }) => times > 1) && excess.every((more) => more >= -1 && more <= SWEEP_S)
      return foundBy(holds, ...ended.map(({ times, fromS, toS }) => `${times}: ${(toS - fromS).toFixed(1)} s`))
    },
  },
]

/** What stays away longer than some turns is out. */
const TURNS = 8
/** Who is out may be let back in at the next look only. */
const SWEEP_S = 11

interface Ejection {
  readonly fromS: number
  readonly toS: number
  /** How often this target was out, this time included. */
  readonly times: number
  readonly callsBefore: number
  readonly isOver: boolean
  /** A target that is back is called so much later at most. */
  readonly turnS: number
}

/** Times without a call of a target that fails, in order. */
const ejections = (context: Context): readonly Ejection[] =>
  context.once('ejections', () => {
    const scenario = context.scenario()
    const { durationS } = scenario
    const rates = context.bench.model(scenario).sources.reduce((sum, { mostPerSecond }) => sum + mostPerSecond, 0)
    if (durationS === null) throw new Unmapped('It is not told how long the targets are watched.')
    const every = new Set(Array.from({ length: Math.ceil(rates * durationS) + 10 }, (_, serial) => serial))
    const { outcome, model } = context.bench.runFor(scenario, durationS, context.seed, { trace: every })
    const calls = new Map<number, number[]>()
    for (const { startMs, spans } of outcome.traces) {
      for (const { node, arrivedMs } of spans)
        calls.set(node, [...(calls.get(node) ?? []), (startMs + arrivedMs) / 1000])
    }
    const failing = model.stations.filter(({ failureProbability }) => failureProbability === 1).map(({ node }) => node)
    const targets = model.stations.filter(({ failureProbability }) => failureProbability < 1).length + failing.length
    const turnS = targets / rates
    const outS = TURNS * turnS
    return failing
      .flatMap((node) => {
        const times = [...(calls.get(node) ?? [])].sort((one, other) => one - other)
        return times
          .flatMap((time, index) => {
            const next = times[index + 1]
            const end = next ?? durationS
            return end - time > outS
              ? [{ fromS: time, toS: end, callsBefore: index + 1, isOver: next !== undefined, turnS }]
              : []
          })
          .map((gap, index) => ({ ...gap, times: index + 1 }))
      })
      .sort((one, other) => one.fromS - other.fromS)
  })
