import { Fragment, useEffect } from 'react'
import { useStore } from 'zustand'
import classes from './flow-editor.module.css'
import { PANELS } from './panels/registry.ts'
import { EditorBoundary } from './panels/safe-mode/editor-boundary.tsx'
import type { EditorSession } from './session/editor-session.ts'
import { useEditorSession } from './session/use-editor-session.ts'
import type { SidePanel, SidePanelProps } from './ui/panel.ts'

const SIDE_PANELS = PANELS.filter((panel): panel is SidePanel => panel.place === 'left' || panel.place === 'right')

/** The panels on one side of the canvas. */
export function SidePanels({ side }: { side: SidePanelProps['side'] }) {
  return SIDE_PANELS.filter(({ place }) => place === side).map((panel) => <Side key={panel.id} panel={panel} />)
}

function Side({
  panel: { id, title, place, closed, component: Component, frame: Frame = Fragment, state, useIsShown = () => true },
}: SideProps) {
  const isOpen = useStore(state(useEditorSession()), ({ open }) => open)
  const isShown = useIsShown()
  return (
    isShown && (
      <div
        className={classes.side}
        data-panel={id}
        data-place={place}
        data-closed={closed}
        data-open={isOpen || undefined}
      >
        <Frame>
          <EditorBoundary>
            <Component title={title} side={place} />
          </EditorBoundary>
        </Frame>
      </div>
    )
  )
}

interface SideProps {
  readonly panel: SidePanel
}

/** On a small screen a panel that opens closes the others. */
export function useOneOpenOnSmallScreen(): void {
  const session = useEditorSession()
  useEffect(() => {
    const ends = SIDE_PANELS.map((panel) => panel.state(session).subscribe(closeOthers(session, panel)))
    return () => {
      for (const end of ends) end()
    }
  }, [session])
}

const closeOthers =
  (session: EditorSession, opened: SidePanel) => (now: { open: boolean }, before: { open: boolean }) => {
    if (!session.environment.isSmallScreen() || !now.open || before.open) return
    for (const panel of SIDE_PANELS) if (panel !== opened) panel.state(session).setState({ open: false })
  }
