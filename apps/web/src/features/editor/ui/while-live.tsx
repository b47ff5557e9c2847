import { type ComponentType, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useEditorSession } from '../session/use-editor-session.ts'
import { isLive } from '../state/live.ts'

/** A component that is loaded and shown while the flow is drawn together. Where it cannot be loaded, one draws without it. */
export function whileLive(load: () => Promise<ComponentType>): ComponentType {
  return function WhileLive() {
    const session = useEditorSession()
    const isWanted = useStore(session.live, isLive)
    const [Loaded, setLoaded] = useState<ComponentType | null>(null)
    useEffect(() => {
      if (!isWanted || Loaded) return
      load().then(
        (component) => setLoaded(() => component),
        () => {},
      )
    }, [isWanted, Loaded])
    return isWanted && Loaded ? <Loaded /> : null
  }
}
