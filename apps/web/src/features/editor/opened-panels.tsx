import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { PANELS } from './panels/registry.ts'
import { useEditorSession } from './session/use-editor-session.ts'
import { onFirstTouch } from './ui/on-first-touch.ts'
import type { OpenedPanel, OpenedPanelProps } from './ui/panel.ts'
import { withPart } from './ui/with-part.ts'

/** The panel of a place that is open. */
export function OpenedPanels({ place }: { place: OpenedPanel['place'] }) {
  return PANELS.map((panel) => panel.place === place && <Opened key={panel.id} panel={panel as OpenedPanel} />)
}

const createLoaded = () => new Map<OpenedPanel, ComponentType<OpenedPanelProps>>()

/** A panel is loaded late, and shown at once where it was loaded before: the next key is meant for it. */
function Opened({ panel }: { panel: OpenedPanel }) {
  const session = useEditorSession()
  const state = panel.state(session)
  const isOpen = useStore(state, ({ open }) => open === panel.id)
  const loaded = session.stateOf(createLoaded)
  const [, drawAgain] = useState(0)
  const load = useCallback(async () => void loaded.set(panel, await panel.component()), [loaded, panel])
  const close = useCallback(() => {
    if (state.getState().open === panel.id) state.setState({ open: null })
  }, [state, panel])
  useEffect(() => onFirstTouch(() => void load().catch(() => {})), [load])
  useEffect(() => close, [close])
  useEffect(() => {
    if (!isOpen || loaded.has(panel)) return
    const loading = load()
    loading.catch(close)
    void withPart(loading, () => drawAgain((count) => count + 1))
  }, [isOpen, loaded, panel, load, close])
  const Component = isOpen && loaded.get(panel)
  return Component && <Component title={panel.title} onClose={close} />
}
