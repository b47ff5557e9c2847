import { isDeepStrictEqual } from 'node:util'
import {
  boundsOf,
  type Data,
  defaultsOf,
  ENGINE_NAMES,
  type Engine,
  isVisible,
  type LinkedRule,
  optionsOf,
  type Properties,
  type Property,
  SECTION_TITLES,
  setProperty,
  shownValue,
} from '@plimsoll/catalog'

interface Kind {
  readonly properties: Properties
  readonly rules: readonly LinkedRule[]
}

/** What a field shows: its text, "on" or "off", its entries, or its choice among its options. */
type Shown = string

/** One thing that somebody does to a field, or undoing, and what the panel then shows differently (null: no longer there). */
interface Step {
  readonly label: string
  readonly act: 'type' | 'choose' | 'switch' | 'add' | 'remove' | 'undo' | 'redo'
  /** What is typed, chosen, added or removed; how many times is undone or redone. */
  readonly text: string
  readonly refused: boolean
  readonly changes: Readonly<Record<string, Shown | null>>
}

export interface Walk {
  /** The section in which each field stands, by its label. */
  readonly sections: Readonly<Record<string, string>>
  /** What the mark of each field says. */
  readonly marks: Readonly<Record<string, string>>
  readonly start: Readonly<Record<string, Shown>>
  readonly steps: readonly Step[]
}

/** A walk, and what is stored and shown when it has ended. */
interface WholeWalk extends Walk {
  readonly end: { readonly data: Data; readonly shown: Readonly<Record<string, Shown>> }
}

interface WalkOptions {
  /** The kinds that are walked before. */
  readonly earlier?: readonly Kind[]
  readonly isWhole?: boolean
  /** The engine of which the marks speak. */
  readonly engine?: Engine
}

/**
 * A walk over every property of a kind: each value at the edge of what is allowed and just beyond it, every option, both
 * sides of every switch; each first change undone to the default and done again; all undone, as many steps as there were
 * changes; and at last every property left at another value than its default. What the panel must show after each step
 * is what the catalog says. In a whole walk, properties that an earlier kind declares alike and that take part in no rule
 * of this kind are refused once, and changed and undone by themselves. A walk that is not whole does all of that with one
 * property of each sort, and with those of rules: the others are only shown, changed at last and saved.
 */
export function walkOf(kind: Kind, { earlier = [], isWhole = false, engine = 'events' }: WalkOptions = {}): WholeWalk {
  const steps: Step[] = []
  let data: Data = defaultsOf(kind.properties)
  let changes = 0
  const start = shownBy(kind, data)

  /** Adds a step that leads to `next`. */
  function go(step: Omit<Step, 'changes'>, next: Data): void {
    steps.push({ ...step, changes: difference(shownBy(kind, data), shownBy(kind, next)) })
    data = next
  }

  /** Whether the property has another value now. */
  function take(name: string, { act, text, value }: Attempt): boolean {
    const before = data
    const edit = value === undefined ? null : setProperty(kind, data, name, value)
    go({ label: propertyOf(kind, name).label, act, text, refused: edit?.ok !== true }, edit?.ok ? edit.data : data)
    const isChanged = JSON.stringify(before) !== JSON.stringify(data)
    if (isChanged) changes++
    return isChanged
  }

  function undoAndRedo(before: Data): void {
    const after = data
    go({ label: '', act: 'undo', text: '1', refused: false }, before)
    go({ label: '', act: 'redo', text: '1', refused: false }, after)
  }

  /** Makes the property visible by setting what it depends on, and gives back what to do afterwards. */
  function reveal(name: string): () => void {
    const condition = propertyOf(kind, name).visibleWhen
    if (condition === undefined || isVisible(propertyOf(kind, name), data)) return () => {}
    const hide = reveal(condition.property)
    const governor = propertyOf(kind, condition.property)
    const before = shownValue(condition.property, governor, data)
    take(condition.property, attemptTo(governor, condition.is))
    return () => {
      take(condition.property, attemptTo(governor, before))
      hide()
    }
  }

  const sorts = new Set(earlier.flatMap(({ properties }) => Object.values(properties).map(sortOf)))
  for (const [name, property] of Object.entries(kind.properties)) {
    const isRuled = kind.rules.some(({ when }) => when.property === name)
    const isKnown = !isRuled && earlier.some(({ properties }) => isDeepStrictEqual(properties[name], property))
    if (!isWhole && !isRuled && sorts.has(sortOf(property))) continue
    sorts.add(sortOf(property))
    const hide = reveal(name)
    const before = shownValue(name, property, data)
    const attempts = attemptsOn(name, property, data)
    let isUndone = false
    for (const attempt of isKnown ? outlined(kind, name, data, attempts) : attempts) {
      const past = data
      if (!take(name, attempt) || isUndone) continue
      undoAndRedo(past)
      isUndone = true
    }
    if (shownValue(name, property, data) !== before && property.type !== 'list') take(name, attemptTo(property, before))
    hide()
  }

  go({ label: '', act: 'undo', text: String(changes), refused: false }, defaultsOf(kind.properties))
  for (const [name, property] of Object.entries(kind.properties)) {
    if (property.type === 'mirror' || !isVisible(property, data)) continue
    const other = attemptsOn(name, property, data).findLast((attempt) => isChange(kind, name, data, attempt))
    if (other !== undefined) take(name, property.type === 'list' ? addition(property, 'kept') : other)
  }

  const labelled = <T>(read: (property: Property) => T) =>
    Object.fromEntries(Object.values(kind.properties).map((property) => [property.label, read(property)]))
  const sections = labelled((property) => sectionOf(property, engine))
  const marks = labelled(
    (property) => `${isSimulated(property, engine) ? 'S' : 'Not s'}imulated by ${ENGINE_NAMES[engine]}`,
  )
  return { sections, marks, start, steps, end: { data, shown: shownBy(kind, data) } }
}

