import { seconds } from './durations.ts'
import { formatNumber, formatShare } from './numbers.ts'
import type { Bar, Bars, Segment } from './page.ts'
import type { ReportView } from './report-view.ts'

const KINDS = ['Network', 'Waiting', 'Service', 'Between the calls'] as const
/** A part with less is left to the table. */
const LEAST_SHARE = 0.005
const MOST_ROWS = 12

/** Where the mean response goes, the greatest part first; none where no mean is reported. */
export function timeBars({ report, nameOf }: ReportView): readonly Bars[] {
  const { hops, meanMs, otherMs, per } = report.timeSpent
  if (meanMs === null || hops.length === 0) return []
  const parts = hops
    .filter(({ share }) => share >= LEAST_SHARE)
    .slice(0, MOST_ROWS)
    .map(({ of, id, waitingMs, serviceMs, networkMs, share }) =>
      stacked(nameOf({ of, id }), { part: { of, id }, amounts: [networkMs, waitingMs, serviceMs], share }),
    )
  const spent = hops.reduce((sum, hop) => sum + hop.waitingMs + hop.serviceMs + hop.networkMs, otherMs)
  const between = { part: null, amounts: [0, 0, 0, otherMs], share: otherMs / spent }
  const rows = between.share < LEAST_SHARE ? parts : [...parts, stacked(KINDS[3], between)]
  return [
    {
      title:
        per === 'visit'
          ? 'Where the time of a visit or a call goes'
          : `Where the mean response of ${formatNumber(meanMs)} ms goes${since(report)}`,
      kinds: KINDS,
      end: Math.max(...rows.flatMap(({ segments }) => segments.map(({ to }) => to))),
      rows,
    },
  ]
}

/** Of which time, where the mean response that is reported is of another. */
function since({ quality: { warmUpMs, responsesFromMs } }: ReportView['report']): string {
  if (responsesFromMs <= warmUpMs) return ''
  return warmUpMs > 0 ? `, from ${seconds(warmUpMs)} on` : ', over the whole run'
}

interface Amounts extends Pick<Bar, 'part'> {
  /** By kind. */
  readonly amounts: readonly number[]
  readonly share: number
}

function stacked(name: string, { part, amounts, share }: Amounts): Bar {
  let from = 0
  const segments = amounts.flatMap((amount, kind): readonly Segment[] => {
    const segment = { kind, from, to: from + amount }
    from = segment.to
    return amount > 0 ? [segment] : []
  })
  return { name, depth: 0, part, segments, text: `${formatNumber(from)} ms, ${formatShare(share)}` }
}
