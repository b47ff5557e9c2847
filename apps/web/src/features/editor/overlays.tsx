import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useEditorSession } from './session/use-editor-session.ts'
import { closeOverlay, type Overlay } from './state/overlay.ts'
import { withPart } from './ui/with-part.ts'

type Part = ComponentType<{ readonly onClose: () => void }>
type Parts<N extends string> = Readonly<Record<N, () => Promise<Part>>>

const OverlayPart = latePart<Overlay>({
  chooser: async () => (await import('./panels/component-chooser/component-chooser.tsx')).ComponentChooser,
  connect: async () => (await import('./panels/connect-picker/connect-picker.tsx')).ConnectPicker,
  find: async () => (await import('./panels/find-bar/find-bar.tsx')).FindBar,
  palette: async () => (await import('./panels/command-palette/command-palette.tsx')).CommandPalette,
  shortcuts: async () => (await import('./panels/shortcuts/shortcuts-sheet.tsx')).ShortcutsSheet,
  menu: async () => (await import('./panels/context-menu/context-menu.tsx')).ContextMenu,
})

/** The overlay that is open. */
export function Overlays() {
  const session = useEditorSession()
  const open = useStore(session.overlay, ({ open }) => open)
  const close = useCallback(() => closeOverlay(session), [session])
  return <OverlayPart open={open} onClose={close} />
}

/** Shows the one of the parts that is open. Each is loaded late, and shown at once where it was loaded before: the next key is meant for it. */
export function latePart<N extends string>(parts: Parts<N>) {
  const createLoaded = () => new Map<N, Part>()
  return function LatePart({ open, onClose }: { readonly open: N | null; readonly onClose: () => void }) {
    const loaded = useEditorSession().stateOf(createLoaded)
    const [, drawAgain] = useState(0)
    const load = useCallback(
      async (name: N) => {
        loaded.set(name, await parts[name]())
      },
      [loaded],
    )
    useEffect(
      () => onFirstTouch(() => Object.keys(parts).forEach((name) => void load(name as N).catch(() => {}))),
      [load],
    )
    useEffect(() => onClose, [onClose])
    useEffect(() => {
      if (open === null || loaded.has(open)) return
      const part = load(open)
      part.catch(onClose)
      void withPart(part, () => drawAgain((count) => count + 1))
    }, [open, onClose, loaded, load])
    const Part = open && loaded.get(open)
    return Part && <Part onClose={onClose} />
  }
}

/** Acts when the page is first touched: what is typed after a key for a part must go there. Gives back how to end. */
function onFirstTouch(act: () => void): () => void {
  const end = new AbortController()
  const touched = () => {
    end.abort()
    act()
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, touched, { capture: true, signal: end.signal })
  return () => end.abort()
}
