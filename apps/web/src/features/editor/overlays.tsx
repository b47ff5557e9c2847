import { type ComponentType, useEffect, useState } from 'react'
import { closeOverlay, type Overlay, useOverlay } from './state/overlay.ts'
import { withPart } from './ui/with-part.ts'

type Part = ComponentType<{ readonly onClose: () => void }>

const PARTS: Readonly<Record<Overlay, () => Promise<Part>>> = {
  chooser: async () => (await import('./panels/component-chooser/component-chooser.tsx')).ComponentChooser,
  find: async () => (await import('./panels/find-bar/find-bar.tsx')).FindBar,
  palette: async () => (await import('./panels/command-palette/command-palette.tsx')).CommandPalette,
  shortcuts: async () => (await import('./panels/shortcuts/shortcuts-sheet.tsx')).ShortcutsSheet,
  menu: async () => (await import('./panels/context-menu/context-menu.tsx')).ContextMenu,
}

const loaded = new Map<Overlay, Part>()

/** The overlay that is open. Each is loaded late, and shown at once where it was loaded before: the next key is meant for it. */
export function Overlays() {
  const { open } = useOverlay()
  const [, drawAgain] = useState(0)
  useEffect(preload, [])
  useEffect(() => closeOverlay, [])
  useEffect(() => {
    if (open === null || loaded.has(open)) return
    const part = load(open)
    part.catch(closeOverlay)
    void withPart(part, () => drawAgain((count) => count + 1))
  }, [open])
  const Part = open && loaded.get(open)
  return Part && <Part onClose={closeOverlay} />
}

async function load(name: Overlay): Promise<Part> {
  const part = await PARTS[name]()
  loaded.set(name, part)
  return part
}

/** Loads them when the page is first touched: what is typed after a key for one of them must go there. Gives back how to end. */
function preload(): () => void {
  const end = new AbortController()
  const loadAll = () => {
    end.abort()
    for (const name of Object.keys(PARTS)) load(name as Overlay).catch(() => {})
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, loadAll, { capture: true, signal: end.signal })
  return () => end.abort()
}
