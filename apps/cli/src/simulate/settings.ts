import { edgeKind, nodeKind, setProperty } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import { printable } from './quantities.ts'

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
  const parts = (['nodes', 'edges'] as const).flatMap((of) =>
    flow[of].map(({ id, data }, index) => ({ of, index, id, label: data.label })),
  )
  for (let dot = text.lastIndexOf('.'); dot > 0; dot = text.lastIndexOf('.', dot - 1)) {
    const name = text.slice(0, dot)
    const path = text.slice(dot + 1)
    const byId = parts.find(({ id }) => id === name)
    if (byId) return { of: byId.of, index: byId.index, path }
    const byLabel = parts.filter(({ label }) => label === name)
    if (byLabel.length > 1) {
      return `"${name}" is the label of ${byLabel.length}; name one by its id: ${printable(byLabel.map(({ id }) => id).join(', '))}`
    }
    if (byLabel[0]) return { of: byLabel[0].of, index: byLabel[0].index, path }
  }
  const labels = flow.nodes.map(({ id, data }) => printable(data.label || id))
  return `names no component and no connection. There are: ${labels.slice(0, 12).join(', ')}${labels.length > 12 ? ' …' : ''}`
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
