import { type FlowTemplate, isNodeType, type NodeType, TEMPLATES } from '@plimsoll/catalog'
import type { DragEvent } from 'react'

const TYPE = 'application/x-plimsoll-palette'

/** What of the palette is under way to the board. */
export type Entry = { readonly component: NodeType } | { readonly template: FlowTemplate }

/** Puts a palette entry onto a drag. */
export function setEntry(event: DragEvent, entry: Entry): void {
  const name = 'component' in entry ? `component:${entry.component}` : `template:${entry.template.id}`
  event.dataTransfer.setData(TYPE, name)
  event.dataTransfer.effectAllowed = 'copy'
}

export const holdsEntry = (event: DragEvent): boolean => event.dataTransfer.types.includes(TYPE)

/** The palette entry of a drop; null for anything else, and for one that this version does not know. */
export function entryOf(event: DragEvent): Entry | null {
  const [sort, name] = event.dataTransfer.getData(TYPE).split(':')
  if (sort === 'component') return isNodeType(name) ? { component: name } : null
  const template = TEMPLATES.find(({ id }) => id === name)
  return sort === 'template' && template ? { template } : null
}
