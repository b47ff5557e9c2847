import type { SectionId } from '@plimsoll/catalog'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useEditorSession } from '../../session/use-editor-session.ts'

/** Sections that are open on an element that shows them, until someone says otherwise. */
const OPEN_AT_FIRST = 2

const createToggled = () => createStore<Partial<Record<SectionId, boolean>>>()(() => ({}))

/** Whether a section is open, and its toggle: remembered by section over all elements, while the session lasts. */
export function useOpenSection(id: SectionId, position: number): [open: boolean, toggle: () => void] {
  const toggled = useEditorSession().stateOf(createToggled)
  const open = useStore(toggled, (sections) => sections[id] ?? position < OPEN_AT_FIRST)
  return [open, () => toggled.setState({ [id]: !open })]
}
