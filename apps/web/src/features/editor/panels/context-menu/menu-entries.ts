import { type Command, SECTIONS, type Section } from '../../tools/commands/command.ts'
import type { Subject } from '../../tools/menu/menu.ts'

/** Whose menus offer the commands of a section that say nothing of it themselves. */
const MENUS_OF_SECTION: Readonly<Record<Section, readonly Subject[]>> = {
  Add: ['canvas'],
  Edit: ['node', 'edge', 'group'],
  Select: ['node', 'edge', 'group'],
  Arrange: ['node', 'group'],
  View: [],
  Simulation: [],
  File: [],
  Help: [],
}

/** What can be done with the subject now, section by section. */
export function menuEntries(commands: readonly Command[], subject: Subject): Command[][] {
  const offered = commands.filter(
    ({ menus, section, isAvailable }) => (menus ?? MENUS_OF_SECTION[section]).includes(subject) && isAvailable(),
  )
  return SECTIONS.map((section) => offered.filter((command) => command.section === section)).filter(
    ({ length }) => length > 0,
  )
}