const isSimulated = ({ effect }: Property, engine: Engine): boolean => effect[engine] !== undefined

/** The name of the group in which a field stands: of its section, or of what the engine ignores, unless it names the element. */
function sectionOf(property: Property, engine: Engine): string {
  const isName = property.type === 'text' && property.isName === true
  if (isName || isSimulated(property, engine)) return `${SECTION_TITLES[property.section]} properties`
  return `Not simulated by ${ENGINE_NAMES[engine]}: properties`
}

/** Equal for properties with fields that do the same. */
function sortOf(property: Property): string {
  const { type, visibleWhen } = property
  const bounds = type === 'number' ? [property.integer, typeof property.min, typeof property.max] : []
  return [type, visibleWhen !== undefined, ...bounds].join()
}

/** Of several attempts the first that changes something and the first that is refused. */
function outlined(kind: Kind, name: string, data: Data, attempts: readonly Attempt[]): Attempt[] {
  const refused = attempts.find(({ value }) => value === undefined || !setProperty(kind, data, name, value).ok)
  const taken = attempts.find((attempt) => isChange(kind, name, data, attempt))
  return [refused, taken].filter((attempt) => attempt !== undefined)
}

function isChange(kind: Kind, name: string, data: Data, { value }: Attempt): boolean {
  const edit = value === undefined ? null : setProperty(kind, data, name, value)
  return edit?.ok === true && JSON.stringify(edit.data) !== JSON.stringify(data)
}

/** What the panel shows of each visible property, by its label. */
function shownBy(kind: Kind, data: Data): Record<string, Shown> {
  const visible = Object.entries(kind.properties).filter(([, property]) => isVisible(property, data))
  return Object.fromEntries(visible.map(([name, property]) => [property.label, shownAs(name, property, data)]))
}

function shownAs(name: string, property: Property, data: Data): Shown {
  const value = shownValue(name, property, data)
  const options = optionsOf(property, data)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(' | ')
  return options.length === 0 ? String(value) : `${value} of ${options.map(({ label }) => label).join(' | ')}`
}

/** Something to do to a field; without a value it is nothing that the field could take. */
interface Attempt {
  readonly act: Step['act']
  readonly text: string
  readonly value?: unknown
}

const typed = (text: string, value?: unknown): Attempt => ({ act: 'type', text, value })

function attemptTo(property: Property, value: unknown): Attempt {
  if (typeof value === 'boolean') return { act: 'switch', text: '', value }
  return { act: property.type.endsWith('choice') ? 'choose' : 'type', text: String(value), value }
}

function attemptsOn(name: string, property: Property, data: Data): Attempt[] {
  const value = shownValue(name, property, data)
  switch (property.type) {
    case 'number':
      return numbersAround(property, data)
    case 'choice':
    case 'dependent-choice':
      return optionsOf(property, data).map((option) => attemptTo(property, option.value))
    case 'flag':
    case 'mirror':
      return [attemptTo(property, !value)]
    case 'text':
      return [typed('walked ✓', 'walked ✓'), typed('', ''), tooLong(property.maxLength)]
    case 'list':
      return [
        addition(property, 'walked'),
        { act: 'add', text: 'walked' },
        { act: 'add', text: '  ' },
        { act: 'remove', text: 'walked', value: property.default },
      ]
  }
}

/** An entry more than by default. */
const addition = (property: Extract<Property, { type: 'list' }>, text: string): Attempt => ({
  act: 'add',
  text,
  value: [...property.default, text],
})

function numbersAround(property: Extract<Property, { type: 'number' }>, data: Data): Attempt[] {
  const { min, max } = boundsOf(property, data)
  const little = property.integer ? 1 : 0.001
  const allowed = [min ?? property.default - 1, max ?? property.default + 1]
  const beyond = [min === null ? null : min - little, max === null ? null : max + little]
  const notWhole = property.integer ? [property.default + 0.5] : []
  return [
    ...[...beyond, ...notWhole].filter((value) => value !== null).map((value) => typed(plain(value), value)),
    ...['', '1,5'].map((text) => typed(text)),
    ...allowed.map((value) => typed(plain(value), value)),
  ]
}

/** As a person would type it, without binary residue. */
const plain = (value: number): string => String(Number(value.toFixed(6)))

function tooLong(maxLength: number): Attempt {
  const text = 'x'.repeat(maxLength + 1)
  return typed(text, text)
}

function difference(before: Record<string, Shown>, after: Record<string, Shown>): Record<string, Shown | null> {
  const labels = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...labels].filter((label) => before[label] !== after[label])
  return Object.fromEntries(changed.map((label) => [label, after[label] ?? null]))
}

function propertyOf(kind: Kind, name: string): Property {
  const property = kind.properties[name]
  if (property === undefined) throw new Error(`No property ${name}`)
  return property
}
