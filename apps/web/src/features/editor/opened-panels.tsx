import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { PANELS } from './panels/registry.ts'
import type { EditorSession } from './session/editor-session.ts'
import { useEditorSession } from './session/use-editor-session.ts'
import { onFirstTouch } from './ui/on-first-touch.ts'
import type { OpenedPanel, OpenedPanelProps } from './ui/panel.ts'
import { AwaitedPanel, createTypedAhead } from './ui/typed-ahead.ts'
import { withPart } from './ui/with-part.ts'

/** The panel of a place that is open. */
export function OpenedPanels({ place }: { place: OpenedPanel['place'] }) {
  return PANELS.map((panel) => panel.place === place && <Opened key={panel.id} panel={panel as OpenedPanel} />)
}

const createLoaded = () => new Map<OpenedPanel, ComponentType<OpenedPanelProps>>()

/** A panel is loaded late, and shown at once where it was loaded before. The next key is meant for it, there or not. */
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
    const stopTaking = takeKeys(session, close, () => loaded.has(panel))
    const loading = load()
    loading.catch(close)
    void withPart(loading, () => drawAgain((count) => count + 1))
    return stopTaking
  }, [isOpen, loaded, panel, load, close, session])
  const Component = isOpen && loaded.get(panel)
  return Component && <Component title={panel.title} onClose={close} />
}

/** Takes the keys until a panel is there and has the focus. Gives back how to end that sooner. */
function takeKeys(session: EditorSession, close: () => void, isThere: () => boolean): () => void {
  const ahead = session.stateOf(createTypedAhead)
  const panel = new AwaitedPanel(close)
  ahead.panel = panel
  const end = new AbortController()
  const stop = () => {
    end.abort()
    if (ahead.panel === panel) ahead.panel = null
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!isThere()) return
    stop()
    panel.typeInto(target as Element)
  }
  addEventListener('focusin', onFocus, { signal: end.signal })
  return stop
}
