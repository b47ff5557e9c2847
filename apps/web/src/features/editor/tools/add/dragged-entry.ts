import { type FlowTemplate, isNodeType, RECIPES, TEMPLATES } from '@plimsoll/catalog'
import type { DragEvent } from 'react'
import type { ComponentSource } from '../edit/edit-flow.ts'

const TYPE = 'application/x-plimsoll-palette'

/** What of the palette is under way to the flow. */
export type Entry =
  | { readonly component: ComponentSource }
  | { readonly template: FlowTemplate }
  | { readonly isGroup: true }

/** Puts a palette entry onto a drag. */
export function setEntry(event: DragEvent, entry: Entry): void {
  event.dataTransfer.setData(TYPE, nameOf(entry))
  event.dataTransfer.effectAllowed = 'copy'
}

function nameOf(entry: Entry): string {
  if ('component' in entry) {
    const { component } = entry
    return typeof component === 'string' ? `component:${component}` : `recipe:${component.id}`
  }
  return 'template' in entry ? `template:${entry.template.id}` : 'group'
}

export const holdsEntry = (event: DragEvent): boolean => event.dataTransfer.types.includes(TYPE)

/** The palette entry of a drop; null for anything else, and for one that this version does not know. */
export function entryOf(event: DragEvent): Entry | null {
  const [sort, name] = event.dataTransfer.getData(TYPE).split(':')
  if (sort === 'component') return isNodeType(name) ? { component: name } : null
  if (sort === 'group') return { isGroup: true }
  if (sort === 'recipe') {
    const recipe = RECIPES.find(({ id }) => id === name)
    return recipe ? { component: recipe } : null
  }
  const template = TEMPLATES.find(({ id }) => id === name)
  return sort === 'template' && template ? { template } : null
}
