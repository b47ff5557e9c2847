import type { AutosaveSession } from '../../../stores/autosave/autosave-session.ts'
import type { DocumentStore } from '../../../stores/diagram.ts'
import type { LeftViews } from '../../../stores/left-view.ts'
import { createRun } from '../run/run.ts'
import { createAnnouncement } from '../state/announcement.ts'
import { createChooser } from '../state/component-chooser.ts'
import { createConnecting } from '../state/connect-picker.ts'
import { createDialogs } from '../state/dialogs.ts'
import { createDirectDrag } from '../state/direct-drag.ts'
import { createDock } from '../state/dock.ts'
import { createDragged } from '../state/dragged.ts'
import { createGuides } from '../state/guides.ts'
import { createLive, createPointed } from '../state/live.ts'
import { createOverlay } from '../state/overlay.ts'
import { createPropertiesPanel } from '../state/properties-panel.ts'
import { createRenaming } from '../state/renaming.ts'
import { createRevealListeners } from '../state/reveal.ts'
import { createSearch } from '../state/search.ts'
import type { PanelEnvironment } from '../state/stored-panel.ts'
import { createShownViewport } from '../state/viewport.ts'

/** What an editor session needs of its surroundings. */
export interface EditorEnvironment extends PanelEnvironment {
  readonly document: DocumentStore
  /** How the viewport of the document was left. */
  readonly leftViews: LeftViews
  /** Writes the document as a draft. It outlives the session, so that what was drawn waits for its user. */
  readonly autosave: AutosaveSession
  /** Milliseconds of a clock that only rises, the one of the frames. */
  readonly now: () => number
  /** Calls back in the next frame. `now` in ms. */
  readonly onNextFrame: (act: (now: number) => void) => unknown
}

/** All that one editor holds: the document with its selection, the viewport, the run, autosave, and what is open over and beside the canvas. */
export interface EditorSession extends ReturnType<typeof createParts> {
  readonly environment: EditorEnvironment
  /** The state that `create` makes for this session, once: for a tool, a painter or a panel whose state nothing else knows. */
  stateOf<State>(create: (session: EditorSession) => State): State
  /** Calls `end` when the session is over. */
  onDispose(end: () => void): void
  /** Ends the run, and all timers and subscriptions. */
  dispose(): void
}

function createParts(environment: EditorEnvironment) {
  const { document, leftViews, autosave } = environment
  return {
    document,
    leftViews,
    autosave,
    search: createSearch(document),
    viewport: createShownViewport(),
    run: createRun(environment),
    announcement: createAnnouncement(),
    chooser: createChooser(),
    connecting: createConnecting(),
    dialogs: createDialogs(),
    directDrag: createDirectDrag(),
    dock: createDock(environment),
    dragged: createDragged(),
    guides: createGuides(),
    live: createLive(),
    overlay: createOverlay(),
    pointed: createPointed(),
    propertiesPanel: createPropertiesPanel(),
    renaming: createRenaming(),
    revealListeners: createRevealListeners(),
  }
}

export function createEditorSession(environment: EditorEnvironment): EditorSession {
  const states = new Map<(session: EditorSession) => unknown, unknown>()
  const parts = createParts(environment)
  const ends = [parts.search.dispose, parts.run.dispose]

  const session: EditorSession = {
    ...parts,
    environment,
    stateOf<State>(create: (session: EditorSession) => State): State {
      if (!states.has(create)) states.set(create, create(session))
      return states.get(create) as State
    },
    onDispose: (end) => void ends.push(end),
    dispose() {
      for (const end of ends.splice(0)) end()
    },
  }
  return session
}
