import type { Flow } from '@plimsoll/flow'
import { edgeFindings } from './edge-findings.ts'
import { type Elements, elementsOf } from './elements.ts'
import { FINDING_KINDS, type Finding, type FindingKind } from './finding.ts'
import { flowFindings } from './flow-findings.ts'
import { nodeFindings } from './node-findings.ts'
import type { RunMeasures } from './run-measures.ts'

/**
 * What is the matter with a run, the finding by which most requests are harmed first. A finding whose harm is the
 * consequence of another one comes after that one.
 */
export function findings(flow: Flow, figures: RunMeasures): Finding[] {
  const elements = elementsOf(flow)
  const found = [
    ...flowFindings(elements, figures),
    ...nodeFindings(elements, figures),
    ...edgeFindings(elements, figures),
  ]
  return withCausesFirst(found, elements).toSorted(byHarm)
}

/** A cause harms at least as many requests as its consequences. */
function withCausesFirst(found: readonly Finding[], elements: Elements): Finding[] {
  return found.map((one) => {
    const consequences = found.filter((other) => other !== one && isConsequence(other, one, elements))
    const most = Math.max(0, ...consequences.map(({ harmedPerS }) => harmedPerS))
    return most > 0 && most >= one.harmedPerS ? { ...one, harmedPerS: most * MORE } : one
  })
}

/** By so much a cause comes before what follows from it. */
const MORE = 1.001

/**
 * Whether `other` follows from `cause`: what is full, or held by its own calls, holds up all that call it, directly or through
 * others, and a storm of retries fills the node that it leads to.
 */
function isConsequence(other: Finding, cause: Finding, { nodes, edges }: Elements): boolean {
  if (cause.element.of === 'flow' || other.element.of === 'flow') return false
  const { id } = cause.element
  if (cause.kind === 'retry-storm') return isFull(other) && isAt(other, edges.get(id)?.target)
  if (!(isFull(cause) || cause.kind === 'held-slots') || !FOLLOWS_FULL.includes(other.kind)) return false
  const from = other.element.of === 'edge' ? edges.get(other.element.id)?.target : other.element.id
  const to = cause.element.of === 'edge' ? edges.get(id)?.source : id
  return from !== undefined && to !== undefined && (from === to || leadsTo(from, to, nodes))
}

/** What a caller suffers when something that it calls is full. */
const FOLLOWS_FULL: readonly FindingKind[] = ['held-slots', 'amplification', 'breaker-open', 'lagging-messages']

function leadsTo(from: string, to: string, nodes: Elements['nodes']): boolean {
  const reached = new Set([from])
  for (const id of reached) for (const { target } of nodes.get(id)?.out ?? []) reached.add(target)
  return reached.has(to)
}

const isAt = ({ element }: Finding, id: string | undefined) => element.of === 'node' && element.id === id

const isFull = ({ kind }: Finding): boolean => kind === 'full' || kind === 'growing-queue' || kind === 'scaling-bound'

const byHarm = (one: Finding, other: Finding): number =>
  rankOf(one) - rankOf(other) ||
  other.harmedPerS - one.harmedPerS ||
  FINDING_KINDS.indexOf(one.kind) - FINDING_KINDS.indexOf(other.kind)

/** Without a client there is nothing to say of anything else. */
const rankOf = ({ kind }: Finding): number => (kind === 'no-client' ? 0 : 1)
