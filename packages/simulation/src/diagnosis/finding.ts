import type { PropertyValue } from '@plimsoll/catalog'

export const FINDING_KINDS = [
  'no-client',
  'dead-end',
  'ends-at-balancer',
  'retry-storm',
  'full',
  'held-slots',
  'growing-queue',
  'scaling-bound',
  'breaker-open',
  'short-timeout',
  'amplification',
  'lagging-messages',
  'uneven-balance',
  'not-reached',
  'idle-cache',
  'no-spare',
] as const

export type FindingKind = (typeof FINDING_KINDS)[number]

/** The element of which a finding speaks; `flow`: none by itself. */
export type FindingElement = { readonly of: 'node' | 'edge'; readonly id: string } | { readonly of: 'flow' }

/** A figure over the window of the diagnosis. */
export interface Evidence {
  readonly label: string
  readonly value: number
  readonly unit: string
}

/** Another value of a property, from the measured figures by the formula of its finding. */
export interface ProposedChange {
  readonly of: 'node' | 'edge'
  readonly id: string
  readonly property: string
  readonly label: string
  readonly from: PropertyValue
  readonly to: PropertyValue
}

export interface Finding {
  readonly kind: FindingKind
  readonly element: FindingElement
  /** What is the matter, with its figures, in one sentence. */
  readonly sentence: string
  /** Why, in one sentence. */
  readonly cause: string
  readonly evidence: readonly Evidence[]
  /** To be applied together; empty where no property helps. */
  readonly changes: readonly ProposedChange[]
  /** How the proposed values follow from the figures; null without changes. */
  readonly formula: string | null
  /** Requests or calls per second that fail or pile up by it, estimated from the figures. */
  readonly harmedPerS: number
  /** What is full is held by calls until they are answered: it fills, too, where the answers are late. */
  readonly isHeld?: true
}
