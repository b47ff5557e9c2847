import type { SectionId } from '@plimsoll/catalog'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useEditorSession } from '../../session/use-editor-session.ts'

/** Sections that are open on an element that shows them, until someone says otherwise. */
const OPEN_AT_FIRST = 2

/** The section of the fields that the engine in use ignores: last, and closed until someone opens it. */
export const IGNORED_SECTION = 'ignored'

type Section = SectionId | typeof IGNORED_SECTION

const createToggled = () => createStore<Partial<Record<Section, boolean>>>()(() => ({}))

/** Which of the sections are open, and how to say which shall be: remembered by section over all elements, while the session lasts. */
export function useOpenSections(ids: readonly SectionId[]): [open: Section[], setOpen: (open: string[]) => void] {
  const store = useEditorSession().stateOf(createToggled)
  const toggled = useStore(store)
  const sections: readonly Section[] = [...ids, IGNORED_SECTION]
  const opensAtFirst = (id: Section, position: number) => id !== IGNORED_SECTION && position < OPEN_AT_FIRST
  const open = sections.filter((id, position) => toggled[id] ?? opensAtFirst(id, position))
  const setOpen = (next: string[]) => {
    const changed = sections.filter((id) => open.includes(id) !== next.includes(id))
    store.setState(Object.fromEntries(changed.map((id) => [id, next.includes(id)])))
  }
  return [open, setOpen]
}
