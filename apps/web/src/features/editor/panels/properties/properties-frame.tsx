import { PanelRightOpen, PanelTopClose, PanelTopOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import iconButton from '../../../../shared/ui/icon-button.module.css'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { focusEdge, focusNode } from '../../ui/focus.ts'
import type { SidePanelProps } from '../../ui/panel.ts'
import classes from './properties-frame.module.css'

const SIGNS = { panel: PanelTopClose, bar: PanelTopOpen, rail: PanelRightOpen } as const

type PropertiesFrameProps = SidePanelProps & { readonly children: ReactNode }

/** Folds what it is around, closes it on a small screen, and returns to the canvas with Escape. */
export function PropertiesFrame({ title, look, onOpen, onFold, children }: PropertiesFrameProps) {
  const session = useEditorSession()
  const leave = () => {
    session.propertiesPanel.setState({ open: false })
    const { nodes, edges } = session.document.getState().selection
    const [node, edge] = [nodes[0], edges[0]]
    if (node !== undefined) focusNode(node)
    else if (edge !== undefined) focusEdge(edge)
  }
  const isOpen = look === 'panel'
  const Sign = SIGNS[look]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is focused stands inside; the key only bubbles up to here.
    <div className={classes.frame} data-look={look} onKeyDown={({ key }) => key === 'Escape' && leave()}>
      {isOpen && (
        <button type="button" className={classes.close} onClick={leave}>
          Close properties
        </button>
      )}
      {look === 'bar' && <h2 className={classes.title}>{title}</h2>}
      <button
        type="button"
        className={`${iconButton.small} ${classes.fold}`}
        aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${title}`}
        aria-expanded={isOpen}
        title={look === 'rail' ? title : undefined}
        onClick={isOpen ? onFold : onOpen}
      >
        <Sign size={16} aria-hidden="true" />
      </button>
      {isOpen && children}
    </div>
  )
}
