import type { LinkOutcome, MessageOutcome, NodeOutcome, PartCounts, RequestCounts, RunOutcome } from '../outcome.ts'
import { type Histogram, mergeHistograms } from './histogram.ts'
import { NO_MESSAGES } from './no-messages.ts'
import { SLOWEST } from './requests.ts'

/** What was measured over a part of a run. */
export type MeasuredPart = Pick<
  RunOutcome,
  'measuredMs' | 'requests' | 'byClient' | 'byClass' | 'nodes' | 'links' | 'messages' | 'slowest'
>

/** How a figure of several parts follows from theirs: a mean is weighted by what it is a mean of. */
type Rule =
  | 'sum'
  | 'most'
  | 'first'
  | 'last'
  | 'timeMean'
  | 'timeMeans'
  | 'counts'
  | 'histogram'
  | 'messages'
  | { readonly meanOf: Weight }
type Weight = (part: never) => number

const ofVisits: Rule = { meanOf: ({ completed, failed }: NodeOutcome) => completed + failed }
const ofCalls: Rule = { meanOf: ({ crossed }: LinkOutcome) => crossed }

const NODE: Readonly<Record<keyof NodeOutcome, Rule>> = {
  arrived: 'sum',
  completed: 'sum',
  failed: 'sum',
  rejected: 'sum',
  expired: 'sum',
  waited: 'sum',
  started: 'sum',
  meanSlots: 'timeMean',
  meanInstances: 'timeMean',
  meanInSystem: 'timeMean',
  meanQueue: 'timeMean',
  meanBusy: 'timeMean',
  meanWorking: 'timeMean',
  meanFullest: 'timeMean',
  inSystem: 'timeMeans',
  mostInSystem: 'most',
  mostQueue: 'most',
  availability: 'timeMean',
  waitMs: { meanOf: ({ started }: NodeOutcome) => started },
  serviceMs: ofVisits,
  responseMs: ofVisits,
  lookups: 'sum',
  hits: 'sum',
  response: 'histogram',
  slices: 'last',
}

const LINK: Readonly<Record<keyof LinkOutcome, Rule>> = {
  attempts: 'sum',
  retries: 'sum',
  failovers: 'sum',
  crossed: 'sum',
  succeeded: 'sum',
  failed: 'sum',
  timedOut: 'sum',
  refused: 'counts',
  lost: 'sum',
  expired: 'sum',
  bytes: 'sum',
  requestLine: 'timeMean',
  responseLine: 'timeMean',
  requestLineGrowth: 'timeMean',
  responseLineGrowth: 'timeMean',
  networkMs: ofCalls,
  lineWaitMs: ofCalls,
  lineMs: ofCalls,
  poolWaitMs: ofCalls,
  meanPoolBusy: 'timeMean',
  meanPoolQueue: 'timeMean',
  mostPoolQueue: 'most',
  messages: 'messages',
}

const MESSAGES: Readonly<Record<keyof MessageOutcome, Rule>> = {
  published: 'sum',
  givenUp: 'sum',
  redelivered: 'sum',
  processed: 'sum',
  failed: 'sum',
  deadLettered: 'sum',
  expired: 'sum',
  lost: 'sum',
  waitingAtStart: 'first',
  waitingAtEnd: 'last',
  meanWaiting: 'timeMean',
  mostWaiting: 'most',
  waiting: 'last',
  processedOverTime: 'last',
  delayMsOverTime: 'last',
  delaysOverTime: 'last',
  delay: 'histogram',
  delaySlices: 'last',
}

const REQUESTS: Readonly<Record<keyof RequestCounts, Rule>> = {
  inFlightAtStart: 'first',
  arrived: 'sum',
  completed: 'sum',
  failed: 'sum',
  kept: 'sum',
  inFlightAtEnd: 'last',
  reasons: 'counts',
  response: 'histogram',
}

const PART: Readonly<Record<keyof PartCounts, Rule>> = { ...REQUESTS, slices: 'last' }

/** Consecutive parts of one run as one; at least one part. */
export function joinParts(parts: readonly MeasuredPart[]): MeasuredPart {
  const [first] = parts
  if (first === undefined) throw new Error('There is no part.')
  if (parts.length === 1) return first
  const ms = parts.map(({ measuredMs }) => measuredMs)
  const part = (counts: readonly PartCounts[]) => joined(PART, counts, ms)
  const each = <T>(lists: readonly (readonly T[])[], join: (same: readonly T[]) => T): readonly T[] =>
    (lists[0] ?? []).map((_, index) => join(lists.map((list) => list[index] as T)))
  return {
    measuredMs: total(ms),
    requests: joined(
      REQUESTS,
      parts.map(({ requests }) => requests),
      ms,
    ),
    byClient: each(
      parts.map(({ byClient }) => byClient),
      part,
    ),
    byClass: each(
      parts.map(({ byClass }) => byClass),
      part,
    ),
    nodes: each(
      parts.map(({ nodes }) => nodes),
      (same) => joined(NODE, same, ms),
    ),
    links: each(
      parts.map(({ links }) => links),
      (same) => joined(LINK, same, ms),
    ),
    messages: joinMessages(
      parts.map(({ messages }) => messages),
      ms,
    ),
    slowest: parts
      .flatMap(({ slowest }) => slowest)
      .sort((one, other) => other.responseMs - one.responseMs)
      .slice(0, SLOWEST),
  }
}

/** Null where no call was a message. */
const joinMessages = (values: readonly (MessageOutcome | null)[], ms: readonly number[]): MessageOutcome | null =>
  values.every((one) => one === null)
    ? null
    : joined(
        MESSAGES,
        values.map((one) => one ?? NO_MESSAGES),
        ms,
      )

function joined<T extends object>(
  rules: Readonly<Record<keyof T, Rule>>,
  parts: readonly T[],
  ms: readonly number[],
): T {
  const figures = (Object.entries(rules) as [keyof T, Rule][]).map(([key, rule]) => {
    const values = parts.map((part) => part[key])
    if (typeof rule === 'object') {
      const weights = parts.map((part) => (rule as { meanOf: (part: T) => number }).meanOf(part))
      return [key, weightedMean(values as number[], weights)]
    }
    return [key, JOIN[rule as Exclude<Rule, object>](values as never, ms)]
  })
  return Object.fromEntries(figures) as T
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

function weightedMean(values: readonly number[], weights: readonly number[]): number {
  const weight = total(weights)
  return weight === 0 ? 0 : total(values.map((value, index) => value * (weights[index] ?? 0))) / weight
}

const JOIN: Readonly<Record<Exclude<Rule, object>, (values: never, ms: readonly number[]) => unknown>> = {
  sum: (values: readonly number[]) => total(values),
  most: (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value)),
  first: (values: readonly unknown[]) => values[0],
  last: (values: readonly unknown[]) => values.at(-1),
  timeMean: weightedMean,
  timeMeans: (values: readonly (readonly number[])[], ms) =>
    (values[0] ?? []).map((_, index) =>
      weightedMean(
        values.map((list) => list[index] ?? 0),
        ms,
      ),
    ),
  counts: (values: readonly Readonly<Record<string, number>>[]) => {
    const sums: Record<string, number> = {}
    for (const [reason, count] of values.flatMap(Object.entries)) sums[reason] = (sums[reason] ?? 0) + count
    return sums
  },
  histogram: (values: readonly (Histogram | null)[]) =>
    values.some((one) => one === null) ? null : mergeHistograms(values as readonly Histogram[]),
  messages: joinMessages,
}
