import type { Flow } from '@plimsoll/flow'
import { create } from 'zustand'
import { useDiagram } from '../../../stores/diagram.ts'
import { fitting } from '../core/search/matching.ts'
import { type SearchItem, searchItemsOf } from '../core/search/search-items.ts'

/** What was last looked for, and which of what was found one is at. */
export const useSearch = create<{ readonly typed: string; readonly position: number }>()(() => ({
  typed: '',
  position: 0,
}))

// What was looked for belongs to a flow, and must not outlive it.
useDiagram.subscribe(({ opened }, before) => {
  if (opened === before.opened) return
  useSearch.setState({ typed: '', position: 0 })
  known = null
})

let known: { readonly flow: Flow; readonly items: readonly SearchItem[] } | null = null

/** What on the canvas fits, the best first. */
export function found(flow: Flow, typed: string): readonly SearchItem[] {
  if (known?.flow !== flow) known = { flow, items: searchItemsOf(flow) }
  return fitting(known.items, typed)
}
