import { faultOf, shownValue } from '@plimsoll/catalog'
import type { FlowChange } from '@plimsoll/flow'
import type { EditorSession } from '../../session/editor-session.ts'
import type { Next } from './fields/field.ts'
import { refusalText } from './range-text.ts'
import { kindOf, nameOf, selectedElements } from './selected-elements.ts'

/**
 * Sets a property of everything that is selected: of all, or of none. Null when they have the value now, else why it is
 * refused, and among several by whom. Edits in a row for the same `step` are undone as one.
 */
export function changeProperty(
  session: EditorSession,
  name: string,
  next: Next<unknown>,
  step?: object,
): string | null {
  const { flow, selection } = session.document.getState()
  const elements = selectedElements({ flow, selection })
  const values = { node: new Map<string, unknown>(), edge: new Map<string, unknown>() }
  for (const element of elements) {
    const { properties } = kindOf(element)
    const property = properties[name]
    if (property === undefined) return 'It is not there any more'
    const present = shownValue(name, property, element.data)
    const value = typeof next === 'function' ? next(present) : next
    if (value === present) continue
    const fault = faultOf(property, value, element.data)
    if (fault !== null) {
      const reason = refusalText(fault, property, properties, element.data)
      return elements.length === 1
        ? reason
        : `${nameOf(element, flow)}: ${reason.slice(0, 1).toLowerCase()}${reason.slice(1)}`
    }
    values[element.of].set(element.id, value)
  }
  const kinds = (['node', 'edge'] as const).filter((of) => values[of].size > 0)
  dispatchAll(
    session,
    kinds.map((of) => ({ type: 'set-properties', of, path: name, values: values[of] })),
    step,
  )
  return null
}

function dispatchAll(session: EditorSession, changes: readonly FlowChange[], step?: object): void {
  const [first, ...others] = changes
  if (first === undefined) return
  const change: FlowChange = others.length === 0 ? first : { type: 'several', changes }
  session.document.getState().dispatch(change, step === undefined ? {} : { step })
}
