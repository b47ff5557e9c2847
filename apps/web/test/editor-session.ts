import { createEditorSession, type EditorSession } from '../src/features/editor/session/editor-session.ts'
import { createAutosaveSession } from '../src/stores/autosave/autosave-session.ts'
import type { DraftStorage } from '../src/stores/autosave/draft-storage.ts'
import { createDocument } from '../src/stores/diagram.ts'
import { createLeftViews } from '../src/stores/left-view.ts'
import { createLastDraft, createMemoryStorage } from './autosave/simulated-browser.ts'

interface TestSessionOptions {
  readonly drafts?: DraftStorage
  /** Who is signed in; nobody where it is absent. */
  readonly user?: string
}

/** An editor session with an empty document and storages of its own, alone in its browser; frames are those of the global scope. */
export function testSession({ drafts = createMemoryStorage().storage, user }: TestSessionOptions = {}): EditorSession {
  const items = new Map<string, string>()
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  }
  const document = createDocument()
  const leftViews = createLeftViews()
  const autosave = createAutosaveSession({
    document,
    viewports: leftViews,
    session: { token: () => user ?? null, subscribe: () => () => {} },
    owners: { known: async () => user ?? null, learn: async () => user ?? null },
    notes: { forgetSessions: async () => {} },
    storage: drafts,
    channel: { post: () => {}, subscribe: () => () => {} },
    locks: { acquire: async () => () => {}, heldByOthers: async () => new Set() },
    watchFlow: () => () => {},
    clock: { now: () => 0, after: () => () => {} },
    lastDraft: createLastDraft(),
    newId: () => crypto.randomUUID(),
    askedFlow: () => null,
    tellOfEarlier: () => {},
  })
  return createEditorSession({
    document,
    leftViews,
    autosave,
    storage: () => storage,
    isSmallScreen: () => false,
    now: () => performance.now(),
    onNextFrame: (act) => requestAnimationFrame(act),
  })
}
