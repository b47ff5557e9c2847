import { edgeKind, nodeKind, setProperty } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import { describeUnknown, findByName } from './part-names.ts'

/** The flow after `node.property=value` settings, or every fault of theirs. */
export type Settled =
  | { readonly ok: true; readonly flow: Flow }
  | { readonly ok: false; readonly faults: readonly string[] }

type Of = 'nodes' | 'edges'

interface Target {
  readonly of: Of
  readonly index: number
  readonly path: string
}

/** Applies the settings one after the other, so that each is checked beside those before it. */
export function applySettings(initial: Flow, settings: readonly string[]): Settled {
  const faults: string[] = []
  let flow = initial
  for (const setting of settings) {
    const next = applySetting(flow, setting)
    if (typeof next === 'string') faults.push(`--set ${setting}: ${next}`)
    else flow = next
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, flow }
}

function applySetting(flow: Flow, setting: string): Flow | string {
  const middle = setting.indexOf('=')
  if (middle < 1) return 'must be NODE.PROPERTY=VALUE'
  const target = findTarget(flow, setting.slice(0, middle))
  if (typeof target === 'string') return target
  const { of, index, path } = target
  const part = flow[of][index]
  if (part === undefined) return 'names no component and no connection'
  const kind = of === 'nodes' ? nodeKind(part.type as never) : edgeKind(part.type as never)
  const edit = firstAllowed(readings(setting.slice(middle + 1)), (value) =>
    setProperty(kind, part.data as Readonly<Record<string, unknown>>, path, value),
  )
  if (!edit.ok) return `${of}.${index}.data.${edit.path} ${edit.message}`
  return { ...flow, [of]: flow[of].with(index, { ...part, data: edit.data } as never) }
}

/** The part that the text begins with, by id or else by a label that only one has: names may hold dots themselves. */
function findTarget(flow: Flow, text: string): Target | string {
  for (let dot = text.lastIndexOf('.'); dot > 0; dot = text.lastIndexOf('.', dot - 1)) {
    const part = findByName(flow, text.slice(0, dot))
    if (typeof part === 'string') return part
    if (part !== null) return { of: part.of, index: part.index, path: text.slice(dot + 1) }
  }
  return describeUnknown(flow)
}

/** What a value may mean: JSON, and the plain text. */
function readings(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text), text]
  } catch {
    return [text]
  }
}

/** The edit by the first reading that the property allows, else the refusal of the first. */
function firstAllowed(values: readonly unknown[], edit: (value: unknown) => ReturnType<typeof setProperty>) {
  const edits = values.map(edit)
  return edits.find(({ ok }) => ok) ?? (edits[0] as ReturnType<typeof setProperty>)
}
