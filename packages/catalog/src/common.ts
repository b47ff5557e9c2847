import type { Effect, Option, Properties, Property } from './descriptors.ts'

/**
 * The properties that all kinds share: same name, label, unit and type, and for a choice the options that all offer.
 * Each element is still checked against the bounds and options of its own kind.
 */
export function commonProperties(kinds: readonly { readonly properties: Properties }[]): Properties {
  const [first = {}, ...others] = new Set(kinds.map(({ properties }) => properties))
  if (others.length === 0) return first
  const common = Object.entries(first).map(
    ([name, property]) => [name, others.reduce(mergedWith(name), property)] as const,
  )
  return Object.fromEntries(common.filter((entry): entry is [string, Property] => entry[1] !== null))
}

/** The options that `a` and `b` share; `a` itself when all are shared. */
export function commonOptions(a: readonly Option[], b: readonly Option[]): readonly Option[] {
  const common = a.filter(({ value }) => b.some((option) => option.value === value))
  return common.length === a.length ? a : common
}

const mergedWith =
  (name: string) =>
  (a: Property | null, { [name]: b }: Properties): Property | null =>
    a === null || b === undefined ? null : merged(a, b)

/** Merges two declarations; null when they mean different things. */
function merged(a: Property, b: Property): Property | null {
  if (a === b) return a
  if (a.type !== b.type || a.label !== b.label || a.unit !== b.unit) return null
  const both: Property | null = MERGERS[a.type](a as never, b as never)
  return both && { ...both, help: mergedText(a.help, b.help, ' '), effect: mergedEffect(a.effect, b.effect) }
}

type Merger<P extends Property> = (a: P, b: P) => P | null

const MERGERS: { readonly [T in Property['type']]: Merger<Extract<Property, { type: T }>> } = {
  number: (a, b) => ({ ...a, integer: a.integer || b.integer, slider: a.slider === true && b.slider === true }),
  choice: (a, b) => {
    const options = commonOptions(a.options, b.options)
    return options.length === 0 ? null : { ...a, options }
  },
  'dependent-choice': (a, b) => (a.dependsOn === b.dependsOn ? a : null),
  flag: (a) => a,
  text: (a, b) => ({ ...a, maxLength: Math.min(a.maxLength, b.maxLength) }),
  list: (a, b) => ({ ...a, suggestions: [...new Set([...a.suggestions, ...b.suggestions])] }),
  mirror: (a, b) => (a.of === b.of && a.on === b.on && a.off === b.off ? a : null),
}

/** An engine that one of the two affects counts as affected; the reason is that of the one that more engines simulate. */
function mergedEffect(a: Effect, b: Effect): Effect {
  const live = mergedPhrase(a.live, b.live)
  const events = mergedPhrase(a.events, b.events)
  const { ignored } = Object.keys(b).length > Object.keys(a).length ? b : a
  return { ...(live !== undefined && { live }), ...(events !== undefined && { events }), ignored } as Effect
}

const mergedPhrase = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || b === undefined ? (a ?? b) : mergedText(a, b, '; ')

const mergedText = (a: string, b: string, between: string): string => (a.includes(b) ? a : a + between + b)
