import { askedFigures, askedInWords, type EventReport, type Growth } from '@plimsoll/event-engine'
import { seconds, wrap } from '../layout.ts'
import type { Paint } from '../paint.ts'
import { exactDuration, formatNumber, printable, roughDuration } from '../quantities.ts'
import { markLines } from './marks.ts'
import { messageLines } from './messages.ts'
import type { ReportView } from './report-view.ts'
import { failureLines, requestLines, responseLines, saturationLines, timeLines } from './sections.ts'
import { objectiveLines, verdict } from './verdict.ts'

/** The report as a page for a person: the verdict, percentiles, where the time goes, what saturates first, how sure that is. */
export function toText(report: EventReport, { paint, growth }: { paint: Paint; growth: Growth | null }): string {
  const view = { report, paint, nameOf: namingOf(report) }
  const arrived = report.clients.reduce((sum, one) => sum + one.arrived, 0)
  const sections =
    arrived === 0
      ? []
      : [
          [responseTitle(report), responseLines(view)],
          ['Requests', requestLines(view)],
          ['What fails', failureLines(view)],
          ['Messages', messageLines(view)],
          ['Where the time goes', timeLines(view)],
          ['What saturates first', saturationLines(view)],
          [report.marks.length > 0 ? 'Faults and changes of the load' : 'Circuit breakers', markLines(view)],
        ]
  return [
    paint.faint(
      heading(report)
        .map((line) => wrap(line))
        .join('\n'),
    ),
    verdict(view),
    objectiveLines(view),
    ...sections.map(([title = '', lines]) => (lines ? `${paint.heading(title)}\n${lines}` : '')),
    notes('How sure this is', sureness(report, growth)),
    notes('Warnings', warnings(view), paint.unsure),
    notes(
      'Assumed',
      report.assumptions.length > 0 ? [`${report.assumptions.map(({ text }) => text).join('; ')}.`] : [],
      paint.faint,
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

  function notes(title: string, texts: readonly string[], style = (text: string) => text): string {
    if (texts.length === 0) return ''
    return [paint.heading(title), ...texts.map((text) => style(wrap(printable(text), '  ')))].join('\n')
  }
}

export function heading({ flow, quality }: EventReport): readonly [name: string, times: string] {
  const { seeds, warmUpMs, measuredMs } = quality
  const runs = seeds.length === 1 ? `seed ${seeds[0]}` : `${seeds.length} runs, seeds ${seeds[0]} to ${seeds.at(-1)}`
  const warmUp = warmUpMs > 0 ? `, the first ${seconds(warmUpMs)} left out` : ''
  return [`${printable(flow.name)} · event engine`, `${seconds(warmUpMs + measuredMs)} simulated${warmUp} · ${runs}`]
}

/** With the part of the runs that they are of. */
export const responseTitle = ({ quality: { responsesFromMs } }: EventReport): string =>
  `Response time of the requests that completed ${responsesFromMs > 0 ? `from ${seconds(responsesFromMs)} on` : 'at any time'}`

export function sureness(report: EventReport, growth: Growth | null): readonly string[] {
  const { quality, steadiness, figures } = report
  const { replications, requests, relativeHalfWidth, moreRequestsFor2Percent, withheld } = quality
  const counted = `${formatNumber(requests)} requests ended in ${replications === 1 ? 'one run' : `${replications} runs`}.`
  const grown = growth === null ? [] : [grownSentence(report, growth)]
  if (steadiness.state === 'none') return [counted, ...grown]
  const unknown = withheld.filter((figure) => figure !== 'p999' && figures.response[figure] === null)
  const missing = unknown.length === 0 ? [] : [`The runs are too short to report ${list(unknown)}.`]
  if (relativeHalfWidth === null || moreRequestsFor2Percent === null)
    return [replications === 1 ? `${counted} One run has no interval.` : counted, ...missing, ...grown]
  const width = `The mean response time, of ${formatNumber(quality.responses)} of them, is known to ± ${formatNumber(relativeHalfWidth * 100)} %`
  const interval = '± is the 95 % interval over the runs.'
  if (moreRequestsFor2Percent === 0) return [`${counted} ${width}; ${interval}`, ...missing, ...grown]
  const enoughMs = (quality.warmUpMs + quality.measuredMs) * (1 + moreRequestsFor2Percent / requests)
  const more = `for ± 2 % it takes ${formatNumber(moreRequestsFor2Percent)} requests more: --duration ${roughDuration(enoughMs)}`
  return [`${counted} ${width}; ${more}. ${interval}`, ...missing, ...grown]
}

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Why a run that grew ended, and what gives the same figures again. */
export function grownSentence({ quality, objectives }: EventReport, growth: Growth): string {
  const { ended, precision, mostEvents, takesMs } = growth
  const again = `--duration ${exactDuration(quality.warmUpMs + quality.measuredMs)} --replications ${quality.replications}`
  const takes = takesMs === null ? '' : ` What was asked for takes about --duration ${roughDuration(takesMs)}.`
  const why = {
    enough: `The runs grew until ${wanted(objectives, precision)}.`,
    none: 'The runs stopped growing, since there is no steady state.',
    events: `The runs grew until the budget of ${formatNumber(mostEvents)} events did not allow them to double.`,
    time: 'The runs were stopped by the clock.',
  }[ended]
  return `${why}${takes} ${again} gives the same figures.`
}

/** What was asked for: `all objectives were decided and p99 was known to ± 5 %`. */
function wanted(objectives: EventReport['objectives'], precision: number): string {
  const set = objectives.filter(({ isAssumed }) => !isAssumed)
  const asked = askedFigures(set)
  const decided = set.length === 0 ? [] : ['all objectives were decided']
  const known = `${list(asked.map(askedInWords))} ${asked.length === 1 ? 'was' : 'were'} known to ± ${formatNumber(precision * 100)} %`
  return [...decided, ...(asked.length === 0 ? [] : [known])].join(' and ')
}

/** Each with the part that it is about. */
export function warnings({ report, nameOf }: ReportView): readonly string[] {
  const isNode = (id: string) => report.nodes.some((node) => node.id === id)
  return report.warnings.map(({ of, text }) =>
    of === null ? text : `${nameOf({ of: isNode(of) ? 'node' : 'edge', id: of })}: ${text}`,
  )
}

/** Several parts with one name are numbered, in the order of the flow. */
export function namingOf({ nodes, edges }: EventReport): ReportView['nameOf'] {
  const labels = numbered(nodes.map(({ id, label }) => [id, printable(label || id)]))
  const links = numbered(
    edges.map(({ id, label, source, target }) => [
      id,
      printable(label) || [source, target].map((end) => labels.get(end) ?? printable(end)).join(' → '),
    ]),
  )
  return ({ of, id }) => (of === 'node' ? labels : links).get(id) ?? printable(id)
}

function numbered(named: readonly (readonly [id: string, name: string])[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const [, name] of named) counts.set(name, (counts.get(name) ?? 0) + 1)
  const seen = new Map<string, number>()
  return new Map(
    named.map(([id, name]) => {
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      return [id, counts.get(name) === 1 ? name : `${name} #${number}`]
    }),
  )
}
