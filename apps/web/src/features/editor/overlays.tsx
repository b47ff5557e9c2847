import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { EditorSession } from './session/editor-session.ts'
import { useEditorSession } from './session/use-editor-session.ts'
import { closeOverlay, type Overlay } from './state/overlay.ts'
import { withPart } from './ui/with-part.ts'

type Part = ComponentType<{ readonly onClose: () => void }>

const PARTS: Readonly<Record<Overlay, () => Promise<Part>>> = {
  chooser: async () => (await import('./panels/component-chooser/component-chooser.tsx')).ComponentChooser,
  find: async () => (await import('./panels/find-bar/find-bar.tsx')).FindBar,
  palette: async () => (await import('./panels/command-palette/command-palette.tsx')).CommandPalette,
  shortcuts: async () => (await import('./panels/shortcuts/shortcuts-sheet.tsx')).ShortcutsSheet,
  menu: async () => (await import('./panels/context-menu/context-menu.tsx')).ContextMenu,
}

const createLoaded = () => new Map<Overlay, Part>()

/** The overlay that is open. Each is loaded late, and shown at once where it was loaded before: the next key is meant for it. */
export function Overlays() {
  const session = useEditorSession()
  const { open } = useStore(session.overlay)
  const [, drawAgain] = useState(0)
  useEffect(() => preload(session), [session])
  const close = useCallback(() => closeOverlay(session), [session])
  useEffect(() => close, [close])
  useEffect(() => {
    if (open === null || session.stateOf(createLoaded).has(open)) return
    const part = load(session, open)
    part.catch(close)
    void withPart(part, () => drawAgain((count) => count + 1))
  }, [session, close, open])
  const Part = open && session.stateOf(createLoaded).get(open)
  return Part && <Part onClose={close} />
}

async function load(session: EditorSession, name: Overlay): Promise<Part> {
  const part = await PARTS[name]()
  session.stateOf(createLoaded).set(name, part)
  return part
}

/** Loads them when the page is first touched: what is typed after a key for one of them must go there. Gives back how to end. */
function preload(session: EditorSession): () => void {
  const end = new AbortController()
  const loadAll = () => {
    end.abort()
    for (const name of Object.keys(PARTS)) load(session, name as Overlay).catch(() => {})
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, loadAll, { capture: true, signal: end.signal })
  return () => end.abort()
}
