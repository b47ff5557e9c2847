import { completeData, edgeKind, nodeKind, setProperty } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import { describeNames } from '../words/names.ts'
import { namingIn } from '../words/naming.ts'
import { describeUnknown, findByName, type NamedPart } from './part-names.ts'

/** The flow after `node.property=value` settings, or every fault of theirs. */
export type Settled =
  | { readonly ok: true; readonly flow: Flow }
  | { readonly ok: false; readonly faults: readonly string[] }

type Of = 'nodes' | 'edges'

interface Target {
  readonly of: Of
  readonly index: number
  readonly path: string
  readonly part: Flow[Of][number]
  readonly kind: ReturnType<typeof nodeKind> | ReturnType<typeof edgeKind>
}

/** So many properties are named in place of one that is none. */
const PROPERTIES_SHOWN = 5

/** Applies the settings one after the other, so that each is checked beside those before it. */
export function applySettings(initial: Flow, settings: readonly string[]): Settled {
  const faults: string[] = []
  let flow = initial
  for (const setting of settings) {
    const next = applySetting(flow, setting)
    if (typeof next === 'string') faults.push(`${setting}: ${next}`)
    else flow = next
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, flow }
}

/** A setting, or what of it is before the value, with the name of its part: `Client → Server.latencyMs=10`. As it is where it names none. */
export function settingInWords(flow: Flow, setting: string): string {
  const [name = ''] = setting.split(/[+*-]?=/, 1)
  const target = findTarget(flow, name)
  if (typeof target === 'string') return setting
  const { of, index, path } = target
  const id = flow[of][index]?.id ?? ''
  return `${namingIn(flow)({ of: of === 'nodes' ? 'node' : 'edge', id })}.${path}${setting.slice(name.length)}`
}

function applySetting(flow: Flow, setting: string): Flow | string {
  const middle = setting.indexOf('=')
  const sign = SIGNS.find((one) => setting[middle - 1] === one)
  const name = setting.slice(0, sign ? middle - 1 : middle).trim()
  if (middle < 1 || name === '') return 'must be NODE.PROPERTY=VALUE'
  const target = findTarget(flow, name)
  if (typeof target === 'string') return target
  const { of, index, path, part, kind } = target
  const data = part.data as Readonly<Record<string, unknown>>
  const text = setting.slice(middle + 1).trim()
  const before = completeData(kind.properties, data)[path]
  const values = sign ? changed(before, sign, text) : readings(text)
  if (typeof values === 'string') return values
  if (!sign && /^[+*×]/.test(text) && typeof before === 'number' && isNumber(text.slice(1)))
    return `"${text}" is no value: to change the present one, write ${name}${text[0] === '+' ? '+' : '*'}=${text.slice(1)}`
  const edit = firstAllowed(values, (value) => setProperty(kind, data, path, value))
  if (!edit.ok) return `${of}.${index}.data.${edit.path} ${edit.message}`
  return { ...flow, [of]: flow[of].with(index, { ...part, data: edit.data } as never) }
}

/** The property that the text names, of a part by id or else by a label that only one has: names may hold dots themselves. */
function findTarget(flow: Flow, text: string): Target | string {
  for (let dot = text.lastIndexOf('.'); dot > 0; dot = text.lastIndexOf('.', dot - 1)) {
    const part = findByName(flow, text.slice(0, dot))
    if (typeof part === 'string') return part
    if (part !== null) return propertyOf(flow, part, text.slice(dot + 1))
  }
  return describeUnknown(flow, text.replace(/\.[^.]*$/, ''))
}

function propertyOf(flow: Flow, { of, index }: Pick<NamedPart, 'of' | 'index'>, path: string): Target | string {
  const part = flow[of][index] as Target['part']
  const kind = of === 'nodes' ? nodeKind(part.type as never) : edgeKind(part.type as never)
  const [name = ''] = path.split('.')
  if (Object.hasOwn(kind.properties, name)) return { of, index, path, part, kind }
  const names = describeNames(Object.keys(kind.properties), name, PROPERTIES_SHOWN)
  return `${of}.${index}.data.${path} is not a property of this kind. There are: ${names}`
}

/** Why what of a setting is before its value, such as `api.instances`, names nothing that can be set; null: it does. */
export function unknownSetting(flow: Flow, name: string): string | null {
  const target = findTarget(flow, name)
  return typeof target === 'string' ? target : null
}

const SIGNS = ['+', '-', '*'] as const
const WORDS: Readonly<Record<string, boolean>> = { on: true, yes: true, off: false, no: false }

/** What a value may mean: JSON, a word for yes or no, and the plain text. */
function readings(text: string): readonly unknown[] {
  const word = Object.hasOwn(WORDS, text) ? [WORDS[text]] : []
  try {
    return [JSON.parse(text), ...word, text]
  } catch {
    return [...word, text]
  }
}

/** The value after `+=2`, `-=20%` or `*=1.5`, as the only reading; a text says why there is none. */
function changed(before: unknown, sign: (typeof SIGNS)[number], text: string): readonly [number] | string {
  if (typeof before !== 'number') return `is no number: ${sign}= is for numbers`
  const isShare = text.endsWith('%')
  const amount = text === '' ? Number.NaN : Number(isShare ? text.slice(0, -1) : text) / (isShare ? 100 : 1)
  if (!Number.isFinite(amount)) return `"${text}" is no number`
  const by = isShare && sign !== '*' ? before * amount : amount
  const after = sign === '*' ? before * by : sign === '+' ? before + by : before - by
  return [Number(after.toPrecision(12))]
}

const isNumber = (text: string): boolean => /^\s*[\d.]+\s*%?$/.test(text)

/** The edit by the first reading that the property allows, else the refusal of the first. */
function firstAllowed(values: readonly unknown[], edit: (value: unknown) => ReturnType<typeof setProperty>) {
  const edits = values.map(edit)
  return edits.find(({ ok }) => ok) ?? (edits[0] as ReturnType<typeof setProperty>)
}
