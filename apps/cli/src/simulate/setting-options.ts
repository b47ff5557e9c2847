import type { Option } from '../command.ts'
import { readDuration, readNumber } from './quantities.ts'

/** An option that stands for a member of `simulation` in the flow file. */
interface SettingOption extends Option {
  readonly group: 'Traffic' | 'Faults'
  readonly setting: string
  /** The member's value that a text stands for. What is wrong is left for the checks of the settings to refuse. */
  readonly read: (text: string) => unknown
}

const asText = (text: string): unknown => text.trim()
const asNumber = (text: string): unknown => readNumber(text) ?? text
const asFlag = (text: string): unknown => ({ true: true, false: false })[text.trim()] ?? text
const asShare = (text: string): unknown => {
  const [, percent] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? []
  return percent === undefined ? asNumber(text) : Number(percent) / 100
}
/** `Read=3,Write=1`; a text without any stays one. */
const asParts = (text: string): unknown =>
  text.includes('=') ? Object.fromEntries(text.split(',').map(readPair)) : text.trim()

/** `upS=600`, or `up=10m`: a duration is in seconds, under the name that ends in S. */
export function readPair(text: string): readonly [string, unknown] {
  const middle = text.indexOf('=')
  const name = text.slice(0, middle < 0 ? undefined : middle).trim()
  const value = middle < 0 ? '' : text.slice(middle + 1).trim()
  const ms = /\d$/.test(value) ? null : readTime(value)
  if (ms === null) return [name, asNumber(value)]
  return [name.endsWith('S') ? name : `${name}S`, ms / 1000]
}

/** `60s..90s`, `60s..` or `60s`; null for anything else. */
export function readSpan(text: string): { readonly fromS: number; readonly toS?: number } | null {
  const [from = '', to, ...more] = text.split('..')
  const fromMs = readTime(from)
  if (fromMs === null || more.length > 0) return null
  if (to === undefined || to.trim() === '') return { fromS: fromMs / 1000 }
  const toMs = readTime(to)
  return toMs === null ? null : { fromS: fromMs / 1000, toS: toMs / 1000 }
}

const readTime = (text: string): number | null => (/^0(ms|s|m|h|d)?$/.test(text.trim()) ? 0 : readDuration(text))

/** Every setting of the event engine, each as one option. */
export const SETTING_OPTIONS = {
  arrivals: {
    group: 'Traffic',
    setting: 'arrivals',
    value: 'PROCESS',
    read: asText,
    help:
      'open, closed, deterministic, open: and a shape, such as open:h2:scv=4, or bursts and calms: ' +
      'mmpp:factor=10,burstS=1,calmS=9 or mmpp:burstRps=100,calmRps=10,burstS=1,calmS=9 (open)',
  },
  'arrivals-file': {
    group: 'Traffic',
    setting: 'recorded',
    value: 'FILE',
    read: asText,
    help:
      'requests of all clients as recorded, a CSV file: one time in seconds a line, or columns under the headings ' +
      'time, and perhaps rps (a rate from then on), type and size (KB)',
  },
  mix: {
    group: 'Traffic',
    setting: 'requestMix',
    value: 'PARTS',
    read: asParts,
    help: 'Read=40,Write=30,Compute=15,Transaction=15 in any unit, or byDatabase',
  },
  load: {
    group: 'Traffic',
    setting: 'load',
    value: 'RPS@TIMES',
    isRepeatable: true,
    read: asText,
    help: 'load of all clients from a time on, such as 300rps@60s..90s or 500rps@2m; adds to those saved; repeatable',
  },
  service: {
    group: 'Traffic',
    setting: 'service',
    value: 'SHAPE',
    isRepeatable: true,
    read: asText,
    help:
      'shape of service times: exp, det, zero, lognormal:scv=1, h2:scv=4, erlang:phases=2 (1 to 500) or ' +
      'two-point:share=0.01,factor=100; of one component as NODE=SHAPE; repeatable (lognormal:scv=1)',
  },
  'call-style': {
    group: 'Traffic',
    setting: 'callStyle',
    value: 'STYLE',
    read: asText,
    help: 'asDrawn, synchronous or pipeline (asDrawn)',
  },
  'load-balancing': {
    group: 'Traffic',
    setting: 'lb',
    value: 'ALGORITHM',
    read: asText,
    help: 'power-of-two in place of what the load balancers have',
  },
  'derive-hit-rate': {
    group: 'Traffic',
    setting: 'deriveHitRate',
    value: 'BOOLEAN',
    read: asFlag,
    help: 'true: hit rates of caches follow from their size (false)',
  },
  catalogue: {
    group: 'Traffic',
    setting: 'catalogue',
    value: 'PARTS',
    read: asParts,
    help: 'items and skew where hit rates are derived (items=1000,zipf=1)',
  },
  footprint: {
    group: 'Traffic',
    setting: 'footprintMB',
    value: 'MB',
    read: asNumber,
    help: 'memory that one request takes (0: not known)',
  },
  fault: {
    group: 'Faults',
    setting: 'faults',
    value: 'KIND:PART@TIMES',
    isRepeatable: true,
    read: asText,
    help:
      "such as 'outage:API@60s..90s', 'slow:API@60s..,factor=3', 'cut:EDGE@1m..2m', 'lose:EDGE@60s..,share=0.05', " +
      "'cold:Cache@60s' or 'breakdowns:API,up=10m,down=30s'; an outage or a cut can have mode=hang (no answer at " +
      "all), an outage instance=2, and 'outage:@60s..90s,zone=GROUP' strikes that group, by id or label; adds to those saved; repeatable",
  },
  'failure-per': {
    group: 'Faults',
    setting: 'failurePer',
    value: 'UNIT',
    read: asText,
    help: 'failure probabilities are per request, or rates of breakdowns: mtbf (request)',
  },
  jitter: {
    group: 'Faults',
    setting: 'jitter',
    value: 'KIND',
    read: asText,
    help: 'of waits before retries: none, full, equal or decorrelated (none)',
  },
  'retry-budget': {
    group: 'Faults',
    setting: 'retryBudget',
    value: 'SHARE',
    read: (text) => (text.trim() === 'none' ? null : asShare(text)),
    help: 'retries are at most this share of the answered calls, such as 20% (none)',
  },
  'cancel-on-timeout': {
    group: 'Faults',
    setting: 'cancelOnTimeout',
    value: 'BOOLEAN',
    read: asFlag,
    help: 'true: work for a caller that gave up ends (false)',
  },
  'outlier-ejection': {
    group: 'Faults',
    setting: 'outlierEjection',
    value: 'BOOLEAN',
    read: asFlag,
    help: 'true: load balancers leave out targets that fail often (false)',
  },
} as const satisfies Readonly<Record<string, SettingOption>>

export type SettingOptionName = keyof typeof SETTING_OPTIONS
