import type { Estimate } from '@plimsoll/event-engine'
import { causeOf, describeInterval, formatNumber, formatShare, saturatedAtWords } from '@plimsoll/experiments'
import { bar, clip, table } from '../layout.ts'
import type { ReportView } from './report-view.ts'

const NAME = 16
const MOST_LINES = 8
/** A hop of less is added to the others. */
const LEAST_SHARE = 0.005
const BAR = 10
/** Fewer further calls are not worth a line. */
const AMPLIFIED = 1.01

/** Percentiles, each as a bar beside the greatest. */
export function responseLines({ report: { figures, steadiness }, paint }: ReportView): string {
  const { mean, p50, p95, p99, p999, max } = figures.response
  if (steadiness.state === 'none') return ''
  const longest = [mean, p50, p95, p99, p999].reduce((most, one) => Math.max(most, one?.mean ?? 0), 0)
  const row = (name: string, one: Estimate) => [
    `  ${name}`,
    one === null ? '–' : `${formatNumber(one.mean)} ms`,
    describeInterval(one),
    one === null ? '' : paint.faint(bar(one.mean / longest)),
  ]
  return table(
    [
      row('mean', mean),
      row('50 % within', p50),
      row('95 % within', p95),
      row('99 % within', p99),
      row('99.9 % within', p999),
      ['  slowest', max === null ? '–' : `${formatNumber(max.highest)} ms`, '', ''],
    ],
    { right: [1] },
  )
}

export function requestLines({ report: { figures } }: ReportView): string {
  const { offered, accepted, goodput, fromClientCache, errorRate, inFlightAtEnd, amplification, costPerHour } = figures
  const row = (name: string, one: Estimate, unit: string) => [
    `  ${name}`,
    one === null ? '–' : formatNumber(one.mean),
    unit,
    describeInterval(one),
  ]
  const isCut = accepted !== null && offered !== null && accepted.mean < offered.mean
  return table(
    [
      row('offered', offered, 'rps'),
      ...(isCut ? [row('accepted', accepted, 'rps')] : []),
      row('completed', goodput, 'rps'),
      ...(fromClientCache && fromClientCache.mean > 0 ? [row('  cached', fromClientCache, 'rps, by clients')] : []),
      row('failed', errorRate, '%'),
      row('in flight', inFlightAtEnd, 'at the end'),
      ...(amplification && amplification.mean >= AMPLIFIED
        ? [row('calls for each', amplification, 'with retries')]
        : []),
      ...(costPerHour ? [row('cost', costPerHour, '$ an hour')] : []),
    ],
    { right: [1] },
  )
}

export function failureLines({ report: { failures } }: ReportView): string {
  return table(
    failures
      .slice(0, MOST_LINES)
      .map(({ reason, share, count }) => [`  ${formatShare(share)}`, reason, formatNumber(count)]),
    { right: [0, 2] },
  )
}

/** Waiting, service and network of each hop, the greatest first. */
export function timeLines({ report: { timeSpent }, paint, nameOf }: ReportView): string {
  const { hops, otherMs, meanMs, per } = timeSpent
  if (meanMs === null || hops.length === 0) return ''
  const shown = hops.filter(({ share }) => share >= LEAST_SHARE).slice(0, MOST_LINES)
  // Times per visit do not add up.
  const left = per === 'visit' ? [] : hops.filter((hop) => !shown.includes(hop))
  const cell = (ms: number) => (ms < 0.0005 ? '–' : formatNumber(ms))
  const sum = (of: 'waitingMs' | 'serviceMs' | 'networkMs' | 'share') => left.reduce((total, hop) => total + hop[of], 0)
  const others = {
    waitingMs: sum('waitingMs'),
    serviceMs: sum('serviceMs'),
    networkMs: sum('networkMs'),
    share: sum('share'),
  }
  const row = (name: string, { waitingMs, serviceMs, networkMs, share }: typeof others) => [
    `  ${name}`,
    cell(waitingMs),
    cell(serviceMs),
    cell(networkMs),
    formatShare(share),
    paint.faint(bar(share, BAR)),
  ]
  const rest = hops.reduce(
    (total, { waitingMs, serviceMs, networkMs }) => total + waitingMs + serviceMs + networkMs,
    otherMs,
  )
  return table(
    [
      [
        per === 'visit' ? '  ms of each' : '  ms of the mean',
        ...['waiting', 'service', 'network'].map(paint.faint),
        '',
        '',
      ],
      ...shown.map((hop) => row(nameOf(hop), hop)),
      ...(others.share >= LEAST_SHARE ? [row(`${left.length} others`, others)] : []),
      ...(otherMs / rest >= LEAST_SHARE
        ? [row('between the calls', { waitingMs: otherMs, serviceMs: 0, networkMs: 0, share: otherMs / rest })]
        : []),
    ],
    { right: [1, 2, 3, 4], shrink: 0 },
  )
}

/** The limits, the nearest first, each part once. */
export function saturationLines({ report: { saturation }, paint, nameOf }: ReportView): string {
  const first = saturation.limits.filter(
    ({ of, id }, index, all) => all.findIndex((one) => one.of === of && one.id === id) === index,
  )
  return table(
    first.slice(0, MOST_LINES).map((limit) => {
      const style = limit.load >= 0.9 ? 'bad' : limit.load >= 0.7 ? 'unsure' : 'good'
      const cause = limit.waitsFor && clip(nameOf({ of: 'node', id: limit.waitsFor }), NAME)
      return [
        `  ${paint[style](bar(limit.load, BAR))}`,
        formatShare(limit.load),
        nameOf(limit),
        saturatedAtWords(limit),
        causeOf(limit, cause),
      ]
    }),
    { right: [1], shrink: 2, wraps: true },
  )
}
