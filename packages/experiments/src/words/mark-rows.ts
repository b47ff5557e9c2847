import type { EventReport, Mark } from '@plimsoll/event-engine'
import { describeLoad } from '../timeline/describe-load.ts'
import { loadOfSteps, stepsOfLoad } from '../timeline/load-shapes.ts'
import { describeMark, describeRecovery, describeSpan } from './marks.ts'
import type { NameOf } from './naming.ts'

type Row = readonly [what: string, when: string, recovery: string]

/** What was set to happen as one thing: a mark, or all steps of a ramp or a day. */
interface MarkGroup {
  readonly what: string
  readonly fromMs: number
  /** The last mark of it. */
  readonly last: Mark
}

/** What was set to happen, in the order of its marks. */
export function markGroups({ marks }: Pick<EventReport, 'marks'>, nameOf: NameOf): readonly MarkGroup[] {
  const loads = marks.filter(({ kind }) => kind === 'load')
  const groups = new Map<Mark, MarkGroup | null>()
  let at = 0
  for (const event of loadOfSteps(loads.map(stepOf))) {
    const steps = loads.slice(at, at + stepsOfLoad(event).length)
    const [first, last] = [steps[0], steps.at(-1)]
    at += steps.length
    if (first === undefined || last === undefined || first === last) continue
    for (const step of steps) groups.set(step, null)
    groups.set(first, { what: describeLoad(event).toLowerCase(), fromMs: first.fromMs, last })
  }
  return marks.flatMap((mark) => {
    const group = groups.get(mark)
    if (group === null) return []
    return [group ?? { what: describeMark(mark, nameOf), fromMs: mark.fromMs, last: mark }]
  })
}

/** What was set to happen, when, and how the system recovered: a row for each. */
export const markRows = (report: EventReport, nameOf: NameOf): readonly Row[] =>
  markGroups(report, nameOf).map(({ what, fromMs, last }) => [
    what,
    describeSpan({ ...last, fromMs }),
    describeRecovery(last, report),
  ])

const stepOf = ({ fromMs, toMs, value }: Mark) => ({
  fromS: fromMs / 1000,
  toS: toMs === null ? null : toMs / 1000,
  rps: value ?? 0,
})
