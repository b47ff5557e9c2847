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

export function openOverlay(name: Overlay): void {
  void withPart(OVERLAYS[name](), (Open) => useOverlay.setState({ Open }))
}

export const closeOverlay = (): void => useOverlay.setState({ Open: null })

/** Loads them when the page is first touched: what is typed after a key for one of them must go there. Gives back how to end. */
export function preloadOverlays(): () => void {
  const end = new AbortController()
  const load = () => {
    end.abort()
    for (const part of Object.values(OVERLAYS)) part().catch(() => {})
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, load, { capture: true, signal: end.signal })
  return () => end.abort()
}
