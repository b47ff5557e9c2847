import { useEffect } from 'react'
import { PanelHeader } from '../../../../shared/ui/panel-header.tsx'
import { useEditorSession } from '../../session/use-editor-session.ts'
import type { SidePanelProps } from '../../ui/panel.ts'
import { DocumentActions } from './document-actions.tsx'
import classes from './flow-panel.module.css'
import { Palette } from './palette.tsx'
import { createFlowPanel } from './panel-state.ts'

/** What the document is filled with and where it is kept; folds to a rail that keeps the commands and the components. */
export function FlowPanel({ title, side, look, onOpen, onFold }: SidePanelProps) {
  const { document, environment, stateOf } = useEditorSession()
  const state = stateOf(createFlowPanel)
  // A flow that was just loaded wants the room of a small screen.
  useEffect(
    () =>
      document.subscribe(({ opened, saved }, before) => {
        if (environment.isSmallScreen() && opened !== before.opened && saved !== null) state.setState({ open: false })
      }),
    [document, environment, state],
  )
  const open = look === 'panel'
  return (
    <section className={classes.root} data-look={look} aria-label={title}>
      <PanelHeader title={title} side={side} open={open} onFold={open ? onFold : onOpen} />
      <DocumentActions look={open ? 'panel' : 'rail'} />
      <Palette look={open ? 'panel' : 'rail'} />
    </section>
  )
}
