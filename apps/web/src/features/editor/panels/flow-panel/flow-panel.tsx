import { useStore } from 'zustand'
import { PanelHeader } from '../../../../shared/ui/panel-header.tsx'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { DocumentActions } from './document-actions.tsx'
import classes from './flow-panel.module.css'
import { Palette } from './palette.tsx'

/** What the document is filled with and where it is kept; folds to a rail that keeps the commands and the components. */
export function FlowPanel() {
  const session = useEditorSession()
  const { open } = useStore(session.flowPanel)
  const look = open ? 'panel' : 'rail'
  return (
    <section className={classes.root} data-look={look} aria-label="Flow Panel">
      <PanelHeader
        title="Flow Panel"
        side="left"
        open={open}
        onFold={() => session.flowPanel.setState({ open: !open })}
      />
      <DocumentActions look={look} />
      <Palette look={look} />
    </section>
  )
}
