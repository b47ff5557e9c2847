import type { EventReport } from '@plimsoll/event-engine'
import { seconds, wrap } from '../layout.ts'
import type { Paint } from '../paint.ts'
import { formatNumber, printable, roughDuration } from '../quantities.ts'
import { messageLines } from './messages.ts'
import { failureLines, requestLines, responseLines, saturationLines, timeLines } from './sections.ts'
import type { Told } from './told.ts'
import { objectiveLines, verdict } from './verdict.ts'

/** The report as a page for a person: the verdict, percentiles, where the time goes, what saturates first, how sure that is. */
export function toText(report: EventReport, paint: Paint): string {
  const told = { report, paint, nameOf: namingOf(report) }
  const arrived = report.clients.reduce((sum, one) => sum + one.arrived, 0)
  const sections =
    arrived === 0
      ? []
      : [
          ['Response time', responseLines(told)],
          ['Requests', requestLines(told)],
          ['What fails', failureLines(told)],
          ['Messages', messageLines(told)],
          ['Where the time goes', timeLines(told)],
          ['What saturates first', saturationLines(told)],
        ]
  return [
    paint.faint(
      heading(report)
        .map((line) => wrap(line))
        .join('\n'),
    ),
    verdict(told),
    objectiveLines(told),
    ...sections.map(([title = '', lines]) => (lines ? `${paint.heading(title)}\n${lines}` : '')),
    notes('How sure this is', sureness(report)),
    notes('Beware', warnings(told), paint.unsure),
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

export function sureness({ quality, steadiness }: EventReport): readonly string[] {
  const { replications, requests, relativeHalfWidth, moreRequestsFor2Percent, warmUpMs, measuredMs } = quality
  const counted = `${formatNumber(requests)} requests ended in ${replications === 1 ? 'one run' : `${replications} runs`}.`
  if (relativeHalfWidth === null || moreRequestsFor2Percent === null)
    return [steadiness.state === 'none' ? counted : `${counted} One run has no interval.`]
  const width = `The mean response time is known to ± ${formatNumber(relativeHalfWidth * 100)} %`
  if (moreRequestsFor2Percent === 0) return [`${counted} ${width}; ± is the 95 % interval over the runs.`]
  const enoughMs = (warmUpMs + measuredMs) * (1 + moreRequestsFor2Percent / requests)
  return [
    `${counted} ${width}; for ± 2 % it takes ${formatNumber(moreRequestsFor2Percent)} requests more: ` +
      `--duration ${roughDuration(enoughMs)}. ± is the 95 % interval over the runs.`,
  ]
}

/** Each with the part that it is about. */
export function warnings({ report, nameOf }: Told): readonly string[] {
  const isNode = (id: string) => report.nodes.some((node) => node.id === id)
  return report.warnings.map(({ of, text }) =>
    of === null ? text : `${nameOf({ of: isNode(of) ? 'node' : 'edge', id: of })}: ${text}`,
  )
}

/** Of several parts with one name each is told by its number among them, in the order of the flow. */
export function namingOf({ nodes, edges }: EventReport): Told['nameOf'] {
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
