import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import { courseAt, meanWithin } from '../over-time.ts'
import { places } from '../parts.ts'
import { type Context, foundBy, type Sentence } from './sentence.ts'

/** What an autoscaler never does. */
export const scalingSentences: readonly Sentence[] = [
  {
    pattern: /^no scale-in within ([\d.]+) s of a higher recommendation/,
    check(context, seconds) {
      const { changes, scaling } = scaled(context)
      const ups = changes.filter(({ by }) => by > 0).map(({ atS }) => atS - scaling.readyMs / 1000)
      const downs = changes.filter(({ by }) => by < 0)
      const gaps = downs.flatMap(({ atS }) => ups.filter((up) => up < atS).map((up) => atS - up))
      const least = gaps.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
      // Times are known to the second, decisions to the next look.
      return foundBy(least >= Number(seconds) - 2, least)
    },
  },
  {
    pattern: /^no change while abs\(ratio-1\) <= ([\d.]+)/,
    check(context, tolerance) {
      const { changes, scaling, busy, instances, slotsEach } = scaled(context)
      const syncS = scaling.syncMs / 1000
      const ratios = changes.map(({ atS, by }) => {
        const decidedS = by > 0 ? atS - scaling.readyMs / 1000 : atS
        const used = meanWithin(busy, decidedS - syncS, decidedS)
        const there = meanWithin(instances, decidedS - syncS, decidedS) * slotsEach
        return used / there / scaling.target
      })
      const nearest = ratios.reduce((least, ratio) => Math.min(least, Math.abs(ratio - 1)), Number.POSITIVE_INFINITY)
      // The mean over whole seconds is not quite the one that the autoscaler sees.
      return foundBy(nearest > Number(tolerance) - 0.03, nearest)
    },
  },
  {
    pattern: /^never outside \[min,max\]/,
    check(context) {
      const { instances, scaling } = scaled(context)
      const [least, most] = [Math.min(...instances.values), Math.max(...instances.values)]
      return foundBy(least >= scaling.min && most <= scaling.max, least, most)
    },
  },
  {
    pattern: /^at most doubling or \+(\d+) per ([\d.]+) s/,
    check(context, most, seconds) {
      const { instances } = scaled(context)
      const reach = Math.round(Number(seconds) / instances.spanS)
      const steps = instances.values.map((count, index) => {
        const before = instances.values[Math.max(0, index - reach + 1)] ?? count
        return count - Math.max(2 * before, before + Number(most))
      })
      return foundBy(Math.max(...steps) <= 0.01, Math.max(...steps))
    },
  },
]

const scaled = (context: Context) =>
  context.once('scaled', () => {
    const measured = context.bench.run(context.scenario(), { seed: context.seed, requests: 0 })
    const place = places(measured).find(({ stations }) => stations.some(({ scaling }) => scaling !== null))
    const station = place?.stations.find(({ scaling }) => scaling !== null)
    if (place === undefined || !station?.scaling) throw new Unmapped('Nothing scales.')
    const instances = courseAt(measured, place.index, 'instances')
    const changes = instances.values.flatMap((count, index) => {
      const before = instances.values[index - 1] ?? count
      const previous = instances.values[index - 2] ?? before
      // A change within a span shows in two of them.
      const isGoing = (before - previous) * (count - before) > 0
      return count === before || isGoing ? [] : [{ atS: index * instances.spanS, by: count - before }]
    })
    return {
      scaling: station.scaling,
      slotsEach: station.slots,
      instances,
      busy: courseAt(measured, place.index, 'busy'),
      changes,
    }
  })
