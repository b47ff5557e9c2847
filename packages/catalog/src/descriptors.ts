import type { IgnoredReason } from './ignored.ts'

/** A value of a property. Lists hold distinct, non-empty texts. */
export type PropertyValue = number | string | boolean | readonly string[]

/** A fixed number, or the current value of another property of the same element. */
export type Bound = number | { readonly property: string }

/** Holds while `property` has the value `is`. */
export interface Condition {
  readonly property: string
  readonly is: PropertyValue
}

/** The event engine and the live engine, as a flow's `simulation.engine` has them. */
export type Engine = 'events' | 'live'

/** What the page calls an engine. */
export const ENGINE_NAMES = { events: 'Queueing', live: 'Ticks' } as const satisfies Readonly<Record<Engine, string>>

/** The property's effect in each engine, as one phrase; an engine without an entry ignores it, for the reason that stands there. */
export type Effect =
  | { readonly live: string; readonly events: string; readonly ignored?: undefined }
  | { readonly live?: string; readonly events?: string; readonly ignored: IgnoredReason }

/** Titles of the panel's sections, in order. */
export const SECTION_TITLES = {
  general: 'General',
  capacity: 'Capacity',
  performance: 'Performance',
  traffic: 'Traffic',
  scaling: 'Scaling',
  replication: 'Replication',
  routing: 'Routing',
  delivery: 'Delivery',
  connection: 'Connection',
  reliability: 'Reliability',
  health: 'Health checks',
  network: 'Network',
  caching: 'Caching',
  security: 'Security',
  cost: 'Cost',
  deployment: 'Deployment',
  appearance: 'Appearance',
} as const

export type SectionId = keyof typeof SECTION_TITLES

/** What a property governs, for code that looks for the limit that helps and must not know it by name. */
export type Role =
  /** Users of a client. */
  | 'users'
  /** The slots of a node are in proportion to it. */
  | 'slots'
  /** Instances, by which all limits of a node multiply. */
  | 'instances'
  /** Requests at a time, waiting ones included, per instance. */
  | 'places'
  /** Requests or calls per second; 0 is no limit. */
  | 'rate'
  /** Operations per second on the disk, of reads and of writes. */
  | 'read-rate'
  | 'write-rate'
  /** Connections or partitions of an edge, each taken by one call at a time. */
  | 'pool'
  | 'bandwidth'
  /** Until a caller gives up, ms. */
  | 'timeout'
  /** Whether failed calls are repeated, and how often at most. */
  | 'retries'
  | 'most-retries'
  /** Whether another one takes over when the node fails. */
  | 'spare'
  /** Whether instances are added under load, and up to how many. */
  | 'scaling'
  | 'least-instances'
  | 'most-instances'
  /** Share of the targets of a node. */
  | 'weight'
  /** Whether requests stay with a target whatever its load. */
  | 'pinning'
  /** Share of the reads that a cache answers. */
  | 'hit-rate'

interface PropertyBase {
  readonly label: string
  readonly help: string
  readonly section: SectionId
  readonly effect: Effect
  readonly role?: Role
  readonly unit?: string
  readonly visibleWhen?: Condition
}

export interface NumberProperty extends PropertyBase {
  readonly type: 'number'
  readonly integer: boolean
  readonly default: number
  readonly min?: Bound
  readonly max?: Bound
  readonly step?: number
  /** Whether the field has a slider; requires fixed bounds. */
  readonly slider?: boolean
}

export interface Option<V extends string = string> {
  readonly value: V
  readonly label: string
}

export interface ChoiceProperty<V extends string = string> extends PropertyBase {
  readonly type: 'choice'
  readonly options: readonly Option<V>[]
  readonly default: V
}

/** A choice whose options depend on another choice; `placeholder` is the label of the empty value. */
export interface DependentChoiceProperty extends PropertyBase {
  readonly type: 'dependent-choice'
  readonly dependsOn: string
  readonly placeholder: string
  readonly optionsBy: Readonly<Record<string, readonly Option[]>>
  readonly default: string
}

