import type { SectionId } from '@plimsoll/catalog'
import { create } from 'zustand'

/** Sections that are open on an element that shows them, until someone says otherwise. */
const OPEN_AT_FIRST = 2

const useToggled = create<Partial<Record<SectionId, boolean>>>()(() => ({}))

/** Whether a section is open, and its toggle: remembered by section over all elements, while the app lives. */
export function useOpenSection(id: SectionId, position: number): [open: boolean, toggle: () => void] {
  const open = useToggled((toggled) => toggled[id] ?? position < OPEN_AT_FIRST)
  return [open, () => useToggled.setState({ [id]: !open })]
}
