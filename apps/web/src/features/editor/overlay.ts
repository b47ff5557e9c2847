import type { ComponentType } from 'react'
import { create } from 'zustand'
import { withPart } from './late-part.ts'

interface OverlayProps {
  readonly onClose: () => void
}

type Overlay = 'chooser' | 'find' | 'palette' | 'shortcuts' | 'menu'

/** What lies over the editor when it is asked for; each is loaded late. */
const OVERLAYS: Readonly<Record<Overlay, () => Promise<ComponentType<OverlayProps>>>> = {
  chooser: async () => (await import('./connect/component-chooser.tsx')).ComponentChooser,
  find: async () => (await import('./find/find-bar.tsx')).FindBar,
  palette: async () => (await import('./palette/command-palette.tsx')).CommandPalette,
  shortcuts: async () => (await import('./help/shortcuts-sheet.tsx')).ShortcutsSheet,
  menu: async () => (await import('./menu/context-menu.tsx')).ContextMenu,
}

/** Which of them is open: one at a time. */
export const useOverlay = create<{ readonly Open: ComponentType<OverlayProps> | null }>()(() => ({ Open: null }))

const loaded = new Map<Overlay, ComponentType<OverlayProps>>()

export function openOverlay(name: Overlay): void {
  const show = (Open: ComponentType<OverlayProps>) => useOverlay.setState({ Open })
  const known = loaded.get(name)
  // At once where it can: the next key is meant for it.
  if (known) show(known)
  else void withPart(load(name), show)
}

async function load(name: Overlay): Promise<ComponentType<OverlayProps>> {
  const part = await OVERLAYS[name]()
  loaded.set(name, part)
  return part
}

export const closeOverlay = (): void => useOverlay.setState({ Open: null })

/** Loads them when the page is first touched: what is typed after a key for one of them must go there. Gives back how to end. */
export function preloadOverlays(): () => void {
  const end = new AbortController()
  const loadAll = () => {
    end.abort()
    for (const name of Object.keys(OVERLAYS)) load(name as Overlay).catch(() => {})
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, loadAll, { capture: true, signal: end.signal })
  return () => end.abort()
}
