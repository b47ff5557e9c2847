import { type ComponentType, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useEditorSession } from '../../../session/use-editor-session.ts'

/** The readout of rates, loaded with the first run. Where it cannot be loaded, the panels tell the figures. */
export function LateRateReadout() {
  const session = useEditorSession()
  const hasRun = useStore(session.run.store, ({ snapshot }) => snapshot !== null)
  const [Readout, setReadout] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!hasRun || Readout) return
    import('./rate-readout.tsx').then(
      ({ RateReadout }) => setReadout(() => RateReadout),
      () => {},
    )
  }, [hasRun, Readout])
  return hasRun && Readout ? <Readout /> : null
}
