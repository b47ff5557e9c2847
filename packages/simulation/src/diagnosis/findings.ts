import type { Flow } from '@plimsoll/flow'
import { edgeFindings } from './edge-findings.ts'
import { type Elements, elementsOf } from './elements.ts'
import { FINDING_KINDS, type Finding, type FindingElement, type FindingKind } from './finding.ts'
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
  const consequences = consequencesIn(found, elements)
  return withCausesFirst(withoutVainChanges(found, consequences), consequences).toSorted(byHarm)
}

/** By finding: which ones follow from it. */
type Consequences = readonly (readonly number[])[]

function consequencesIn(found: readonly Finding[], elements: Elements): Consequences {
  return found.map((one) => {
    const isConsequence = consequenceOf(one, elements)
    return found.flatMap((other, index) => (other !== one && isConsequence(other) ? [index] : []))
  })
}

/** More slots or connections only hold more requests while what they wait for is full: the change that helps is proposed there. */
function withoutVainChanges(found: readonly Finding[], consequences: Consequences): readonly Finding[] {
  const follows = (index: number, cause: number) => consequences[cause]?.includes(index) === true
  return found.map((one, index) => {
    const hasCause = found.some(
      ({ changes }, cause) => changes.length > 0 && follows(index, cause) && !follows(cause, index),
    )
    return isHeld(one) && hasCause ? { ...one, changes: [], formula: null } : one
  })
}

/** A cause harms at least as many requests as its consequences, and theirs. */
function withCausesFirst(found: readonly Finding[], consequences: Consequences): Finding[] {
  const harmed = found.map(({ harmedPerS }) => harmedPerS)
  for (let step = 0; step < DEEPEST; step += 1) {
    for (const [index, own] of consequences.entries()) {
      const most = Math.max(0, ...own.map((other) => harmed[other] ?? 0))
      if (most > 0 && most >= (harmed[index] ?? 0)) harmed[index] = most * MORE
    }
  }
  return found.map((one, index) => ({ ...one, harmedPerS: harmed[index] ?? one.harmedPerS }))
}

/** So many causes, each of the one before, are told apart: in a circle of calls there is no first one. */
const DEEPEST = 8

/** By so much a cause comes before what follows from it. */
const MORE = 1.001

const isHeld = (one: Finding): boolean => one.kind === 'held-slots' || one.isHeld === true

/**
 * Whether a finding follows from `cause`: what is full, or held by its own calls, holds up all that call it, directly or through
 * others, a storm of retries fills the node that it leads to, and calls for which a timeout is too short fail and come again.
 */
function consequenceOf(cause: Finding, { edges, callers }: Elements): (other: Finding) => boolean {
  const { element } = cause
  if (element.of === 'flow') return () => false
  if (cause.kind === 'retry-storm')
    return (other) => (isFull(other) || other.kind === 'held-slots') && isAt(other, edges.get(element.id)?.target)
  const to = element.of === 'edge' ? edges.get(element.id)?.source : element.id
  const isTimeout = cause.kind === 'short-timeout'
  if (to === undefined || !(isFull(cause) || cause.kind === 'held-slots' || isTimeout)) return () => false
  // Walked once for each cause: in a large flow there are many findings.
  const heldUp = leadingTo(to, callers)
  return (other) => {
    const follows = FOLLOWS_FULL.includes(other.kind) || isHeld(other) || (isTimeout && isFull(other))
    if (other.element.of === 'flow' || !follows) return false
    const isSame = isOf(other, element)
    // What harms more than the timeouts has another cause, but for what becomes of those calls themselves.
    if (isTimeout && other.harmedPerS > cause.harmedPerS) return isSame && FOLLOWS_FAILURES.includes(other.kind)
    if (isSame) return true
    const from = other.element.of === 'edge' ? edges.get(other.element.id)?.target : other.element.id
    return from !== undefined && heldUp.has(from)
  }
}

/** What becomes of calls that fail. */
const FOLLOWS_FAILURES: readonly FindingKind[] = ['amplification', 'breaker-open']

/** What a caller suffers when something that it calls is full, beside what is held. */
const FOLLOWS_FULL: readonly FindingKind[] = [...FOLLOWS_FAILURES, 'lagging-messages']

/** A node and all that call it, directly or through others. */
function leadingTo(id: string, callers: Elements['callers']): ReadonlySet<string> {
  const leading = new Set([id])
  for (const one of leading) for (const caller of callers.get(one) ?? []) leading.add(caller.id)
  return leading
}

const isOf = ({ element }: Finding, of: FindingElement): boolean =>
  element.of !== 'flow' && of.of !== 'flow' && element.of === of.of && element.id === of.id

const isAt = ({ element }: Finding, id: string | undefined) => element.of === 'node' && element.id === id

const isFull = ({ kind }: Finding): boolean => kind === 'full' || kind === 'growing-queue' || kind === 'scaling-bound'

const byHarm = (one: Finding, other: Finding): number =>
  rankOf(one) - rankOf(other) ||
  other.harmedPerS - one.harmedPerS ||
  Number(isOfEdge(one)) - Number(isOfEdge(other)) ||
  FINDING_KINDS.indexOf(one.kind) - FINDING_KINDS.indexOf(other.kind)

const isOfEdge = ({ element }: Finding): boolean => element.of === 'edge'

/** Without a client there is nothing to say of anything else. */
const rankOf = ({ kind }: Finding): number => (kind === 'no-client' ? 0 : 1)
