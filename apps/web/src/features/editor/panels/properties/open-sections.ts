import type { SectionId } from '@plimsoll/catalog'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useEditorSession } from '../../session/use-editor-session.ts'

/** Sections that are open on an element that shows them, until someone says otherwise. */
const OPEN_AT_FIRST = 2

const createToggled = () => createStore<Partial<Record<SectionId, boolean>>>()(() => ({}))

/** Which of the sections are open, and how to say which shall be: remembered by section over all elements, while the session lasts. */
export function useOpenSections(ids: readonly SectionId[]): [open: SectionId[], setOpen: (open: string[]) => void] {
  const store = useEditorSession().stateOf(createToggled)
  const toggled = useStore(store)
  const open = ids.filter((id, position) => toggled[id] ?? position < OPEN_AT_FIRST)
  const setOpen = (next: string[]) => {
    const changed = ids.filter((id) => open.includes(id) !== next.includes(id))
    store.setState(Object.fromEntries(changed.map((id) => [id, next.includes(id)])))
  }
  return [open, setOpen]
}
