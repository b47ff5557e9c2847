import type { Position } from '@plimsoll/flow'
import type { RefObject } from 'react'
import type { Extent } from '../../core/selection/selected-flow.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import type { Adding } from '../add/use-add.ts'
import type { Subject } from '../menu/menu.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'

export const SECTIONS = ['Add', 'Edit', 'Select', 'Arrange', 'View', 'Simulation', 'File', 'Help'] as const

export type Section = (typeof SECTIONS)[number]

/**
 * Where its keys count: `canvas` while the focus is on the canvas or nowhere, `editor` also in the panels but for where one types
 * other text, `page` everywhere. Keys that write something count on the canvas alone. Never under an open dialog.
 */
type Scope = 'canvas' | 'editor' | 'page'

/** Something one can do in the editor. Keys, buttons, the command palette and the sheet of shortcuts all derive from these. */
export interface Command {
  readonly id: string
  /** Its usual name. */
  readonly title: string
  /** What else people call it: the palette finds it by these, too. */
  readonly synonyms?: readonly string[]
  /** It takes something away: the palette finds it by the beginnings of its own words alone. */
  readonly isDestructive?: boolean
  readonly section: Section
  /** `Mod+Shift+Z`, `Delete`, `C`; Mod is ⌘ on a Mac and Ctrl elsewhere. The first is the one that is shown. */
  readonly keys: readonly string[]
  readonly scope: Scope
  /** The browser tells of these keys in its own way: they are only shown. */
  readonly hasNativeKeys?: boolean
  /** Whose menus offer it; absent: those of its section. */
  readonly menus?: readonly Subject[]
  /** Whether it would do anything now. */
  readonly isAvailable: () => boolean
  /** `at`: the point of the screen that it was asked for at, where there is one. */
  readonly run: (at?: Position) => void
}

type PictureFormat = 'png' | 'svg'

/** What commands act on, beside the diagram. */
export interface CommandContext {
  readonly session: EditorSession
  readonly region: RefObject<HTMLElement | null>
  readonly viewport: ViewportControl
  readonly add: Adding
  /** Saves all of the flow, or what is selected of it, as a picture that looks like the screen. */
  readonly exportPicture: (format: PictureFormat, of: Extent) => Promise<void>
  /** Puts the focus on the properties of what is selected. */
  readonly goToProperties: () => void
}
