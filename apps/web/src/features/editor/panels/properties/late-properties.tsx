import { type ComponentType, useEffect, useState } from 'react'
import { useEditorSession } from '../../session/use-editor-session.ts'
import type { SidePanelProps } from '../../ui/panel.ts'
import { withPart } from '../../ui/with-part.ts'

/** The panel once it was loaded, so that the next selection shows it at once. */
const createLoaded = () => ({ panel: null as ComponentType<SidePanelProps> | null })

const load = () => import('./properties-panel.tsx')

/** Fetches the code before it is needed; where that fails, showing the panel says so. */
export const preloadProperties = (): void => void load().catch(() => {})

/** The properties, whose code is loaded with the first selection: the page stands there without it. */
export function LateProperties(props: SidePanelProps) {
  const loaded = useEditorSession().stateOf(createLoaded)
  const [, drawAgain] = useState(0)
  useEffect(() => {
    if (loaded.panel !== null) return
    void withPart(load(), ({ PropertiesPanel }) => {
      loaded.panel = PropertiesPanel
      drawAgain((count) => count + 1)
    })
  }, [loaded])
  return loaded.panel && <loaded.panel {...props} />
}
