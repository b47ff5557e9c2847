import type { Flow } from '@plimsoll/flow'
import { createStore } from 'zustand/vanilla'
import type { DocumentStore } from '../../../stores/diagram.ts'
import { fitting } from '../core/search/matching.ts'
import { type SearchItem, searchItemsOf } from '../core/search/search-items.ts'

const NOTHING = { typed: '', position: 0 }

/** What was last looked for in a document, and which of what was found one is at. */
export function createSearch(document: DocumentStore) {
  const store = createStore<{ readonly typed: string; readonly position: number }>()(() => NOTHING)
  let known: { readonly flow: Flow; readonly items: readonly SearchItem[] } | null = null

  // What was looked for belongs to a flow, and must not outlive it.
  const dispose = document.subscribe(({ opened }, before) => {
    if (opened === before.opened) return
    store.setState(NOTHING)
    known = null
  })

  /** What on the canvas fits, the best first. */
  function found(flow: Flow, typed: string): readonly SearchItem[] {
    if (known?.flow !== flow) known = { flow, items: searchItemsOf(flow) }
    return fitting(known.items, typed)
  }

  return { store, found, dispose }
}
