import type { Model } from '../src/model.ts'
import type { NodeOutcome, RequestCounts, RunOutcome } from '../src/outcome.ts'

/** How far the laws that hold on average may be off in one run. */
export interface LawSlack {
  /** Of Little's law, as a share of the number there. */
  readonly little: number
  /** Of the law of utilisation. */
  readonly utilisation: number
}

const SLACK: LawSlack = { little: 0.02, utilisation: 0.01 }

export interface Ran {
  readonly model: Model
  readonly outcome: RunOutcome
}

export type Law = 'requests' | 'flow' | 'little' | 'utilisation'

export interface BrokenLaw {
  readonly law: Law
  readonly text: string
}

/**
 * The laws of operational analysis that a run breaks; empty when it keeps them all: what arrives is completed, has failed or is still
 * there, by the piece; Little's law and the law of utilisation up to what was there when the measurement began and ended.
 */
export function brokenLaws({ model, outcome }: Ran, slack: Partial<LawSlack> = {}): readonly BrokenLaw[] {
  const { little: littleSlack, utilisation: utilisationSlack } = { ...SLACK, ...slack }
  const window = { measuredMs: outcome.measuredMs, longestMs: longestStay(outcome) }
  const told = (law: Law, texts: readonly string[]) => texts.map((text) => ({ law, text }))
  return [
    ...told('requests', conservation(outcome)),
    ...outcome.nodes.flatMap((node, index) => {
      const id = model.nodes[index]?.id ?? String(index)
      const at = (law: Law, texts: readonly string[]) =>
        told(
          law,
          texts.map((text) => `${id}: ${text}`),
        )
      return [
        ...at('flow', flowThrough(node)),
        ...at('little', little(node, { ...window, slack: littleSlack, expiryMs: expiryAt(model, index) })),
        ...at('utilisation', utilisation(node, { ...window, slack: utilisationSlack })),
      ]
    }),
  ]
}

interface Window {
  readonly measuredMs: number
  /** What has not ended may have taken as long as anything that has. */
  readonly longestMs: number
}

const longestStay = ({ requests, nodes }: RunOutcome): number =>
  nodes.reduce((longest, { response }) => Math.max(longest, response?.max ?? 0), requests.response.max)

function conservation({ requests, byClient, byClass }: RunOutcome): readonly string[] {
  const all = [requests, ...byClient, ...byClass]
  const unbalanced = all
    .filter(
      (counts) => counts.inFlightAtStart + counts.arrived !== counts.completed + counts.failed + counts.inFlightAtEnd,
    )
    .map((counts) => `requests are lost or made: ${JSON.stringify({ ...counts, response: undefined })}`)
  const reasons = all
    .filter((counts) => total(Object.values(counts.reasons)) !== counts.failed)
    .map(({ failed, reasons }) => `${failed} failed, but for these reasons: ${JSON.stringify(reasons)}`)
  const parts = (['arrived', 'completed', 'failed'] as const).flatMap((of) =>
    [byClient, byClass]
      .filter((list) => total(list.map((counts: RequestCounts) => counts[of])) !== requests[of])
      .map(() => `the parts of ${requests[of]} ${of} requests are not the whole`),
  )
  return [...unbalanced, ...reasons, ...parts]
}

/** Visits that came in and went differ by those that were there at the ends. */
function flowThrough({ arrived, completed, failed, expired, mostInSystem }: NodeOutcome): readonly string[] {
  const kept = arrived - completed - failed - expired
  return Math.abs(kept) <= mostInSystem
    ? []
    : [`${arrived} came, ${completed} + ${failed} + ${expired} went, at most ${mostInSystem} were there`]
}

/** How long those stay who are dropped from the queue of a node. */
const expiryAt = ({ links }: Model, node: number): number =>
  Math.min(...links.filter(({ target }) => target === node).map((link) => link.expiryMs), Number.MAX_VALUE)

/** L = X R. Who was there at the beginning or end counts with a part of the stay only. */
function little(
  node: NodeOutcome,
  { measuredMs, longestMs, slack, expiryMs }: Window & { slack: number; expiryMs: number },
): readonly string[] {
  const { meanInSystem, response, responseMs, completed, failed, expired, mostInSystem } = node
  if (response === null || completed === 0) return []
  const stays = ((completed + failed) * responseMs + (expired > 0 ? expired * expiryMs : 0)) / measuredMs
  const atTheEnds = (mostInSystem * (Math.max(response.max, responseMs) + longestMs)) / measuredMs
  const allowed = slack * meanInSystem + atTheEnds
  return Math.abs(meanInSystem - stays) <= allowed
    ? []
    : [`Little's law: ${meanInSystem} there, but X R = ${stays} (mean stay ${responseMs})`]
}

/** What has not ended may take so many times as long as others. */
const LONG = 8

/** U = X S / c. */
function utilisation(
  node: NodeOutcome,
  { measuredMs, longestMs, slack }: Window & { slack: number },
): readonly string[] {
  const { meanWorking, meanSlots, serviceMs, completed, failed, mostInSystem, response } = node
  if (!(meanSlots > 0) || !Number.isFinite(meanSlots) || completed + failed === 0) return []
  const expected = ((completed + failed) * serviceMs) / measuredMs / meanSlots
  const atTheEnds =
    (Math.min(mostInSystem, meanSlots) * (Math.max(response?.max ?? 0, LONG * serviceMs) + longestMs)) /
    measuredMs /
    meanSlots
  const measured = meanWorking / meanSlots
  return Math.abs(measured - expected) <= slack + atTheEnds
    ? []
    : [`the law of utilisation: ${measured} of ${meanSlots} slots at work, but X S / c = ${expected}`]
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