export interface FlagProperty extends PropertyBase {
  readonly type: 'flag'
  readonly default: boolean
}

export interface TextProperty extends PropertyBase {
  readonly type: 'text'
  readonly default: string
  readonly maxLength: number
  readonly multiline?: boolean
  readonly placeholder?: string
  /** Whether it is the element's name, by which figures and messages call it. */
  readonly isName?: boolean
}

export interface ListProperty extends PropertyBase {
  readonly type: 'list'
  readonly default: readonly string[]
  readonly suggestions: readonly string[]
}

/** A toggle that shows another property as yes or no. It is never stored. See docs/decisions/0004. */
export interface MirrorProperty extends PropertyBase {
  readonly type: 'mirror'
  readonly of: string
  readonly on: PropertyValue
  readonly off: PropertyValue
}

export type Property =
  | NumberProperty
  | ChoiceProperty
  | DependentChoiceProperty
  | FlagProperty
  | TextProperty
  | ListProperty
  | MirrorProperty

export type Properties = Readonly<Record<string, Property>>

type ValueOf<P> = P extends NumberProperty
  ? number
  : P extends FlagProperty
    ? boolean
    : P extends ListProperty
      ? readonly string[]
      : P extends ChoiceProperty<infer V>
        ? V
        : string

/** The stored data of an element with these properties. */
export type DataOf<P extends Properties> = {
  readonly [K in keyof P as P[K] extends MirrorProperty ? never : K]: ValueOf<P[K]>
}

/** Overrides of shared declarations: another default, bound, help text … of some properties. */
export type Changes<P extends Properties> = { readonly [K in keyof P]?: Partial<Omit<P[K], 'type'>> }

/** Shared properties with the overrides of one kind. */
export const withChanges = <P extends Properties>(properties: P, changes: Changes<P>): P =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, { ...property, ...changes[name] }]),
  ) as unknown as P

type Declared<P> = Omit<P, 'type' | 'integer'>

/** A whole number. */
export const int = (declared: Declared<NumberProperty>): NumberProperty => ({
  type: 'number',
  integer: true,
  ...declared,
})

/** A number that may have a fraction. */
export const number = (declared: Declared<NumberProperty>): NumberProperty => ({
  type: 'number',
  integer: false,
  ...declared,
})

/** One of a fixed set of values; a plain text is its own label. */
export const choice = <const V extends string>(
  declared: Omit<Declared<ChoiceProperty<V>>, 'options' | 'default'> & {
    readonly options: readonly (V | Option<V>)[]
    readonly default: NoInfer<V>
  },
): ChoiceProperty<V> => ({ type: 'choice', ...declared, options: declared.options.map(toOption) })

/** One of a set of values that depends on another choice; the empty value is always allowed. */
export const dependentChoice = (
  declared: Omit<Declared<DependentChoiceProperty>, 'optionsBy'> & {
    readonly optionsBy: Readonly<Record<string, readonly (string | Option)[]>>
  },
): DependentChoiceProperty => ({
  type: 'dependent-choice',
  ...declared,
  optionsBy: Object.fromEntries(Object.entries(declared.optionsBy).map(([of, options]) => [of, options.map(toOption)])),
})

export const flag = (declared: Declared<FlagProperty>): FlagProperty => ({ type: 'flag', ...declared })

/** Free text of at most `maxLength` characters (default 1,000). */
export const text = (
  declared: Omit<Declared<TextProperty>, 'maxLength'> & { readonly maxLength?: number },
): TextProperty => ({ type: 'text', maxLength: 1000, ...declared })

/** Distinct, non-empty texts. */
export const list = (declared: Declared<ListProperty>): ListProperty => ({ type: 'list', ...declared })

export const mirror = (declared: Declared<MirrorProperty>): MirrorProperty => ({ type: 'mirror', ...declared })

function toOption<V extends string>(option: V | Option<V>): Option<V> {
  return typeof option === 'string' ? { value: option, label: option } : option
}
