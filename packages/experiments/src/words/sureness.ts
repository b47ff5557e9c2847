import { askedFigures, askedInWords, type EventReport, type Growth, relativeHalfWidth } from '@plimsoll/event-engine'
import { exactDuration, roughDuration, seconds } from './durations.ts'
import type { NameOf } from './naming.ts'
import { counted, formatNumber, printable } from './numbers.ts'

/** What was simulated. */
export function heading({ flow, quality }: EventReport): readonly [name: string, times: string] {
  const { seeds, warmUpMs, measuredMs } = quality
  const runs = seeds.length === 1 ? `seed ${seeds[0]}` : `${seeds.length} runs, seeds ${seeds[0]} to ${seeds.at(-1)}`
  const warmUp = warmUpMs > 0 ? `, warm-up ${seconds(warmUpMs)}` : ''
  return [`${printable(flow.name)} · event engine`, `${seconds(warmUpMs + measuredMs)} simulated${warmUp} · ${runs}`]
}

/** With the part of the runs that they are of. */
export const responseTitle = ({ quality: { responsesFromMs } }: EventReport): string =>
  `Response time of the requests that completed ${responsesFromMs > 0 ? `from ${seconds(responsesFromMs)} on` : 'at any time'}`

/** Where what is advised is to be done: by options, or in the form of the page. */
export type Surface = 'terminal' | 'page'

const inSeconds = (ms: number): string => (ms / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 })

/** How a duration, and a number of replications, are given. */
const GIVEN: Readonly<Record<Surface, { rough(ms: number): string; again(ms: number, replications: number): string }>> =
  {
    terminal: {
      rough: (ms) => `--duration ${roughDuration(ms)}`,
      again: (ms, replications) => `--duration ${exactDuration(ms)} --replications ${replications}`,
    },
    page: {
      rough: (ms) => `a duration of about ${inSeconds(Math.ceil(ms / 1000) * 1000)} s`,
      again: (ms, replications) => `A duration of ${inSeconds(ms)} s with ${counted(replications, 'replication')}`,
    },
  }

export function sureness(report: EventReport, growth: Growth | null, surface: Surface = 'terminal'): readonly string[] {
  const { quality, steadiness, figures } = report
  const { replications, requests, relativeHalfWidth, moreRequestsFor2Percent, withheld } = quality
  const ended = `${counted(requests, 'request')} ended in ${replications === 1 ? 'one run' : `${replications} runs`}.`
  const grown = growth === null ? [] : [grownSentence(report, growth, surface)]
  if (steadiness.state === 'none') return [ended, ...grown]
  const unknown = withheld.filter((figure) => figure !== 'p999' && figures.response[figure] === null)
  const missing = unknown.length === 0 ? [] : [`The runs are too short to report ${list(unknown)}.`]
  if (relativeHalfWidth === null || moreRequestsFor2Percent === null)
    return [replications === 1 ? `${ended} One run has no interval.` : ended, ...missing, ...grown]
  const width = `The mean response time, of ${formatNumber(quality.responses)} of them, is known to ± ${formatNumber(relativeHalfWidth * 100)} %`
  const interval = '± is the 95 % interval over the runs.'
  if (moreRequestsFor2Percent === 0) return [`${ended} ${width}; ${interval}`, ...missing, ...grown]
  const enoughMs = (quality.warmUpMs + quality.measuredMs) * (1 + moreRequestsFor2Percent / requests)
  const more = `for ± 2 % it takes ${counted(moreRequestsFor2Percent, 'request')} more: ${GIVEN[surface].rough(enoughMs)}`
  return [`${ended} ${width}; ${more}. ${interval}`, ...missing, ...grown]
}

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Why a run that grew ended, and what gives the same figures again. */
export function grownSentence(
  { quality, objectives, figures }: EventReport,
  growth: Growth,
  surface: Surface = 'terminal',
): string {
  const { ended, precision, mostEvents, takesMs } = growth
  const again = GIVEN[surface].again(quality.warmUpMs + quality.measuredMs, quality.replications)
  const takes =
    takesMs === null
      ? ''
      : ` What was asked for takes ${surface === 'terminal' ? 'about ' : ''}${GIVEN[surface].rough(takesMs)}.`
  const why = {
    enough: `The runs grew until ${wanted(objectives, precision)}.${lessSure(objectives, figures, precision)}`,
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

/** Runs end by what their first half knows of all requests; what is reported is of the second half, and may be known less well. */
function lessSure(
  objectives: EventReport['objectives'],
  { response }: EventReport['figures'],
  precision: number,
): string {
  const wide = askedFigures(objectives.filter(({ isAssumed }) => !isAssumed)).flatMap(({ metric, scope }) => {
    const figure = !scope && metric in response ? response[metric as keyof typeof response] : null
    const width = figure === null ? null : relativeHalfWidth(figure)
    return width === null || width <= precision ? [] : [`${metric} to ± ${formatNumber(width * 100)} %`]
  })
  return wide.length === 0 ? '' : ` What is reported, of their second half, is known less well: ${list(wide)}.`
}

/** Its words with a space around each, so that a name is not found within a longer word. */
const wordsOf = (text: string): string => ` ${text.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? text} `

/** Each with the part that it is about, unless it names that itself. */
export function warnings(report: EventReport, nameOf: NameOf): readonly string[] {
  const isNode = (id: string) => report.nodes.some((node) => node.id === id)
  return report.warnings.map(({ of, text }) => {
    if (of === null) return text
    const name = nameOf({ of: isNode(of) ? 'node' : 'edge', id: of })
    return wordsOf(text).includes(wordsOf(name)) ? text : `${name}: ${text}`
  })
}
