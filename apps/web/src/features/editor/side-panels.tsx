import { Fragment, useEffect } from 'react'
import { useStore } from 'zustand'
import classes from './flow-editor.module.css'
import { PANELS } from './panels/registry.ts'
import { EditorBoundary } from './panels/safe-mode/editor-boundary.tsx'
import type { EditorSession } from './session/editor-session.ts'
import { useEditorSession } from './session/use-editor-session.ts'
import type { SidePanel, SidePanelProps } from './ui/panel.ts'

export const SIDE_PANELS = PANELS.filter(
  (panel): panel is SidePanel => panel.place === 'left' || panel.place === 'right',
)

/** The panels on the left of the canvas. */
export function LeftPanels() {
  return SIDE_PANELS.map((panel) => panel.place === 'left' && <LeftPanel key={panel.id} panel={panel} />)
}

function LeftPanel({ panel }: { panel: SidePanel }) {
  const state = panel.state(useEditorSession())
  const isOpen = useStore(state, ({ open }) => open)
  return (
    <Side
      panel={panel}
      look={isOpen ? 'panel' : 'rail'}
      onOpen={() => state.setState({ open: true })}
      onFold={() => state.setState({ open: false })}
    />
  )
}

interface SideProps extends Pick<SidePanelProps, 'look' | 'onOpen' | 'onFold'> {
  readonly panel: SidePanel
  /** Where the panel goes when it is folded; to its own side where this is absent. */
  readonly foldsTo?: SidePanelProps['side']
  /** Whether a tab opens it. */
  readonly isTab?: boolean
}

/** A panel beside the canvas, in which a fault of the panel stays. */
export function Side({ panel, look, foldsTo = panel.place, isTab = false, onOpen, onFold }: SideProps) {
  const { id, title, place, closed, component: Component, frame: Frame = Fragment } = panel
  const props: SidePanelProps = { title, side: foldsTo, look, onOpen, onFold }
  return (
    <div
      className={classes.side}
      id={`dock-${id}`}
      {...(isTab && { role: 'tabpanel', 'aria-labelledby': `dock-tab-${id}` })}
      data-panel={id}
      data-place={place}
      data-closed={closed}
      data-look={look}
      data-open={look === 'panel' || undefined}
    >
      <Frame {...props}>
        <EditorBoundary>
          <Component {...props} />
        </EditorBoundary>
      </Frame>
    </div>
  )
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
