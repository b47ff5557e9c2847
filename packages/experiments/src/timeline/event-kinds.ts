/** What a fault is of. Changes of the load are of all clients and of no part. */
export type StruckBy = 'node' | 'edge' | 'zone'

/** A field of an event: a number with its unit, or a choice. */
export type EventField =
  | {
      readonly kind: 'number'
      readonly label: string
      readonly unit: string
      readonly min: number
      readonly max: number
      readonly isWhole: boolean
      /** What an empty field means; absent: it cannot be empty. */
      readonly empty?: string
    }
  | {
      readonly kind: 'choice'
      readonly label: string
      readonly options: readonly { readonly value: string; readonly label: string }[]
    }

const number = (
  label: string,
  unit: string,
  {
    min = 0,
    max = 1e12,
    isWhole = false,
    empty,
  }: { min?: number; max?: number; isWhole?: boolean; empty?: string } = {},
) => ({ kind: 'number', label, unit, min, max, isWhole, ...(empty !== undefined && { empty }) }) as const

/** A year. */
const MOST_SECONDS = 31_536_000

/** All fields that events have, by their names; shares are in percent. */
export const EVENT_FIELDS = {
  fromS: number('From', 's', { max: MOST_SECONDS }),
  toS: number('Until', 's', { max: MOST_SECONDS, empty: 'the end' }),
  rps: number('Load', 'requests a second'),
  toRps: number('Load at the end', 'requests a second'),
  factor: number('Times as slow', '×', { min: 0.001, max: 1e6 }),
  sharePercent: number('Packets lost', '%', { min: 0.001, max: 100 }),
  instance: number('Instance', '', { min: 1, max: 1e6, isWhole: true, empty: 'all' }),
  upS: number('Mean time up', 's', { min: 0.001 }),
  downS: number('Mean time down', 's', { min: 0.001 }),
  mode: {
    kind: 'choice',
    label: 'New calls',
    options: [
      { value: 'refuse', label: 'are refused at once' },
      { value: 'hang', label: 'hang until they time out' },
    ],
  },
  inFlight: {
    kind: 'choice',
    label: 'Requests in progress',
    options: [
      { value: 'fail', label: 'fail' },
      { value: 'resume', label: 'resume afterwards' },
    ],
  },
} as const satisfies Readonly<Record<string, EventField>>

export type EventFieldName = keyof typeof EVENT_FIELDS

interface EventKindInfo {
  readonly label: string
  readonly help: string
  /** Empty: it changes the load. */
  readonly strikes: readonly StruckBy[]
  readonly fields: readonly EventFieldName[]
  /** What an empty end means. `optional`: the end of the run; `once`: it happens at a moment; `none`: it has none. */
  readonly end: 'needed' | 'optional' | 'once' | 'none'
}

const TIMES = ['fromS', 'toS'] as const

const EVENT_KINDS = {
  step: {
    label: 'Load step',
    help: 'The load of all clients from a time on',
    strikes: [],
    fields: ['fromS', 'rps'],
    end: 'none',
  },
  spike: {
    label: 'Spike',
    help: 'Another load for a time',
    strikes: [],
    fields: [...TIMES, 'rps'],
    end: 'needed',
  },
  ramp: {
    label: 'Ramp',
    help: 'The load grows or falls evenly, in ten steps',
    strikes: [],
    fields: [...TIMES, 'rps', 'toRps'],
    end: 'needed',
  },
  day: {
    label: 'A day’s curve',
    help: 'From the least load up to the most and back, in 24 steps',
    strikes: [],
    fields: [...TIMES, 'rps', 'toRps'],
    end: 'needed',
  },
  outage: {
    label: 'Outage',
    help: 'A component, one instance of it, or a whole group is down',
    strikes: ['node', 'zone'],
    fields: [...TIMES, 'instance', 'mode', 'inFlight'],
    end: 'optional',
  },
  slow: {
    label: 'Slow',
    help: 'Work takes several times as long',
    strikes: ['node', 'zone'],
    fields: [...TIMES, 'factor'],
    end: 'optional',
  },
  cold: {
    label: 'Emptied cache',
    help: 'A cache is emptied, and stays so until this ends; without an end it fills again at once',
    strikes: ['node', 'zone'],
    fields: TIMES,
    end: 'once',
  },
  cut: {
    label: 'Cut connection',
    help: 'A connection, or all that lead into a group and out of it, carry nothing',
    strikes: ['edge', 'zone'],
    fields: [...TIMES, 'mode'],
    end: 'optional',
  },
  lose: {
    label: 'Lost packets',
    help: 'A connection loses a share of its packets',
    strikes: ['edge', 'zone'],
    fields: [...TIMES, 'sharePercent'],
    end: 'optional',
  },
  breakdowns: {
    label: 'Breakdowns',
    help: 'It breaks down and is repaired by chance, during the whole run',
    strikes: ['node', 'zone'],
    fields: ['upS', 'downS', 'inFlight'],
    end: 'none',
  },
} as const satisfies Readonly<Record<string, EventKindInfo>>

export type EventKind = keyof typeof EVENT_KINDS
export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as readonly EventKind[]

export const kindInfo = (kind: EventKind): EventKindInfo => EVENT_KINDS[kind]
export const isLoad = (kind: EventKind): boolean => kindInfo(kind).strikes.length === 0

/** What an empty field means; undefined: it cannot be empty. */
export function emptyMeans(field: EventField, kind: EventKind): string | undefined {
  if (field.kind !== 'number') return undefined
  return field === EVENT_FIELDS.toS && kindInfo(kind).end === 'once' ? 'once' : field.empty
}

/** Whether it is drawn with an end that can be moved. */
export const hasEnd = (kind: EventKind): boolean => kindInfo(kind).end !== 'none'
