import { useEffect } from 'react'
import { useStore } from 'zustand'
import { PanelHeader } from '../../../../shared/ui/panel-header.tsx'
import { useEditorSession } from '../../session/use-editor-session.ts'
import type { SidePanelProps } from '../../ui/panel.ts'
import { DocumentActions } from './document-actions.tsx'
import classes from './flow-panel.module.css'
import { Palette } from './palette.tsx'
import { createFlowPanel } from './panel-state.ts'

/** What the document is filled with and where it is kept; folds to a rail that keeps the commands and the components. */
export function FlowPanel({ title, side }: SidePanelProps) {
  const { document, environment, stateOf } = useEditorSession()
  const state = stateOf(createFlowPanel)
  const { open } = useStore(state)
  // A flow that was just loaded wants the room of a small screen.
  useEffect(
    () =>
      document.subscribe(({ opened, saved }, before) => {
        if (environment.isSmallScreen() && opened !== before.opened && saved !== null) state.setState({ open: false })
      }),
    [document, environment, state],
  )
  const look = open ? 'panel' : 'rail'
  return (
    <section className={classes.root} data-look={look} aria-label={title}>
      <PanelHeader title={title} side={side} open={open} onFold={() => state.setState({ open: !open })} />
      <DocumentActions look={look} />
      <Palette look={look} />
    </section>
  )
}
